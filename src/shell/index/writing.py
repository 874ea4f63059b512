"""Writing: one note's rows in every table, put and taken away together, so that no ghost stays behind.

No statement here has a RETURNING: SQLite would open a savepoint for it, at which FTS5 writes out the
terms it gathers, a segment a note: putting notes took 0.50 s of a build where it now takes 0.34.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from collections.abc import Iterable, Sequence
from typing import Any

import apsw
from msgspec import Struct

from ...core.keys import Layer, fold_key
from ...core.targets import last_part
from .entry import Entry, modified_day
from .schema import OF_A_NOTE
from .stamps import Stamp, stored
from .vectors import has_vectors


class Seen(Struct, frozen=True):
    """The file an entry was made from."""

    layer: Layer
    path: str
    hash: bytes
    stamp: Stamp
    settled: bool


_COLUMNS = (
    *("layer", "path", "key", "fold", "base", "title", "date", "dated", "type", "source", "tags", "invalidated_by"),
    *("supersedes", "superseded_by", "conflicts_with", "confidence", "archived", "generated", "credential"),
    *("stale_marker", "hash", "size", "mtime", "inode", "settled", "embedded", "names", "unmerged"),
)
_PUT_NOTE = f"INSERT INTO notes({', '.join(_COLUMNS)}) VALUES({', '.join('?' * len(_COLUMNS))})"


def put(con: apsw.Connection, seen: Seen, entry: Entry) -> int:
    """The rows of a note that has none; its id."""
    note = _put_note(con, seen, entry)
    con.executemany(
        "INSERT INTO chunks VALUES(?, ?, ?, ?, ?)",
        [(note, chunk.ordinal, chunk.heading, chunk.first_line, chunk.last_line) for chunk in entry.chunks],
    )
    con.executemany(
        "INSERT INTO links VALUES(?, ?, ?, ?, ?, ?)",
        [
            (note, place, reference.kind, reference.target, last_part(reference.target), reference.line)
            for place, reference in enumerate(entry.references)
        ],
    )
    con.executemany("INSERT OR IGNORE INTO tags VALUES(?, ?)", [(tag.casefold(), note) for tag in entry.document.tags])
    if seen.layer is Layer.VAULT:
        aliases = [(fold_key(alias), note) for alias in entry.document.aliases]
        con.executemany("INSERT OR IGNORE INTO aliases VALUES(?, ?)", aliases)
    con.executemany("INSERT INTO names VALUES(?, ?, ?)", [(each.fold, note, each.titled) for each in entry.names])
    columns = (entry.terms.words, entry.terms.exact, entry.terms.parts)
    con.execute(
        "INSERT INTO terms(rowid, words, exact, parts) VALUES(?, ?, ?, ?)",
        (note, *(" ".join(terms) for terms in columns)),
    )
    return note


def _put_note(con: apsw.Connection, seen: Seen, entry: Entry) -> int:
    document, fold = entry.document, fold_key(entry.key)
    values = (
        *(seen.layer, seen.path, entry.key, fold, fold.rpartition("/")[2], document.title, entry.date, entry.dated),
        *(document.type, document.source, "\n".join(document.tags), document.invalidated_by, document.supersedes),
        *(document.superseded_by, "\n".join(document.conflicts_with), document.confidence, document.archived),
        *(
            document.generated,
            document.credential,
            document.stale_marker,
            seen.hash,
            *stored(seen.stamp),
            seen.settled,
            False,
        ),
        *("\n".join(each.fold for each in entry.names), entry.unmerged),
    )
    con.execute(_PUT_NOTE, values)
    return con.last_insert_rowid()


def take(con: apsw.Connection, layer: Layer, path: str) -> None:
    """Every row of a note or of a file that could not be read; nothing when there is none."""
    found: Iterable[Sequence[Any]] = con.execute(
        "SELECT id, names FROM notes WHERE layer = ? AND path = ?", (layer, path)
    )
    for identifier, names in [*found]:
        note = (identifier,)
        folds = str(names).split("\n")
        con.executemany("DELETE FROM names WHERE note = ? AND fold = ?", [(*note, each) for each in folds])
        con.execute("DELETE FROM notes WHERE id = ?", note)
        for table in OF_A_NOTE:
            con.execute(f"DELETE FROM {table} WHERE note = ?", note)
        con.execute("DELETE FROM terms WHERE rowid = ?", note)
        if has_vectors(con):
            con.execute("DELETE FROM vectors WHERE rowid = ?", note)
    con.execute("DELETE FROM broken WHERE layer = ? AND path = ?", (layer, path))


def hash_of(con: apsw.Connection, layer: Layer, path: str) -> bytes | None:
    found = con.execute("SELECT hash FROM notes WHERE layer = ? AND path = ?", (layer, path)).fetchone()
    return found[0] if found else None


def put_broken(con: apsw.Connection, layer: Layer, path: str, problem: str) -> None:
    take(con, layer, path)
    con.execute("INSERT INTO broken VALUES(?, ?, ?)", (layer, path, problem))


def restamp(con: apsw.Connection, seen: Seen) -> None:
    """The same text under a new stamp; a date that was the file's moves with it."""
    con.execute(
        """UPDATE notes SET size = ?, mtime = ?, inode = ?, settled = ?,
            date = CASE dated WHEN 'modified' THEN ? ELSE date END WHERE layer = ? AND path = ?""",
        (*stored(seen.stamp), seen.settled, modified_day(seen.stamp[1]), seen.layer, seen.path),
    )
