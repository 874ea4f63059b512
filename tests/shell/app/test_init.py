"""Init makes a store once; said again it changes nothing, and it never overwrites."""

import shutil
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.core.toml import InvalidConfig
from hindnote.shell.app.init import HasNotes, InitReport, NoSuchStore, NoWorktree, init
from hindnote.shell.app.world import open_world
from hindnote.shell.files import OutsideFolder

from ..places import git, repository, settings_in


def made(tmp: Path, cwd: Path, adopt: str | None = None) -> InitReport:
    return init(settings_in(tmp, cwd), adopt=adopt).unwrap()


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_both_layers_and_the_committed_files_are_made(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    report = made(tmp_path, here)
    assert (report.root, report.team) == (str(here), str(here / ".hindnote" / "notes"))
    assert all(Path(each).exists() for each in report.created)
    assert {Path(each).name for each in report.created} == {".hindnote", "notes", "local", "config.toml", ".gitignore"}
    assert git(here, "status", "--short", "--untracked-files=all").split("\n") == [
        "?? .hindnote/.gitignore",
        "?? .hindnote/config.toml",
    ]


@pytest.mark.parametrize("in_git", [True, False])
def test_again_changes_nothing(tmp_path: Path, *, in_git: bool) -> None:
    here = repository(tmp_path / "here") if in_git else tmp_path / "here"
    here.mkdir(exist_ok=True)
    first = made(tmp_path, here)
    (here / ".hindnote" / "config.toml").write_text('[keys]\nsurprise = "mine/{{slug}}"\n')
    before = snapshot(tmp_path)
    (here / "below").mkdir()
    again = made(tmp_path, here / "below")
    assert again.created == ()
    assert (again.store_id, again.root) == (first.store_id, first.root)
    assert snapshot(tmp_path) == before


def test_a_plain_folder_hides_its_id_from_git_that_may_come_later(tmp_path: Path) -> None:
    here = tmp_path / "plain"
    here.mkdir()
    report = made(tmp_path, here)
    assert (here / ".hindnote" / "store-id").read_text().strip() == report.store_id
    git(here, "init", "-q")
    assert "store-id" not in git(here, "status", "--short", "--untracked-files=all")


def test_a_plain_folder_that_becomes_a_repository_keeps_its_store(tmp_path: Path) -> None:
    here = tmp_path / "plain"
    here.mkdir()
    report = made(tmp_path, here)
    git(here, "init", "-q")
    assert made(tmp_path, here).store_id == report.store_id


def test_an_id_that_somebody_committed_does_not_join_clones(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / ".hindnote").mkdir()
    (here / ".hindnote" / "store-id").write_text("0123456789abcdef\n")
    assert made(tmp_path, here).store_id != "0123456789abcdef"


def test_a_bare_repository_is_refused(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo.git", bare=True)
    assert init(settings_in(tmp_path, here)) == Failure(NoWorktree(str(here)))


def test_a_link_that_leads_out_of_the_repository_is_not_followed(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (tmp_path / "elsewhere").mkdir()
    (here / ".hindnote").symlink_to(tmp_path / "elsewhere")
    assert isinstance(init(settings_in(tmp_path, here)).failure(), OutsideFolder)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_config_that_does_not_hold_is_named_and_kept(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / ".hindnote").mkdir()
    (here / ".hindnote" / "config.toml").write_text("[keys\n")
    refusal = init(settings_in(tmp_path, here)).failure()
    assert isinstance(refusal, InvalidConfig)
    assert refusal.explain().where == f"{here / '.hindnote' / 'config.toml'}:1"
    assert (here / ".hindnote" / "config.toml").read_text() == "[keys\n"


def test_a_config_that_is_a_link_to_the_system_is_not_read(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / ".hindnote").mkdir()
    (here / ".hindnote" / "config.toml").symlink_to("/dev/zero")
    assert isinstance(open_world(settings_in(tmp_path, here)).failure(), InvalidConfig)


# --- adopting --------------------------------------------------------------


def test_a_store_whose_checkout_is_gone_is_taken_over(tmp_path: Path) -> None:
    lost = made(tmp_path, repository(tmp_path / "lost"))
    Path(lost.local, "a.md").write_text("# a\n")
    shutil.rmtree(tmp_path / "lost")
    found = made(tmp_path, repository(tmp_path / "found"), adopt=lost.store_id)
    assert (found.store_id, found.local) == (lost.store_id, lost.local)


def test_a_store_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    mine = made(tmp_path, here)
    assert init(settings_in(tmp_path, here), adopt="../..") == Failure(
        NoSuchStore("../..", ((mine.store_id, str(here)),))
    )


def test_notes_are_not_left_behind_unseen(tmp_path: Path) -> None:
    other, mine = made(tmp_path, repository(tmp_path / "other")), made(tmp_path, repository(tmp_path / "repo"))
    Path(mine.local, "a.md").write_text("# a\n")
    settings = settings_in(tmp_path, tmp_path / "repo")
    assert init(settings, adopt=other.store_id) == Failure(HasNotes(mine.local))
    assert isinstance(init(settings, adopt=mine.store_id), Success)
