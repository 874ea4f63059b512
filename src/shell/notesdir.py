"""Notes folder: which Markdown files a layer holds, and the text of one.

A listing says when it is not whole: then a file's absence proves nothing, and nobody may delete on
its account. Symbolic links are neither followed nor collected, at any depth.

Effects: reads directories and files.
"""

import os
import stat
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome
from .files import contained
from .noteswalk import SKIPPED as SKIPPED  # noqa: PLC0414  (told to the type checkers: found here too)
from .noteswalk import Listing, listed
from .noteswalk import shown as shown  # noqa: PLC0414  (as above)

# --- values ---------------------------------------------------------------


class NoteFile(Struct, frozen=True, order=True):
    path: str  # below the layer's folder, with `/`
    size: int
    mtime_ns: int
    inode: int


class Scan(Struct, frozen=True):
    files: tuple[NoteFile, ...]  # in the order of their paths
    unavailable: str | None = None  # why absence proves nothing; None when the listing is whole
    broken: tuple[tuple[str, str], ...] = ()  # (path as it can be shown, problem): it cannot be named or stat'ed
    leftovers: tuple[str, ...] = ()  # of killed writes: whoever holds the layer's lock may remove them


READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


# --- refusals -------------------------------------------------------------


class Unavailable(Struct, frozen=True, tag=True):
    """A layer that cannot be listed whole: what seems free may be taken."""

    folder: str
    problem: str

    def explain(self) -> Explained:
        mend = "Mend that and say it again. Nothing was changed."
        return Explained(f"not all of the notes can be read: {self.problem}", self.folder, mend)


class Unreadable(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(f"cannot read: {self.problem}", self.path, "Mend the file or its permissions, or remove it.")


# --- functions ------------------------------------------------------------


def scan(folder: Path, *, must_exist: bool = False) -> Scan:
    """Every note below `folder`. A layer nobody wrote to has no folder and is empty; a vault `must_exist`."""
    found = listing(folder, must_exist=must_exist)
    files = (NoteFile(path, *stamp) for path, stamp in sorted(found.stamps.items()))
    return Scan(tuple(files), found.unavailable, found.broken, found.leftovers)


def listing(folder: Path, *, must_exist: bool = False) -> Listing:
    return listed(str(folder.absolute()), must_exist=must_exist)


def read(folder: Path, path: str) -> Outcome[str, Unreadable]:
    """The note's text, every byte of it: a BOM and CRLF are left in for whoever edits."""
    match read_bytes(folder, path):
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(data):
            try:
                return Success(data.decode())
            except UnicodeDecodeError as fault:
                return Failure(Unreadable(path, f"not UTF-8: byte {fault.start} is 0x{data[fault.start]:02x}"))


def read_bytes(folder: Path, path: str) -> Outcome[bytes, Unreadable]:
    """Of a regular file to which no symbolic link leads."""
    data = _read_at_once(f"{folder}/{path}")
    if data is not None:
        return Success(data)
    match contained(folder, path):
        case Failure(outside):
            return Failure(Unreadable(path, outside.problem))
        case Success(place):
            return _regular(place, path)


def _read_at_once(place: str) -> bytes | None:
    """Where the kernel tells by which path it opened a file, one look replaces one at each folder on the way.

    None when it does not tell, and for whatever is not plainly a file in its place: `contained` says why.
    """
    try:
        handle = os.open(place, READING)
    except (OSError, ValueError):
        return None
    try:
        opened = os.readlink(f"/proc/self/fd/{handle}")  # noqa: PTH115  (a `Path` costs as much as the rest)
        if opened == place and stat.S_ISREG(os.fstat(handle).st_mode):
            return _all_of(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
    return None


def _regular(place: Path, path: str) -> Outcome[bytes, Unreadable]:
    """Non-blocking, for a pipe named like a note must not hang a reader."""
    try:
        handle = os.open(place, READING)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return Failure(Unreadable(path, "not a regular file"))
            return Success(_all_of(handle))
        finally:
            os.close(handle)
    except OSError as fault:
        return Failure(Unreadable(path, fault.strerror or str(fault)))


def _all_of(handle: int) -> bytes:
    with os.fdopen(handle, "rb", buffering=0, closefd=False) as file:
        return file.read()
