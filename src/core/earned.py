"""Earned: the notes that were read whole, by how often and how lately; nothing but a read earns a note anything.

A read is worth the days that are left of those for which it counts: most on its day, then less each day, then
nothing. So a note that nobody touches ages out by itself. What it was read as under an earlier key counts for it
still. Runs in hooks.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from .budgets import SECOND, nanoseconds, tallies
from .followed import Move, following
from .records import Record, as_mapping

# --- values -----------------------------------------------------------------

DAYS = 90  # that a read counts (design, section 9)
DAY = 86_400 * SECOND
READ = "Accessed"


class Read(NamedTuple):
    """A note was read whole, so many times on one day."""

    note: str  # `layer/key`
    day: str
    times: int = 1


class Earned(NamedTuple):
    note: str
    times: int
    last: str  # day
    worth: int


# --- decisions ----------------------------------------------------------------


def reads(records: Iterable[Record]) -> Iterator[Read]:
    """Those that the records tell of, one by one or in a summary."""
    for record in records:
        if record.get("event") == READ:
            at, layer, key = as_mapping(record.get("stamp")).get("at"), record.get("layer"), record.get("key")
            if isinstance(at, str) and isinstance(layer, str) and isinstance(key, str):
                yield Read(f"{layer}/{key}", at[:10])
        for did, layer, key, _, times, last in tallies(record):
            if did == READ and times:
                yield Read(f"{layer}/{key}", last[:10], times)


def ranked(told: Iterable[Read], today: str, moves: Iterable[Move] = ()) -> list[Earned]:
    """Every note that was read within the days that count, as it is called now, the one worth most first."""
    found: dict[str, Earned] = {}
    now = following(moves)
    for read in told:
        if worth := max(0, DAYS - _age(read.day, today)):
            note = now(read.note, read.day)
            had = found.get(note, Earned(note, 0, "", 0))
            times, last = had.times + read.times, max(had.last, read.day)
            found[note] = Earned(note, times, last, had.worth + worth * read.times)
    by_note = sorted(found.values(), key=lambda earned: earned.note)
    return sorted(by_note, key=lambda earned: (earned.worth, earned.last), reverse=True)


def _age(day: str, today: str) -> int:
    """In days; what a clock that ran ahead wrote is of today."""
    return max(0, (_midnight(today) - _midnight(day)) // DAY)


@cache
def _midnight(day: str) -> int:
    return nanoseconds(f"{day}T00:00:00Z")
