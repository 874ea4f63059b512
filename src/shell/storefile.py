"""Store file: `store.toml` beside the local notes, which says where their repository was last seen.

So that a store whose checkout is gone can be listed and taken over, and a copied checkout noticed.
That it cannot be written fails nothing.

Effects: reads and writes `store.toml`.
"""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from . import files
from .storeid import read_id
from .storepaths import ID

SEEN = 8  # checkouts that are remembered of one store: copies are a person's mistake, not a habit


class StoreFile(Struct, frozen=True, kw_only=True):
    path: str  # the checkout (for worktrees, the one they belong to) as last seen
    remote: str = ""
    seen: tuple[str, ...] = ()  # every path whose checkout still holds this id: two are copies of one another


def keep(store: Path, path: str, remote: str) -> None:
    """Make `store.toml` true of a checkout, without a write when it is."""
    said = read_store(store)
    others = [each for each in (said.seen if said else ()) if each != path and holds_id(each, store.name)]
    now = StoreFile(path=path, remote=remote, seen=(path, *others)[:SEEN])
    if now != said and files.is_folder(store):
        files.write(store / "store.toml", _text(now).encode("utf-8", "surrogateescape"), private=True)


def read_store(store: Path) -> StoreFile | None:
    try:
        table = tomllib.loads((store / "store.toml").read_bytes().decode("utf-8", "surrogateescape"))
    except (OSError, tomllib.TOMLDecodeError, RecursionError):
        return None
    seen = table.get("seen", ())
    paths = tuple(map(str, seen)) if isinstance(seen, list) else ()  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]  (TOML is untyped)
    return StoreFile(path=str(table.get("path", "")), remote=str(table.get("remote", "")), seen=paths)


def stores(data: Path) -> Sequence[tuple[str, StoreFile | None]]:
    """Every store of this user."""
    try:
        found = sorted(path for path in (data / "stores").iterdir() if path.is_dir() and ID.fullmatch(path.name))
    except OSError:
        return ()
    return [(path.name, read_store(path)) for path in found]


def holds_id(checkout: str, store_id: str) -> bool:
    """Whether the checkout at that path is one of the store's."""
    inside = (".git/hindnote", "hindnote", ".hindnote")
    return any(read_id(Path(checkout, each, "store-id")).value_or(None) == store_id for each in inside)


def _text(said: StoreFile) -> str:
    seen = ", ".join(map(_quoted, said.seen))
    return f"path = {_quoted(said.path)}\nremote = {_quoted(said.remote)}\nseen = [{seen}]\n"


def _quoted(text: str) -> str:
    """JSON's strings are TOML's, but for escapes of what is beyond sixteen bits and for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
