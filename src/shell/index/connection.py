"""Connection: one SQLite connection as every index wants it, on a file or in memory.

Effects: opens files; loads sqlite-vec from its installed folder, without importing it (that
would import numpy).
"""

import errno
import importlib.util
import os
from functools import lru_cache
from pathlib import Path

import apsw

IN_MEMORY = ":memory:"
PATIENCE_MS = 50  # a reader waits no longer for another's refresh (design, section 7)
WAL_LIMIT = 1 << 20  # bytes of log: a build would leave one as large as the index
PAGE_BYTES = 4096
CACHE_KIB = 65_536  # the postings of a common word at 100,000 notes are read again and again


def connect(path: str, patience_ms: int = PATIENCE_MS) -> apsw.Connection:
    try:
        con = apsw.Connection(path)
    except UnicodeEncodeError as odd:
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), path) from odd
    try:
        con.set_busy_timeout(patience_ms)
        _prepare(con, path)
    except BaseException:
        con.close()
        raise
    return con


def _prepare(con: apsw.Connection, path: str) -> None:
    con.pragma("cache_size", -CACHE_KIB)
    con.pragma("temp_store", "memory")
    if path == IN_MEMORY:
        return
    con.pragma("journal_mode", "wal")
    con.pragma("journal_size_limit", WAL_LIMIT)
    con.pragma("wal_autocheckpoint", WAL_LIMIT // PAGE_BYTES)
    con.pragma("synchronous", "normal")  # a power cut may cost the index its newest rows: the next refresh finds them


def has_full_text(con: apsw.Connection) -> bool:
    return con.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone() is not None


def load_vectors(con: apsw.Connection) -> str:
    """Make vec0 usable; what prevents it, in a few words, or nothing."""
    if con.execute("SELECT 1 FROM pragma_module_list WHERE name = 'vec0'").fetchone():
        return ""
    library = _vec0()
    if library is None:
        return "sqlite-vec is not installed"
    try:
        con.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1)  # for this call, never for SQL
        con.load_extension(library)
    except (apsw.Error, AttributeError) as error:
        return f"sqlite-vec cannot be loaded: {error}"
    finally:
        con.config(apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
    return ""


@lru_cache(1)
def _vec0() -> str | None:
    spec = importlib.util.find_spec("sqlite_vec")
    return str(Path(spec.origin).with_name("vec0")) if spec and spec.origin else None
