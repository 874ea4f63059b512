"""Ledger file: one session's lines, appended whole by one process at a time, whoever that is.

Hooks, servers and commands share these files, their names and their lock. Runs in hooks, so it imports
next to nothing. Not here: what the lines mean (`eventfile` and `core.records`).

Effects: makes the folder; opens, locks, reads and appends a file.
"""

import contextlib
import errno
import os
import re
import stat
from collections.abc import Generator, Iterable
from typing import NamedTuple, Protocol

from .flock import wait_for
from .regular import read_regular

# --- values ---------------------------------------------------------------


class Limits(NamedTuple):
    session_bytes: int = 256 * 1024  # some 1,500 events
    files: int = 200
    kept_files: int = 100  # what archiving leaves
    archived: int = 300  # sessions told apart in the archive
    days: int = 90  # how long a read counts
    silences: int = 300  # names a summary tells of that were withheld


class Beginning(Protocol):
    """A file's beginning that the archive has a summary of: it may not be gone yet."""

    @property
    def file(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def digest(self) -> str: ...


LIMITS = Limits()  # benchmarks/ledger.md: what reading costs at these sizes
ARCHIVE = "~archive.jsonl"  # no session's file has this name
PATIENCE = 2.0  # seconds: a line takes under a millisecond, and an event is not worth more of anybody's time
JUST = 60  # seconds: harnesses give a hook no longer than that, and it runs as soon as a call was answered
SUMMARY = b'"event":"Summarised"'  # how such a line begins
OPENING = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

_SAFE = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")  # lower case: where disks fold case, two sessions must not meet

# --- places ---------------------------------------------------------------


def file_name(session: str) -> str:
    """A session's file, whatever its id holds: an id that had to be altered carries a hash of what it was."""
    if _SAFE.fullmatch(session):
        return f"{session}.jsonl"
    plain = re.sub(r"[^a-z0-9._-]+", "-", session.lower()).strip("-._")[:60]
    return f"{plain}~{_hash(session.encode('utf-8', 'surrogatepass'))[:16]}.jsonl"


def make_folder(folder: str) -> None:
    """For its owner alone, and so each folder above that is made for it."""
    if os.path.isdir(folder):  # noqa: PTH112  (pathlib takes longer to import than all of this)
        return
    above = os.path.dirname(folder)  # noqa: PTH120  (as above)
    if above != folder:
        make_folder(above)
    try:
        os.mkdir(folder, 0o700)  # noqa: PTH102  (as above)
    except FileExistsError:
        if not os.path.isdir(folder):  # noqa: PTH112  (as above)
            raise


# --- writing --------------------------------------------------------------


@contextlib.contextmanager
def opened(path: str, patience: float) -> Generator[int]:
    """The file, locked, and still the one that has the name: rotation puts another in its place."""
    while True:
        handle = os.open(path, OPENING, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", path)
            if not wait_for(handle, patience):
                raise TimeoutError(f"another process holds {path}")  # noqa: EM102, TRY003  (one is like any fault)
            if is_named(handle, path):
                yield handle
                return
        finally:
            os.close(handle)


def is_named(handle: int, path: str) -> bool:
    held = os.fstat(handle)
    try:
        named = os.lstat(path)
    except OSError:
        return False
    return (held.st_dev, held.st_ino) == (named.st_dev, named.st_ino)


def add(handle: int, lines: bytes) -> None:
    """All of the lines or none; what a kill tore before them keeps a line of its own."""
    size = os.fstat(handle).st_size
    torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
    data = b"\n" + lines if torn and lines else lines
    if os.write(handle, data) != len(data):  # the disk is full
        os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def is_long(handle: int, limits: Limits) -> bool:
    """What was summarised before does not count: else a file whose summary is long would be summarised at every line."""
    size = os.fstat(handle).st_size
    if size <= limits.session_bytes:
        return False
    data = os.pread(handle, size, 0)
    summary = data.find(b"\n") + 1 if SUMMARY in data[:64] else 0
    return size - summary > limits.session_bytes


# --- reading --------------------------------------------------------------


def contents(path: str) -> bytes:
    """Nothing of what is not there, or may not be read."""
    try:
        return read_regular(path)
    except OSError:
        return b""


def covered(data: bytes, name: str, covers: Iterable[Beginning]) -> int:
    """How many bytes of a file's beginning are in the archive already; a kill may have kept them from going."""
    own = [each for each in covers if each.file == name and each.digest == digest(data[: each.size])]
    return max((each.size for each in own), default=0)


def digest(data: bytes) -> str:
    return _hash(data)[:32]


def _hash(data: bytes) -> str:
    import hashlib  # noqa: PLC0415  (few ids and few files need one, and it takes long to import)

    return hashlib.sha256(data).hexdigest()
