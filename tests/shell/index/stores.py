"""Small stores for index tests: folders to write notes into, and everything an index holds, laid open."""

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from hindnote.shell.app.world import World
from hindnote.shell.index.connection import load_vectors
from hindnote.shell.index.index import Index, open_index

from ..places import world_in

LONG_AGO_NS = 1_700_000_000_000_000_000  # a stamp that had settled long before any test


class Store(NamedTuple):
    world: World
    team: Path
    local: Path
    vault: Path

    def open(self) -> Index:
        return open_index(self.world)

    @property
    def file(self) -> Path:
        return self.world.places.state / "index.db"


def store_in(tmp: Path, *, vault: bool = False, model: str = "off", **env: str) -> Store:
    """A store whose layers are plain folders under `tmp`; without a model unless one is named."""
    team, local, notes = tmp / "team", tmp / "local", tmp / "vault"
    for folder in (team, local, notes):
        folder.mkdir(parents=True, exist_ok=True)
    world = world_in(
        tmp,
        tmp,
        team=str(team),
        local=str(local),
        vault=[str(notes)] if vault else [],
        env={"HINDNOTE_MODEL": model, **env},
    )
    return Store(world, team, local, notes)


def write(folder: Path, path: str, text: str, *, settled: bool = True) -> Path:
    """A note, by default with a stamp that needs no second look."""
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    if settled:
        os.utime(file, ns=(LONG_AGO_NS, LONG_AGO_NS))
    return file


def surprise(key: str, said: str, *, tags: str = "", recorded: str = "2026-08-07", **fields: str) -> str:
    """The text of a note that passes the schema."""
    extra = "".join(f"{name}: {value}\n" for name, value in {"tags": f"[{tags}]", **fields}.items() if value != "[]")
    return (
        f"---\nkey: {key}\ntype: surprise\nsource: session s03, claude\nrecorded: {recorded}\n{extra}---\n# {said}\n\n"
        f"## Expected\nnothing of the kind\n\n## Observed\n{said}\n\n## Evidence\nthe log\n\n## Answers\n- what about it\n"
    )


def contents(store: Store) -> Mapping[str, Any]:
    """Every table of the index file by what its rows say, whatever ids and stamps they have."""
    con = apsw.Connection(str(store.file), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        load_vectors(con)
        return laid_open(con)
    finally:
        con.close()


def laid_open(con: apsw.Connection) -> Mapping[str, Any]:
    con.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab(main, terms, instance)")
    hidden = ("id", "names", "size", "mtime", "inode", "settled", "embedded")
    columns = [name for _, name, *_ in con.execute("PRAGMA table_info(notes)") if name not in hidden]
    place = "SELECT layer || ':' || path FROM notes WHERE id ="
    found = {
        "notes": f"SELECT {', '.join(columns)} FROM notes",
        "chunks": f"SELECT ({place} note), ordinal, heading, first_line, last_line FROM chunks",
        "links": f"SELECT ({place} note), ordinal, kind, target, fold, line FROM links",
        "tags": f"SELECT tag, ({place} note) FROM tags",
        "names": f"SELECT fold, ({place} note), titled FROM names",
        "broken": "SELECT * FROM broken",
        "terms": f"SELECT term, ({place} doc), col, offset FROM temp.instances",
    }
    if con.table_exists("main", "vectors"):
        found["passages"] = f"SELECT ({place} note), ordinal, embedding FROM passages"
        found["vectors"] = f"SELECT ({place} v.rowid), v.embedding FROM vectors v"
    rows: dict[str, Iterable[Any]] = {table: con.execute(query) for table, query in found.items()}
    return {table: sorted(each, key=repr) for table, each in rows.items()}


class Spelled:
    """A model whose vectors are the letters of a text: deterministic, and silent on a text without any."""

    fingerprint = "spelled"
    dimension = 8

    def encode(self, texts: Sequence[str]) -> list[bytes | None]:
        return [self.one(text) for text in texts]

    def one(self, text: str) -> bytes | None:
        letters = [letter for letter in text.lower() if letter.isalpha()]
        counts = [sum(ord(letter) % self.dimension == place for letter in letters) for place in range(self.dimension)]
        length = math.sqrt(sum(count * count for count in counts))
        return bytes(round(127 * count / length) for count in counts) if length else None
