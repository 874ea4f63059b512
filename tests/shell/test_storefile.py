"""A store says where its repository was last seen, so that it can be found again when that moves, is copied or goes."""

import shutil
from pathlib import Path

import pytest

from hindnote.shell.app.world import World
from hindnote.shell.repository import note_checkout
from hindnote.shell.storefile import StoreFile, read_store, stores

from .places import git, repository, world_in


def seen(world: World) -> StoreFile | None:
    world.places.local.mkdir(parents=True, exist_ok=True)
    note_checkout(world.places)
    return read_store(world.places.store)


def test_path_and_remote_are_recorded_without_a_password(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    git(here, "remote", "add", "origin", "https://me:hunter2@example.com/r.git")
    assert seen(world_in(tmp_path, here)) == StoreFile(
        path=str(here), remote="https://example.com/r.git", seen=(str(here),)
    )


def test_worktrees_are_one_checkout(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    git(here, "commit", "-q", "--allow-empty", "-m", "first")
    git(here, "worktree", "add", "-q", "../other")
    assert seen(world_in(tmp_path, here)) == seen(world_in(tmp_path, tmp_path / "other"))


def test_a_moved_checkout_is_seen_where_it_is(tmp_path: Path) -> None:
    seen(world_in(tmp_path, repository(tmp_path / "repo")))
    (tmp_path / "repo").rename(tmp_path / "moved")
    found = seen(world_in(tmp_path, tmp_path / "moved"))
    assert found == StoreFile(path=str(tmp_path / "moved"), seen=(str(tmp_path / "moved"),))


def test_a_copied_checkout_is_seen_twice(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    seen(world_in(tmp_path, here))
    shutil.copytree(here, tmp_path / "copy")
    found = seen(world_in(tmp_path, tmp_path / "copy"))
    assert found == StoreFile(path=str(tmp_path / "copy"), seen=(str(tmp_path / "copy"), str(here)))


def test_what_is_true_is_not_written_again(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    seen(world)
    before = (world.places.store / "store.toml").stat()
    seen(world)
    assert (world.places.store / "store.toml").stat().st_ino == before.st_ino


@pytest.mark.parametrize("name", ['a "b"', "back\\slash", "umlaut-ü-🧠", "new\nline", "tab\t\x7f"])
def test_any_path_is_read_back(tmp_path: Path, name: str) -> None:
    found = seen(world_in(tmp_path, repository(tmp_path / name)))
    assert found is not None
    assert found.path == str(tmp_path / name)


@pytest.mark.parametrize("text", ["", "no toml", "path = 3\nseen = 4", "\udcff", "path = " + "[" * 10_000])
def test_a_broken_store_file_breaks_nothing(tmp_path: Path, text: str) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    world.places.local.mkdir(parents=True)
    (world.places.store / "store.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert seen(world) == StoreFile(path=str(tmp_path / "repo"), seen=(str(tmp_path / "repo"),))
    assert [each for each, _ in stores(world.settings.homes.data)] == [world.places.store_id]
