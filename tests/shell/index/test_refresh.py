"""A refresh brings the index up to its folders: all that changed, nothing else, and no ghosts."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.analysis import analyse
from hindnote.core.keys import Layer
from hindnote.shell.index.filters import EVERY
from hindnote.shell.index.index import Index
from hindnote.shell.index.retrieval import keyword_leg
from hindnote.shell.index.stamps import Stamp, recalled, stored

from .stores import Store, contents, store_in, surprise, write


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def found(index: Index, words: str) -> list[str]:
    return [scored.note.path for scored in keyword_leg(index, analyse(words), EVERY, 10)]


def test_a_note_is_found_after_it_was_written(store: Store) -> None:
    write(store.local, "surprise/a.md", surprise("surprise/a", "the flywheel stalls"))
    with store.open() as index:
        report = index.refresh()
        assert (report.changed, report.mode) == (1, "index")
        assert found(index, "flywheel") == ["surprise/a.md"]


def test_a_refresh_that_finds_nothing_writes_nothing(store: Store) -> None:
    write(store.local, "a.md", "# Flywheel\n")
    with store.open() as index:
        index.refresh()
        before = [(file.name, file.read_bytes()) for file in sorted(store.file.parent.iterdir())]
        for _ in range(3):
            assert index.refresh().changed == 0
        assert [(file.name, file.read_bytes()) for file in sorted(store.file.parent.iterdir())] == before


def test_only_the_note_that_changed_is_read_again(store: Store) -> None:
    for name in "abc":
        write(store.local, f"{name}.md", f"# {name} flywheel\n")
    with store.open() as index:
        index.refresh()
        write(store.local, "b.md", "# sprocket\n", settled=False)
        assert index.refresh().changed == 1
        assert found(index, "flywheel") == ["a.md", "c.md"]
        assert found(index, "sprocket") == ["b.md"]


def test_a_change_that_keeps_size_and_stamp_is_seen_while_the_stamp_is_young(store: Store) -> None:
    """Two writes within a file system's clock step: git calls such an entry racy."""
    file = write(store.local, "a.md", "# flywheel\n", settled=False)
    stamp = file.stat()
    with store.open() as index:
        index.refresh()
        with file.open("r+b") as same:  # the same inode
            same.write(b"# sprocket\n")
        os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        assert file.stat().st_ino == stamp.st_ino
        index.refresh()
        assert found(index, "sprocket") == ["a.md"]


def test_a_vanished_note_leaves_every_table(store: Store) -> None:
    write(store.local, "a.md", surprise("a", "the flywheel stalls", tags="engine") + "\n[[b]]\n")
    with store.open() as index:
        index.refresh()
        (store.local / "a.md").unlink()
        assert index.refresh().removed == 1
        assert found(index, "flywheel") == []
    assert all(not rows for rows in contents(store).values())


