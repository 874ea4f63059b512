"""As of: a store's notes as they stood on any day, in the very tables that hooks read.

The index is built once, in a folder of its own. To go to a day, the notes of later days are taken out of it
and put back afterwards, so that hooks' own queries see neither them, nor what they say of older notes. A note's
time is the beginning of its day, for a file's own says when it was copied. What cannot be told is when a note
was corrected in place: a correction counts from the note's day on.

Effects: reads notes; writes indexes into a temporary folder.
"""

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import apsw

from ...core.keys import Layer
from ...core.namenotes import NamedNote
from ...core.targets import fold_key, named
from ..app.world import World
from ..index.folders import Source
from ..index.index import Index
from ..index.lookup import Lookup
from ..index.shelf import Shelf

# --- values ---------------------------------------------------------------

Folders = Sequence[Sequence[Source]]  # of each index

_DAY = "substr(date, 1, 10)"
_LATER = f"(SELECT id FROM notes WHERE {_DAY} > :day)"  # noqa: S608  (words of this module)
_FORGET = (
    f"DELETE FROM terms WHERE rowid IN {_LATER}",  # noqa: S608
    f"DELETE FROM names WHERE note IN {_LATER}",  # noqa: S608
    f"DELETE FROM links WHERE note IN {_LATER}",  # noqa: S608
    f"DELETE FROM notes WHERE {_DAY} > :day",  # noqa: S608
)

# --- functions ------------------------------------------------------------


def folders_of(world: World, notes: Path | None) -> Folders:
    """Those of the store one stands in, or a folder of any Markdown in their place."""
    if notes is not None:
        return [[Source(Layer.VAULT, notes.resolve())]]
    places = world.places
    own = [Source(Layer.TEAM, places.team), Source(Layer.LOCAL, places.local)]
    return [own, *([Source(Layer.VAULT, vault)] for vault in places.vaults)]


class AsOf:
    """A context manager around the temporary folder."""

    def __init__(self, folders: Folders) -> None:
        self.folders = folders
        self.lookup = Lookup(())
        self.days: list[str] = []
        self.successors: list[list[tuple[int, str]]] = []  # of each index: a note, and the day of what superseded it
        self.known: frozenset[str] = frozenset()  # every name that any note holds
        self._scratch = TemporaryDirectory(prefix="hindnote-bench-")
        self._noted = -1

    def __enter__(self) -> Self:
        paths = [Path(self._scratch.name, f"{place}.db") for place in range(len(self.folders))]
        shelves = [Shelf(sources, path, None) for sources, path in zip(self.folders, paths, strict=True)]
        with Index(shelves) as index:
            index.refresh(vectors=False)
        self.lookup.cons = [_opened(path) for path in paths]
        self.days = sorted(str(day) for con in self.lookup.cons for (day,) in con.execute(f"SELECT {_DAY} FROM notes"))  # noqa: S608
        self.successors = [_successors(con) for con in self.lookup.cons]
        folds = (fold for con in self.lookup.cons for (fold,) in con.execute("SELECT DISTINCT fold FROM names"))
        self.known = frozenset(map(str, folds))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.lookup.close()
        self._scratch.cleanup()

    def on(self, day: str) -> Lookup:
        """What there was by the end of a day; on no day, nothing."""
        noted = bisect_right(self.days, day)
        if noted != self._noted:
            self._noted = noted
            for con, successors in zip(self.lookup.cons, self.successors, strict=True):
                _go_to(con, day, successors)
        return self.lookup

    def keys(self) -> frozenset[str]:
        return frozenset(str(key) for con in self.lookup.cons for (key,) in con.execute("SELECT key FROM notes"))

    def names_of(self, identity: str) -> frozenset[str]:
        """Of a note, as `layer/key`."""
        layer, _, key = identity.partition("/")
        query = "SELECT fold FROM names WHERE note IN (SELECT id FROM notes WHERE layer = ? AND key = ?)"
        return frozenset(str(fold) for con in self.lookup.cons for (fold,) in con.execute(query, (layer, key)))

    def text_of(self, note: NamedNote) -> str:
        """As the file is now; nothing when it cannot be read."""
        for source in (source for sources in self.folders for source in sources if source.layer == note.layer):
            try:
                return (source.folder / note.path).read_bytes().decode("utf-8", "replace")
            except OSError:
                continue
        return ""


def _opened(path: Path) -> apsw.Connection:
    con = apsw.Connection(str(path))
    con.pragma("journal_mode", "memory")
    con.pragma("synchronous", "off")
    con.execute("UPDATE notes SET mtime = coalesce(CAST(strftime('%s', date) AS INTEGER), 0) * 1000000000")
    return con


def _successors(con: apsw.Connection) -> list[tuple[int, str]]:
    """Only those whose day is known: the others count at once."""
    query = f"SELECT fold, base, {_DAY} FROM notes ORDER BY 3 DESC"  # noqa: S608
    days = {str(one): str(day) for fold, base, day in con.execute(query) for one in (base, fold)}
    declared = con.execute("SELECT id, superseded_by FROM notes WHERE superseded_by IS NOT NULL")
    told = [(int(row), fold_key(named(str(by).removeprefix("[[").removesuffix("]]")))) for row, by in declared]
    return [(row, days[by]) for row, by in told if by in days]


def _go_to(con: apsw.Connection, day: str, successors: Sequence[tuple[int, str]]) -> None:
    if con.in_transaction:
        con.execute("ROLLBACK")
    con.execute("BEGIN")
    for statement in _FORGET:
        con.execute(statement, {"day": day})
    later = [(row,) for row, since in successors if since > day]
    con.executemany("UPDATE notes SET superseded_by = NULL WHERE id = ?", later)
