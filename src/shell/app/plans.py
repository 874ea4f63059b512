"""Plans: for notes that say nearly the same a plan and a draft to edit, kept in the state folder.

Local notes alone: the team's are changed by review. The same two versions are the same plan, and a draft that
somebody edited is kept.

Effects: refreshes and reads the index; writes plans and drafts.
"""

from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ...core.duplicates import REVIEW
from ...core.keys import Key, Layer, NoteKey, fold_key, suffixed
from ...core.merging import MergePlan, Original, merged, plan_id
from ...core.note import Note, NoteType, parse_note, render
from ...core.outcome import Outcome
from ...core.versions import version_of
from .. import files, notesdir
from ..embedding import ModelUnusable
from ..index.index import Index
from ..index.refresh import Progress
from ..index.troubles import NoVectors
from .layers import claimed, listed
from .similar import ModelOff, NearPair, Wanted, similar_pairs
from .world import World

# --- values ---------------------------------------------------------------


class Planned(Struct, frozen=True):
    plan: MergePlan
    draft: str  # the file to edit
    titles: tuple[str, str]
    kept: bool  # a draft was there already, with whatever somebody made of it


class Consolidation(Struct, frozen=True):
    plans: tuple[Planned, ...]
    left: int  # pairs as near that are not two local notes, or are past the limit
    notices: tuple[str, ...] = ()


PlanRefusal: TypeAlias = ModelOff | ModelUnusable | NoVectors | notesdir.Unavailable | files.CannotWrite

# --- functions ------------------------------------------------------------


def plans(
    world: World, index: Index, limit: int, progress: Progress | None = None
) -> Outcome[Consolidation, PlanRefusal]:
    """One for each of the nearest pairs; a note is in one plan only, for applying one would outdate the other."""
    match similar_pairs(world, index, Wanted(layer=Layer.LOCAL, limit=10 * limit, least=REVIEW), progress):
        case Failure(unable):
            return Failure(unable)
        case Success(found):
            pass
    match listed(world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            taken = dict(claimed(scan))
    made: list[Planned] = []
    used: set[NoteKey] = set()
    for pair in found.pairs:
        if len(made) == limit or used & {side.key for side in pair.notes}:
            continue
        match _planned(world, pair, taken):
            case Failure(fault):
                return Failure(fault)
            case Success(planned):
                pass
        if planned is not None:
            made.append(planned)
            used |= {original.key for original in planned.plan.originals}
    left = len(found.pairs) + found.omitted - len(made)
    return Success(Consolidation(tuple(made), left, found.notices))


def _planned(world: World, pair: NearPair, taken: dict[str, str]) -> Outcome[Planned | None, files.CannotWrite]:
    """None of a pair that has nothing to merge: a stub, or a note that cannot be read as one."""
    read = [_read(world, taken.get(fold_key(side.key), "")) for side in pair.notes]
    notes = [each for each in read if each is not None]
    if len(notes) < 2 or notes[0][1].type != notes[1][1].type or notes[0][1].type is NoteType.STUB:
        return Success(None)
    (newer_at, newer), (older_at, older) = sorted(notes, key=lambda each: (each[1].recorded, each[1].key), reverse=True)
    key = _free(newer.key, taken)
    plan = MergePlan(
        id=plan_id((newer_at, older_at)),
        cosine=pair.cosine,
        layer=Layer.LOCAL,
        key=key,
        originals=(newer_at, older_at),
    )
    folder = plans_folder(world)
    draft = folder / f"{plan.id}.md"
    kept = draft.exists()
    match _kept(folder, plan, None if kept else render(merged(newer, older, key))):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return Success(Planned(plan, str(draft), (newer.title, older.title), kept))


def _read(world: World, path: str) -> tuple[Original, Note] | None:
    match notesdir.read(world.places.local, path) if path else Failure(None):
        case Success(str() as text):
            pass
        case _:
            return None
    match parse_note(text):
        case Success(note):
            return Original(note.key, path, version_of(text)), note
        case Failure(_):
            return None


def _free(key: Key, taken: dict[str, str]) -> Key:
    n = 2
    while fold_key(found := suffixed(key, n)) in taken:
        n += 1
    return found


def plans_folder(world: World) -> Path:
    return world.places.state / "consolidate"


def _kept(folder: Path, plan: MergePlan, draft: str | None) -> Outcome[None, files.CannotWrite]:
    """The draft first: a plan without one is none."""
    match files.make_folder(folder, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    data = msgspec.json.format(msgspec.json.encode(plan)) + b"\n"
    writes = [(folder / f"{plan.id}.json", data)]
    if draft is not None:
        writes.insert(0, (folder / f"{plan.id}.md", draft.encode()))
    for path, content in writes:
        match files.write(path, content, private=True):
            case Failure(fault):
                return Failure(fault)
            case Success():
                pass
    return Success(None)
