"""Reading: rows of one shelf as notes, and the links between them, resolved as they are asked for.

A link is kept as written: what it reaches depends on the notes there are at the time.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from collections.abc import Iterable, Iterator, Sequence
from typing import Any  # a row of SQLite's, whose columns the query above it names

import apsw
from msgspec import Struct
from msgspec.structs import replace

from ...core.keys import Identity, Layer, NoteKey, fold_key
from ...core.links import reached
from ...core.links import unsure as several
from ...core.reach import spelled
from ...core.targets import last_part
from .filters import Condition
from .resolving import resolver, seen_from, storable

# --- values ---------------------------------------------------------------


class IndexedNote(Struct, frozen=True, kw_only=True):
    """A note as the index knows it; the text is in its file."""

    identity: Identity
    path: str  # below its layer's folder
    title: str
    date: str  # ISO day
    dated: str  # where the date is from: "declared", "name" or "modified"
    type: str
    source: str
    tags: tuple[str, ...]
    invalidated_by: str | None
    supersedes: str | None
    superseded_by: str | None
    conflicts_with: tuple[str, ...]
    confidence: str | None
    archived: bool
    generated: bool
    credential: bool
    stale_marker: bool
    hash: bytes
    row: int  # of no meaning outside this package

    @property
    def layer(self) -> Layer:
        return self.identity.layer

    @property
    def key(self) -> NoteKey:
        return self.identity.key


class Mention(Struct, frozen=True):
    """One note naming another: by a link, or in the frontmatter field `kind`."""

    kind: str
    target: str  # as written
    line: int
    source: IndexedNote
    reached: tuple[Identity, ...] = ()


MOST_VALUES = 10_000  # SQLite binds at most 32,766 in one statement

_FIELDS = """notes.id, notes.layer, notes.path, notes.key, notes.title, notes.date, notes.dated, notes.type, notes.source,
    notes.tags, notes.invalidated_by, notes.supersedes, notes.superseded_by, notes.conflicts_with, notes.confidence,
    notes.archived, notes.generated, notes.credential, notes.stale_marker, notes.hash"""

# --- notes ----------------------------------------------------------------


def notes_where(con: apsw.Connection, only: Condition) -> list[IndexedNote]:
    found = con.execute(f"SELECT {_FIELDS} FROM notes WHERE {only.sql} ORDER BY layer, key, path", only.values)
    return [_note(row) for row in found]


def notes_of(con: apsw.Connection, rows: Sequence[int]) -> dict[int, IndexedNote]:
    notes: dict[int, IndexedNote] = {}
    for some in batched(rows, MOST_VALUES):
        asked = ", ".join("?" * len(some))
        found = con.execute(f"SELECT {_FIELDS} FROM notes WHERE id IN ({asked})", some)
        notes.update((note.row, note) for note in map(_note, found))
    return notes


def batched(rows: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    yield from (tuple(rows[at : at + size]) for at in range(0, len(rows), size))


def notes_named(con: apsw.Connection, layer: Layer, key: str) -> list[IndexedNote]:
    """Every note that claims this key, or else another spelling of it; those of one key differ by their files."""
    found = notes_where(con, Condition("notes.layer = ? AND notes.fold = ?", (layer, storable(fold_key(key)))))
    asked = spelled(key, (note.key for note in found))
    return [note for note in found if note.key in asked]


def broken_files(con: apsw.Connection) -> list[tuple[str, str, str]]:
    """Layer, path and problem of each file that could not be read."""
    found = con.execute("SELECT layer, path, problem FROM broken ORDER BY layer, path")
    return [(str(layer), str(path), str(problem)) for layer, path, problem in found]


def unmerged_notes(con: apsw.Connection) -> list[Identity]:
    """Those in which a merge left its markers."""
    found = con.execute("SELECT layer, key FROM notes WHERE unmerged = 1 ORDER BY layer, key, path")
    return [Identity(Layer(layer), key) for layer, key in found]


def _note(row: Sequence[Any]) -> IndexedNote:
    (note, layer, path, key, title, date, dated, kind, source, tags, invalidated_by, supersedes, superseded_by) = row[
        :13
    ]
    conflicts_with, confidence, archived, generated, credential, stale_marker, digest = row[13:]
    return IndexedNote(
        identity=Identity(Layer(layer), key),
        path=path,
        title=title,
        date=date,
        dated=dated,
        type=kind,
        source=source,
        tags=tuple(tags.split("\n")) if tags else (),
        invalidated_by=invalidated_by,
        supersedes=supersedes,
        superseded_by=superseded_by,
        conflicts_with=tuple(conflicts_with.split("\n")) if conflicts_with else (),
        confidence=confidence,
        archived=bool(archived),
        generated=bool(generated),
        credential=bool(credential),
        stale_marker=bool(stale_marker),
        hash=digest,
        row=note,
    )


# --- links ----------------------------------------------------------------


def mentions_by(con: apsw.Connection, row: int) -> list[Mention]:
    """What this note names, in its own order."""
    found = con.execute("SELECT note, kind, target, line FROM links WHERE note = ? ORDER BY ordinal", (row,))
    return _mentions(con, found)


def mentions_of(con: apsw.Connection, identities: Iterable[Identity], *, declared: bool = False) -> list[Mention]:
    """Every place that names one of these notes; of those, only what a note's frontmatter declares."""
    wanted = set(identities)
    folds = sorted({last_part(identity.key) for identity in wanted} | _alias_folds(con, wanted))
    asked = ", ".join("?" * len(folds))
    found = con.execute(
        f"""SELECT note, kind, target, line FROM links WHERE fold IN ({asked})
            AND (kind <> 'link' OR ?) ORDER BY note, ordinal""",
        (*map(storable, folds), not declared),
    )
    return [mention for mention in _mentions(con, found) if not wanted.isdisjoint(mention.reached)]


def all_mentions(con: apsw.Connection) -> list[Mention]:
    return _mentions(con, con.execute("SELECT note, kind, target, line FROM links ORDER BY note, ordinal"))


def _mentions(con: apsw.Connection, found: Iterable[Sequence[Any]]) -> list[Mention]:
    rows = list(found)
    sources = notes_of(con, sorted({row[0] for row in rows}))
    found_by = resolver(con)
    mentions = (Mention(kind, target, line, sources[note]) for note, kind, target, line in rows)
    return [replace(each, reached=reached(_target(each), each.source.layer, found_by)) for each in mentions]


def unsure(con: apsw.Connection, row: int | None = None) -> list[tuple[Mention, tuple[NoteKey, ...]]]:
    """The links of a note, or of all of a vault, that may mean several notes, each with their keys."""
    mentions = mentions_by(con, row) if row is not None else all_mentions(con)
    found_by = resolver(con)
    found = ((each, several(_target(each), each.source.layer, found_by)) for each in mentions)
    return [(mention, keys) for mention, keys in found if keys]


def _target(mention: Mention) -> str:
    return seen_from(mention.source.layer, mention.source.key, mention.target)


def _alias_folds(con: apsw.Connection, wanted: Iterable[Identity]) -> set[str]:
    """Links may name a vault's note by what it is called besides."""
    folds = [storable(fold_key(each.key)) for each in wanted if each.layer is Layer.VAULT]
    asked = ", ".join("?" * len(folds))
    found = con.execute(
        f"""SELECT aliases.fold FROM aliases JOIN notes ON notes.id = aliases.note
            WHERE notes.layer = 'vault' AND notes.fold IN ({asked})""",
        folds,
    )
    return {last_part(str(fold)) for (fold,) in found}
