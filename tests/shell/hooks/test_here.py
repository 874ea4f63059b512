"""A hook finds the store that every other command finds, and makes nothing on the way."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from returns.result import Success

from hindnote.shell.app.world import open_world
from hindnote.shell.hooks.here import here
from hindnote.shell.settings import read_settings

from ..places import git, repository

Scene = Callable[[Path], tuple[Path, Mapping[str, str]]]


def subfolder(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    (repository(tmp / "Repo x") / "a" / "b").mkdir(parents=True)
    return tmp / "Repo x" / "a" / "b", {}


def worktree(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    main = repository(tmp / "main")
    git(main, "commit", "-q", "--allow-empty", "-m", "x")
    git(main, "worktree", "add", "-q", str(tmp / "side"))
    return tmp / "side", {}


def plain(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    (tmp / "plain" / ".hindnote").mkdir(parents=True)
    (tmp / "plain" / "below").mkdir()
    return tmp / "plain" / "below", {}


def bare(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    return repository(tmp / "bare.git", bare=True), {}


def overridden(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    (tmp / "team").mkdir()
    (tmp / "link").symlink_to("team")
    return repository(tmp / "repo"), {"HINDNOTE_TEAM": "../link", "HINDNOTE_LOCAL": str(tmp / "local")}


def git_environment(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    other = repository(tmp / "other")
    return repository(tmp / "repo"), {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other)}


def vaults(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    (tmp / "home" / "config").mkdir(parents=True)
    (tmp / "home" / "config" / "config.toml").write_text(
        'vaults = ["../Notes", "~/More", "../Notes", "~/More/within", "~/repo/.hindnote/notes", "~/repo"]\n'
    )
    return repository(tmp / "repo"), {"HOME": str(tmp)}


def broken(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    (tmp / "moved").mkdir()
    (tmp / "moved" / ".git").write_text("gitdir: /nowhere/at/all\n")
    return tmp / "moved", {}


def no_id(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    (repository(tmp / "repo") / ".git" / "hindnote").mkdir()
    (tmp / "repo" / ".git" / "hindnote" / "store-id").write_text("../../etc\n")
    return tmp / "repo", {}


def homeless(tmp: Path) -> tuple[Path, Mapping[str, str]]:
    return repository(tmp / "repo"), {"HINDNOTE_STATE_HOME": "relative"}


def env_in(tmp: Path, more: Mapping[str, str]) -> Mapping[str, str]:
    homes = {f"HINDNOTE_{kind}_HOME": str(tmp / "home" / kind.lower()) for kind in ("DATA", "STATE", "CONFIG")}
    return {**homes, **more}


@pytest.mark.parametrize("scene", [subfolder, worktree, plain, bare, overridden, git_environment, vaults])
def test_it_is_where_every_command_is(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cwd, more = scene(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    env = env_in(tmp_path, more)
    places = open_world(read_settings(env, cwd=cwd), create=True).unwrap().places
    found = here(str(cwd), env)
    assert found is not None
    assert (found.root, found.ledger, found.foreign) == (str(places.root), str(places.ledger), False)
    assert found.indexes[0] == str(places.state / "index.db")
    assert found.folders == {
        "team": (str(places.team),),
        "local": (str(places.local),),
        "vault": tuple(map(str, places.vaults)),
    }


@pytest.mark.parametrize("scene", [broken, no_id, homeless])
def test_where_they_refuse_there_is_none(scene: Scene, tmp_path: Path) -> None:
    cwd, more = scene(tmp_path)
    env = env_in(tmp_path, more)
    assert not isinstance(open_world(read_settings(env, cwd=cwd)), Success)
    assert here(str(cwd), env) is None


def test_a_broken_checkout_with_both_layers_named_is_one(tmp_path: Path) -> None:
    cwd, _ = broken(tmp_path)
    env = env_in(tmp_path, {"HINDNOTE_TEAM": str(tmp_path / "t"), "HINDNOTE_LOCAL": str(tmp_path / "l")})
    places = open_world(read_settings(env, cwd=cwd)).unwrap().places
    found = here(str(cwd), env)
    assert found is not None
    assert found.indexes == (str(places.state / "index.db"),)


def test_a_repository_nobody_claimed_is_foreign_and_stays_so(tmp_path: Path) -> None:
    cwd = repository(tmp_path / "repo")
    before = sorted(tmp_path.rglob("*"))
    found = here(str(cwd), env_in(tmp_path, {}))
    assert found is not None
    assert found.foreign
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("text", ["vaults = 3", "vaults = [3]", "vaults = ['']", "vaults =", "\xff", "[" * 5_000])
def test_a_configuration_that_is_none_names_no_vaults(text: str, tmp_path: Path) -> None:
    cwd, more = vaults(tmp_path)
    (tmp_path / "home" / "config" / "config.toml").write_bytes(text.encode("latin-1"))
    found = here(str(cwd), env_in(tmp_path, more))
    assert found is not None
    assert found.folders["vault"] == ()
