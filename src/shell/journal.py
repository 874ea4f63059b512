"""Journal: several files that come and go together, or not at all, whatever happens in between.

Before the first file comes, the journal says which are to come and which are to go, each with its digest. All
that come are on disk before any goes. A kill leaves the journal: the next command takes back what came, or, when
all had come, removes what was to go. A file whose bytes are not those the journal means is somebody's, and stays.

The layers' locks are held by whoever calls. Effects: writes, reads and removes files.
"""

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Outcome
from . import files

# --- values ---------------------------------------------------------------

VERSION = 1


class Coming(Struct, frozen=True):
    path: Path
    data: bytes
    private: bool


class Marked(Struct, frozen=True):
    """A file, by its whole path and the digest of its bytes."""

    path: str
    digest: str


class Entry(Struct, frozen=True):
    """What is under way; `come` once every file that was to come is on disk."""

    coming: tuple[Marked, ...]
    going: tuple[Marked, ...]
    come: bool = False
    version: int = VERSION


# --- functions ------------------------------------------------------------


def perform(
    journal: Path, coming: Sequence[Coming], going: Sequence[Path]
) -> Outcome[None, files.CannotWrite | files.Exists]:
    """On a refusal every file is as it was before, or will be as it should with the next command."""
    told = [_marked(each) for each in going]
    entry = Entry(tuple(Marked(str(each.path), _digest(each.data)) for each in coming), tuple(filter(None, told)))
    match _write(journal, entry):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    for each in coming:
        match _come(each):
            case Failure(problem):
                _back(entry)
                files.remove(journal)
                return Failure(problem)
            case Success():
                pass
    match _write(journal, Entry(entry.coming, entry.going, come=True)):
        case Failure(fault):
            _back(entry)
            files.remove(journal)
            return Failure(fault)
        case Success():
            return _gone(journal, entry)


def recover(journal: Path, ours: Callable[[Path], bool]) -> None:
    """What a kill left under way is completed or taken back; what cannot be now is for the next command.

    A journal that names any place but `ours` was not written by us, and nothing is done on its account.
    """
    try:
        entry = msgspec.json.decode(journal.read_bytes(), type=Entry)
    except FileNotFoundError:
        return
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return  # it is written whole: another version's, or another program's
    if entry.version != VERSION or not all(ours(Path(each.path)) for each in (*entry.coming, *entry.going)):
        return
    if entry.come and all(map(_is_there, entry.coming)):
        if not isinstance(_go(entry.going), Failure):
            files.remove(journal)
    else:
        _back(entry)
        files.remove(journal)


def _come(each: Coming) -> Outcome[None, files.CannotWrite | files.Exists]:
    match files.make_folder(each.path.parent, private=each.private):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return files.create(each.path, each.data, private=each.private)


def _gone(journal: Path, entry: Entry) -> Outcome[None, files.CannotWrite]:
    """When the first cannot go all is taken back; when a later one cannot, the next command goes on."""
    match _go(entry.going):
        case Failure(fault):
            if all(map(_is_there, entry.going)):
                _back(entry)
                files.remove(journal)
            return Failure(fault)
        case Success():
            files.remove(journal)
            return Success(None)


def _go(going: Sequence[Marked]) -> Outcome[None, files.CannotWrite]:
    for each in going:
        if not _is_there(each):
            continue
        match files.remove(Path(each.path)):
            case Failure(fault):
                return Failure(fault)
            case Success():
                _remove_empty(Path(each.path).parent)
    return Success(None)


def _back(entry: Entry) -> None:
    """Only while what it would replace is still there: no file goes from both places."""
    if not all(map(_is_there, entry.going)):
        return
    for each in entry.coming:
        if _is_there(each):
            files.remove(Path(each.path))
            _remove_empty(Path(each.path).parent)


def _remove_empty(folder: Path) -> None:
    """A folder that is left empty, and one above it."""
    with contextlib.suppress(OSError):
        folder.rmdir()


def _write(journal: Path, entry: Entry) -> Outcome[None, files.CannotWrite]:
    match files.make_folder(journal.parent, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return files.write(journal, msgspec.json.encode(entry), private=True)


def _marked(path: Path) -> Marked | None:
    try:
        return Marked(str(path), _digest(path.read_bytes()))
    except OSError:
        return None


def _is_there(each: Marked) -> bool:
    return _marked(Path(each.path)) == each


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
