"""What a file is now is what git calls it, whatever stands there; and nothing that a repository's config names is run."""

import os
import shutil
import stat
import subprocess
import tempfile
import tracemalloc
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hindnote.core.facts import Fact, Gone, Present, Unclear
from hindnote.shell.factfile import Seen
from hindnote.shell.pathfacts import Looked, Tree, look

from .places import git, repository
from .spawning import spawned

__all__ = ["spawned"]  # the fixture

CURRENT = {"current"}  # no file is called so: git must be asked


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo")


def looked(root: Path, *paths: str, recorded: set[str] = CURRENT, known: Mapping[str, Seen] | None = None) -> Looked:
    common = next((place for place in (root / ".git", root) if (place / "HEAD").exists()), None)
    return look(Tree(root, common), dict.fromkeys(paths, recorded), known or {})


def fact(root: Path, path: str, recorded: set[str] = CURRENT) -> Fact:
    return looked(root, path, recorded=recorded).facts[path]


def why(root: Path, path: str) -> str:
    found = fact(root, path)
    assert isinstance(found, Unclear)
    return found.why


def name(root: Path, path: str) -> str:
    found = fact(root, path)
    assert isinstance(found, Present)
    return found.names[-1]


# --- what git calls it ------------------------------------------------------

SETTINGS = ("core.autocrlf=true", "core.autocrlf=input", "core.autocrlf=false", "core.eol=crlf")
ATTRIBUTES = ("", "* text=auto", "* text eol=crlf", "* -text", "* binary", "* ident", "* text ident", "f crlf=input")
pieces = st.sampled_from(
    [b"a", b"\r\n", b"\n", b"\r", b"$Id: x $", b"$Id$", b"\0", "é".encode(), b"\xff", b"$I", b"d$"]
)


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("laboratory") / "repo")


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.one_of(st.lists(pieces).map(b"".join), st.binary()),
    st.sampled_from(SETTINGS),
    st.sampled_from([*ATTRIBUTES, "* text working-tree-encoding=UTF-16", "* working-tree-encoding=UTF-7"]),
)
@example(b"a\r\nb\r\n", "core.autocrlf=true", "")
@example(b"$Id: x $\n", "core.autocrlf=false", "* ident")
@example(b"+AOk-", "core.autocrlf=false", "* working-tree-encoding=UTF-7")
def test_its_name_is_gits_own_answer(laboratory: Path, data: bytes, setting: str, attributes: str) -> None:
    (laboratory / "f").write_bytes(data)
    (laboratory / ".gitattributes").write_text(f"{attributes}\n")
    git(laboratory, "config", *setting.split("="))
    told = subprocess.run(["git", "hash-object", "f"], cwd=laboratory, capture_output=True, text=True)
    git(laboratory, "config", "--unset", setting.partition("=")[0])
    git(laboratory, "config", *setting.split("="))
    found = fact(laboratory, "f")
    git(laboratory, "config", "--unset", setting.partition("=")[0])
    if told.returncode:
        assert isinstance(found, Unclear)  # bytes that are not of the encoding: git gives no answer either
    else:
        assert isinstance(found, Present)
        assert found.names[-1] == told.stdout.strip()


@pytest.mark.parametrize(
    "path",
    ['q"uote', "back\\slash", "-dash", "sp ace", "é/日本.txt", ":(attr)x", "#hash", "a\tb", "x'y", '"q"', "*?[a]"],
)
def test_no_name_confuses_git(repo: Path, path: str) -> None:
    (repo / path).parent.mkdir(exist_ok=True)
    (repo / path).write_bytes(b"a\r\n")
    git(repo, "config", "core.autocrlf", "true")
    assert name(repo, path) == git(repo, "hash-object", "--", path)


def test_a_file_larger_than_what_is_kept_of_it_is_read_in_pieces(repo: Path) -> None:
    with (repo / "huge").open("wb") as file:
        file.truncate(64 << 20)
    tracemalloc.start()
    found = name(repo, "huge")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == git(repo, "hash-object", "huge")
    assert peak < 8 << 20


def test_a_line_end_across_two_pieces_is_seen(repo: Path) -> None:
    (repo / "f").write_bytes(b"a" * ((1 << 20) - 1) + b"\r\n")
    git(repo, "config", "core.autocrlf", "true")
    assert name(repo, "f") == git(repo, "hash-object", "f")


# --- what stands there ------------------------------------------------------


