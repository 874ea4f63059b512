"""A world is gathered without spawning, without writing in a folder that is not ours, and once for each request."""

import hashlib
import json
from pathlib import Path

import msgspec

from hindnote.core.events import Accessed
from hindnote.shell import ledger
from hindnote.shell.app.world import open_world
from hindnote.shell.journal import Entry, Marked

from ..places import git, repository, settings_in, world_in


def test_reading_in_a_foreign_repository_creates_nothing(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    before = sorted(tmp_path.rglob("*"))
    world = open_world(settings_in(tmp_path, here)).unwrap()
    world.append(Accessed(stamp=world.stamp(), key="a", layer="team"))
    assert world.places.foreign
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    event = Accessed(stamp=world.stamp(), key="a", layer="team")
    world.append(event)
    assert ledger.session(world.places.ledger, "s03").events == (event,)


def user_config(tmp: Path, text: str) -> None:
    config = tmp / "home" / "config" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(text)


def test_a_persons_vaults_are_seen_from_every_repository(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    user_config(tmp_path, f'vaults = ["{tmp_path}/vault", "~/Notes", "beside", "{tmp_path}/vault"]\n')
    vaults = world_in(tmp_path, here).places.vaults
    assert vaults == (tmp_path / "vault", Path("~/Notes").expanduser(), tmp_path / "home" / "config" / "beside")
    assert world_in(tmp_path, here, vault=["/said"]).places.vaults == (Path("/said"),)


def test_a_repository_names_no_vault(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / ".hindnote").mkdir()
    (here / ".hindnote" / "config.toml").write_text('vaults = ["/etc"]\n')
    world = world_in(tmp_path, here)
    assert world.places.vaults == ()
    assert "vaults" in world.warnings[0]


def test_a_persons_config_that_does_not_hold_is_named(tmp_path: Path) -> None:
    user_config(tmp_path, "vaults = [\n")
    refusal = open_world(settings_in(tmp_path, repository(tmp_path / "repo"))).failure()
    assert refusal.explain().where.startswith(str(tmp_path / "home" / "config" / "config.toml"))


def test_no_folder_of_notes_says_what_is_to_go(tmp_path: Path) -> None:
    """A folder that is named may be a repository's: a journal in it would be somebody else's."""
    here = repository(tmp_path / "repo")
    precious = tmp_path / "precious"
    precious.write_text("known to everybody")
    told = {"path": str(precious), "digest": hashlib.sha256(precious.read_bytes()).hexdigest()}
    (here / "local").mkdir()
    for name in (".hindnote.journal", "local.journal"):
        (here / "local" / name).write_text(json.dumps({"coming": [], "going": [told], "come": True}))
    world = world_in(tmp_path, here, local=str(here / "local"))
    assert precious.exists()
    assert not world.places.journal.is_relative_to(here)


def test_a_kill_is_ended_from_any_worktree_and_no_other_repositorys_notes_are_touched(tmp_path: Path) -> None:
    here, other = repository(tmp_path / "repo"), repository(tmp_path / "other")
    git(here, "commit", "-q", "--allow-empty", "-m", "begin")
    git(here, "worktree", "add", "-q", str(tmp_path / "tree"))
    world = world_in(tmp_path, here)
    world.places.store.mkdir(parents=True)
    for root in (tmp_path / "tree", other):
        note = root / ".hindnote/notes/a.md"
        note.parent.mkdir(parents=True)
        note.write_text("a")
        cut_off = Entry((Marked(str(note), hashlib.sha256(b"a").hexdigest()),), (), (), ())
        world.places.journal.write_bytes(msgspec.json.encode(cut_off))
        world_in(tmp_path, here)
        assert note.exists() == (root == other)
        assert world.places.journal.exists() == (root == other)
