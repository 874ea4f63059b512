"""Promote: local notes go to the team's folder of this worktree, all of a batch or none.

The plan is made under the locks of both layers, and carried out by way of the journal. Nothing is committed: that
is for a person to do, who sees what is to be shared.

Effects: lists and reads notes; asks git what it ignores and tracks; moves notes; appends to the ledger; refreshes
the index.
"""

import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.blockers import Blocked
from ...core.events import Promoted
from ...core.keys import Key, Layer, path_of
from ...core.outcome import Explained, Outcome
from ...core.promotion import Asked, Local, Move, Store, choose, destination
from ...core.promotion import plan as decide
from .. import files, journal, notesdir
from ..checkout import Checkout, find_checkout
from ..lock import LockTimeout
from ..notesdir import Unavailable
from ..storepaths import NOTES
from .ignored import ignores
from .layers import sweep
from .lint import tracked
from .refreshing import refresh_after_write
from .session import NoSuchSession, recorded_by
from .stored import stored
from .world import World

# --- values ---------------------------------------------------------------


class Moved(Struct, frozen=True):
    key: Key
    path: str


class PromoteAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    notes: tuple[Moved, ...]
    dry_run: bool
    next: str  # what a person types to share them; empty outside git


# --- refusals -------------------------------------------------------------


class BareRepository(Struct, frozen=True, tag=True):
    folder: str

    def explain(self) -> Explained:
        mend = "Run it in one of its worktrees: what is promoted is committed there. Nothing was promoted."
        return Explained("a bare repository has no files to promote notes to", self.folder, mend)


PromoteRefusal: TypeAlias = (
    Blocked | BareRepository | NoSuchSession | Unavailable | LockTimeout | journal.MoveRefusal | files.OutsideFolder
)

COMMIT = "git add :/.hindnote/notes && git commit"

# --- functions ------------------------------------------------------------


def promote(
    world: World, words: Sequence[str], session: str | None = None, *, dry_run: bool = False
) -> Outcome[PromoteAnswer, PromoteRefusal]:
    """`words` are keys or patterns for keys; with a session only what it recorded, and without words all of that."""
    ground = _ground(world.places.team)
    if ground is not None and ground.is_bare:
        return Failure(BareRepository(ground.root))
    match _asked(world, words, session):
        case Failure(unknown):
            return Failure(unknown)
        case Success(asked):
            pass
    match _planned(world, asked):  # a refusal leaves no lock behind, and no folder for it
        case Failure(refusal):
            return Failure(refusal)
        case Success(moves):
            pass
    if not dry_run:
        match _moved(world, asked):
            case Failure(refused):
                return Failure(refused)
            case Success(moves):
                pass
        refresh_after_write(world)
    return Success(_answer(world, moves, dry_run=dry_run))


def _moved(world: World, asked: Asked) -> Outcome[tuple[Move, ...], PromoteRefusal]:
    with ExitStack() as locks:
        for layer in (Layer.LOCAL, Layer.TEAM):
            match world.lock(layer):
                case Failure(busy):
                    return Failure(busy)
                case Success(held):
                    locks.enter_context(held)
        return _performed(world, asked)


def _asked(world: World, words: Sequence[str], session: str | None) -> Outcome[Asked, NoSuchSession]:
    if session is None:
        return Success(Asked(words=tuple(words)))
    match recorded_by(world, session):
        case Failure(unknown):
            return Failure(unknown)
        case Success(recorded):
            return Success(Asked(words=tuple(words), session=session, recorded=recorded))


def _answer(world: World, moves: Sequence[Move], *, dry_run: bool) -> PromoteAnswer:
    notes = tuple(Moved(move.key, str(world.places.team / move.path)) for move in moves)
    return PromoteAnswer(notes=notes, dry_run=dry_run, next=_next(world))


def _next(world: World) -> str:
    """From wherever one stands; a folder of notes named outright may lie in another repository, or in none."""
    team, ground = world.places.team, _ground(world.places.team)
    if ground is None:
        return ""
    if team == Path(ground.root) / NOTES and ground.root == str(world.places.root):
        return COMMIT
    git_there = f"git -C {shlex.quote(ground.root)}"
    return f"{git_there} add -- {shlex.quote(str(team))} && {git_there} commit"


def _ground(team: Path) -> Checkout | None:
    """The repository that the folder of notes lies in."""
    match find_checkout(str(team)):
        case Checkout(common=str()) as checkout:
            return checkout
        case _:
            return None


# --- the plan -----------------------------------------------------------------


def _planned(world: World, asked: Asked) -> Outcome[tuple[Move, ...], PromoteRefusal]:
    held: dict[Layer, list[Local]] = {}
    for layer in (Layer.LOCAL, Layer.TEAM):
        match stored(world, layer):
            case Failure(unavailable):
                return Failure(unavailable)
            case Success(notes):
                held[layer] = notes
    local, team = ([each.note for each in held[layer]] for layer in (Layer.LOCAL, Layer.TEAM))
    choice = choose(asked, local, team)
    batch = [each for each in held[Layer.LOCAL] if each.note in choice.notes]
    paths = [path_of(key) for note in choice.notes if (key := destination(note))]
    places = world.places
    occupied = frozenset(path for path in paths if _is_occupied(places.team, path))
    store = Store(
        local=local, team=team, tracked=tracked(places), occupied=occupied, ignores=ignores(places.team, paths)
    )
    match decide(batch, store, choice.missing):
        case Failure(blocked):
            return Failure(blocked)
        case Success(moves):
            return Success(moves)


def _is_occupied(folder: Path, path: str) -> bool:
    """By a file, or by one that stands where a folder of its path would."""
    place = folder / path
    return place.exists() or place.is_symlink() or any(each.is_file() for each in place.parents)


# --- the move -----------------------------------------------------------------


def _performed(world: World, asked: Asked) -> Outcome[tuple[Move, ...], PromoteRefusal]:
    for layer in (Layer.LOCAL, Layer.TEAM):  # or a person would commit what a kill left
        folder = world.places.folder(layer)
        sweep(folder, notesdir.scan(folder))
    match _planned(world, asked):
        case Failure(refusal):
            return Failure(refusal)
        case Success(moves):
            pass
    coming: list[journal.Coming] = []
    for move in moves:
        match files.contained(world.places.team, move.path):
            case Failure(outside):
                return Failure(outside)
            case Success(place):
                coming.append(journal.Coming(place, move.text.encode(), private=False))
    planned = journal.Moves(
        coming=coming,
        going=[world.places.local / move.source for move in moves],
        as_read={world.places.local / move.source: move.text.encode() for move in moves},
        layers=[world.places.folder(layer) for layer in (Layer.LOCAL, Layer.TEAM)],
        events=tuple(Promoted(stamp=world.stamp(), surface=world.surface, key=move.key) for move in moves),
    )
    match journal.perform(world.places.journal, planned, lambda events: world.append(*events)):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return Success(moves)
