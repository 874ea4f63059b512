"""Followed: what a note that the ledger names is called by now, when it was renamed or went to the team since.

A fold over what every session did, for a note goes on whoever moved it. A day's first moment stands for the day: what
was told of a key on that day follows wherever the note went on it. Runs in hooks.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from .budgets import tallies
from .records import Record, as_mapping
from .targets import fold_key

# --- values -----------------------------------------------------------------

RENAMED, PROMOTED = "Renamed", "Promoted"
MOVES = frozenset({RENAMED, PROMOTED})


class Move(NamedTuple):
    """A note went from one identity to another; both are `layer/key`."""

    at: str
    note: str
    to: str


Following: TypeAlias = Callable[[str, str], str]
"""Of a note (`layer/key`) that was told of at a time, what it is now."""

# --- decisions ----------------------------------------------------------------


def following(moves: Iterable[Move]) -> Following:
    """Of one move that was made again on one day only the last counts, as in a summary of that day."""
    latest: dict[tuple[str, str, str], str] = {}
    for at, note, to in moves:
        made = (at[:10], note, to)
        latest[made] = max(at, latest.get(made, ""))
    onward: dict[str, list[tuple[str, str]]] = {}
    for at, note, to in sorted((at, note, to) for (_, note, to), at in latest.items()):
        onward.setdefault(fold_key(note), []).append((at, to))

    def now(note: str, at: str) -> str:
        made: set[tuple[str, str]] = set()
        while step := next((step for step in onward.get(fold_key(note), ()) if step[0] >= at), None):
            if step in made:  # there and back within a second
                break
            made.add(step)
            at, note = step
        return note

    return now


def move(did: str, layer: str, key: str, to: str, at: str) -> Move | None:
    """As an event or a summary tells it."""
    if did == RENAMED and to:
        return Move(at, f"{layer}/{key}", f"{layer}/{to}")
    return Move(at, f"local/{key}", f"team/{key}") if did == PROMOTED else None


def moves(records: Iterable[Record]) -> Iterator[Move]:
    """What the records tell of, one by one or in a summary."""
    for record in records:
        event, key = record.get("event"), record.get("key")
        at, layer, to = as_mapping(record.get("stamp")).get("at"), record.get("layer", ""), record.get("to", "")
        texts = [each for each in (event, layer, key, to, at) if isinstance(each, str)]
        told = [(did, of, noted, detail, last) for did, of, noted, detail, _, last in tallies(record)]
        if event in MOVES and len(texts) == 5:  # all of them
            told.append((str(event), str(layer), str(key), str(to), str(at)))
        yield from (found for each in told if (found := move(*each)) is not None)
