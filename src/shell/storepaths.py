"""Store paths: how a store's id and its worktrees' are spelled, and where in the user's folders its parts are.

One definition for the repository, the index and the hooks, in text. Standard library only: hooks
stand on this module.

Effects: reads the id file.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH118, PTH119

import os
import re
from importlib import import_module
from typing import Any

from .checkout import Checkout, read_line

# --- values ---------------------------------------------------------------

ID = re.compile(r"[a-z0-9][a-z0-9-]{7,63}")
UNCLAIMED = "unclaimed-"
NOTES = os.path.join(".hindnote", "notes")  # of the team, below the root
INDEX = "index.db"

# --- identity -------------------------------------------------------------


def id_file(checkout: Checkout) -> str:
    """In the git directory that all worktrees share; in a plain folder in `.hindnote`, where git is told to ignore it."""
    return os.path.join(checkout.common, "hindnote", "store-id") if checkout.common else plain_id_file(checkout)


def plain_id_file(checkout: Checkout) -> str:
    return os.path.join(checkout.root, ".hindnote", "store-id")


def id_in(path: str) -> str | None:
    """None for a file that holds none, or is not there."""
    said = read_line(path) or ""
    return said if ID.fullmatch(said) else None


def id_of_folder(local: str) -> str:
    """Of a store whose local notes were named outright."""
    return f"at-{digest(local)}"


def unclaimed_id(checkout: Checkout) -> str:
    return f"{UNCLAIMED}{digest(checkout.common or checkout.root)}"


def tree_id(root: str, team: str) -> str:
    """A name a person can place, and a hash: two copies of a checkout share an id but never an index."""
    name = re.sub(r"[^a-z0-9]+", "-", os.path.basename(root).lower()).strip("-")[:40] or "root"
    return f"{name}-{digest(root + team)}"


def digest(text: str) -> str:
    return str(_hashing().sha256(os.fsencode(text)).hexdigest())[:16]


def _hashing() -> Any:  # noqa: ANN401  (Any: a module of the interpreter's own that no stub describes)
    """What `hashlib` falls back on: with it comes OpenSSL, whose import takes a hook 2 ms."""
    for name in ("_sha2", "_sha256", "hashlib"):  # of 3.12 and later, of 3.11, of other interpreters
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ImportError(name="hashlib")


# --- places ---------------------------------------------------------------


def store_folder(data: str, store_id: str) -> str:
    return os.path.join(os.path.realpath(data), "stores", store_id)


def tree_folder(state: str, store_id: str, tree: str) -> str:
    """Of a worktree's index."""
    return os.path.join(os.path.realpath(state), store_id, tree)


def ledger_folder(state: str, store_id: str) -> str:
    """Shared by the worktrees."""
    return os.path.join(os.path.realpath(state), store_id, "ledger")


def vault_index(state: str, vault: str) -> str:
    """Shared by every repository."""
    import hashlib  # noqa: PLC0415  (only who has a vault pays for it)

    mark = hashlib.blake2b(vault.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return os.path.join(state, "vaults", mark, INDEX)
