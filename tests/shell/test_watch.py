"""A live watch saves questions their walk and hides no change from them; where there is none, they walk."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import Index
from hindnote.shell.mounts import is_remote, kind_of
from hindnote.shell.server.room import Room
from hindnote.shell.watch import Watch, matters

from .index.stores import Store, store_in, write
from .places import settings_in

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0  # seconds until a test gives up, less than a walk comes by itself; no claim about speed


def eventually(holds: Callable[[], bool]) -> bool:
    until = monotonic() + PATIENCE
    while not holds() and monotonic() < until:
        sleep(0.02)
    return holds()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


@pytest.fixture
def index(store: Store) -> Iterator[Index]:
    with store.open() as index:
        yield index


@pytest.fixture
def watch(store: Store, index: Index) -> Iterator[Watch]:
    with Watch(store.world, index) as watch:
        assert eventually(lambda: watch.live)
        index.refresh()
        yield watch


def found(store: Store, index: Index, question: str) -> list[str]:
    return [str(hit.key) for hit in find(store.world, Query(question=question), index=index).unwrap().hits]


def put(folder: Path, path: str, text: str) -> None:
    """In one step, as an editor and our own writes do it."""
    write(folder, f".{path}", text, settled=False).rename(folder / path)


def test_a_question_does_not_walk_while_nothing_happens(store: Store, index: Index, watch: Watch) -> None:
    assert eventually(lambda: watch.last_if_still() is not None)
    assert found(store, index, "flywheel") == []
    assert watch.last_if_still() is not None


def test_in_a_folder_that_is_no_utf8_every_question_walks(tmp_path: Path) -> None:
    """What ends the thread would fail this test, too."""
    (tmp_path / "state").mkdir()
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff")
    try:
        store = store_in(Path(odd), HINDNOTE_STATE_HOME=str(tmp_path / "state"))
    except OSError:
        pytest.skip("this disk knows no such name")
    with store.open() as index, Watch(store.world, index) as watch:
        for number in range(20):
            put(store.local, f"a{number}.md", f"# flywheel {number}\n")
            assert f"a{number}" in found(store, index, f"flywheel {number}")
        assert not watch.live


@pytest.mark.usefixtures("watch")
def test_a_new_note_is_found_at_once(store: Store, index: Index) -> None:
    """The folder's own time tells before the event comes."""
    for number in range(20):
        put(store.local, f"a{number}.md", f"# flywheel {number}\n")
        assert f"a{number}" in found(store, index, f"flywheel {number}")


@pytest.mark.usefixtures("watch")
def test_a_note_that_is_gone_is_not_found_at_once(store: Store, index: Index) -> None:
    put(store.local, "a.md", "# flywheel\n")
    assert found(store, index, "flywheel") == ["a"]
    (store.local / "a.md").unlink()
    assert found(store, index, "flywheel") == []


def test_a_note_written_in_place_is_found_when_its_event_comes(store: Store, index: Index, watch: Watch) -> None:
    put(store.local, "a.md", "# flywheel\n")
    assert found(store, index, "flywheel") == ["a"]
    assert eventually(lambda: watch.last_if_still() is not None)
    (store.local / "a.md").write_text("# sprocket\n")
    assert eventually(lambda: found(store, index, "sprocket") == ["a"])


def test_the_index_follows_in_the_background(store: Store, index: Index, watch: Watch) -> None:
    put(store.local, "a.md", "# flywheel\n")
    assert eventually(lambda: watch.last_if_still() is not None)
    with store.open() as other:
        assert other.refresh().changed == 0
    assert found(store, index, "flywheel") == ["a"]


def test_a_folder_that_comes_later_is_watched_then(store: Store, index: Index, watch: Watch) -> None:
    shutil.rmtree(store.team)
    assert eventually(lambda: watch.last_if_still() is not None)
    put(store.team, "a.md", "# flywheel\n")
    assert found(store, index, "flywheel") == ["a"]
    assert eventually(lambda: watch.last_if_still() is not None)
    (store.team / "a.md").write_text("# sprocket\n")
    assert eventually(lambda: found(store, index, "sprocket") == ["a"])


def test_a_bad_file_stays_named(store: Store, index: Index, watch: Watch) -> None:
    (store.local / "bad.md").write_bytes(b"\xff")
    for _ in range(3):
        notices = find(store.world, Query(question="x"), index=index).unwrap().notices
        assert [str(store.local / "bad.md") in notice for notice in notices] == [True]
        assert eventually(lambda: watch.last_if_still() is not None)


