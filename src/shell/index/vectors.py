"""Vectors: what a model makes of the notes, and which of them still lack it.

A note has one vector, by which it is found among all, and one for each of its chunks where it has several,
by which those found are told apart: a question is mostly about one section of a long note. Vectors belong to
the model whose fingerprint `meta` holds; another model drops them all. A note that was indexed without a model
is caught up on when there is one.
"""

import apsw
from msgspec.structs import replace

from ...core.chunks import Chunk
from ...core.document import Document
from ..embedding import Model
from .meta import read_meta, write_meta
from .schema import create_vectors

WHOLE_NOTE = -1  # the ordinal of the note's own vector among its passages': vec0 is slow to give single ones back
BATCH = 256  # notes: one call of the model, and a bound on the text held in memory


def has_vectors(con: apsw.Connection) -> bool:
    return con.table_exists("main", "vectors")


def take_model(con: apsw.Connection, model: Model) -> None:
    """Make room for this model's vectors, dropping another's."""
    meta = read_meta(con)
    if meta.model == model.fingerprint:
        return
    create_vectors(con, model.dimension)
    con.execute("DELETE FROM passages")
    con.execute("UPDATE notes SET embedded = 0")
    write_meta(con, replace(meta, model=model.fingerprint))


def lacking(con: apsw.Connection) -> list[tuple[int, str, str]]:
    """Id, layer and path of each note without a vector of this model."""
    found = con.execute("SELECT id, layer, path FROM notes WHERE embedded = 0 ORDER BY id")
    return [(int(note), str(layer), str(path)) for note, layer, path in found]


class Embedder:
    """Takes notes one by one and embeds them a batch at a time; `flush` when the last was added."""

    def __init__(self, con: apsw.Connection, model: Model) -> None:
        self.con, self.model = con, model
        self.waiting: list[tuple[int, str, tuple[Chunk, ...]]] = []

    def add(self, note: int, document: Document, cut: tuple[Chunk, ...]) -> None:
        self.waiting.append((note, f"{document.title}\n{document.body}", cut))
        if len(self.waiting) == BATCH:
            self.flush()

    def flush(self) -> None:
        """A text without a known token stays without a vector, and is not asked for again."""
        notes = [note for note, _, _ in self.waiting]
        vectors = zip(notes, self.model.encode([text for _, text, _ in self.waiting]), strict=True)
        rows = [(note, vector) for note, vector in vectors if vector is not None]
        self.con.executemany("INSERT INTO vectors(rowid, embedding) VALUES(?, vec_int8(?))", rows)
        whole = [(note, WHOLE_NOTE, vector) for note, vector in rows]
        passages = [(note, one) for note, _, cut in self.waiting if len(cut) > 1 for one in cut]
        told = zip(passages, self.model.encode([one.text for _, one in passages]), strict=True)
        parts = [(note, one.ordinal, vector) for (note, one), vector in told if vector is not None]
        self.con.executemany("INSERT INTO passages VALUES(?, ?, ?)", [*whole, *parts])
        self.con.executemany("UPDATE notes SET embedded = 1 WHERE id = ?", [(note,) for note in notes])
        self.waiting.clear()
