"""A note that is shown with a prompt is read where the index says it is, and nowhere else."""

import os
from pathlib import Path

import pytest

from hindnote.core.namenotes import NamedNote
from hindnote.shell.hooks.here import Here
from hindnote.shell.hooks.prompts import passage


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "local" / "sub").mkdir(parents=True)
    (tmp_path / "secret.md").write_text("secret\n")
    (tmp_path / "local" / "link.md").symlink_to("../secret.md")
    os.mkfifo(tmp_path / "local" / "pipe.md")
    (tmp_path / "local" / "folder").symlink_to("..")
    (tmp_path / "local" / "sub" / "a.md").write_text("---\nkey: a\n---\n# It hums\n")
    (tmp_path / "local" / "dos.md").write_bytes(b"\xef\xbb\xbf---\r\nkey: a\r\n---\r\nIt \xff hums\r\n")
    return tmp_path


def text(store: Path, path: str, layer: str = "local") -> str:
    local = str(store / "local")
    here = Here(str(store), (), {"team": (), "local": (str(store / "none"), local), "vault": ()}, "", foreign=False)
    return passage(here, NamedNote(layer, "a", "It hums", "2026-08-07", 0, titled=True, path=path))


def test_a_note_is_read_without_its_frontmatter(store: Path) -> None:
    assert text(store, "sub/a.md") == "# It hums\n"
    assert text(store, "dos.md") == "It \ufffd hums\n"


@pytest.mark.parametrize("path", ["gone.md", "sub", "pipe.md", "../secret.md", "link.md", "folder/secret.md", "", "\0"])
def test_what_is_no_note_of_the_folder_is_not_read(store: Path, path: str) -> None:
    assert text(store, path) == ""


def test_a_layer_that_is_not_here_has_no_notes(store: Path) -> None:
    assert text(store, "sub/a.md", "vault") == text(store, "sub/a.md", "other") == ""
