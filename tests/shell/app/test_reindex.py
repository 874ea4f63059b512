"""Reindexing empties the index file and fills it again; before, during and after it the answers are the same."""

from pathlib import Path

from hindnote.shell.app.recall import recall
from hindnote.shell.app.reindex import reindex

from ..index.stores import Store, store_in, surprise, write


def keys(store: Store) -> list[str]:
    with store.open() as index:
        return [root.hit.key for root in recall(store.world, index, "a make for the build").unwrap().roots]


def filled(tmp: Path, *, index: str = "") -> Store:
    store = store_in(tmp, HINDNOTE_INDEX=index)
    write(store.team, "make.md", surprise("make", "The build needs make."))
    write(store.local, "surprise/wheel.md", surprise("surprise/wheel", "Without make there is no wheel to build."))
    return store


def test_the_file_is_built_again_with_the_same_answers(tmp_path: Path) -> None:
    store = filled(tmp_path)
    before = keys(store)
    store.file.write_bytes(store.file.read_bytes()[:5000] + b"damage" * 1000)
    done = reindex(store.world, rebuild=True)
    assert (done.notes, done.broken, done.mode) == (2, 0, "index")
    assert keys(store) == before


def test_only_a_rebuild_reads_every_note_again(tmp_path: Path) -> None:
    store = filled(tmp_path)
    told: list[tuple[int, int]] = []
    for rebuild in (False, False, True):
        reindex(store.world, lambda done, total: told.append((done, total)), rebuild=rebuild)
    assert told == [(1, 2), (2, 2)] * 2


def test_without_a_file_there_is_one_afterwards(tmp_path: Path) -> None:
    store = filled(tmp_path)
    assert reindex(store.world).mode == "index"
    assert store.file.stat().st_mode & 0o077 == 0


def test_an_unreadable_note_is_counted_and_hides_no_other(tmp_path: Path) -> None:
    store = filled(tmp_path)
    (store.local / "broken.md").write_bytes(b"\xff")
    done = reindex(store.world)
    assert (done.notes, done.broken) == (2, 1)
    assert any("broken.md" in notice for notice in done.notices)


def test_progress_is_told_to_its_end(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    reindex(filled(tmp_path).world, lambda done, total: told.append((done, total)))
    assert told[-1] == (2, 2)


def test_a_store_without_an_index_says_so(tmp_path: Path) -> None:
    done = reindex(filled(tmp_path, index="0").world)
    assert done.mode == "scan"
    assert done.notices