def test_an_index_in_memory_is_watched_too(tmp_path: Path) -> None:
    store = store_in(tmp_path, HINDNOTE_INDEX="0")
    with store.open() as index, Watch(store.world, index) as watch:
        assert eventually(lambda: watch.live)
        put(store.local, "a.md", "# flywheel\n")
        assert found(store, index, "flywheel") == ["a"]
        assert watch.last_if_still() is not None
        (store.local / "a.md").write_text("# sprocket\n")  # in place, so that only its event can tell
        assert eventually(lambda: found(store, index, "sprocket") == ["a"])


WITHOUT = """
import sys
from pathlib import Path
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from hindnote.shell.app.world import open_world
from hindnote.shell.watch import Watch
from tests.shell.index.stores import store_in, write
from time import sleep
store = store_in(Path(sys.argv[1]))
with store.open() as index, Watch(store.world, index) as watch:
    sleep(1)
    for number in range(3):
        write(store.local, "a.md", f"# flywheel{number}\\n", settled=False)
        print(watch.live, [hit.key for hit in find(store.world, Query(question=f"flywheel{number}"), index=index).unwrap().hits])
"""
NO_INOTIFY = ["unshare", "-U", "-r", "sh", "-c", 'echo 0 > /proc/sys/user/max_inotify_instances && exec "$@"', "sh"]


def may_forbid_inotify() -> bool:
    return bool(shutil.which("unshare")) and subprocess.run([*NO_INOTIFY, "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not may_forbid_inotify(), reason="user namespaces are not permitted here")
def test_where_watching_is_impossible_every_question_walks(tmp_path: Path) -> None:
    done = subprocess.run(
        [*NO_INOTIFY, sys.executable, "-c", WITHOUT, str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["False ['a']"] * 3, done.stderr


# --- what is listened to --------------------------------------------------


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", True),
        ("deep/a.md", True),
        ("deep", True),
        (".", True),
        (".hn-1-2.tmp", False),
        (".obsidian/workspace.json", False),
        ("deep/.git/index", False),
        ("../a.md", False),
    ],
)
def test_what_may_be_a_note_matters(path: str, *, expected: bool) -> None:
    folder = Path("/repo/.hindnote/notes")
    place = folder.parent / "a.md" if path.startswith("..") else folder / path
    assert matters(folder, place) == expected


TABLE = r"""25 1 254:0 / / rw,relatime - ext4 /dev/root rw
26 25 0:22 / /home/me rw - nfs4 server:/home rw
27 26 0:23 / /home/me/with\040space rw - ext4 /dev/sdb1 rw
28 25 0:24 / /mnt/share rw shared:1 - fuse.sshfs me@there: rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/", "ext4"),
        ("/home", "ext4"),
        ("/home/me/notes", "nfs4"),
        ("/home/me/with space/x", "ext4"),
        ("/mnt/share", "fuse.sshfs"),
    ],
)
def test_the_deepest_mount_tells_the_file_system(folder: str, kind: str) -> None:
    assert kind_of(Path(folder), TABLE) == kind


def test_a_local_disk_is_not_remote(tmp_path: Path) -> None:
    assert not is_remote(tmp_path)


def test_only_the_server_and_its_bench_watch() -> None:
    """Watchfiles costs 80 ms to import, and a command ends before an event could come."""
    importing = [path for path in (ROOT / "src").rglob("*.py") if "watch import" in path.read_text("utf-8")]
    allowed = {"src/shell/watch.py", "src/shell/server", "src/shell/bench/latency.py"}
    names = [path.relative_to(ROOT).as_posix() for path in importing]
    assert all(any(name.startswith(one) for one in allowed) for name in names)


def test_a_vault_is_watched_wherever_one_stands(tmp_path: Path) -> None:
    """In a folder that nobody initialised there is nothing else to watch, and nothing is written there."""
    write(tmp_path / "vault", "a.md", "# A\n")
    (tmp_path / "foreign").mkdir()
    for vaults, is_watched in (([str(tmp_path / "vault")], True), ([], False)):
        room = Room()
        world = open_world(settings_in(tmp_path, tmp_path / "foreign", vault=vaults)).unwrap()
        assert room.within(world, lambda index: index.watch is not None) is is_watched
        room.close()
    assert list((tmp_path / "foreign").iterdir()) == []
