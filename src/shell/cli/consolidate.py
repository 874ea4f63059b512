"""The `consolidate` command."""

from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct

from ...core.keys import Key
from ...core.quoted import clipped, key_text, line
from ...core.render import counted
from ..app.consolidate import Consolidated
from ..app.consolidate import apply as apply_plan
from ..app.plans import Consolidation, Planned, plans
from ..app.world import World
from ..index.index import Index
from .injected import Here, Json
from .output import answered
from .progress import Progress
from .standing import in_world, with_index

TITLE_COLUMNS = 60

# --- the public shape -----------------------------------------------------


class PlanTold(Struct, frozen=True):
    id: str
    cosine: float
    key: Key
    originals: tuple[Key, ...]
    draft: str
    kept: bool


class ConsolidationTold(Struct, frozen=True):
    plans: tuple[PlanTold, ...]
    left: int
    notices: tuple[str, ...]


# --- functions ------------------------------------------------------------


def consolidate(
    *,
    limit: Annotated[int, Parameter(help="How many plans at most.")] = 10,
    apply: Annotated[str | None, Parameter(help="Carry out this plan, with its draft as it is now.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Plan to make one note of two that say nearly the same; carry out what you reviewed.

    Each plan has a draft, which you edit as you like. `--apply ID` writes the draft as a new local note and archives the
    two, whose every byte stays. If either was changed since, nothing is done. Nothing is merged without you, and nothing is
    deleted. Team notes and stubs are left alone.

    JSON: `{"plans": [{"id", "cosine", "key", "originals", "draft", "kept"}], "left", "notices"}`; with --apply
    `{"key", "path", "archived"}`
    """
    if apply is not None:
        return _apply(apply, json=json, settings=settings)

    def planned(world: World, index: Index) -> int:
        return answered(
            plans(world, index, max(limit, 1), Progress("reading notes")), as_text, as_json=as_json, json=json
        )

    return with_index(settings, planned, json=json)


def _apply(plan: str, *, json: bool, settings: Here) -> int:
    def applied(world: World) -> int:
        return answered(apply_plan(world, plan), _done, json=json)

    return in_world(settings, applied, json=json)


def as_json(found: Consolidation) -> ConsolidationTold:
    return ConsolidationTold(tuple(map(_told, found.plans)), found.left, found.notices)


def _told(each: Planned) -> PlanTold:
    plan = each.plan
    return PlanTold(plan.id, plan.cosine, plan.key, tuple(one.key for one in plan.originals), each.draft, each.kept)


def _done(done: Consolidated) -> str:
    archived = " and ".join(map(key_text, done.archived))
    return f"created {key_text(done.key)} (local)\nfile: {line(done.path)}\narchived {archived}"


def as_text(found: Consolidation) -> str:
    told: list[str] = []
    for each in found.plans:
        edited = "; your draft is kept" if each.kept else ""
        told.append(f"{each.plan.id}  {each.plan.cosine:.4f}{edited}")
        for original, title in zip(each.plan.originals, each.titles, strict=True):
            told.append(f"  {key_text(original.key)}  {clipped(line(title), TITLE_COLUMNS)}")
        told.append(f"  draft: {line(each.draft)}")
    if not found.plans:
        told.append("no two local notes say nearly the same")
    else:
        told.append(f"{counted(len(found.plans), 'plan')}. Edit a draft, then: hindnote consolidate --apply ID")
    if found.left:
        told.append(f"{counted(found.left, 'pair')} more as near: of team notes, of stubs, or past the limit")
    return "\n".join([*told, *(f"notice: {line(each)}" for each in found.notices)])
