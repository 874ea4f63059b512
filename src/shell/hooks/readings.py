"""Readings: which notes were read whole in the days that count, in every session, as a hook may find it out.

Of each file only the lines are understood that tell of a read, and files that nobody wrote to in those days
are not opened. What the archive has a summary of is not told twice.

Effects: reads the ledger's files.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH208, PTH116

import os
from collections.abc import Iterator, Sequence

from ...core.earned import DAY, DAYS, READ
from ...core.records import Record, decode
from ..ledgerfile import ARCHIVE, contents, covered
from .journal import Covers

MARK = f'"{READ}"'.encode()


def readings(folder: str, now_ns: int) -> Iterator[Record]:
    """The records that tell of a read, one by one or in a summary."""
    archived = _telling(contents(f"{folder}/{ARCHIVE}"))
    yield from archived
    covers = list(_covers(archived))
    for name in _written(folder, now_ns - (DAYS + 1) * DAY):
        data = contents(f"{folder}/{name}")
        if MARK in data:
            yield from _telling(data[covered(data, name, covers) :])


def _written(folder: str, since_ns: int) -> list[str]:
    """The sessions' files that somebody has written to since."""
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".jsonl") and name != ARCHIVE]
        return [name for name in names if os.stat(f"{folder}/{name}").st_mtime_ns >= since_ns]
    except OSError:
        return []


def _telling(data: bytes) -> Sequence[Record]:
    return decode(b"\n".join(line for line in data.split(b"\n") if MARK in line)) if MARK in data else ()


def _covers(archived: Sequence[Record]) -> Iterator[Covers]:
    for each in archived:
        match each.get("covers"):
            case {"file": str(file), "size": int(size), "digest": str(digest)}:
                yield Covers(file, size, digest)
            case _:
                pass
