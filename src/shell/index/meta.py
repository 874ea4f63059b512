"""Meta: which code and which model an index was built by, and how often its notes have changed.

`generation` grows with every change of the notes and `build` is new in every rebuilt index, so
that the pair tells a process whether what it remembers of the index is still so.
"""

import apsw
from msgspec import Struct

from ...core.analysis import ANALYSER_VERSION
from .schema import APPLICATION_ID, SCHEMA_VERSION


class Meta(Struct, frozen=True):
    analyser: int
    build: str
    generation: int
    model: str  # the fingerprint of the vectors' model; "" before there was one


def write_meta(con: apsw.Connection, meta: Meta) -> None:
    fields = (
        ("analyser", meta.analyser),
        ("build", meta.build),
        ("generation", meta.generation),
        ("model", meta.model),
    )
    con.executemany("INSERT OR REPLACE INTO meta(name, value) VALUES(?, ?)", fields)


def read_meta(con: apsw.Connection) -> Meta:
    found = dict(con.execute("SELECT name, value FROM meta"))
    return Meta(int(found["analyser"]), str(found["build"]), int(found["generation"]), str(found["model"]))


def is_empty(con: apsw.Connection) -> bool:
    """SQLite keeps a table of its own for good once vec0 has counted rows."""
    return (
        con.execute(r"SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' LIMIT 1").fetchone()
        is None
    )


def is_ours(con: apsw.Connection) -> bool:
    return bool(con.pragma("application_id") == APPLICATION_ID)


def outdated(con: apsw.Connection) -> str:
    """Why the index must be rebuilt, in a few words; nothing when it was built by this code."""
    if con.pragma("user_version") != SCHEMA_VERSION:
        return "another version of hindnote built it"
    if read_meta(con).analyser != ANALYSER_VERSION:
        return "the analysis of text has changed"
    return ""
