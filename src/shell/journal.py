"""Journal: several files that come, change and go together, or not at all, whatever happens in between.

Before the first file comes, the journal says which are to come and which are to go, each with its digest, what those
that change said and are to say, and what the ledger is to be told of it. All that come and change are on disk before
any goes. A kill leaves the journal: the next command takes back what came, or, when all had come, removes what was to
go and tells of it. A file whose bytes are not those the journal means is somebody's, and stays. The journal itself
stays until all of that is done.

The layers' locks are held by whoever calls. Effects: writes, reads and removes files.
"""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ..core.events import AnyEvent
from ..core.outcome import Explained, Outcome
from . import files
from .pathjson import decoded, encoded
from .regular import read_regular
from .unchanged import ChangedMeanwhile, holds, swap

# --- values ---------------------------------------------------------------

VERSION = 1
Tell: TypeAlias = Callable[[Sequence[AnyEvent]], None]


class Coming(Struct, frozen=True):
    path: Path
    data: bytes
    private: bool
    like: Path | None = None  # the file that it replaces, whose permissions and date it has


class Changing(Struct, frozen=True):
    """A file that is to hold other bytes; the journal keeps both, for a kill may come in between."""

    path: str
    before: bytes
    after: bytes
    private: bool


class Moves(Struct, frozen=True, kw_only=True):
    """What comes and goes as one; a folder that is left empty goes too, but none of the `layers`."""

    coming: Sequence[Coming]
    going: Sequence[Path]
    layers: Sequence[Path]
    changing: Sequence[Changing] = ()
    as_read: Mapping[Path, bytes] = {}  # what all of it was decided on: a file that differs by now stops it
    events: tuple[AnyEvent, ...] = ()  # what they come to, told once it is so


class Marked(Struct, frozen=True):
    """A file, by its whole path and the digest of its bytes."""

    path: str
    digest: str


class Entry(Struct, frozen=True):
    """What is under way; `come` once every file that was to come is on disk."""

    coming: tuple[Marked, ...]
    going: tuple[Marked, ...]
    layers: tuple[str, ...] = ()
    events: tuple[AnyEvent, ...] = ()
    come: bool = False
    version: int = VERSION
    changing: tuple[Changing, ...] = ()


# --- refusals -------------------------------------------------------------


class Unfinished(Struct, frozen=True, tag=True):
    """What an earlier command began cannot be brought to an end from here."""

    path: str

    def explain(self) -> Explained:
        mend = "Say that command again with the folders it was given, or, when every note is in its place, remove this file."
        return Explained(
            "an earlier command was cut off, and is not at its end", self.path, f"{mend} Nothing was changed."
        )


MoveRefusal: TypeAlias = files.CannotWrite | files.Exists | ChangedMeanwhile | Unfinished

# --- functions ------------------------------------------------------------


def perform(journal: Path, moves: Moves, tell: Tell) -> Outcome[None, MoveRefusal]:
    """On a refusal every file is as it was before, or will be as it should with the next command."""
    if os.path.lexists(journal):
        return Failure(Unfinished(str(journal)))
    files.sweep_beside(journal)
    entry = _entry(moves)
    if (edited := _edited(moves)) is not None:
        return Failure(ChangedMeanwhile(str(edited)))
    match _write(journal, entry):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    steps: list[Coming | Changing] = [*moves.coming, *moves.changing]
    for each in steps:
        match _come(each):
            case Failure(problem):
                _take_back(journal, entry)
                return Failure(problem)
            case Success():
                pass
    match _write(journal, replace(entry, come=True)):
        case Failure(fault):
            _take_back(journal, entry)
            return Failure(fault)
        case Success():
            return _completed(journal, entry, tell)


def recover(journal: Path, ours: Callable[[Path], bool], tell: Tell) -> None:
    """What a kill left under way is completed or taken back; what cannot be now is for the next command.

    A journal that names any place but `ours` was not written by us, and nothing is done on its account.
    """
    try:
        entry = decoded(read_regular(str(journal)), Entry)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return  # there is none; or it is written whole: another version's, or another program's
    named: list[Marked | Changing] = [*entry.coming, *entry.going, *entry.changing]
    there = [Path(each.path) for each in named if os.path.lexists(each.path)]
    if entry.version != VERSION or not all(map(ours, there)):
        return
    files.sweep_beside(journal)
    if entry.come and all(map(_is_there, entry.coming)):
        _completed(journal, entry, tell)
    else:
        _take_back(journal, entry)


def _entry(moves: Moves) -> Entry:
    going = filter(None, map(_marked, moves.going))
    coming = (Marked(str(each.path), _digest(each.data)) for each in moves.coming)
    layers = tuple(map(str, moves.layers))
    return Entry(tuple(coming), tuple(going), layers, moves.events, changing=tuple(moves.changing))


def _edited(moves: Moves) -> Path | None:
    read = {**moves.as_read, **{Path(each.path): each.before for each in moves.changing}}
    return next((path for path, data in read.items() if not holds(path, data)), None)


def _come(each: Coming | Changing) -> Outcome[None, MoveRefusal]:
    if isinstance(each, Changing):
        return swap(Path(each.path), each.before, each.after, private=each.private)
    match files.make_folder(each.path.parent, private=each.private):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return files.create(each.path, each.data, private=each.private, like=each.like)


def _completed(journal: Path, entry: Entry, tell: Tell) -> Outcome[None, files.CannotWrite]:
    """When the first cannot go all is taken back; when a later one cannot, the next command goes on."""
    for each in entry.going:
        match files.remove(Path(each.path)) if _is_there(each) else Success(None):
            case Failure(fault):
                if all(map(_is_there, entry.going)):
                    _take_back(journal, entry)
                return Failure(fault)
            case Success():
                _remove_empty(each, entry)
    tell(entry.events)
    files.remove(journal)
    return Success(None)


def _take_back(journal: Path, entry: Entry) -> None:
    """Only while what they would replace is still there: no file goes from both places."""
    if all(map(_is_there, entry.going)):
        for change in entry.changing:
            if isinstance(_changed_back(change), Failure):
                return
        for each in entry.coming:
            if _is_there(each) and isinstance(files.remove(Path(each.path)), Failure):
                return
            if not os.path.lexists(each.path):
                files.sweep_beside(Path(each.path))
            _remove_empty(each, entry)
    files.remove(journal)


def _changed_back(change: Changing) -> Outcome[None, files.CannotWrite]:
    """A file that holds neither is somebody's by now."""
    path = Path(change.path)
    if holds(path, change.after):
        return files.write(path, change.before, private=change.private)
    files.sweep_beside(path)
    return Success(None)


def _remove_empty(each: Marked, entry: Entry) -> None:
    folder = Path(each.path).parent
    for layer in entry.layers:
        if folder.is_relative_to(layer):
            files.remove_empty(folder, Path(layer))


def _write(journal: Path, entry: Entry) -> Outcome[None, files.CannotWrite]:
    match files.make_folder(journal.parent, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return files.write(journal, encoded(entry), private=True)


def _marked(path: Path) -> Marked | None:
    try:
        return Marked(str(path), _digest(read_regular(str(path))))
    except (OSError, ValueError):
        return None


def _is_there(each: Marked) -> bool:
    return _marked(Path(each.path)) == each


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
