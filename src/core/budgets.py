"""Budgets: what a session was told so far and may still be told, folded from its records in the ledger.

Whatever the order, in pieces or at once, before and after a summary took the place of records: the same
records give the same budgets. What cannot be read counts for nothing; what does not say its channel counts
as push. Pull limits push only where `HINDNOTE_SPLIT_BUDGET=0` joins them. Runs in hooks.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from .hints import Heard
from .records import Record, as_mapping
from .switches import Switches

# --- values -----------------------------------------------------------------

PUSH_CHARACTERS = 60_000  # a session (design, section 9)
EDITS = 3  # that make a session one worth a note (design, section 9)

SHOWN = frozenset({"Recalled", "Advised", "Hinted", "Accessed", "Remembered"})  # after these the session knows a note
SECOND = 10**9  # ns
NO_FIELDS: Sequence[object] = [None] * 10


class Spent(NamedTuple):
    """Characters, by who asked for them."""

    push: int = 0
    pull: int = 0
    names: int = 0  # of push: about names


class Doings(NamedTuple):
    """What the notice at a session's stop asks about."""

    failed: int = 0  # calls of tools
    edited: int = 0  # calls that changed a file
    recorded: int = 0  # notes it wrote
    stops: int = 0  # notices it had


# --- folds --------------------------------------------------------------------


def heard(records: Iterable[Record], switches: Switches) -> Heard:
    told = list(records)
    cost = spent(told)
    used = cost.push if switches.split_budget else cost.push + cost.pull
    return Heard(
        hinted=frozenset(name for record in told for name in _hinted(record)),
        name_characters=cost.names,
        push_left=max(0, PUSH_CHARACTERS - used),
        seen=seen(told),
    )


def spent(records: Iterable[Record]) -> Spent:
    push = pull = names = 0
    for channel, characters, about_names in (cost for record in records for cost in _costs(record)):
        if channel == "pull":
            pull += characters
        else:
            push += characters
            names += about_names
    return Spent(push, pull, names)


def seen(records: Iterable[Record]) -> dict[str, int]:
    """`layer/key` to when it was last shown, read or written."""
    latest: dict[str, int] = {}
    for note, at in (shown for record in records for shown in _shown(record)):
        latest[note] = max(at, latest.get(note, at))
    return latest


def doings(records: Iterable[Record]) -> Doings:
    failed = edited = recorded = stops = 0
    for did, detail, times in (done for record in records for done in _done(record)):
        failed += times * (did == "Worked" and detail == "failed")
        edited += times * (did == "Worked" and detail == "edited")
        recorded += times * (did == "Remembered" and detail != "skipped")
        stops += times * (did == "Hinted" and detail.partition(" ")[0] == "stop")
    return Doings(failed, edited, recorded, stops)


# --- one record -----------------------------------------------------------------


def _hinted(record: Record) -> Iterator[str]:
    if record.get("event") == "Hinted":
        yield from _texts(record.get("names"))
    for did, layer, key, _, _, _ in tallies(record):
        if did == "Hinted" and key and not layer:
            yield key


def _costs(record: Record) -> Iterator[tuple[str, int, int]]:
    """Channel, characters, and how many of them are about names."""
    if record.get("event") != "Summarised":
        yield _text(record.get("channel")), _number(record.get("characters")), _number(record.get("name_characters"))
    for row in _rows(record, "costs"):
        channel, _, _, _, characters, _, _, about_names, *_ = row
        yield _text(channel), _number(characters), _number(about_names)


def _shown(record: Record) -> Iterator[tuple[str, int]]:
    event, at = _text(record.get("event")), nanoseconds(_text(as_mapping(record.get("stamp")).get("at")))
    if event in SHOWN:
        own = f"{_text(record.get('layer'))}/{_text(record.get('key'))}"
        notes = (own,) if "key" in record else _texts(record.get("keys"))
        yield from ((note, at + SECOND * (event == "Remembered")) for note in notes)
    for did, layer, key, _, _, last in tallies(record):
        if did in SHOWN and layer:
            yield f"{layer}/{key}", nanoseconds(last) + SECOND * (did == "Remembered")


def _done(record: Record) -> Iterator[tuple[str, str, int]]:
    match record.get("event"):
        case "Worked":
            yield "Worked", _text(record.get("did")), 1
        case "Remembered":
            yield "Remembered", _text(record.get("how")), 1
        case "Hinted":
            yield "Hinted", _text(record.get("hook")), 1
        case _:
            pass
    for did, _, key, detail, times, _ in tallies(record):
        if did == "Remembered" or not key:
            yield did, detail, times


def tallies(record: Record) -> Iterator[tuple[str, str, str, str, int, str]]:
    """Of a summary: what was done, layer, key, detail, how often, and when last."""
    for row in _rows(record, "tallies"):
        _, did, layer, key, detail, times, last, *_ = row
        yield _text(did), _text(layer), _text(key), _text(detail), _number(times), _text(last)


# --- what is no record of ours counts for nothing -------------------------------


def _rows(record: Record, name: str) -> Iterator[Sequence[object]]:
    """A summary's, each filled up with nothing to the length of the longest."""
    rows = as_mapping(record.get("totals")).get(name)
    for row in cast("list[object]", rows) if isinstance(rows, list) else ():
        if isinstance(row, list):
            yield [*cast("list[object]", row), *NO_FIELDS]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        yield from (each for each in cast("list[object]", value) if isinstance(each, str))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: object) -> int:
    """Never below nothing: no line of anybody's gives a budget back."""
    return max(0, value) if isinstance(value, int) else 0


# --- time -----------------------------------------------------------------------


def nanoseconds(at: str) -> int:
    """A stamp's second since 1970, for a note's mtime; of what is no stamp, before every note."""
    try:
        year, month, day = int(at[:4]), int(at[5:7]), int(at[8:10])
        seconds = int(at[11:13]) * 3600 + int(at[14:16]) * 60 + int(at[17:19])
    except ValueError:
        return -1
    return (_days(year, month, day) * 86_400 + seconds) * SECOND


def _days(year: int, month: int, day: int) -> int:
    """Since 1970, in the civil calendar; years begin in March, so that a leap day ends one."""
    year -= month < 3
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return year * 365 + year // 4 - year // 100 + year // 400 + of_year - 719_468
