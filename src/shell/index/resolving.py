"""Resolving: which keys of one index a link may mean, read from its tables; the rule is `core.reach`'s.

In a vault as Obsidian resolves a link: a path, else the end of one, else an alias. Imports nothing that a hook
cannot afford. Writes nothing.
"""

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, cast

import apsw

from ...core.layers import Layer
from ...core.reach import Claims, spelled
from ...core.targets import fold_key, from_folder

if TYPE_CHECKING:
    from ...core.keys import NoteKey, VaultKey


def resolver(con: apsw.Connection) -> Claims:
    """For the length of one question: what is asked again is not looked up again."""
    return lru_cache(None)(partial(claims, con))


def seen_from(layer: str, key: str, target: str) -> str:
    """A link as the whole index reads it: in a vault one may be told from the folder of its note."""
    return from_folder(key, target) if layer == Layer.VAULT else target


def claims(con: apsw.Connection, layer: Layer, name: str) -> "tuple[NoteKey, ...]":
    """As `core.reach` asks for them."""
    path = name.removeprefix("/") if layer is Layer.VAULT else name
    fold = storable(fold_key(path))
    found = con.execute("SELECT key FROM notes WHERE layer = ? AND fold = ? ORDER BY path", (layer, fold))
    whole = spelled(path, _keys(found))
    return whole if whole or layer is not Layer.VAULT or path != name else _by_its_end(con, name, fold)


def _by_its_end(con: apsw.Connection, name: str, fold: str) -> "tuple[NoteKey, ...]":
    found = con.execute(
        "SELECT key FROM notes WHERE layer = 'vault' AND base = ? AND substr(fold, -?) = ? ORDER BY key",
        (fold.rpartition("/")[2], len(fold) + 1, f"/{fold}"),
    )
    return spelled(name, _keys(found)) or _by_alias(con, fold)


def _by_alias(con: apsw.Connection, fold: str) -> "tuple[NoteKey, ...]":
    found = con.execute(
        "SELECT notes.key FROM aliases JOIN notes ON notes.id = aliases.note WHERE aliases.fold = ? ORDER BY 1", (fold,)
    )
    return tuple(dict.fromkeys(_keys(found)))


def _keys(found: Iterable[tuple[object, ...]]) -> "list[NoteKey]":
    return [cast("VaultKey", str(key)) for (key,) in found]


def storable(text: str) -> str:
    """SQLite takes no lone surrogates; a text that holds one matches nothing, which is right."""
    return text.encode("utf-8", "backslashreplace").decode()
