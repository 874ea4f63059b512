"""One clone has one local store, whichever worktree, path or environment it is seen from; two clones never share one."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from hindnote.shell.app.world import open_world
from hindnote.shell.checkout import BrokenGitFile, Checkout, find_checkout
from hindnote.shell.paths import Homes
from hindnote.shell.repository import BrokenCheckout, NoHome, NotInitialised, Places, locate
from hindnote.shell.storeid import BrokenStoreId

from .places import git, repository, settings_in
from .processes import Python


def places(tmp: Path, cwd: Path) -> Places:
    return locate(settings_in(tmp, cwd), create=True).unwrap()


def committed(at: Path) -> Path:
    """A repository with one commit, so that worktrees can be added."""
    repository(at)
    (at / "README.md").write_text("# read me\n")
    git(at, "add", ".")
    git(at, "commit", "-qm", "first")
    return at


# --- what shares a store ---------------------------------------------------


def test_every_folder_of_a_checkout_is_in_its_store(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / "a" / "b").mkdir(parents=True)
    assert places(tmp_path, here / "a" / "b") == places(tmp_path, here)


def test_worktrees_share_local_notes_and_have_their_own_team_notes_and_index(tmp_path: Path) -> None:
    here = committed(tmp_path / "repo")
    git(here, "worktree", "add", "-q", "../other")
    one, two = places(tmp_path, here), places(tmp_path, tmp_path / "other")
    assert (one.store_id, one.local, one.ledger) == (two.store_id, two.local, two.ledger)
    assert one.team == here / ".hindnote" / "notes"
    assert two.team == tmp_path / "other" / ".hindnote" / "notes"
    assert one.state != two.state


def test_worktrees_of_a_bare_clone_share_a_store(tmp_path: Path) -> None:
    committed(tmp_path / "origin")
    (tmp_path / "project").mkdir()
    git(tmp_path / "project", "clone", "-q", "--bare", "../origin", ".bare")
    (tmp_path / "project" / ".git").write_text("gitdir: ./.bare\n")
    git(tmp_path / "project", "worktree", "add", "-q", "one", "-b", "one")
    git(tmp_path / "project", "worktree", "add", "-q", "two", "-b", "two")
    ids = {places(tmp_path, tmp_path / "project" / each).store_id for each in ("one", "two", ".", ".bare")}
    assert ids == {places(tmp_path, tmp_path / "project" / "one").store_id}


def test_a_moved_checkout_keeps_its_store(tmp_path: Path) -> None:
    before = places(tmp_path, repository(tmp_path / "repo"))
    (tmp_path / "repo").rename(tmp_path / "renamed")
    after = places(tmp_path, tmp_path / "renamed")
    assert (after.store_id, after.local) == (before.store_id, before.local)
    assert after.root == tmp_path / "renamed"


def test_a_relative_worktree_pointer_is_followed(tmp_path: Path) -> None:
    here = committed(tmp_path / "repo")
    git(here, "worktree", "add", "-q", "../other")
    (tmp_path / "other" / ".git").write_text("gitdir: ../repo/.git/worktrees/other\n")
    assert places(tmp_path, tmp_path / "other").store_id == places(tmp_path, here).store_id


def test_inside_the_git_directory_is_inside_the_repository(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    assert places(tmp_path, here / ".git" / "refs") == places(tmp_path, here)


def test_a_symbolic_link_to_a_checkout_is_that_checkout(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (tmp_path / "link").symlink_to(here)
    assert places(tmp_path, tmp_path / "link") == places(tmp_path, here)


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"])
def test_a_hooks_environment_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    here, other = repository(tmp_path / "repo"), repository(tmp_path / "other")
    expected = places(tmp_path, here)
    monkeypatch.setenv(variable, str(other if variable == "GIT_WORK_TREE" else other / ".git"))
    assert places(tmp_path, here) == expected


# --- what does not ---------------------------------------------------------


def test_another_clone_has_its_own_store(tmp_path: Path) -> None:
    here = committed(tmp_path / "repo")
    mine = places(tmp_path, here)
    git(tmp_path, "clone", "-q", "repo", "clone")
    assert places(tmp_path, tmp_path / "clone").store_id != mine.store_id


def test_a_submodule_has_its_own_store(tmp_path: Path) -> None:
    committed(tmp_path / "library")
    here = committed(tmp_path / "repo")
    git(here, "submodule", "--quiet", "add", "../library", "vendored")
    inner, outer = places(tmp_path, here / "vendored"), places(tmp_path, here)
    assert inner.root == here / "vendored"
    assert inner.store_id != outer.store_id


def test_a_repository_inside_an_initialised_folder_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "plain" / ".hindnote").mkdir(parents=True)
    inner = repository(tmp_path / "plain" / "repo")
    assert places(tmp_path, inner).store_id != places(tmp_path, tmp_path / "plain").store_id


def test_a_copied_checkout_shares_the_id_but_no_index(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    mine = places(tmp_path, here)
    shutil.copytree(here, tmp_path / "copy")
    copy = places(tmp_path, tmp_path / "copy")
    assert copy.store_id == mine.store_id
    assert copy.state != mine.state


# --- without git -----------------------------------------------------------


def test_an_initialised_folder_keeps_its_id_in_it(tmp_path: Path) -> None:
    here = tmp_path / "plain"
    (here / ".hindnote").mkdir(parents=True)
    (here / "below").mkdir()
    found = places(tmp_path, here / "below")
    assert (found.root, found.common) == (here, None)
    assert (here / ".hindnote" / "store-id").read_text().strip() == found.store_id


def test_a_plain_folder_is_read_as_empty_and_refuses_a_store(tmp_path: Path) -> None:
    here = tmp_path / "plain"
    here.mkdir()
    assert locate(settings_in(tmp_path, here)).unwrap().foreign
    assert locate(settings_in(tmp_path, here), create=True).failure() == NotInitialised(str(here))
    assert list(here.iterdir()) == []


def test_reading_a_repository_with_team_notes_gives_it_an_id(tmp_path: Path) -> None:
    """A fresh clone of an initialised repository is ours, not foreign."""
    here = repository(tmp_path / "repo")
    (here / ".hindnote" / "notes").mkdir(parents=True)
    found = locate(settings_in(tmp_path, here)).unwrap()
    assert not found.foreign
    assert found.store_id == places(tmp_path, here).store_id


# --- overrides -------------------------------------------------------------


def test_overrides_name_the_layers_outright(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    said = settings_in(tmp_path, here, team=str(tmp_path / "t"), local=str(tmp_path / "l"), vault=[str(tmp_path / "v")])
    found = locate(said, create=True).unwrap()
    assert (found.team, found.local, found.vaults) == (tmp_path / "t", tmp_path / "l", (tmp_path / "v",))
    assert found.state != places(tmp_path, here).state
    assert not (here / ".git" / "hindnote").exists() or found.store_id.startswith("at-")


def test_a_sandbox_with_a_worktree_whose_repository_is_not_mounted_works_by_overrides(tmp_path: Path) -> None:
    here = tmp_path / "work"
    here.mkdir()
    (here / ".git").write_text("gitdir: /nowhere/.git/worktrees/work\n")
    assert locate(settings_in(tmp_path, here), create=True).failure() == BrokenCheckout(
        str(here / ".git"), "/nowhere/.git/worktrees/work"
    )
    said = settings_in(tmp_path, here, team=str(tmp_path / "t"), local=str(tmp_path / "l"))
    assert locate(said, create=True).unwrap().local == tmp_path / "l"


# --- broken and hostile ----------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "",
        "../../elsewhere",
        "/etc",
        "a" * 100,
        "UPPER-CASE-ID",
        "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
    ],
)
def test_an_id_that_names_no_store_is_refused(tmp_path: Path, said: str) -> None:
    here = repository(tmp_path / "repo")
    file = here / ".git" / "hindnote" / "store-id"
    file.parent.mkdir()
    file.write_bytes(said.encode("utf-8", "surrogateescape"))
    assert locate(settings_in(tmp_path, here), create=True).failure() == BrokenStoreId(str(file))


@pytest.mark.parametrize("text", ["", "gitdir", "gitdir:\n", "gitdir: \0\n", "nonsense\n" * 3])
def test_a_git_file_that_says_nothing_is_no_repository(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text)
    assert isinstance(find_checkout(str(tmp_path)), Checkout | BrokenGitFile)


def test_an_empty_git_folder_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert find_checkout(str(tmp_path)) == Checkout(str(tmp_path))


def test_without_a_home_nothing_lands_under_the_working_directory(tmp_path: Path) -> None:
    said = settings_in(tmp_path, repository(tmp_path / "repo"))
    lost = replace(said, homes=Homes(*[Path("~/x")] * 3))
    assert locate(lost).failure() == NoHome("~/x")


def test_a_home_that_is_said_must_be_absolute(tmp_path: Path) -> None:
    """Taken from the working directory, notes would land in the checkout, and elsewhere next time."""
    here = repository(tmp_path / "repo")
    said = settings_in(tmp_path, here, env={"HINDNOTE_DATA_HOME": "rel/x"})
    assert locate(said).failure() == NoHome("rel/x")


def test_a_git_directory_that_cannot_be_written_refuses_a_store_and_still_reads(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / ".git" / "hindnote").write_text("a file stands here")
    (here / ".hindnote" / "notes").mkdir(parents=True)
    assert locate(settings_in(tmp_path, here), create=True).failure().explain().where == str(here / ".git" / "hindnote")
    world = open_world(settings_in(tmp_path, here)).unwrap()
    assert world.places.store_id.startswith("unclaimed-")


# --- races -----------------------------------------------------------------

CLAIM = """
import sys, time
from pathlib import Path
from hindnote.shell.storeid import claim_id
print("ready", flush=True)
for turn, line in enumerate(sys.stdin):
    print(claim_id(Path(line.strip()), f"{sys.argv[1]}-{turn:08}").unwrap(), flush=True)
"""


def test_processes_that_meet_a_repository_at_once_agree_on_its_id(tmp_path: Path) -> None:
    pool = [Python(CLAIM, f"process-{n}") for n in range(4)]
    for each in pool:
        assert each.read() == "ready"
    for turn in range(25):
        file = tmp_path / str(turn) / "hindnote" / "store-id"
        file.parent.parent.mkdir()
        for each in pool:
            each.tell(str(file))
        assert len({each.read() for each in pool}) == 1
        assert [path.name for path in file.parent.iterdir()] == ["store-id"]
    for each in pool:
        each.end()
