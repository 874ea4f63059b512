"""Many processes share one index: no error, no lost note, no stale answer once the last write is done."""

import json
from pathlib import Path

import pytest

from ..processes import Python
from .stores import Store, contents, store_in

WRITERS, READERS, NOTES = 4, 8, 10

BEGIN = """
import json, sys
from pathlib import Path
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from tests.shell.index.stores import store_in, surprise
store = store_in(Path(sys.argv[1]))
"""
WRITES = """
for number in range(int(sys.argv[3])):
    key = f"surprise/w{sys.argv[2]}-{number}"
    new = store.local / f".{key.replace('/', '-')}"
    new.write_text(surprise(key, f"the flywheel of writer {sys.argv[2]} stalls {number} times"), "utf-8")
    (store.local / "surprise").mkdir(exist_ok=True)
    new.rename(store.local / f"{key}.md")
    with store.open() as index:
        report = index.refresh(vectors=False, patience_ms=10_000)
        assert (report.mode, index.note("local", key) is not None) == ("index", True), (report, key)
"""
READS = """
import select
def keys(index):
    found = find(store.world, Query(question="flywheel of a writer stalls", limit=1000), index=index).unwrap()
    return [hit.key for hit in found.hits], found.mode, found.notices
asked, modes = 0, set()
with store.open() as index:
    print("reading", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        _, mode, notices = keys(index)
        asked, modes = asked + 1, modes | {mode}
        assert not any("locked" in notice or "damaged" in notice for notice in notices), notices
    print(json.dumps([sorted(keys(index)[0]), asked, sorted(modes)]))
"""
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def test_writers_and_readers_at_once(store: Store) -> None:
    at = str(store.team.parent)
    readers = [Python(BEGIN + READS, at, cwd=ROOT) for _ in range(READERS)]
    assert {reader.read() for reader in readers} == {"reading"}
    writers = [Python(BEGIN + WRITES, at, str(number), str(NOTES), cwd=ROOT) for number in range(WRITERS)]
    for writer in writers:
        writer.end()
    expected = sorted(f"surprise/w{writer}-{number}" for writer in range(WRITERS) for number in range(NOTES))
    for reader in readers:
        reader.tell("enough")
        found, asked, _ = json.loads(reader.end())
        assert found == expected
        assert asked > 0
    held = contents(store)
    assert len(held["notes"]) == len(expected)


def test_processes_that_make_the_index_at_once_make_one(store: Store) -> None:
    at = str(store.team.parent)
    writers = [Python(BEGIN + WRITES, at, str(number), "1", cwd=ROOT) for number in range(6)]
    for writer in writers:
        writer.end()
    assert len(contents(store)["notes"]) == 6
