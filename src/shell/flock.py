"""Flock: the operating system's lock on an open file, which a kill lets go.

Runs in hooks, so it imports next to nothing. Not here: whose turn it is in a layer (`lock`).

Effects: locks open files; sleeps while it waits.
"""

import errno
import sys
import time
from collections.abc import Iterator

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

POLL = 0.005  # seconds between tries: about what one write takes, so that a waiter loses at most one turn


def wait_for(handle: int, timeout: float) -> bool:
    """Whether an open file was locked in time; closing it lets go."""
    return any(_locked(handle) for _ in _tries(timeout))


def _tries(timeout: float) -> Iterator[None]:
    end = time.monotonic() + timeout
    yield
    while time.monotonic() < end:
        time.sleep(POLL)
        yield


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
