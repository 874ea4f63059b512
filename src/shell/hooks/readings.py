"""Readings: which notes were read whole in the days that count, in every session, and where notes went since, as a hook may find it out.

Of each file only the lines are understood that tell of a read or of a move, and files that nobody wrote to in those days
are not opened. What a file came to is kept beside it, and holds while the file stands as it did when it was read.
What the archive has a summary of is not told twice: beside another archive every file is read anew.

Effects: reads the ledger's files; replaces one file beside them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple  # Any: what a JSON file holds is known when it was looked at

from ...core.attribution import mark_of, remaining
from ...core.earned import DAY, DAYS, READ, Read, reads
from ...core.followed import PROMOTED, RENAMED, Move, moves
from ...core.records import Record, as_mapping, decode
from ..ledgerfile import ARCHIVE, contents, covered
from ..ledgerfolder import sessions
from ..smallfile import read_small, write_small
from ..written import Written, written
from .journal import covers_of

KEPT = "~reads.json"
VERSION = 2
TOLD = tuple(f'"{event}"'.encode() for event in (READ, RENAMED, PROMOTED))
MOVED = b'"Moved"'  # to another session's file

# --- values ---------------------------------------------------------------


class Came(NamedTuple):
    """What a file came to, as it stood."""

    file: Written
    reads: tuple[Read, ...] = ()
    moves: tuple[Move, ...] = ()


class Readings(NamedTuple):
    reads: list[Read]
    moves: list[Move]


NOTHING = Came(Written(-1, -1, -1, -1))

# --- functions ------------------------------------------------------------


def readings(folder: str, now_ns: int) -> Readings:
    files = _counting(folder, now_ns - (DAYS + 1) * DAY)
    came = _known(folder, files)
    if anew := files.keys() - came.keys():
        came |= _come_to(folder, {name: files[name] for name in anew})
        write_small(folder, KEPT, {"version": VERSION, "files": came})
    return Readings(
        [read for each in came.values() for read in each.reads], [move for each in came.values() for move in each.moves]
    )


def _counting(folder: str, since_ns: int) -> dict[str, Written]:
    """The archive, and the sessions that somebody has written to since."""
    lately = {name: file for name, file in sessions(folder).items() if file.at >= since_ns}
    archive = written(f"{folder}/{ARCHIVE}")
    return lately if archive is None else {ARCHIVE: archive, **lately}


def _come_to(folder: str, files: Mapping[str, Written]) -> dict[str, Came]:
    archive = contents(f"{folder}/{ARCHIVE}")
    found: dict[str, Came] = {}
    for name, file in files.items():
        data = archive if name == ARCHIVE else _own(contents(f"{folder}/{name}"), name, archive)
        told = _told(data)
        found[name] = Came(file, tuple(reads(told)), tuple(moves(told)))
    return found


def _own(data: bytes, name: str, archive: bytes) -> bytes:
    """Of a session's file, what no summary stands for."""
    summaries = decode(_lines(archive, b'"file":"%s"' % name.encode("utf-8", "replace")))
    return data[covered(data, name, covers_of(summaries)) :]


def _told(data: bytes) -> list[Record]:
    if not any(mark in data for mark in TOLD):
        return []
    return remaining(decode(_lines(data, *TOLD, MOVED)), mark_of)


def _lines(data: bytes, *marks: bytes) -> bytes:
    """Those with one of the marks in them, which may yet mean something else."""
    said = any(mark in data for mark in marks)
    return b"\n".join(line for line in data.split(b"\n") if any(mark in line for mark in marks)) if said else b""


# --- kept -----------------------------------------------------------------


def _known(folder: str, files: Mapping[str, Written]) -> dict[str, Came]:
    """Of the files that still stand so."""
    kept = read_small(folder, KEPT)
    told = as_mapping(kept.get("files") if kept.get("version") == VERSION else None)
    came = {name: each for name, value in told.items() if (each := _came(value)).file == files.get(name)}
    return came if (ARCHIVE in came) == (ARCHIVE in files) == (ARCHIVE in told) else {}


def _came(value: Any) -> Came:  # noqa: ANN401  (whatever the file holds)
    """As it was written; what is not to be understood is of no file."""
    try:
        (at, size, changed, inode), told, gone = value
        return Came(
            Written(at, size, changed, inode),
            tuple(Read(str(note), str(day), int(n)) for note, day, n in told),
            tuple(Move(str(at), str(note), str(to)) for at, note, to in gone),
        )
    except (TypeError, ValueError, OverflowError):
        return NOTHING
