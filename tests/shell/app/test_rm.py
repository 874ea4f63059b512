"""Rm removes one file, tells what links to it, and rewrites nothing."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from hindnote.core.events import Removed
from hindnote.core.forget import Ambiguous, NothingThere, NothingToRemove
from hindnote.core.keys import Identity, Key, Layer
from hindnote.shell import ledger
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.rm import VaultIsYours, rm
from hindnote.shell.app.world import World
from hindnote.shell.index.index import open_index

from ..places import repository, world_in

REQUEST = RememberRequest(expected="a", observed="The first.", evidence="b", answers=("c",))


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, repository(tmp_path / "repo"))


def held(world: World, *requests: RememberRequest) -> list[Path]:
    return [Path(remember(world, each).unwrap().path) for each in requests]


def test_one_note_goes_and_all_others_keep_their_bytes(world: World) -> None:
    first, second = held(world, REQUEST, replace(REQUEST, observed="The second.", relates_to=("surprise/the-first",)))
    before = second.read_bytes()
    answer = rm(world, "surprise/the-first").unwrap()
    assert (answer.key, answer.layer, answer.path) == ("surprise/the-first", Layer.LOCAL, str(first))
    assert answer.inbound == (Identity(Layer.LOCAL, Key("surprise/the-second")),)
    assert not first.exists()
    assert second.read_bytes() == before


def test_it_is_gone_from_answers_and_told_to_the_ledger(world: World) -> None:
    held(world, REQUEST)
    rm(world, "surprise/the-first").unwrap()
    with open_index(world) as index:
        assert index.named("surprise/the-first") == ()
    last = ledger.session(world.places.ledger, "s03").events[-1]
    assert last == Removed(stamp=world.stamp(), key="surprise/the-first", layer="local")


def test_folders_left_empty_go_and_others_stay(world: World) -> None:
    (first,) = held(world, REQUEST)
    rm(world, "surprise/the-first").unwrap()
    assert not first.parent.exists()
    assert world.places.local.is_dir()


def test_a_note_that_declares_the_removed_one_counts_as_inbound(world: World) -> None:
    held(world, REQUEST, replace(REQUEST, observed="The second.", supersedes="surprise/the-first"))
    assert rm(world, "surprise/the-first").unwrap().inbound == (Identity(Layer.LOCAL, Key("surprise/the-second")),)


def test_a_key_in_both_layers_removes_none_until_told_which(world: World) -> None:
    (local,) = held(world, REQUEST)
    team = world.places.team / "surprise" / "the-first.md"
    team.parent.mkdir(parents=True)
    team.write_bytes(local.read_bytes())
    assert isinstance(rm(world, "surprise/the-first").failure(), Ambiguous)
    assert local.exists()
    assert team.exists()
    assert rm(world, "surprise/the-first", Layer.TEAM).unwrap().path == str(team)
    assert local.exists()


def test_two_files_that_claim_one_key_are_told_apart_by_path(world: World) -> None:
    (first,) = held(world, REQUEST)
    twin = first.with_name("twin.md")
    twin.write_bytes(first.read_bytes())
    assert isinstance(rm(world, "surprise/the-first").failure(), Ambiguous)
    assert isinstance(rm(world, "surprise/the-first", at="nowhere.md").failure(), NothingThere)
    assert rm(world, "surprise/the-first", at=str(twin)).unwrap().path == str(twin)
    assert first.exists()
    assert not twin.exists()


def test_a_team_note_is_named_by_a_path_from_where_one_stands(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    place = here / ".hindnote" / "notes" / "a.md"
    place.parent.mkdir(parents=True)
    place.write_text("# a\n")
    assert rm(world_in(tmp_path, here), "a", at="./.hindnote/../.hindnote/notes/a.md").unwrap().path == str(place)


def test_a_broken_note_can_be_removed_by_the_key_its_place_claims(world: World) -> None:
    place = world.places.local / "Hand Made.MD"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"\xff")
    assert rm(world, "Hand Made").unwrap().path == str(place)


def test_nobodys_key_is_refused(world: World) -> None:
    assert rm(world, "nobody").failure() == NothingToRemove("nobody", "")
    assert rm(world, "").failure() == NothingToRemove("", "")


def test_a_vault_is_left_to_its_owner(world: World) -> None:
    assert rm(world, "a", Layer.VAULT).failure() == VaultIsYours()


def test_a_symbolic_link_is_nobodys_note(world: World, tmp_path: Path) -> None:
    (tmp_path / "precious.md").write_text("mine")
    world.places.local.mkdir(parents=True)
    (world.places.local / "a.md").symlink_to(tmp_path / "precious.md")
    assert isinstance(rm(world, "a").failure(), NothingToRemove)
    assert (tmp_path / "precious.md").read_text() == "mine"
