"""Here: what a hook must know of the store around a folder: its indexes, its folders of notes, its ledger.

The same places as `repository.locate` and the same vaults as `app.world` find, without their libraries
(tests hold each pair to one answer). Nothing is created. Where those refuse there is no store.

Effects: reads directory entries, git's small files, the id file and the user's own config.toml.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH117, PTH118, PTH120

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from ..checkout import Checkout, find_checkout
from ..regular import read_regular
from ..storepaths import (
    INDEX,
    NOTES,
    id_file,
    id_in,
    id_of_folder,
    ledger_folder,
    store_folder,
    tree_folder,
    tree_id,
    unclaimed_id,
    vault_index,
)
from ..userfolders import home_expanded, user_folder

# --- values ---------------------------------------------------------------


class Here(NamedTuple):
    root: str
    indexes: tuple[str, ...]  # of the worktree, then of each vault; they need not exist
    folders: Mapping[str, tuple[str, ...]]  # of notes, by layer
    ledger: str
    foreign: bool  # no store was claimed here, which a hook does not do: create no file on its account

    @property
    def stores(self) -> tuple[str, ...]:
        return tuple(folder for folders in self.folders.values() for folder in folders)


# --- functions ------------------------------------------------------------


def here(cwd: str, env: Mapping[str, str], vaults: Sequence[str] = ()) -> Here | None:
    """With `vaults` said outright they are those, else those of the user's own config."""
    data, state = user_folder("data", env), user_folder("state", env)
    team, local = _named("HINDNOTE_TEAM", cwd, env), _named("HINDNOTE_LOCAL", cwd, env)
    checkout = find_checkout(cwd)
    if not isinstance(checkout, Checkout):
        if not (team and local):
            return None
        checkout = Checkout(cwd)
    if not (os.path.isabs(data) and os.path.isabs(state)):
        return None
    claimed = id_of_folder(local) if local else id_in(id_file(checkout))
    if claimed is None and os.path.lexists(id_file(checkout)):
        return None
    store_id = claimed or unclaimed_id(checkout)
    team = team or os.path.join(checkout.root, NOTES)
    local = local or os.path.join(store_folder(data, store_id), "local")
    named = tuple(_folder(vault, cwd, env) for vault in vaults) or _vaults(env)
    if named:
        from ..vaultfolders import vaults_among  # noqa: PLC0415  (only who has vaults pays for it)

        named = vaults_among(named, {"team": os.path.realpath(team), "local": os.path.realpath(local)}).folders
    tree = tree_folder(state, store_id, tree_id(checkout.root, team))
    return Here(
        root=checkout.root,
        indexes=(os.path.join(tree, INDEX), *(vault_index(state, vault) for vault in named)),
        folders={
            "team": (team,),
            "local": (local,),
            "vault": named,
        },
        ledger=ledger_folder(state, store_id),
        foreign=claimed is None and not env.get("HINDNOTE_TEAM", "").strip(),
    )


def _named(variable: str, cwd: str, env: Mapping[str, str]) -> str | None:
    said = env.get(variable, "")
    return _folder(said, cwd, env) if said.strip() else None


def _folder(said: str, cwd: str, env: Mapping[str, str]) -> str:
    return os.path.realpath(os.path.join(cwd, home_expanded(said, env)))


def _vaults(env: Mapping[str, str]) -> tuple[str, ...]:
    """A file that is not as it must be names none."""
    path = os.path.join(os.path.realpath(user_folder("config", env)), "config.toml")
    try:
        text = read_regular(path).decode()
    except (OSError, UnicodeDecodeError):
        return ()
    import tomllib  # noqa: PLC0415  (only who has vaults pays for it)

    try:
        said: object = tomllib.loads(text.removeprefix("\ufeff")).get("vaults", ())
    except (ValueError, RecursionError):
        return ()
    names = cast("list[object]", said) if isinstance(said, list) else []
    if not all(isinstance(each, str) and each.strip() and "\0" not in each for each in names):
        return ()
    return tuple(_folder(str(each), os.path.dirname(path), env) for each in names)
