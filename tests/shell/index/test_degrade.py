"""Whatever happens to the index's file, the answer is the same and says once what is the matter."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from hindnote.core.keys import Layer
from hindnote.shell.app.reindex import reindex
from hindnote.shell.index.folders import Source
from hindnote.shell.index.shelf import Shelf, Work

from ..processes import Python
from .stores import Spelled, Store, store_in, surprise, write

QUESTIONS = ("why does the flywheel stall", "sprocket", "teeth of a gear", "nothing of the kind at all: zeppelin")

# Asks twice with one index, and prints what was answered; runs in a process of its own, under the fault.
ASKS = """
import json, sys
from pathlib import Path
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from tests.shell.index.stores import store_in
env = json.loads(sys.argv[2])
store = store_in(Path(sys.argv[1]), **env)
with store.open() as index:
    for _ in range(2):
        founds = [find(store.world, Query(question=q), index=index).unwrap() for q in json.loads(sys.argv[3])]
        print(json.dumps({
            "hits": [[[h.key, h.layer, h.date, h.section, h.lines, h.excerpt, round(h.score, 9)] for h in f.hits] for f in founds],
            "modes": sorted({f.mode for f in founds}), "notices": [n for f in founds for n in f.notices]}))
"""
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path / "store")
    write(store.team, "flywheel.md", surprise("flywheel", "the flywheel stalls when it is cold"))
    write(store.local, "sprocket.md", surprise("sprocket", "a sprocket has teeth; it is no gear"))
    write(store.local, "gear.md", surprise("gear", "gears mesh, and a stalled flywheel stops them"))
    for number in range(20):
        write(store.local, f"filler{number}.md", f"# Filler {number}\n\nof no matter, but for gear {number}\n")
    return store


def command(store: Store, **env: str) -> list[str]:
    return [sys.executable, "-c", ASKS, str(store.team.parent), json.dumps(env), json.dumps(QUESTIONS)]


def told(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def ask(store: Store, *, prefix: list[str] | None = None, script: str = "", **env: str) -> list[dict[str, Any]]:
    words = command(store, **env)
    if script:
        words[2] = script + ASKS
    done = subprocess.run([*(prefix or []), *words], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return told(done.stdout)


def in_private_mounts(preparation: str, then: list[str]) -> list[str]:
    """The command in a mount namespace of its own, after some mounting that nobody else sees."""
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", f'{preparation} && exec "$@"', "sh", *then]


def may_mount() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run(in_private_mounts("mount -t tmpfs none /mnt", ["true"]), capture_output=True)
    return tried.returncode == 0


needs_mounts = pytest.mark.skipif(not may_mount(), reason="mounting is not permitted here")


def healthy(store: Store) -> list[Any]:
    [answer, again] = ask(store)
    assert (answer["modes"], answer["notices"]) == (["index"], [])
    assert answer["hits"] == again["hits"]
    assert [len(hits) for hits in answer["hits"]] == [3, 1, 10, 10]
    return list(answer["hits"])


def assert_scanned(answers: list[dict[str, Any]], expected: list[Any], saying: str) -> None:
    """The same hits in the same order, by a scan, saying why exactly once."""
    assert [answer["hits"] for answer in answers] == [expected, expected]
    assert [answer["modes"] for answer in answers] == [["scan"], ["scan"]]
    [notice] = [notice for answer in answers for notice in answer["notices"]]
    assert saying in notice


# --- no index wanted, or none possible ------------------------------------


def test_switched_off_by_the_environment(store: Store) -> None:
    expected = healthy(store)
    store.file.unlink()
    assert_scanned(ask(store, HINDNOTE_INDEX="0"), expected, "HINDNOTE_INDEX")
    assert not store.file.exists()


def test_an_sqlite_without_fts5(store: Store) -> None:
    without = """
import apsw
def drop(con):
    kept = [name for (name,) in con.execute("SELECT name FROM pragma_module_list") if not name.startswith("fts5")]
    con.drop_modules(kept)
