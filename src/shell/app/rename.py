"""Rename: a note's key, its file and every link to it move together, or nothing does.

Planned under the locks of both layers from the files themselves, and carried out by way of the journal: whoever is
killed halfway leaves what the next command brings to an end. A file that somebody edits meanwhile stops it.

Effects: reads the index, then every note; asks git what it ignores; moves and writes notes; appends to the ledger; refreshes the index.
"""

import errno
import os
import stat
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.blockers import CannotTellIgnored, IgnoredByGit
from ...core.events import Renamed
from ...core.keys import Identity, InvalidKey, Key, Layer, NoteKey, read_key
from ...core.outcome import Explained, Outcome
from ...core.promotion import CannotTell, IgnoredPaths, Local
from ...core.renaming import Renaming, Rewriting, Unrenamable, renaming
from .. import files, journal, notesdir
from ..lock import LockTimeout
from ..notesdir import Unavailable, Unreadable
from ..unchanged import ChangedMeanwhile
from .ignored import ignores
from .layers import sweep
from .refreshing import refresh_after_write
from .stored import stored
from .swapping import Meant, MeantRefusal, meant
from .world import World

# --- values ---------------------------------------------------------------


class Relinked(Struct, frozen=True):
    """A note whose links went along, and how many of them."""

    layer: Layer
    key: NoteKey
    links: int


class RenamedAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: Key
    was: str
    layer: Layer
    path: str
    relinked: tuple[Relinked, ...]
    met: tuple[Identity, ...]  # a link of theirs led nowhere, and leads to this note now
    left: tuple[Identity, ...]  # they name the old key from where the note cannot be reached
    dry_run: bool


# --- refusals -------------------------------------------------------------


class SameFile(Struct, frozen=True, tag=True):
    """On a disk that takes no notice of case or Unicode form."""

    path: str

    def explain(self) -> Explained:
        mend = "Rename it to another key, then to this one. Nothing was changed."
        return Explained("the new name is the old one to this disk", self.path, mend)


RenameRefusal: TypeAlias = (
    InvalidKey
    | MeantRefusal
    | Unavailable
    | Unreadable
    | LockTimeout
    | Unrenamable
    | SameFile
    | IgnoredByGit
    | CannotTellIgnored
    | files.OutsideFolder
    | journal.MoveRefusal
)

OWN = (Layer.LOCAL, Layer.TEAM)

# --- functions ------------------------------------------------------------


def rename(
    world: World, old: str, new: str, layer: Layer | None = None, *, dry_run: bool = False
) -> Outcome[RenamedAnswer, RenameRefusal]:
    match read_key(new):
        case Failure(invalid):
            return world.refused(invalid)
        case Success(key):
            pass
    match meant(world, old, layer):
        case Failure(refusal):
            return world.refused(refusal)
        case Success(found):
            pass
    match _planned(world, found, key) if dry_run else _performed(world, found, key):
        case Failure(fault):
            return world.refused(fault, found.note.key)
        case Success(plan):
            pass
    if not dry_run:
        refresh_after_write(world)
    return Success(_answer(world, plan, dry_run=dry_run))


def _answer(world: World, plan: Renaming, *, dry_run: bool) -> RenamedAnswer:
    note = plan.own.note
    return RenamedAnswer(
        key=plan.key,
        was=note.key,
        layer=note.layer,
        path=str(world.places.folder(note.layer) / plan.path),
        relinked=tuple(Relinked(each.note.layer, each.note.key, each.links) for each in plan.others),
        met=plan.met,
        left=plan.left,
        dry_run=dry_run,
    )


# --- the plan -----------------------------------------------------------------


def _planned(world: World, found: Meant, key: Key) -> Outcome[Renaming, RenameRefusal]:
    match found.changeable():
        case Failure(kept):
            return Failure(kept)
        case Success(text):
            pass
    held: list[Local] = []
    for layer in OWN:
        match stored(world, layer):
            case Failure(unavailable):
                return Failure(unavailable)
            case Success(notes):
                held += notes
    own = next((each for each in held if each.note.place == str(found.place)), None)
    if own is None or own.text != text:
        return Failure(ChangedMeanwhile(str(found.place)))
    match renaming(own, key, held):
        case Failure(refusal):
            return Failure(refusal)
        case Success(plan):
            return _possible(world, plan)


def _possible(world: World, plan: Renaming) -> Outcome[Renaming, RenameRefusal]:
    """What the files themselves have against it, said before any is touched."""
    for each in (plan.own, *plan.others):
        if locked := _read_only(Path(each.note.place)):
            return Failure(locked)
    if unshared := _unshared(world, plan):
        return Failure(unshared)
    match files.contained(world.places.folder(plan.own.note.layer), plan.path):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            pass
    if not os.path.lexists(place):
        return Success(plan)
    return Failure(SameFile(str(place)) if place.samefile(plan.own.note.place) else files.Exists(str(place)))


def _unshared(world: World, plan: Renaming) -> IgnoredByGit | CannotTellIgnored | None:
    """A team note that everybody had must not go where git would keep it from them."""
    note = plan.own.note
    if note.layer is not Layer.TEAM:
        return None
    match ignores(world.places.team, [note.path, plan.path]):
        case IgnoredPaths(rules) if plan.path in rules and note.path not in rules:
            return IgnoredByGit(plan.key, plan.path, rules[plan.path])
        case CannotTell(folder, problem):
            return CannotTellIgnored(folder, problem)
        case _:
            return None


def _read_only(path: Path) -> files.CannotWrite | None:
    """A file that is marked so is not replaced, though its folder would allow that."""
    try:
        writable = path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    except OSError as fault:
        return files.cannot_write(path, fault)
    return None if writable else files.CannotWrite(str(path), "the file is read-only", errno.EACCES)


# --- the move -----------------------------------------------------------------


def _performed(world: World, found: Meant, key: Key) -> Outcome[Renaming, RenameRefusal]:
    with ExitStack() as locks:
        for layer in OWN:
            match world.lock(layer):
                case Failure(busy):
                    return Failure(busy)
                case Success(held):
                    locks.enter_context(held)
            folder = world.places.folder(layer)
            sweep(folder, notesdir.scan(folder))
        match _planned(world, found, key):
            case Failure(refusal):
                return Failure(refusal)
            case Success(plan):
                pass
        match journal.perform(world.places.journal, _moves(world, plan), lambda events: world.append(*events)):
            case Failure(fault):
                return Failure(fault)
            case Success():
                return Success(plan)


def _moves(world: World, plan: Renaming) -> journal.Moves:
    own = plan.own.note
    old, new = Path(own.place), world.places.folder(own.layer) / plan.path
    text = plan.own.after.encode()
    event = Renamed(stamp=world.stamp(), surface=world.surface, key=own.key, layer=own.layer, to=plan.key)
    changing = [_changing(each) for each in plan.others]
    layers = [world.places.folder(layer) for layer in OWN]
    if old == new:
        own_change = journal.Changing(str(old), plan.own.before.encode(), text, private=_is_private(own.layer))
        return journal.Moves(coming=[], going=[], layers=layers, changing=[own_change, *changing], events=(event,))
    return journal.Moves(
        coming=[journal.Coming(new, text, private=_is_private(own.layer))],
        going=[old],
        layers=layers,
        changing=changing,
        as_read={old: plan.own.before.encode()},
        events=(event,),
    )


def _changing(each: Rewriting) -> journal.Changing:
    private = _is_private(each.note.layer)
    return journal.Changing(each.note.place, each.before.encode(), each.after.encode(), private=private)


def _is_private(layer: Layer) -> bool:
    return layer is Layer.LOCAL
