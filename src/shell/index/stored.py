"""Stored: the notes' vectors as they are in the index, one a note, over every shelf.

Vectors of another model than the index has now are nobody's: they were made in another space.

Effects: reads indexes.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...core.keys import Identity, Layer
from .filters import EVERY, Condition, Filter, condition
from .index import Index
from .meta import read_meta
from .opening import Opened
from .reading import IndexedNote, notes_of
from .vectors import has_vectors


class Stored(Struct, frozen=True):
    identity: Identity
    date: str
    dated: str  # where that is from
    title: str
    vector: bytes


def stored(index: Index, only: Filter = EVERY, *, credentials: bool = False) -> tuple[Stored, ...]:
    """Every note that has a vector, in order of layer and key; of several files with one key the first stands for it."""
    where = condition(only)
    sql = where.sql if credentials else f"{where.sql} AND notes.credential = 0"
    every = _from_all(index, sql, where)
    found: dict[Identity, Stored] = {}
    for note in sorted(every, key=lambda one: (list(Layer).index(one.identity.layer), one.identity.key)):
        found.setdefault(note.identity, note)
    return tuple(found.values())


def vector_of(index: Index, note: IndexedNote) -> bytes | None:
    """An archived note's too."""
    for shelf in index.shelves:
        if vector := shelf.ask(lambda opened: _vector(opened, index, note)):
            return vector
    return None


def no_vectors(index: Index) -> str:
    """Why this index can hold none, in a few words."""
    return next(filter(None, (shelf.ask(lambda opened: opened.vectors) for shelf in index.shelves)), "")


def _from_all(index: Index, sql: str, where: Condition) -> Iterable[Stored]:
    for shelf in index.shelves:
        yield from shelf.ask(lambda opened: _rows(opened, index, sql, where.values))


def _rows(opened: Opened, index: Index, sql: str, values: Sequence[str]) -> list[Stored]:
    if not _current(opened, index):
        return []
    found = opened.con.execute(
        f"""SELECT notes.layer, notes.key, notes.date, notes.dated, notes.title, vectors.embedding
            FROM notes JOIN vectors ON vectors.rowid = notes.id WHERE {sql} ORDER BY notes.path""",
        values,
    )
    return [Stored(Identity(Layer(layer), key), *rest) for layer, key, *rest in found]


def _vector(opened: Opened, index: Index, note: IndexedNote) -> bytes | None:
    if not _current(opened, index) or note not in notes_of(opened.con, [note.row]).values():
        return None
    found = opened.con.execute("SELECT embedding FROM vectors WHERE rowid = ?", (note.row,)).fetchone()
    return bytes(found[0]) if found else None


def _current(opened: Opened, index: Index) -> bool:
    if index.model is None or opened.vectors or not has_vectors(opened.con):
        return False
    return read_meta(opened.con).model == index.model.fingerprint