apsw.connection_hooks.append(drop)
"""
    assert_scanned(ask(store, script=without), healthy(store), "FTS5")


# --- a file that is not what it should be ---------------------------------


def truncated(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def cut_to_a_stub(file: Path) -> None:
    os.truncate(file, 50)


def random_bytes(file: Path) -> None:
    file.write_bytes(os.urandom(20_000))


def damaged_within(file: Path) -> None:
    """Every page but the first, so that it opens and fails when it is read."""
    data = file.read_bytes()
    file.write_bytes(data[:4096] + os.urandom(len(data) - 4096))


def a_text(file: Path) -> None:
    file.write_text("# not a database\n" * 500)


def without_a_table(file: Path) -> None:
    with apsw.Connection(str(file)) as con:
        con.execute("DROP TABLE links")


DAMAGE = [truncated, cut_to_a_stub, random_bytes, damaged_within, a_text, without_a_table]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_mended_and_said(store: Store, damage: Callable[[Path], None]) -> None:
    expected = healthy(store)
    damage(store.file)
    first, second = ask(store)
    assert first["hits"] == second["hits"] == expected
    assert first["modes"] == second["modes"] == ["index"]
    assert ["damaged" in notice for notice in (*first["notices"], *second["notices"])] == [True]
    assert healthy(store) == expected


def test_damage_met_while_others_have_the_file_open(store: Store) -> None:
    expected = healthy(store)
    with store.open() as index:
        index.refresh()
        damaged_within(store.file)
        assert ask(store)[0]["hits"] == expected
        assert len(index.notes()) == 23


def test_another_programs_database_is_kept_aside(store: Store) -> None:
    expected = healthy(store)
    store.file.unlink()
    with apsw.Connection(str(store.file)) as con:
        con.execute("CREATE TABLE precious(thing)")
        con.execute("INSERT INTO precious VALUES('pearl')")
    first, second = ask(store)
    assert first["hits"] == second["hits"] == expected
    assert ["Another program's database" in notice for notice in first["notices"]] == [True]
    [aside] = store.file.parent.glob("index.db.not-hindnote-*[0-9a-f]")
    with apsw.Connection(str(aside)) as con:
        assert con.execute("SELECT thing FROM precious").fetchall() == [("pearl",)]


def test_an_index_by_another_version_is_built_anew(store: Store) -> None:
    expected = healthy(store)
    with apsw.Connection(str(store.file)) as con:
        con.execute("UPDATE meta SET value = value - 1 WHERE name = 'analyser'")
    first, second = ask(store)
    assert first["hits"] == second["hits"] == expected
    assert ["built anew" in notice for notice in (*first["notices"], *second["notices"])] == [True]


def test_an_index_with_vectors_by_another_version_is_built_anew_and_not_called_damaged(tmp_path: Path) -> None:
    """vec0 leaves a table of SQLite's own behind, which nobody can drop."""
    write(tmp_path / "notes", "a.md", "# The flywheel stalls\n")
    source, file = Source(Layer.VAULT, tmp_path / "notes"), tmp_path / "index.db"
    told: tuple[str, ...] = ()
    for _ in range(2):
        shelf = Shelf([source], file, Spelled())
        shelf.refresh(Work())
        told = shelf.drain()
        shelf.close()
        with closing(apsw.Connection(str(file))) as con:
            con.pragma("user_version", 1)
    assert ["built anew" in notice for notice in told] == [True]


def test_an_index_deleted_under_a_process_is_made_again(store: Store) -> None:
    with store.open() as index:
        index.refresh()
        for file in store.file.parent.iterdir():
            file.unlink()
        assert index.refresh().mode == "index"
        assert len(index.notes()) == 23
    assert store.file.exists()


# --- a file that cannot be had --------------------------------------------

HOLDS = """
import sys, apsw
con = apsw.Connection(sys.argv[1])
for statement in sys.argv[2:]:
    con.execute(statement).fetchall()
print("held", flush=True)
sys.stdin.readline()
"""


