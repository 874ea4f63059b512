"""A file is on disk whole or not at all, private where it should be, and never outside its folder."""

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.shell import files

KILLED = """
import os, signal, sys
from pathlib import Path
from hindnote.shell import files
os.umask(0o022)
sys.addaudithook(lambda event, _: event == "os.chmod" and os.kill(os.getpid(), signal.SIGKILL))
files.write(Path(sys.argv[1]), b"new", private=False)
"""


SYNCED = """
import os, sys
from pathlib import Path
from hindnote.shell import files
sys.addaudithook(lambda event, said: event == "open" and said[2] == os.O_RDONLY | os.O_CLOEXEC and print(said[0]))
files.make_folder(Path(sys.argv[1]), private=False).unwrap()
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- containment -----------------------------------------------------------

HOSTILE = [
    "",
    ".",
    "..",
    "../x.md",
    "a/../../x.md",
    "/etc/passwd",
    "a//b.md",
    "a/",
    "\0.md",
    "a/\0",
    "\ud800.md",
    "./a.md",
]


@pytest.mark.parametrize("relative", HOSTILE)
def test_a_path_that_leaves_or_names_nothing_is_refused(tmp_path: Path, relative: str) -> None:
    refusal = files.contained(tmp_path, relative).failure()
    assert isinstance(refusal, files.OutsideFolder)
    refusal.explain().message().encode()


@given(st.text(max_size=30))
def test_what_is_contained_lies_below(tmp_path_factory: pytest.TempPathFactory, relative: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    match files.contained(folder, relative):
        case Success(place):
            assert Path(os.path.normpath(place)).is_relative_to(folder)
            assert place != folder
        case Failure(_):
            pass


def test_a_symbolic_link_on_the_way_is_refused_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "in").symlink_to("real")
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / "note.md").symlink_to("real")
    (tmp_path / "loop").symlink_to("loop")
    for relative in ("in/x.md", "out/passwd", "note.md", "loop"):
        assert isinstance(files.contained(tmp_path, relative), Failure)
    assert files.contained(tmp_path, "real/x.md") == Success(tmp_path / "real" / "x.md")


def test_a_folder_that_is_itself_a_link_contains_nothing(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "layer").symlink_to("real")
    assert isinstance(files.contained(tmp_path / "layer", "x.md"), Failure)


# --- writing ---------------------------------------------------------------


def test_what_is_written_is_read_and_nothing_else_is_left(tmp_path: Path) -> None:
    files.write(tmp_path / "a.md", b"one", private=True).unwrap()
    files.write(tmp_path / "a.md", b"two", private=True).unwrap()
    assert (tmp_path / "a.md").read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_create_never_replaces(tmp_path: Path) -> None:
    files.create(tmp_path / "a.md", b"one", private=True).unwrap()
    assert files.create(tmp_path / "a.md", b"two", private=True).failure() == files.Exists(str(tmp_path / "a.md"))
    assert (tmp_path / "a.md").read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_create_does_not_write_through_a_dangling_link(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to(tmp_path / "elsewhere")
    assert isinstance(files.create(tmp_path / "a.md", b"one", private=True).failure(), files.Exists)
    assert not (tmp_path / "elsewhere").exists()


def test_private_files_and_folders_are_the_owners_alone(tmp_path: Path) -> None:
    files.make_folder(tmp_path / "a" / "b", private=True).unwrap()
    files.create(tmp_path / "a" / "b" / "new.md", b"", private=True).unwrap()
    files.write(tmp_path / "a" / "b" / "old.md", b"", private=True).unwrap()
    assert [mode(path) for path in (tmp_path / "a", tmp_path / "a" / "b")] == [0o700, 0o700]
    assert {mode(path) for path in (tmp_path / "a" / "b").iterdir()} == {0o600}


def test_shared_files_follow_the_umask_and_keep_the_mode_they_have(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.make_folder(tmp_path / "a", private=False).unwrap()
        files.create(tmp_path / "a" / "new.md", b"", private=False).unwrap()
        assert (mode(tmp_path / "a"), mode(tmp_path / "a" / "new.md")) == (0o750, 0o640)
        (tmp_path / "a" / "new.md").chmod(0o664)
        files.write(tmp_path / "a" / "new.md", b"more", private=False).unwrap()
        assert mode(tmp_path / "a" / "new.md") == 0o664
    finally:
        os.umask(before)


def test_what_only_its_owner_may_read_is_read_by_nobody_while_it_is_written(tmp_path: Path) -> None:
    """Killed before the new text has the old one's name and permissions."""
    path = tmp_path / "secret.json"
    path.write_text("old")
    path.chmod(0o600)
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=tmp_path, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    (left,) = tmp_path.glob(f"{files.TEMPORARY}*")
    assert (left.read_text(), mode(left), path.read_text()) == ("new", 0o600, "old")


def test_a_file_where_a_folder_is_needed_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    refusal = files.make_folder(tmp_path / "file" / "below", private=True).failure()
    assert refusal.explain().where == str(tmp_path / "file")
    refusal = files.make_folder(tmp_path / "file", private=True).failure()
    assert "folder is needed" in refusal.explain().mend


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert isinstance(files.write(tmp_path / "folder", b"x", private=True), Failure)
    assert isinstance(files.write(tmp_path / "missing" / "a.md", b"x", private=True), Failure)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_new_folders_name_is_on_disk_as_its_files_will_be(tmp_path: Path) -> None:
    """A folder that a power cut takes takes what is in it: each one's parent is opened to be synced."""
    new = tmp_path / "a" / "b" / "c"
    done = subprocess.run([sys.executable, "-c", SYNCED, str(new)], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout.splitlines() == [str(new.parents[2]), str(new.parents[1]), str(new.parents[0])], done.stderr


def test_what_killed_writes_left_is_removed_and_nobody_elses(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "a.json")], cwd=tmp_path, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    others = [".hn-b.json-1-ab.tmp", ".hn-a.json-x.tmp", ".hn-a.json-1-ab.tmp.md", "a.json-1-ab.tmp"]
    for name in others:
        (tmp_path / name).write_text("another's")
    files.sweep_beside(tmp_path / "a.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, "a.json"])


def test_a_long_name_has_a_temporary_file_too(tmp_path: Path) -> None:
    path = tmp_path / ("\N{HIRAGANA LETTER A}" * 80 + ".md")
    files.write(path, b"one", private=True).unwrap()
    assert path.read_bytes() == b"one"


def test_folders_that_are_left_empty_go_up_to_the_one_that_stays(tmp_path: Path) -> None:
    (tmp_path / "layer/a/b/c").mkdir(parents=True)
    (tmp_path / "layer/a/b/c").rmdir()
    files.remove_empty(tmp_path / "layer/a/b/c", tmp_path / "layer")
    assert [path.name for path in tmp_path.rglob("*")] == ["layer"]
    files.remove_empty(tmp_path / "layer", tmp_path / "elsewhere")
    assert (tmp_path / "layer").exists()


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_where_one_may_not_write_the_mend_fits_whichever_layer_it_was(code: int) -> None:
    mend = files.CannotWrite("/repo/.hindnote/notes/a.md", os.strerror(code), code).explain().mend
    assert "--team" in mend
    assert "--local" in mend
