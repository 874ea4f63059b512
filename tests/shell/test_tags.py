"""A symbol is where tags say it is; ctags reads no options of the repository's, and runs only when it is asked to."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.facts import Gone, Present, Unclear
from hindnote.shell.factfile import Tagged
from hindnote.shell.tags import tagged, universal_ctags

from .places import repository

NOTHING = Tagged(None, {})
LINE = 'mount\t./src/mount.rs\t/^fn mount() {$/;"\tf\n'

Ctags = Callable[..., Path]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo")


@pytest.fixture
def ctags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ctags:
    """Makes a program on the PATH, alone there, that writes down how it was called."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def made(says: str = "", version: str = "Universal Ctags 6.1.0", code: int = 0, name: str = "ctags") -> Path:
        called = tmp_path / "called"
        program = folder / name
        (tmp_path / "says").write_text(says)
        program.write_text(
            f'#!/bin/sh\necho "$PWD|$CTAGS|$*" >> {called}\n'
            f'case "$*" in *--version*) echo "{version}"; exit 0;; esac\n'
            f'/bin/cat {tmp_path / "says"}\n[ {code} = 0 ] || echo "no such option" >&2\nexit {code}\n'
        )
        program.chmod(0o755)
        return called

    return made


def test_a_file_of_tags_tells(repo: Path, ctags: Ctags) -> None:
    called = ctags()
    (repo / "tags").write_text(f'!_TAG_FILE_SORTED\t1\t/0/\nmounted\tb.rs\t/x/;"\tf\n{LINE}mount\tc.rs\t/y/\n')
    found = tagged(repo, ["mount", "mou", "gone"], NOTHING, run=True).symbols
    assert found == {"mount": Present(("c.rs", "src/mount.rs")), "mou": Gone(), "gone": Gone()}
    assert not called.exists()


def test_a_file_of_tags_is_read_again_when_it_or_the_question_changes(repo: Path) -> None:
    (repo / ".tags").write_text(LINE)
    first = tagged(repo, ["mount"], NOTHING, run=False)
    assert tagged(repo, ["mount"], first, run=False) is first
    assert tagged(repo, ["other"], first, run=False).symbols == {**first.symbols, "other": Gone()}
    (repo / ".tags").write_text("")
    assert tagged(repo, ["mount"], first, run=False).symbols == {"mount": Gone()}


def test_a_file_of_tags_elsewhere_is_not_followed(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "tags").write_text(LINE)
    (repo / "tags").symlink_to(tmp_path / "tags")
    assert isinstance(tagged(repo, ["mount"], NOTHING, run=False).symbols["mount"], Unclear)


@given(st.binary(), st.text("mount\t", min_size=1, max_size=8))
def test_no_bytes_break_it(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    root = tmp_path_factory.getbasetemp()
    (root / "tags").write_bytes(data)
    assert isinstance(tagged(root, [name], NOTHING, run=False).symbols[name], Present | Gone)


def test_without_a_file_of_tags_ctags_is_run_deaf_and_only_when_it_may_be(
    repo: Path, ctags: Ctags, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTAGS", "--exec=evil")
    (repo / ".ctags.d").mkdir()
    (repo / ".ctags.d" / "evil.ctags").write_text("--langdef=evil\n")
    called = ctags(LINE)
    unasked = tagged(repo, ["mount"], NOTHING, run=False)
    assert isinstance(unasked.symbols["mount"], Unclear)
    assert not called.exists()
    found = tagged(repo, ["mount", "gone"], NOTHING, run=True)
    assert found.symbols == {"mount": Present(("src/mount.rs",)), "gone": Gone()}
    for line in called.read_text().splitlines():
        place, environment, arguments = line.split("|")
        assert (place, environment) == (str(repo), "")
        assert arguments.startswith("--options=NONE ")
    assert "--links=no" in called.read_text()
    assert tagged(repo, ["mount"], found, run=False).symbols == found.symbols  # the last answer stands


@pytest.mark.parametrize("version", ["Exuberant Ctags 5.8", "ctags (GNU Emacs 29.1)", ""])
def test_another_ctags_is_not_asked(repo: Path, ctags: Ctags, version: str) -> None:
    ctags(LINE, version)
    found = tagged(repo, ["mount"], NOTHING, run=True).symbols["mount"]
    assert isinstance(found, Unclear)
    assert "universal-ctags is not installed" in found.why


def test_one_that_fails_says_why(repo: Path, ctags: Ctags) -> None:
    ctags(LINE, code=1)
    assert tagged(repo, ["mount"], NOTHING, run=True).symbols == {"mount": Unclear("ctags failed: no such option")}


def test_one_that_cannot_be_started_is_none(repo: Path, ctags: Ctags) -> None:
    ctags()
    (Path(os.environ["PATH"]) / "ctags").write_text("#!/no/such/interpreter\n")
    assert universal_ctags(repo) is None


def test_a_program_of_the_repositorys_is_never_run(repo: Path, ctags: Ctags, monkeypatch: pytest.MonkeyPatch) -> None:
    called = ctags(LINE)
    planted = Path(os.environ["PATH"]) / "ctags"
    (repo / "bin").mkdir()
    planted.rename(repo / "bin" / "ctags")
    monkeypatch.chdir(repo)
    for path in (str(repo / "bin"), "bin", "./bin", f"{os.pathsep}bin"):
        monkeypatch.setenv("PATH", path)
        assert universal_ctags(repo) is None
    (repo / "bin" / "ctags").rename(repo / "ctags")
    monkeypatch.setenv("PATH", "")
    assert universal_ctags(repo) is None
    assert not called.exists()


@pytest.mark.skipif(universal_ctags(Path(__file__).parent) is None, reason="Universal Ctags is not installed")
def test_the_real_one_finds_what_is_defined_and_obeys_no_options_file(repo: Path) -> None:
    (repo / "a.py").write_text("class Store:\n    def open(self): ...\n")
    (repo / ".ctags.d").mkdir()
    (repo / ".ctags.d" / "x.ctags").write_text("--languages=-Python\n")
    (repo / "linked").symlink_to("/etc")
    found = tagged(repo, ["Store", "Store.open", "open", "gone"], NOTHING, run=True).symbols
    at = Present(("a.py",))
    assert found == {"Store": at, "Store.open": at, "open": at, "gone": Gone()}
