"""Lock: one writer at a time in a layer, among processes and threads.

The operating system holds the lock, so that a kill lets it go; the file only names the holder. It is
never removed, for a second process might hold what is no longer there.

Effects: writes a small file; sleeps while it waits.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome
from .files import CannotWrite, cannot_write, make_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# --- values ---------------------------------------------------------------

WIDTH = 20  # of a process id, and then some
POLL = 0.005  # seconds between tries: about what one write takes, so that a waiter loses at most one turn


class Held(contextlib.AbstractContextManager["Held"]):
    """Leaving the block lets go."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)


# --- refusals -------------------------------------------------------------


class LockTimeout(Struct, frozen=True, tag=True):
    path: str
    holder: str
    seconds: float

    def explain(self) -> Explained:
        by = f" by process {self.holder}" if self.holder else ""
        mend = "Say it again when that process is done; set HINDNOTE_LOCK_TIMEOUT to wait longer. Nothing was changed."
        return Explained(f"locked{by} for longer than {self.seconds:g} s", self.path, mend)


# --- functions ------------------------------------------------------------


def acquire(path: Path, *, timeout: float) -> Outcome[Held, LockTimeout | CannotWrite]:
    match make_folder(path.parent, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as fault:
        return Failure(cannot_write(path, fault))
    return _wait(path, handle, timeout)


def _wait(path: Path, handle: int, timeout: float) -> Outcome[Held, LockTimeout | CannotWrite]:
    try:
        if wait_for(handle, timeout):
            _sign(handle)
            return Success(Held(handle))
        holder = os.pread(handle, WIDTH, 0).decode("ascii", "replace").strip()
    except OSError as fault:
        os.close(handle)
        return Failure(cannot_write(path, fault))
    os.close(handle)
    return Failure(LockTimeout(str(path), holder, timeout))


def wait_for(handle: int, timeout: float) -> bool:
    """Whether an open file was locked in time; closing it lets go."""
    return any(_locked(handle) for _ in _tries(timeout))


def _tries(timeout: float) -> Iterator[None]:
    end = time.monotonic() + timeout
    yield
    while time.monotonic() < end:
        time.sleep(POLL)
        yield


def _sign(handle: int) -> None:
    """The name is a courtesy: a full disk must not keep a note from being removed.

    Always of one width, for to shorten a file first makes ext4 flush it: 5 ms of every write.
    """
    with contextlib.suppress(OSError):
        os.pwrite(handle, f"{os.getpid():<{WIDTH}}\n".encode(), 0)


def _locked(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        if fault.errno in {errno.EAGAIN, errno.EACCES, errno.EDEADLK}:
            return False
        raise
    return True
