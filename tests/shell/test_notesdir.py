"""A layer's listing holds every note and nothing else, and says so when it is not whole."""

import inspect
import os
import sys
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.shell.notesdir import Scan, Unreadable, read, scan


def paths(found: Scan) -> list[str]:
    return [file.path for file in found.files]


def test_notes_of_any_depth_and_spelling_are_found_in_order(tmp_path: Path) -> None:
    for path in (
        "b.md",
        "a/deep/er/x.md",
        "LOUD.MD",
        "a.md",
        ".hidden.md",
        "कि.md",
        "a/read.txt",
        "no-extension",
        "x.md~",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    found = scan(tmp_path)
    assert paths(found) == sorted([".hidden.md", "LOUD.MD", "a.md", "a/deep/er/x.md", "b.md", "कि.md"])
    assert (found.unavailable, found.broken) == (None, ())


def test_a_folder_named_like_a_note_fails_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.md").mkdir()
    (tmp_path / "x.md" / "inner.md").write_text("x")
    (tmp_path / "y.md").write_text("y")
    assert paths(scan(tmp_path)) == ["x.md/inner.md", "y.md"]
    assert read(tmp_path, "x.md") == Failure(Unreadable("x.md", "not a regular file"))


def test_other_tools_folders_and_leftovers_are_no_notes(tmp_path: Path) -> None:
    for path in (".git/x.md", ".obsidian/x.md", ".trash/x.md", ".hindnote/notes/x.md", "._x.md", ".hn-1-ab.tmp"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x")
    assert scan(tmp_path) == Scan((), leftovers=(".hn-1-ab.tmp",))


def test_symbolic_links_are_neither_followed_nor_collected(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.md").write_text("theirs")
    layer = tmp_path / "layer"
    layer.mkdir()
    (layer / "folder").symlink_to("../elsewhere")
    (layer / "note.md").symlink_to("../elsewhere/x.md")
    (layer / "gone.md").symlink_to("nowhere")
    (layer / "loop").symlink_to(".")
    assert scan(layer) == Scan(())
    for path in ("folder/x.md", "note.md", "gone.md", "../elsewhere/x.md"):
        assert isinstance(read(layer, path), Failure)


def test_a_layer_that_is_a_symbolic_link_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "layer").symlink_to("real")
    assert "symbolic link" in (scan(tmp_path / "layer").unavailable or "")


def test_a_layer_nobody_wrote_to_is_empty_and_a_vault_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    assert scan(tmp_path / "none") == Scan(())
    assert "not there" in (scan(tmp_path / "none", must_exist=True).unavailable or "")


def test_a_layer_that_is_a_file_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "layer").write_text("x")
    assert "Not a directory" in (scan(tmp_path / "layer").unavailable or "")
    assert "Not a directory" in (scan(tmp_path / "layer" / "below").unavailable or "")


def test_a_name_that_is_not_utf8_is_broken_and_hides_nothing(tmp_path: Path) -> None:
    Path(os.fsdecode(bytes(tmp_path) + b"/\xff.md")).write_text("x")
    (tmp_path / "a.md").write_text("a")
    found = scan(tmp_path)
    assert paths(found) == ["a.md"]
    assert found.broken == (("\\xff.md", "its name is not UTF-8"),)


def test_a_pipe_named_like_a_note_hangs_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert scan(tmp_path) == Scan(())
    assert isinstance(read(tmp_path, "pipe.md"), Failure)


def test_a_tree_deeper_than_the_recursion_limit_is_walked(tmp_path: Path) -> None:
    here = tmp_path.joinpath(*["d"] * 200)  # no deeper: pytest has to remove it again
    here.mkdir(parents=True)
    (here / "x.md").write_text("x")
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        assert len(scan(tmp_path).files) == 1
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize("text", ["", "\ufeffbom", "a\r\nb\r\n", "cafe\u0301", "\0", "🧠 \u200frtl", "x" * 10_000_000])
def test_a_text_is_read_as_it_lies(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.md").write_bytes(text.encode())
    assert read(tmp_path, "x.md") == Success(text)


def test_a_text_that_is_not_utf8_says_where(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_bytes(b"ab\xff")
    assert read(tmp_path, "x.md").failure().explain().error == "cannot read: not UTF-8: byte 2 is 0xff"