def test_a_link_is_called_what_git_keeps_of_it_and_leads_nowhere(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    (repo / "link").symlink_to("./..//secret")
    (repo / "broken").symlink_to("nowhere")
    git(repo, "add", ".")
    for path in ("link", "broken"):
        assert name(repo, path) == git(repo, "rev-parse", f":{path}")


def test_nothing_is_read_through_a_linked_folder(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "f").write_text("outside")
    (repo / "linked").symlink_to(tmp_path / "out")
    assert "symbolic link" in why(repo, "linked/f")


def test_what_was_moved_or_removed_is_gone(repo: Path) -> None:
    (repo / "a").write_text("x")
    (repo / "a").rename(repo / "A")
    (repo / "file").write_text("x")
    assert fact(repo, "removed") == fact(repo, "no/folder/here") == fact(repo, "file/below") == Gone()
    assert (fact(repo, "a") == Gone()) == (not (repo / "a").exists())  # where case tells files apart


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of somebody who is not root, which may read everything, and who one is meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        if os.geteuid():
            yield Path(folder)
        else:
            os.seteuid(65534)
            try:
                yield Path(folder)
            finally:
                os.seteuid(0)


def test_a_file_that_may_not_be_read_is_neither_gone_nor_changed(unprivileged: Path) -> None:
    (unprivileged / "shut").mkdir()
    for path in ("shut/f", "f"):
        (unprivileged / path).write_text("x")
    (unprivileged / "f").chmod(0)
    (unprivileged / "shut").chmod(0)
    assert why(unprivileged, "f") == "Permission denied"
    assert why(unprivileged, "shut/f") == "Permission denied"
    (unprivileged / "shut").chmod(stat.S_IRWXU)


def test_what_has_no_blob_cannot_be_told(repo: Path) -> None:
    (repo / "folder").mkdir()
    os.mkfifo(repo / "pipe")
    assert "folder" in why(repo, "folder")
    assert "regular" in why(repo, "pipe")
    assert why(repo, "x" * 300) == "File name too long"


def test_a_submodules_files_are_told_and_one_that_is_not_checked_out_is_not_gone(repo: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other")
    (other / "f").write_text("x")
    git(other, "add", ".")
    git(other, "commit", "-qm", "x")
    git(repo, "submodule", "--quiet", "add", str(other), "lib/other")
    git(repo, "commit", "-qm", "x")
    assert name(repo, "lib/other/f") == git(repo, "hash-object", "lib/other/f")
    assert "folder" in why(repo, "lib/other")
    git(repo, "submodule", "--quiet", "deinit", "-f", "lib/other")
    assert "lib/other" in why(repo, "lib/other/f")


def test_what_is_not_checked_out_is_not_gone(repo: Path) -> None:
    (repo / "in").mkdir()
    (repo / "out").mkdir()
    (repo / "in" / "f").write_text("x")
    (repo / "out" / "f").write_text("x")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "x")
    git(repo, "sparse-checkout", "set", "in")
    assert isinstance(fact(repo, "in/f"), Present)
    assert "sparse" in why(repo, "out/f")


def test_a_bare_repository_holds_no_files(tmp_path: Path) -> None:
    assert "bare" in why(repository(tmp_path / "bare.git", bare=True), "HEAD")


def test_a_worktree_is_looked_at_in_its_own_place(repo: Path, tmp_path: Path) -> None:
    (repo / "f").write_bytes(b"x\r\n")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "x")
    git(repo, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "tree" / "f").write_bytes(b"other\r\n")
    found = look(Tree(tmp_path / "tree", repo / ".git"), {"f": CURRENT}, {}).facts["f"]
    assert isinstance(found, Present)
    assert found.names[-1] == git(tmp_path / "tree", "hash-object", "f")


def test_a_plain_folder_needs_no_git(tmp_path: Path, spawned: Path) -> None:
    (tmp_path / "f").write_bytes(b"a\r\n")
    told = subprocess.run(["git", "hash-object", "--no-filters", "f"], cwd=tmp_path, capture_output=True, text=True)
    spawned.write_text("")
    assert fact(tmp_path, "f") == Present((told.stdout.strip(),))
    assert not spawned.read_text()


