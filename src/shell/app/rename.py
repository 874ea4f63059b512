"""Rename: a note's key, its file and every link to it move together, or nothing does.

Planned under the locks of both layers from the files themselves, and carried out by way of the journal: whoever is
killed halfway leaves what the next command brings to an end. A file that somebody edits meanwhile stops it. A vault's
note stays in its vault (vaultrename).

Effects: reads the index, then every note; asks git what it ignores; moves and writes notes; appends to the ledger; refreshes the index.
"""

from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.blockers import CannotTellIgnored, IgnoredByGit
from ...core.hygiene import StoredNote
from ...core.keys import Identity, Key, Layer, NoteKey, path_of, read_key
from ...core.outcome import Outcome
from ...core.promotion import CannotTell, IgnoredPaths, Local
from ...core.renaming import Renaming, renaming
from .. import notesdir
from ..index.index import open_index
from ..unchanged import ChangedMeanwhile
from .ignored import ignores
from .layers import sweep
from .moving import Site, moved, possible
from .refreshing import refresh_after_write
from .stored import stored
from .swapping import Meant, MeantRefusal, meant
from .vaultrename import VaultRenameRefusal, renamed_in_vault
from .world import World

# --- values ---------------------------------------------------------------


class Relinked(Struct, frozen=True):
    """A note whose links went along, and how many of them."""

    layer: Layer
    key: NoteKey
    links: int


class Unread(Struct, frozen=True):
    """A file that may link to the note, for all that anybody knows."""

    path: str
    problem: str


class RenamedAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: NoteKey
    was: str
    layer: Layer
    path: str
    relinked: tuple[Relinked, ...]
    met: tuple[Identity, ...]  # a link of theirs led nowhere, and leads to this note now
    left: tuple[Identity, ...]  # they name the old key from where the note cannot be reached
    unread: tuple[Unread, ...]
    dry_run: bool


# --- refusals -------------------------------------------------------------


RenameRefusal: TypeAlias = MeantRefusal | VaultRenameRefusal | IgnoredByGit | CannotTellIgnored

OWN = (Layer.LOCAL, Layer.TEAM)
EVERY = frozenset(Layer)

# --- functions ------------------------------------------------------------


def rename(
    world: World, old: str, new: str, layer: Layer | None = None, *, dry_run: bool = False
) -> Outcome[RenamedAnswer, RenameRefusal]:
    match meant(world, old, layer, EVERY):
        case Failure(refusal):
            return world.refused(refusal)
        case Success(found):
            pass
    go = renamed_in_vault if found.note.layer is Layer.VAULT else _renamed
    match go(world, found, new, dry_run=dry_run):
        case Failure(fault):
            return world.refused(fault, found.note.key)
        case Success(plan):
            pass
    if not dry_run:
        refresh_after_write(world)
    return Success(_answer(plan, found, _unread(world, found), dry_run=dry_run))


def _renamed(world: World, found: Meant, new: str, *, dry_run: bool) -> Outcome[Renaming, RenameRefusal]:
    match read_key(new):
        case Failure(invalid):
            return Failure(invalid)
        case Success(key):
            return _planned(world, found, key) if dry_run else _performed(world, found, key)


def _unread(world: World, found: Meant) -> tuple[Unread, ...]:
    """Of the layers whose links go along."""
    in_vault = found.note.layer is Layer.VAULT
    folders = [found.at.folder] if in_vault else [world.places.folder(layer) for layer in OWN]
    with open_index(world) as index:
        broken = index.refresh(vectors=False).broken
    return tuple(Unread(*each) for each in broken if any(Path(each[0]).is_relative_to(folder) for folder in folders))


def _answer(plan: Renaming, found: Meant, unread: tuple[Unread, ...], *, dry_run: bool) -> RenamedAnswer:
    note = plan.own.note
    return RenamedAnswer(
        key=plan.key,
        was=note.key,
        layer=note.layer,
        path=str(found.at.folder / plan.path),
        relinked=tuple(Relinked(each.note.layer, each.note.key, each.links) for each in plan.others),
        met=plan.met,
        left=plan.left,
        unread=unread,
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
            pass
    if unshared := _unshared(world, plan.own.note, key):
        return Failure(unshared)
    return possible(plan, found.at.folder)


def _unshared(world: World, note: StoredNote, key: Key) -> IgnoredByGit | CannotTellIgnored | None:
    """A team note that everybody had must not go where git would keep it from them."""
    if note.layer is not Layer.TEAM:
        return None
    to = path_of(key)
    match ignores(world.places.team, [note.path, to]):
        case IgnoredPaths(rules) if to in rules and note.path not in rules:
            return IgnoredByGit(key, to, rules[to])
        case CannotTell(folder, problem):
            return CannotTellIgnored(folder, problem)
        case _:
            return None


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
        site = Site(found.at.folder, [world.places.folder(layer) for layer in OWN], world.places.journal)
        return moved(world, plan, site)
