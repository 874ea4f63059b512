"""Store file: `store.toml` beside the local notes, which says where their repository was last seen.

So that a store whose checkout is gone can be listed and taken over, and a copied checkout noticed.
It is a note to people: nothing is decided by it, and that it cannot be written fails nothing.

Effects: reads and writes `store.toml`.
"""

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from ..core.gitconfig import remote_url
from . import files
from .repository import ID, Places, read_id

SEEN = 8  # checkouts that are remembered of one store: copies are a person's mistake, not a habit


class StoreFile(Struct, frozen=True, kw_only=True):
    path: str  # the checkout (for worktrees, the one they belong to) as last seen
    remote: str = ""
    seen: tuple[str, ...] = ()  # every path whose checkout still holds this id: two are copies of one another


def note_checkout(places: Places) -> None:
    """Keep `store.toml` true, without a write when it is."""
    if not places.store.is_dir():
        return
    said = read_store(places.store)
    home = _checkout(places)
    others = [path for path in (said.seen if said else ()) if path != home and _holds(path, places.store_id)]
    now = StoreFile(path=home, remote=_remote(places), seen=(home, *others)[:SEEN])
    if now != said:
        files.write(places.store / "store.toml", _text(now).encode("utf-8", "surrogateescape"), private=True)


def read_store(store: Path) -> StoreFile | None:
    try:
        table = tomllib.loads((store / "store.toml").read_bytes().decode("utf-8", "surrogateescape"))
    except (OSError, tomllib.TOMLDecodeError):
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


def _checkout(places: Places) -> str:
    if places.common is None:
        return str(places.root)
    return str(places.common.parent if places.common.name == ".git" else places.common)


def _holds(checkout: str, store_id: str) -> bool:
    inside = (".git/hindnote", "hindnote", ".hindnote")
    return any(read_id(Path(checkout, each, "store-id")).value_or(None) == store_id for each in inside)


def _remote(places: Places) -> str:
    if places.common is None:
        return ""
    try:
        return remote_url((places.common / "config").read_bytes().decode("utf-8", "replace"))
    except OSError:
        return ""


def _text(said: StoreFile) -> str:
    seen = ", ".join(map(_quoted, said.seen))
    return f"path = {_quoted(said.path)}\nremote = {_quoted(said.remote)}\nseen = [{seen}]\n"


def _quoted(text: str) -> str:
    """JSON's strings are TOML's, but for escapes of what is beyond sixteen bits and for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
