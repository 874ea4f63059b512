"""Inspection: what state an index file is in, looked at without touching it, and whether vectors work here.

Effects: reads an index file.
"""

import os
from pathlib import Path

import apsw
from msgspec import Struct

from .connection import IN_MEMORY, connect, has_full_text, load_vectors
from .meta import is_ours, outdated, read_meta


class Inspected(Struct, frozen=True):
    """Each text says why, or is empty; `model` is the fingerprint of its vectors."""

    there: bool = True
    damaged: str = ""
    outdated: str = ""
    model: str = ""


def inspect(path: Path) -> Inspected:
    if not os.path.lexists(path):
        return Inspected(there=False)
    try:
        con = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    except (apsw.Error, UnicodeEncodeError) as error:
        return Inspected(damaged=str(error))
    try:
        if not is_ours(con):
            return Inspected(damaged="it is no index of ours")
        found = con.execute("PRAGMA quick_check(1)").get
        if found != "ok":
            return Inspected(damaged=str(found).splitlines()[0])
        return Inspected(outdated=outdated(con), model=read_meta(con).model)
    except (apsw.Error, KeyError, ValueError) as error:
        return Inspected(damaged=str(error))
    finally:
        con.close()


def searching_fails() -> str:
    """Why full text or the nearest vector cannot be found on this machine; nothing when both can."""
    con = connect(IN_MEMORY)
    try:
        if not has_full_text(con):
            return "SQLite has no FTS5"
        if problem := load_vectors(con):
            return problem
        con.execute("CREATE VIRTUAL TABLE v USING vec0(of int8[4])")
        con.execute("INSERT INTO v(rowid, of) VALUES (1, vec_int8('[1,2,3,4]')), (2, vec_int8('[9,9,9,9]'))")
        nearest = con.execute("SELECT rowid FROM v WHERE of MATCH vec_int8('[1,2,3,5]') AND k = 1").get
    except apsw.Error as error:
        return f"sqlite-vec does not answer: {error}"
    finally:
        con.close()
    return "" if nearest == 1 else "sqlite-vec finds another vector than the nearest"
