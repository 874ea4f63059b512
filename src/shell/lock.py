"""Lock: one writer at a time in a layer, among processes and threads.

The operating system holds the lock, so that a kill lets it go; the file only names the holder. It is
never removed, for a second process might hold what is no longer there.

Effects: writes a small file; sleeps while it waits.
"""

import contextlib
import os
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome
from .files import CannotWrite, cannot_write, make_folder
from .flock import wait_for

# --- values ---------------------------------------------------------------

WIDTH = 20  # of a process id, and then some


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


def _sign(handle: int) -> None:
    """The name is a courtesy: a full disk must not keep a note from being removed.

    Always of one width, for to shorten a file first makes ext4 flush it: 5 ms of every write.
    """
    with contextlib.suppress(OSError):
        os.pwrite(handle, f"{os.getpid():<{WIDTH}}\n".encode(), 0)
