"""Consolidate: a reviewed draft takes the place of the two notes it was planned from.

Both must be the versions that were planned. The draft comes and the originals are set aside as one, by way of the
journal: a crash in between leaves what the next command brings to an end. Nothing is ever deleted.

Effects: reads plans and drafts; writes notes; appends to the ledger; refreshes the index.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Remembered
from ...core.keys import Key, Layer, fold_key, path_of
from ...core.merging import MergePlan, Original, set_aside
from ...core.note import parse_note
from ...core.outcome import Explained, Outcome, shown
from ...core.versions import version_of
from ...core.writing import BreaksSchema, Writing, judged
from .. import files, journal, notesdir
from ..lock import LockTimeout
from .layers import claimed, listed
from .plans import plans_folder
from .refreshing import refresh_after_write
from .world import World

# --- values ---------------------------------------------------------------


class Consolidated(Struct, frozen=True):
    """The public `--json` shape of `--apply`."""

    key: Key
    path: str
    archived: tuple[Key, ...]


# --- refusals -------------------------------------------------------------


class NoSuchPlan(Struct, frozen=True, tag=True):
    plan: str

    def explain(self) -> Explained:
        return Explained(f"there is no plan `{shown(self.plan)}`", "--apply", "`hindnote consolidate` lists the plans.")


class SourceChanged(Struct, frozen=True, tag=True):
    key: Key
    problem: str

    def explain(self) -> Explained:
        mend = "Run `hindnote consolidate` again, and carry over what you wrote in the draft. Nothing was changed."
        return Explained(f"{self.key} {self.problem} since the plan was made", "--apply", mend)


class DraftKey(Struct, frozen=True, tag=True):
    path: str
    key: str

    def explain(self) -> Explained:
        mend = (
            f"Leave its key as it was planned, `{self.key}`; `hindnote rename` changes one later. Nothing was changed."
        )
        return Explained("the draft has another key", self.path, mend)


class KeyHeld(Struct, frozen=True, tag=True):
    key: Key
    path: str

    def explain(self) -> Explained:
        mend = "Rename or remove that note, then apply again. Nothing was changed."
        return Explained(f"another note has the key {self.key}", self.path, mend)


ApplyRefusal: TypeAlias = (
    NoSuchPlan
    | SourceChanged
    | DraftKey
    | KeyHeld
    | BreaksSchema
    | LockTimeout
    | notesdir.Unavailable
    | notesdir.Unreadable
    | journal.MoveRefusal
    | files.OutsideFolder
)

# --- functions ------------------------------------------------------------


class _Ready(Struct, frozen=True):
    plan: MergePlan
    draft: str
    texts: Sequence[tuple[str, str]]  # of the originals, as they are and as they are to be


def apply(world: World, plan_name: str) -> Outcome[Consolidated, ApplyRefusal]:
    match world.lock(Layer.LOCAL):
        case Failure(busy):
            return world.refused(busy)
        case Success(held):
            with held:
                done = _applied(world, plan_name)
    match done:
        case Failure(fault):
            return world.refused(fault, fault.key if isinstance(fault, SourceChanged | KeyHeld) else "")
        case Success(answer):
            for name in (f"{plan_name}.json", f"{plan_name}.md"):
                files.remove(plans_folder(world) / name)
            refresh_after_write(world)
            return Success(answer)


def _applied(world: World, plan_name: str) -> Outcome[Consolidated, ApplyRefusal]:
    match _ready(world, plan_name):
        case Failure(refusal):
            return Failure(refusal)
        case Success(ready):
            return _performed(world, ready)


def _ready(world: World, name: str) -> Outcome[_Ready, ApplyRefusal]:
    path = plans_folder(world) / f"{name}.json"
    try:
        if Path(name).name != name:
            return Failure(NoSuchPlan(name))
        plan = msgspec.json.decode(path.read_bytes(), type=MergePlan)
        draft = path.with_suffix(".md").read_bytes().decode()
    except (OSError, ValueError, RecursionError):
        return Failure(NoSuchPlan(name))
    match parse_note(draft):
        case Success(note) if note.key != plan.key:
            return Failure(DraftKey(str(path.with_suffix(".md")), plan.key))
        case _:
            pass
    match judged(Writing(key=plan.key, path=path_of(plan.key), how="created", text=draft)):
        case Failure(breaches):
            return Failure(breaches)
        case Success(_):
            pass
    texts: list[tuple[str, str]] = []
    for original in plan.originals:
        match _aside(world, original, plan.key):
            case Failure(refusal):
                return Failure(refusal)
            case Success(text):
                texts.append(text)
    return Success(_Ready(plan, draft, texts))


def _aside(world: World, original: Original, key: Key) -> Outcome[tuple[str, str], SourceChanged]:
    """Its text, and as it is once set aside; the version planned, or one that is set aside already."""
    match notesdir.read(world.places.local, original.path):
        case Failure(_):
            return Failure(SourceChanged(original.key, "cannot be read"))
        case Success(text):
            pass
    if version_of(text) != original.version and not _is_aside(text, key):
        return Failure(SourceChanged(original.key, "was changed"))
    match set_aside(text, key):
        case Failure(_):
            return Failure(SourceChanged(original.key, "lost its frontmatter"))
        case Success(aside):
            return Success((text, aside))


def _is_aside(text: str, key: Key) -> bool:
    match parse_note(text):
        case Success(note):
            return note.archived and note.superseded_by == key
        case Failure(_):
            return False


def _performed(world: World, ready: _Ready) -> Outcome[Consolidated, ApplyRefusal]:
    plan, local = ready.plan, Layer.LOCAL
    match listed(world, local):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            there = claimed(scan).get(fold_key(plan.key))
    if there is not None and notesdir.read(world.places.local, there) != Success(ready.draft):
        return Failure(KeyHeld(plan.key, there))
    match files.contained(world.places.local, path_of(plan.key)):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            pass
    coming = [] if there else [journal.Coming(place, ready.draft.encode(), private=True)]
    match journal.perform(world.places.journal, _moves(world, ready, coming), lambda events: world.append(*events)):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return Success(Consolidated(plan.key, str(place), tuple(each.key for each in plan.originals)))


def _moves(world: World, ready: _Ready, coming: Sequence[journal.Coming]) -> journal.Moves:
    """What is done already is neither done nor told again."""
    folder = world.places.local
    left = [each for each in zip(ready.plan.originals, ready.texts, strict=True) if each[1][0] != each[1][1]]
    told = partial(Remembered, stamp=world.stamp(), surface=world.surface, layer=Layer.LOCAL)
    archived = (told(key=original.key, how="archived") for original, _ in left)
    return journal.Moves(
        coming=coming,
        going=[],
        layers=[folder],
        changing=[
            journal.Changing(str(folder / original.path), was.encode(), now.encode(), private=True)
            for original, (was, now) in left
        ],
        events=(*(told(key=ready.plan.key) for _ in coming), *archived),
    )
