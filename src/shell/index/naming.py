"""Naming: which notes name a thing, read from one index file, for use cases and hooks alike.

Imports nothing that a hook cannot afford: apsw only, no msgspec, no model. Live notes only: an
archived note has no rows here. Writes nothing.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any  # a row of SQLite's, whose columns the query above it names

import apsw

from ...core.layers import Layer
from ...core.namenotes import NamedNote, Snapshot, Standing, merged
from ...core.targets import fold_key, last_part

MOST_ASKED = 500  # names in one text that are looked up; 16,000 characters rarely hold more

_FIELDS = """notes.layer, notes.key, notes.title, notes.date, notes.mtime, notes.superseded_by IS NOT NULL,
    notes.supersedes IS NOT NULL, notes.stale_marker, notes.credential, notes.generated, notes.id, notes.base, notes.path, notes.dated"""
_BY_NAME = f"""SELECT names.fold, names.titled, {_FIELDS} FROM names JOIN notes ON notes.id = names.note
    WHERE names.fold IN ({{}})"""
_BY_ROW = f"SELECT notes.id, 0, {_FIELDS} FROM notes WHERE notes.id IN ({{}}) AND notes.archived = 0"
_BY_KEY = f"""SELECT notes.key, 0, {_FIELDS} FROM notes
    WHERE notes.fold = ? AND notes.layer = ? AND notes.key = ? AND notes.archived = 0 ORDER BY notes.path LIMIT 1"""
_BY_TRIGGER = f"""SELECT notes.invalidated_by, 0, {_FIELDS} FROM notes
    WHERE notes.invalidated_by IN ({{}}) AND notes.layer <> 'vault' AND notes.archived = 0"""
_ROW, _BASE = -4, -3
_UNPROMOTED = """SELECT count(*) FROM notes AS own WHERE layer = 'local' AND type IN ('surprise', 'topic')
    AND archived = 0 AND generated = 0
    AND NOT EXISTS (SELECT 1 FROM notes WHERE notes.layer = 'team' AND notes.fold = own.fold)"""
_SUPERSEDING = """SELECT links.target, notes.layer, notes.key FROM links JOIN notes ON notes.id = links.note
    WHERE links.fold IN ({}) AND links.kind = 'supersedes'"""


def total(con: apsw.Connection) -> int:
    """The live notes, counted in the two smallest indexes that know them."""
    return int(con.execute("SELECT (SELECT count(*) FROM notes) - (SELECT count(*) FROM notes WHERE archived = 1)").get)


def standings(con: apsw.Connection, folds: Iterable[str]) -> dict[str, Standing]:
    """How many notes name each of these, and how many in their title; nothing for what none names."""
    asked = list(folds)[:MOST_ASKED]
    found: Iterable[Sequence[Any]] = con.execute(
        f"SELECT fold, count(*), total(titled) FROM names WHERE fold IN ({_marks(asked)}) GROUP BY fold",
        storable(asked),
    )
    return {fold: Standing(notes, int(titled)) for fold, notes, titled in found}


def notes_naming(con: apsw.Connection, folds: Sequence[str]) -> dict[str, list[NamedNote]]:
    """The notes behind each name, in no order."""
    rows: Iterable[Sequence[Any]] = con.execute(_BY_NAME.format(_marks(folds)), storable(folds))
    found: dict[str, list[NamedNote]] = {}
    for fold, note in _notes(con, rows):
        found.setdefault(fold, []).append(note)
    return found


def notes_of(con: apsw.Connection, rows: Sequence[int]) -> dict[int, NamedNote]:
    """The live ones of these notes, by their row."""
    found: Iterable[Sequence[Any]] = con.execute(_BY_ROW.format(_marks(rows)), rows)
    return dict(_notes(con, found))


def note_keyed(con: apsw.Connection, layer: str, key: str) -> NamedNote | None:
    """The live note that goes by this key; of several files that claim it the first."""
    found: Iterable[Sequence[Any]] = con.execute(_BY_KEY, storable([fold_key(key), layer, key]))
    return next((note for _, note in _notes(con, found)), None)


def notes_expiring(con: apsw.Connection, triggers: Sequence[str]) -> list[tuple[str, NamedNote]]:
    """The live notes that expire by one of these; a vault's notes are about no one repository."""
    asked = list(triggers)[:MOST_ASKED]
    found: Iterable[Sequence[Any]] = con.execute(_BY_TRIGGER.format(_marks(asked)), storable(asked))
    return [(str(trigger), note) for trigger, note in _notes(con, found)]


def count_unpromoted(con: apsw.Connection) -> int:
    """Live local notes that somebody wrote and the team has none of: a stub is its document's."""
    return int(con.execute(_UNPROMOTED).get)


def _notes(con: apsw.Connection, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, NamedNote]]:
    found = list(rows)
    superseded = _superseded(con, found) if found else ()
    return ((row[0], _note(row, superseded)) for row in found)


def _note(row: Sequence[Any], superseded: Collection[tuple[str, str]]) -> NamedNote:
    _, titled, layer, key, title, date, mtime, by, replaces, marked, credential, generated, *_, path, dated = row
    is_old = bool(by) or (layer, key) in superseded
    marks = (is_old, bool(replaces), bool(marked), bool(credential), bool(generated))
    return NamedNote(layer, key, title, date, mtime, bool(titled), *marks, path=path, dated=dated)


def snapshot(cons: Sequence[apsw.Connection], folds: Sequence[str]) -> Snapshot:
    """What all the indexes together say of these names; the notes of each are asked for as they are needed."""
    notes, known = merged((total(con), standings(con, folds)) for con in cons)

    def naming(fold: str) -> list[NamedNote]:
        return [note for con in cons for note in notes_naming(con, [fold]).get(fold, [])]

    return Snapshot(notes, known, naming)


def _superseded(con: apsw.Connection, rows: Sequence[Sequence[Any]]) -> set[tuple[str, str]]:
    """Layer and key of every note that another says it supersedes, as the one resolver reaches it."""
    folds = sorted({row[_BASE] for row in rows} | _aliased(con, [row[_ROW] for row in rows]))
    found: list[Sequence[Any]] = list(con.execute(_SUPERSEDING.format(_marks(folds)), storable(folds)))
    superseded: set[tuple[str, str]] = set()
    if not found:
        return superseded
    from ...core.reach import REACH, keys_reached  # noqa: PLC0415  (only a name with such notes pays for it)
    from .resolving import resolver, seen_from  # noqa: PLC0415  (as above)

    found_by = resolver(con)
    for target, layer, key in found:
        reached = keys_reached(seen_from(layer, key, target), REACH[Layer(layer)], found_by)
        superseded.update(one for one in reached if one != (layer, key))
    return superseded


def _aliased(con: apsw.Connection, rows: Sequence[int]) -> set[str]:
    """Links may name a vault's note by what it is called besides."""
    found: Iterable[Sequence[Any]] = con.execute(f"SELECT fold FROM aliases WHERE note IN ({_marks(rows)})", list(rows))
    return {last_part(fold) for (fold,) in found}


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def storable(texts: Sequence[str]) -> list[str]:
    """SQLite takes no lone surrogates; a name that holds one is in no index."""
    return [text.encode("utf-8", "backslashreplace").decode() for text in texts]