def test_a_repository_with_longer_names_gives_those_and_knows_the_shorter(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", "--object-format=sha256")
    (root / "f").write_bytes(b"a\r\n")
    git(root, "config", "core.autocrlf", "true")
    found = fact(root, "f")
    assert isinstance(found, Present)
    assert list(map(len, found.names)) == [40, 64, 64]
    assert found.names[-1] == git(root, "hash-object", "f")


# --- nothing of the repository's is run -------------------------------------


def test_no_command_of_the_repositorys_config_is_run(repo: Path, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    trap = f"touch {trace}; cat"
    for setting in ("filter.trap.clean", "filter.trap.smudge", "core.fsmonitor", "diff.trap.textconv", "core.pager"):
        git(repo, "config", setting, trap)
    git(repo, "config", "filter.trap.required", "true")
    hook = repo / ".git" / "hooks" / "post-index-change"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{trap}\n")
    hook.chmod(0o755)
    (repo / ".gitattributes").write_text("[attr]hidden filter=trap\n*.bin filter=trap diff=trap\nsub/** hidden\n")
    (repo / "sub").mkdir()
    for path in ("a.bin", "sub/f", "plain"):
        (repo / path).write_bytes(b"a\r\n")
    found = looked(repo, "a.bin", "sub/f", "plain").facts
    assert not trace.exists()
    assert isinstance(found["plain"], Present)
    for path in ("a.bin", "sub/f"):
        assert "`trap`" in why(repo, path)
    subprocess.run(["git", "hash-object", "sub/f"], cwd=repo, capture_output=True)
    assert trace.exists()  # the trap was one


def test_a_filtered_file_that_is_as_recorded_is_current_by_its_bytes(repo: Path) -> None:
    (repo / ".gitattributes").write_text("*.bin filter=lfs\n")
    (repo / "a.bin").write_text("x")
    raw = git(repo, "hash-object", "--no-filters", "a.bin")
    found = fact(repo, "a.bin", {raw[:7]})
    assert isinstance(found, Present)


def test_without_git_what_bytes_cannot_tell_cannot_be_told(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo / "f").write_text("x")
    monkeypatch.setenv("PATH", "/nowhere")
    assert why(repo, "f") == "git is not installed"


@pytest.mark.parametrize(("code", "told"), [(128, "hash-object"), (0, "other files")])
def test_a_git_that_answers_amiss_tells_nothing(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    """As when a file goes between the look at it and git's."""
    (repo / "f").write_bytes(b"a\r\n")
    folder = tmp_path / "bin"
    folder.mkdir()
    real = shutil.which("git")
    (folder / "git").write_text(f'#!/bin/sh\ncase "$*" in *hash-object*) exit {code};; esac\nexec {real} "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    assert told in why(repo, "f")


# --- how often git is asked -------------------------------------------------


def test_bytes_that_are_as_recorded_need_no_git(repo: Path, spawned: Path) -> None:
    (repo / "f").write_text("x")
    raw = git(repo, "hash-object", "f")
    spawned.write_text("")
    assert fact(repo, "f", {raw, raw[:7]}) == Present((raw,))
    assert not spawned.read_text()


def test_many_files_are_asked_for_together(repo: Path, spawned: Path) -> None:
    paths = [f"{number}.txt" for number in range(40)]
    for number, path in enumerate(paths):
        (repo / path).write_bytes(b"%d\n" % number)
    spawned.write_text("")
    looked(repo, *paths)
    assert [line.partition("check-attr")[1] for line in spawned.read_text().splitlines()] == ["check-attr"]
    (repo / "0.txt").write_bytes(b"a\r\n")
    (repo / "1.txt").write_bytes(b"b\r\n")
    spawned.write_text("")
    looked(repo, *paths, "missing")
    assert len(spawned.read_text().splitlines()) == 2
    assert spawned.read_text().count("hash-object") == 1


def test_what_git_said_holds_until_the_file_or_gits_settings_change(repo: Path, spawned: Path) -> None:
    (repo / "f").write_bytes(b"a\r\n")
    first = looked(repo, "f")
    spawned.write_text("")
    again = looked(repo, "f", known=first.seen)
    assert again.facts == first.facts
    assert not spawned.read_text()
    git(repo, "config", "core.autocrlf", "true")
    spawned.write_text("")
    converted = looked(repo, "f", known=again.seen)
    assert spawned.read_text()
    assert converted.facts["f"] != first.facts["f"]
    (repo / ".gitattributes").write_text("* -text\n")
    assert looked(repo, "f", known=converted.seen).facts == first.facts
    (repo / "f").write_bytes(b"b\r\n")
    assert looked(repo, "f", known=converted.seen).facts != first.facts


def test_a_second_write_within_the_clocks_step_is_seen(repo: Path) -> None:
    """The stamp may be the same: one that is too fresh proves nothing."""
    (repo / "f").write_text("a")
    first = looked(repo, "f")
    told = (repo / "f").stat()
    (repo / "f").write_text("b")
    os.utime(repo / "f", ns=(told.st_atime_ns, told.st_mtime_ns))
    now = (repo / "f").stat()
    same = (*first.seen["f"].stamp[:3], now.st_ctime_ns, now.st_ino)
    forged = Seen(same, first.seen["f"].settled, first.seen["f"].raw)
    assert looked(repo, "f", known={"f": forged}).facts != first.facts


def test_a_settled_file_is_not_opened_again(repo: Path) -> None:
    (repo / "f").write_text("a")
    one = looked(repo, "f").seen["f"]
    kept = Seen(one.stamp, settled=True, raw=one.raw, git="f" * 40, settings=one.settings)
    found = looked(repo, "f", known={"f": kept}).facts["f"]
    assert isinstance(found, Present)
    assert found.names[-1] == "f" * 40
