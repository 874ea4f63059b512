"""Ledger file: one session's events as lines, appended whole by one process at a time.

Effects: opens, locks, reads and appends a file.
"""

import contextlib
import errno
import hashlib
import os
import re
from collections.abc import Generator, Iterable
from pathlib import Path

from msgspec import Struct

from ..core.events import AnyEvent, Covered, Summarised
from ..core.log import ReadLog, decode
from .lock import wait_for

# --- values ---------------------------------------------------------------


class Limits(Struct, frozen=True):
    session_bytes: int = 256 * 1024  # some 1,500 events
    files: int = 200
    kept_files: int = 100  # what archiving leaves
    archived: int = 300  # sessions told apart in the archive
    days: int = 90  # how long a read counts


LIMITS = Limits()  # benchmarks/ledger.md: what reading costs at these sizes
ARCHIVE = "~archive.jsonl"  # no session's file has this name
OPENING = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)

_SAFE = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")  # lower case: where disks fold case, two sessions must not meet

# --- functions ------------------------------------------------------------


def file_name(session: str) -> str:
    """A session's file, whatever its id holds: an id that had to be altered carries a hash of what it was."""
    if _SAFE.fullmatch(session):
        return f"{session}.jsonl"
    plain = re.sub(r"[^a-z0-9._-]+", "-", session.lower()).strip("-._")[:60]
    return f"{plain}~{hashlib.sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.jsonl"


@contextlib.contextmanager
def opened(path: Path, patience: float) -> Generator[int]:
    """The file, locked, and still the one that has the name: rotation puts another in its place."""
    while True:
        handle = os.open(path, OPENING, 0o600)
        try:
            if not wait_for(handle, patience):
                raise TimeoutError(f"another process holds {path.name}")  # noqa: EM102, TRY003  (one is like any fault)
            if is_named(handle, path):
                yield handle
                return
        finally:
            os.close(handle)


def is_named(handle: int, path: Path) -> bool:
    held = os.fstat(handle)
    try:
        named = path.stat(follow_symlinks=False)
    except OSError:
        return False
    return (held.st_dev, held.st_ino) == (named.st_dev, named.st_ino)


def add(handle: int, lines: bytes) -> None:
    """All of the lines or none; what a kill tore before them keeps a line of its own."""
    size = os.fstat(handle).st_size
    torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
    data = b"\n" + lines if torn else lines
    if os.write(handle, data) != len(data):  # the disk is full
        os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def read_log(path: Path, covers: Iterable[Covered] = ()) -> ReadLog:
    """What no summary stands for yet."""
    try:
        data = path.read_bytes()
    except OSError:
        return ReadLog()
    return decode(data[covered(data, path.name, covers) :])


def covered(data: bytes, name: str, covers: Iterable[Covered]) -> int:
    """How many bytes of a file's beginning are in the archive already; a kill may have kept them from going."""
    own = [each for each in covers if each.file == name and each.digest == digest(data[: each.size])]
    return max((each.size for each in own), default=0)


def covers_of(events: Iterable[AnyEvent]) -> tuple[Covered, ...]:
    return tuple(event.covers for event in events if isinstance(event, Summarised) and event.covers)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
