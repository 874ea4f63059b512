"""A running server answers the hooks of its tree; whatever becomes of the server, a hook gets its answer or says nothing."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest

from hindnote.shell.hooks.forward import ask, is_ours, request, runtime_folder, socket_path, tree_root
from hindnote.shell.hooks.listener import is_same_user

from ..shell.places import repository
from .hooking import Hooks, bash
from .standing import Standing, standing_in


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    here = standing_in(tmp_path_factory.mktemp("here"))
    here.remember("As30p hums when it is mounted.")
    here.run("recall", "hums")
    return here


@pytest.fixture
def hooks(stored: Standing) -> Iterator[Hooks]:
    run = Path(tempfile.mkdtemp(prefix="hn"))
    yield Hooks(stored, run / "r")
    shutil.rmtree(run)
    for ledger in stored.home.rglob("ledger"):
        shutil.rmtree(ledger)


def hint(hooks: Hooks, session: str, name: str = "As30p") -> str:
    heard = hooks.send("post-tool-use", bash(name, session))
    assert (heard.code, heard.err) == (0, "")
    return heard.context


# --- a server's life ----------------------------------------------------------


def test_from_its_start_to_its_end_and_after_it_a_hook_is_answered(hooks: Hooks) -> None:
    before = hint(hooks, "a")
    with hooks.server() as server:
        hooks.wait_until_served()
        assert hooks.modules("post-tool-use", bash("As30p", "m")) - hooks.modules("session-end") == set()
        assert hint(hooks, "b") == before != ""
        assert hint(hooks, "b") == ""
        (path,) = hooks.sockets()
        assert (path.stat().st_mode & 0o777, hooks.run.stat().st_mode & 0o777) == (0o600, 0o700)
        assert server.stdin is not None
        server.stdin.close()
        server.wait()
    assert list(hooks.run.iterdir()) == []
    assert hint(hooks, "c") == before


def test_a_server_that_was_killed_leaves_what_does_no_harm_and_the_next_one_takes_over(hooks: Hooks) -> None:
    with hooks.server() as server:
        hooks.wait_until_served()
        server.kill()
        server.wait()
    assert hooks.sockets()
    assert hint(hooks, "a")
    with hooks.server():
        hooks.wait_until_served()
        assert hint(hooks, "b")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_when_the_server_that_listens_goes_another_one_listens(hooks: Hooks, end: signal.Signals) -> None:
    with hooks.server() as first:
        hooks.wait_until_served()
        with hooks.server():
            first.send_signal(end)
            first.wait()
            hooks.wait_until_served()
            assert hint(hooks, "a")


def test_a_server_that_comes_later_takes_nothing_from_the_one_that_listens(hooks: Hooks) -> None:
    with hooks.server():
        hooks.wait_until_served()
        with hooks.server() as second:
            second.communicate()  # its stdin ends: it starts, finds nobody to serve, and goes
        assert hooks.is_served()


def test_a_server_answers_from_the_index_as_it_is_now(hooks: Hooks, tmp_path: Path) -> None:
    shutil.copytree(hooks.here.home, tmp_path / "home")
    own = Hooks(Standing(hooks.here.cwd, tmp_path / "home"), hooks.run)
    with own.server():
        own.wait_until_served()
        assert hint(own, "a", "Bk41q") == ""
        own.here.remember("Bk41q sleeps.")
        own.here.run("recall", "sleeps")
        assert "Bk41q sleeps" in hint(own, "a", "Bk41q")
        assert hint(own, "a", "Bk41q") == ""
        for part in own.here.home.rglob("index.db*"):
            part.unlink()
        assert hint(own, "b", "Bk41q") == ""
        own.here.run("recall", "sleeps")
        assert "Bk41q sleeps" in hint(own, "b", "Bk41q")
        for part in own.here.home.rglob("index.db*"):
            part.unlink()
        own.here.remember("Cm52r sleeps too.")
        own.here.run("recall", "sleeps")
        assert "Cm52r sleeps" in hint(own, "b", "Cm52r")


def test_a_hooks_own_environment_counts_and_not_the_servers(hooks: Hooks) -> None:
    with hooks.server():
        hooks.wait_until_served()
        assert hooks.send("post-tool-use", bash("As30p"), HINDNOTE_TOOL_HINTS="0").out == ""
        assert hint(hooks, "a")


def test_calls_that_run_at_once_get_one_hint_from_a_server_too(hooks: Hooks) -> None:
    with hooks.server():
        hooks.wait_until_served()
        running = [
            subprocess.Popen(
                hooks.command("post-tool-use"),
                cwd=hooks.here.cwd,
                env=hooks.env(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for _ in range(8)
        ]
        told = [one.communicate(json.dumps(bash("As30p", "p")).encode())[0] for one in running]
    assert sum(map(bool, told)) == 1


# --- whatever is behind the socket ----------------------------------------------


def served_by(hooks: Hooks, answer: Callable[[socket.socket], object]) -> socket.socket:
    """Something that listens where the server would, and hears the whole event."""
    hooks.run.mkdir(mode=0o700)
    env = {os.fsencode(name): os.fsencode(value) for name, value in hooks.env().items()}
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(socket_path(os.fsencode(hooks.here.cwd), env))
    listening.listen()

    def serve() -> None:
        with suppress(OSError):
            connection, _ = listening.accept()
            with connection, connection.makefile("rb") as said:
                assert said.read().endswith(b"}")
                answer(connection)

    Thread(target=serve, daemon=True).start()
    return listening


def test_a_server_that_dies_within_an_answer_is_as_good_as_none(hooks: Hooks) -> None:
    with closing(served_by(hooks, lambda connection: connection.sendall(b'{"half'))):
        assert hint(hooks, "a")


def test_a_server_that_hangs_costs_a_moment_and_the_hint(hooks: Hooks) -> None:
    held: list[socket.socket] = []  # never answered, never closed
    with closing(served_by(hooks, lambda connection: held.append(connection.dup()))):
        assert hint(hooks, "a") == ""
    for connection in held:
        connection.close()


def test_a_folder_that_others_may_enter_is_not_used(hooks: Hooks) -> None:
    with closing(served_by(hooks, lambda connection: connection.sendall(b"forged\0"))):
        hooks.run.chmod(0o755)
        assert hint(hooks, "a").startswith("hindnote: As30p")
        assert not is_ours(os.fsencode(hooks.run))


def test_a_path_that_is_too_long_for_a_socket_is_no_trouble(hooks: Hooks) -> None:
    long = hooks._replace(run=hooks.run.parent / ("x" * 120))
    with long.server() as server:
        assert hint(long, "a")
        assert server.poll() is None


def test_peers_are_of_one_user() -> None:
    one, other = socket.socketpair()
    with one, other:
        assert is_same_user(one)


# --- one definition of the place --------------------------------------------------


def test_everybody_below_a_tree_means_the_same_socket(tmp_path: Path) -> None:
    top = repository(tmp_path / "repo")
    (top / "a" / "b").mkdir(parents=True)
    places = {socket_path(os.fsencode(folder), {}) for folder in (top, top / "a", top / "a" / "b")}
    assert len(places) == 1
    assert max(map(len, places)) < 90
    assert socket_path(os.fsencode(repository(tmp_path / "other")), {}) not in places


def test_a_plain_folder_is_known_by_what_was_initialised_and_else_by_itself(tmp_path: Path) -> None:
    (tmp_path / "plain" / "below").mkdir(parents=True)
    below = os.fsencode(tmp_path / "plain" / "below")
    assert tree_root(below) == below
    (tmp_path / "plain" / ".hindnote").mkdir()
    assert tree_root(below) == os.fsencode(tmp_path / "plain")
    assert tree_root(b"/") == b"/"


def test_the_runtime_folder_is_short_or_the_one_that_was_named() -> None:
    assert runtime_folder({b"HINDNOTE_RUNTIME_DIR": b"/x"}) == b"/x"
    assert len(runtime_folder({})) < 40


def test_a_request_is_refused_by_nobody_and_answered_whole(tmp_path: Path) -> None:
    run = Path(tempfile.mkdtemp(prefix="hn"))
    heard: list[bytes] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(run / "s"))
        listening.listen()

        def serve() -> None:
            connection, _ = listening.accept()
            with connection, connection.makefile("rb") as said:
                heard.append(said.read())
                connection.sendall(b"x" * 100_000 + b"\0")

        thread = Thread(target=serve)
        thread.start()
        asked = request(["stop"], os.fsencode(tmp_path), {b"HOME": b"/h", b"PATH": b"/p"}, b"{}")
        assert ask(os.fsencode(run / "s"), asked) == b"x" * 100_000
        thread.join()
    shutil.rmtree(run)
    assert heard == [b"CWD=%s\0WORD=stop\0HOME=/h\0\0{}" % os.fsencode(tmp_path)]
