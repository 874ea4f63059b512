"""One writer at a time: a lock is waited for, told apart from a crash, and let go by a kill."""

import threading
from pathlib import Path

from returns.result import Failure, Success

from hindnote.shell.lock import LockTimeout, acquire

from .processes import Python

HOLD = """
import sys
from pathlib import Path
from hindnote.shell.lock import acquire
with acquire(Path(sys.argv[1]), timeout=10).unwrap():
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_lock_that_is_held_names_its_holder(tmp_path: Path) -> None:
    holder = Python(HOLD, str(tmp_path / "layer.lock"))
    assert holder.read() == "held"
    refusal = acquire(tmp_path / "layer.lock", timeout=0).failure()
    assert isinstance(refusal, LockTimeout)
    assert str(holder.process.pid) in refusal.explain().message()
    holder.tell("")
    holder.end()
    assert isinstance(acquire(tmp_path / "layer.lock", timeout=0), Success)


def test_a_kill_lets_go(tmp_path: Path) -> None:
    holder = Python(HOLD, str(tmp_path / "layer.lock"))
    assert holder.read() == "held"
    holder.kill()
    assert isinstance(acquire(tmp_path / "layer.lock", timeout=5), Success)


def test_threads_of_one_process_exclude_each_other(tmp_path: Path) -> None:
    with acquire(tmp_path / "layer.lock", timeout=0).unwrap():
        assert isinstance(acquire(tmp_path / "layer.lock", timeout=0), Failure)


def test_a_waiter_gets_its_turn(tmp_path: Path) -> None:
    got: list[bool] = []

    def wait() -> None:
        with acquire(tmp_path / "layer.lock", timeout=10).unwrap():
            got.append(True)

    with acquire(tmp_path / "layer.lock", timeout=0).unwrap():
        waiter = threading.Thread(target=wait)
        waiter.start()
        assert got == []
    waiter.join()
    assert got == [True]


def test_a_folder_where_the_lock_should_be_is_a_refusal(tmp_path: Path) -> None:
    (tmp_path / "layer.lock").mkdir()
    assert acquire(tmp_path / "layer.lock", timeout=0).failure().explain().where == str(tmp_path / "layer.lock")


def test_a_lock_does_not_write_through_a_symbolic_link(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "layer.lock").symlink_to("precious")
    assert isinstance(acquire(tmp_path / "layer.lock", timeout=0), Failure)
    assert (tmp_path / "precious").read_text() == "mine"