def test_a_writer_that_holds_the_lock_delays_no_reader(store: Store) -> None:
    """The last generation answers, and what has changed since may be missing."""
    expected = healthy(store)
    holder = Python(HOLDS, str(store.file), "BEGIN IMMEDIATE")
    assert holder.read() == "held"
    write(store.local, "new.md", "# a new sprocket\n")
    first, second = ask(store)
    assert first["hits"] == second["hits"] == expected
    assert first["modes"] == ["index"]
    assert ["newest changes may be missing" in notice for notice in (*first["notices"], *second["notices"])] == [True]
    holder.tell("go")
    holder.end()
    assert len(ask(store)[0]["hits"][1]) == 2


def test_a_lock_that_lets_nobody_read(store: Store) -> None:
    expected = healthy(store)
    holder = Python(
        HOLDS, str(store.file), "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "UPDATE meta SET value = value"
    )
    assert holder.read() == "held"
    assert_scanned(ask(store), expected, "Another process holds the index")
    holder.tell("go")
    holder.end()
    assert healthy(store) == expected


def test_a_first_build_by_another_process_is_not_waited_for(store: Store) -> None:
    expected = healthy(store)
    with apsw.Connection(str(store.file)) as con:
        con.execute("DELETE FROM notes")
        con.execute("UPDATE meta SET value = 0 WHERE name = 'generation'")
    holder = Python(HOLDS, str(store.file), "BEGIN IMMEDIATE")
    assert holder.read() == "held"
    assert_scanned(ask(store), expected, "Another process holds the index")
    holder.tell("go")
    holder.end()


@needs_mounts
def test_a_state_folder_on_a_read_only_disk(store: Store) -> None:
    expected = healthy(store)
    state = store.world.settings.homes.state
    again = in_private_mounts(f"mount -t tmpfs none {state} && mount -o remount,ro {state}", [])
    assert_scanned(ask(store, prefix=again), expected, "cannot be written")


@needs_mounts
def test_an_index_on_a_disk_that_became_read_only(store: Store) -> None:
    expected = healthy(store)
    state = store.world.settings.homes.state
    again = in_private_mounts(f"mount --bind {state} {state} && mount -o remount,bind,ro {state}", [])
    answers = ask(store, prefix=again)
    assert [answer["hits"] for answer in answers] == [expected, expected]
    write(store.local, "new.md", "# a new sprocket\n")
    assert [len(answer["hits"][1]) for answer in ask(store, prefix=again)] == [2, 2]


@needs_mounts
@pytest.mark.parametrize("size", ["16k", "64k", "96k"])
def test_a_full_disk(store: Store, size: str) -> None:
    expected = healthy(store)
    state = store.world.settings.homes.state
    again = in_private_mounts(f"mount -t tmpfs -o size={size} none {state}", [])
    assert_scanned(ask(store, prefix=again), expected, "cannot be written")


@needs_mounts
def test_a_disk_that_is_full_by_now(store: Store) -> None:
    """The index is there and whole, and what has changed since cannot be written into it."""
    expected = healthy(store)
    state = store.world.settings.homes.state
    fill = f"cp -a {state} {state}.kept && mount -t tmpfs -o size=800k none {state} && cp -a {state}.kept/. {state}"
    write(store.local, "new.md", "# a new sprocket\n" + "long words to fill pages with\n" * 3000)
    full = in_private_mounts(f"{fill} && (cat /dev/zero > {state}/filler || true) 2>/dev/null", [])
    answers = ask(store, prefix=full)
    assert [len(answer["hits"][1]) for answer in answers] == [len(expected[1]) + 1] * 2
    assert [answer["modes"] for answer in answers] == [["scan"], ["scan"]]


def test_a_state_folder_that_is_a_file(store: Store) -> None:
    expected = healthy(store)
    state = Path(store.world.settings.homes.state)
    shutil.rmtree(state)
    state.write_text("in the way")
    assert_scanned(ask(store), expected, "cannot be written")


def test_a_link_in_the_place_of_the_file_is_not_followed(store: Store, tmp_path: Path) -> None:
    expected = healthy(store)
    own = tmp_path / "somebody's own"
    own.write_text("# not a database\n" * 500)
    store.file.unlink()
    store.file.symlink_to(own)
    assert_scanned(ask(store), expected, "cannot be written")
    assert reindex(store.world, rebuild=True).mode == "scan"
    assert own.read_text() == "# not a database\n" * 500
