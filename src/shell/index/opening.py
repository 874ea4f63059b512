"""Opening: a connection to an index that this code built, made, rebuilt or mended on the way.

Invariant: what is returned has every table, by this version; what else was in the file is said.
A damaged file is emptied under SQLite's own locks, never unlinked under another process's feet.
A link in the file's place is not followed: what it leads to is nobody's to empty.

Effects: creates and resets index files.
"""

import os
from pathlib import Path
from time import monotonic, sleep

import apsw
from msgspec import Struct
from msgspec.structs import replace

from ...core.analysis import ANALYSER_VERSION
from ..ledgerfile import make_folder
from .connection import IN_MEMORY, connect, has_full_text, load_vectors
from .meta import Meta, is_empty, is_ours, outdated, write_meta
from .rows import Rows
from .schema import create, drop
from .spread import Spread
from .troubles import Foreign, NoFullText, Rebuilt

AGAIN_SECONDS = 0.005

# --- values ---------------------------------------------------------------


class Opened(Struct, frozen=True):
    """`vectors` says, when not empty, why there can be none."""

    con: apsw.Connection
    spread: Spread | None  # None without full text
    rows: Rows
    vectors: str
    met: tuple[Foreign | Rebuilt, ...] = ()


# --- functions ------------------------------------------------------------


def open_file(path: Path, patience_ms: int) -> Opened | NoFullText:
    """Raises what SQLite and the disk raise; a damaged file raises too, and `mend` is for it.

    Who makes a new file holds it for a moment, in which SQLite turns others away at once: they try again.
    """
    until = monotonic() + patience_ms / 1000
    while True:
        try:
            return _open_file(path, patience_ms)
        except apsw.BusyError:
            if monotonic() >= until:
                raise
            sleep(AGAIN_SECONDS)


def _open_file(path: Path, patience_ms: int) -> Opened | NoFullText:
    make_folder(str(path.parent))
    _own(path)
    con = connect(str(path), patience_ms)
    try:
        if not has_full_text(con):
            con.close()
            return NoFullText()
        if not is_empty(con) and not is_ours(con):
            con.close()
            return _in_place_of(path, patience_ms)
        return _made(con, str(path))
    except BaseException:
        con.close()
        raise


def open_memory() -> Opened:
    con = connect(IN_MEMORY)
    full_text = has_full_text(con)
    vectors = load_vectors(con)
    _create(con, full_text=full_text)
    return Opened(con, Spread(con) if full_text else None, Rows(con), vectors)


def mend(path: Path) -> None:
    """Empty a damaged file, as SQLite wants it done; whoever else has it open sees it empty."""
    _own(path)
    con = apsw.Connection(str(path))
    try:
        con.set_busy_timeout(1000)
        con.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
        con.execute("VACUUM")
        con.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 0)
    finally:
        con.close()


# --- steps ----------------------------------------------------------------


def _own(path: Path) -> None:
    """A file at `path` itself; SQLite would follow a link, and make a new file for all to read."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0), 0o600))


def _made(con: apsw.Connection, path: str) -> Opened:
    """With every table by this version, created by exactly one of those who open at once."""
    vectors = load_vectors(con)
    met: tuple[Rebuilt, ...] = ()
    if is_empty(con) or outdated(con):
        con.execute("BEGIN IMMEDIATE")
        try:
            if not is_empty(con) and (why := outdated(con)):
                met = (Rebuilt(path, why),)
                drop(con)
            if is_empty(con):
                _create(con, full_text=True)
            con.execute("COMMIT")
        except BaseException:
            if con.in_transaction:
                con.execute("ROLLBACK")
            raise
    return Opened(con, Spread(con), Rows(con), vectors, met)


def _create(con: apsw.Connection, *, full_text: bool) -> None:
    create(con, full_text=full_text)
    write_meta(con, Meta(ANALYSER_VERSION, os.urandom(8).hex(), 0, ""))


def _in_place_of(path: Path, patience_ms: int) -> Opened | NoFullText:
    """Set another program's database aside, whole, and begin in its place."""
    aside = path.with_name(f"{path.name}.not-hindnote-{os.urandom(4).hex()}")
    for suffix in ("-wal", "-shm", ""):
        found = path.with_name(path.name + suffix)
        if found.exists():
            found.rename(aside.with_name(aside.name + suffix))
    match open_file(path, patience_ms):
        case Opened(met=met) as opened:
            return replace(opened, met=(Foreign(str(path), aside.name), *met))
        case without:
            return without
