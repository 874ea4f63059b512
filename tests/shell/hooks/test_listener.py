"""One process at a time holds the place at the socket, also when the one before it took the lock's file away."""

import fcntl
import re
from pathlib import Path
from time import sleep

import pytest

from ..processes import Python

LOCKS = Path("/proc/locks")
HOLD = """
import os, sys
from hindnote.shell.hooks.listener import hold
hold(os.fsencode(sys.argv[1]))
print("held", flush=True)
input()
"""
GO_AS_A_SERVER_DOES = """
import os, sys
from hindnote.shell.hooks.listener import hold
hold(os.fsencode(sys.argv[1]))
print("held", flush=True)
input()
os.unlink(sys.argv[1])
"""


def is_held(lock: Path) -> bool:
    with lock.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


def wait_until_waiting(process: int) -> None:
    """For a lock, as the system tells."""
    while not re.search(rf"-> FLOCK .* {process} ", LOCKS.read_text()):
        sleep(0.01)


@pytest.mark.skipif(not LOCKS.exists(), reason="only Linux tells who waits")
@pytest.mark.parametrize("first", [HOLD, GO_AS_A_SERVER_DOES], ids=["leaves the file", "takes it away"])
def test_who_comes_after_holds_the_file_that_has_the_name(tmp_path: Path, first: str) -> None:
    lock = tmp_path / "x.lock"
    one = Python(first, str(lock))
    assert one.read() == "held"
    two = Python(HOLD, str(lock))
    wait_until_waiting(two.process.pid)
    one.tell("go")
    assert one.end() == ""
    assert two.read() == "held"
    assert is_held(lock)
    two.kill()
    assert not is_held(lock)