def test_a_moved_note_is_one_note(store: Store) -> None:
    write(store.local, "a.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        (store.local / "a.md").rename(store.local / "b.md")
        index.refresh()
        assert found(index, "flywheel") == ["b.md"]


def test_a_note_replaced_in_one_step_is_read_again(store: Store) -> None:
    """An editor writes beside the file and renames; a checkout can bring back an old time and the same size."""
    write(store.local, "a.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        write(store.local, ".new", "# sprocket\n").rename(store.local / "a.md")
        index.refresh()
        assert found(index, "sprocket") == ["a.md"]


def test_a_new_time_alone_changes_no_note(store: Store) -> None:
    file = write(store.local, "a.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        os.utime(file, ns=(1_650_000_000_000_000_000, 1_650_000_000_000_000_000))
        assert index.refresh().changed == 0
        assert [note.date for note in index.notes()] == ["2022-04-15"]  # declared nowhere, so it is the file's


@pytest.mark.parametrize("second", [-(10**10), -(10**12), 10**10, 10**12])
def test_a_time_far_from_now_hides_no_note(store: Store, second: int) -> None:
    """Of a clock that was wrong, or of an archive: in nanoseconds it is more than SQLite holds."""
    file = write(store.local, "a.md", "# flywheel\n")
    os.utime(file, (second, second))
    for _ in range(2):
        with store.open() as index:
            index.refresh()
            assert found(index, "flywheel") == ["a.md"]
            assert [len(note.date) for note in index.notes()] == [len("2026-08-07")]


@given(st.tuples(st.integers(0, 2**62), st.integers(-(2**63) + 1, 2**63 - 1), st.integers(0, 2**64 - 1)))
def test_a_stamp_comes_back_as_it_was_kept(stamp: Stamp) -> None:
    """Inodes of some network disks have all of 64 bits."""
    assert all(-(2**63) <= each < 2**63 for each in stored(stamp))
    assert recalled(stored(stamp)) == stamp


def test_one_bad_file_is_named_and_hides_no_other(store: Store) -> None:
    write(store.local, "a.md", "# flywheel\n")
    (store.local / "bad.md").write_bytes(b"# flywheel \xff\n")
    with store.open() as index:
        for _ in range(2):
            [(file, problem)] = index.refresh().broken
            assert (file, "UTF-8" in problem) == (str(store.local / "bad.md"), True)
        assert found(index, "flywheel") == ["a.md"]
        (store.local / "bad.md").write_bytes(b"# flywheel\n")
        assert index.refresh().broken == ()
        assert sorted(found(index, "flywheel")) == ["a.md", "bad.md"]


def test_a_note_that_turned_bad_answers_no_more(store: Store) -> None:
    write(store.local, "a.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        (store.local / "a.md").write_bytes(b"\xff\xfe")
        index.refresh()
        assert found(index, "flywheel") == []


def test_a_folder_named_like_a_note_fails_nothing(store: Store) -> None:
    write(store.local, "x.md/inner.MD", "# flywheel\n")
    with store.open() as index:
        assert index.refresh().broken == ()
        assert found(index, "flywheel") == ["x.md/inner.MD"]


def test_a_folder_that_cannot_be_read_loses_nothing_and_is_said(store: Store) -> None:
    write(store.team, "a.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        store.team.rename(store.team.with_name("elsewhere"))
        store.team.write_bytes(b"a file where the folder was")
        report = index.refresh()
        assert len(report.unavailable) == 1
        assert str(store.team) in report.unavailable[0]
        assert found(index, "flywheel") == ["a.md"]


def test_a_folder_that_is_gone_for_good_takes_its_notes_along(store: Store) -> None:
    """As when a branch without notes is checked out."""
    write(store.team, "a.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        (store.team / "a.md").unlink()
        store.team.rmdir()
        assert index.refresh().removed == 1


def test_a_frontmatter_that_no_utf8_can_hold_breaks_only_its_note(store: Store) -> None:
    write(store.local, "a.md", '---\ntype: "\\ud800"\nsource: "x"\n---\n# flywheel\n')
    write(store.local, "b.md", "# flywheel\n")
    with store.open() as index:
        index.refresh()
        assert "b.md" in found(index, "flywheel")


def test_two_layers_may_hold_one_key(store: Store) -> None:
    for folder in (store.team, store.local):
        write(folder, "a.md", surprise("a", "the flywheel stalls"))
    with store.open() as index:
        index.refresh()
        assert [note.layer for note in index.named("a")] == [Layer.TEAM, Layer.LOCAL]


def test_what_another_process_indexed_and_is_gone_again_leaves_no_ghost(store: Store) -> None:
    """The walk is then what this process remembers, and the index is not."""
    write(store.local, "a.md", "# flywheel\n")
    with store.open() as index, store.open() as other:
        index.refresh()
        write(store.local, "b.md", "# flywheel\n")
        other.refresh()
        (store.local / "b.md").unlink()
        index.refresh()
        assert found(index, "flywheel") == ["a.md"]
