"""Stopping: one line to the person when an agent stops, and never one to the agent: once a session.

It lists what the session recorded, or says that it recorded nothing although something went wrong or was
changed. Runs in hooks.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from .budgets import EDITS, Doings, doings, tallies
from .counting import counted
from .followed import Following, Move, following, moves
from .hints import Hint, Silence
from .namenotes import title_text
from .records import Record, as_mapping
from .timelines import LONGEST_LINE, LONGEST_TITLE, name_text

# --- values -----------------------------------------------------------------


CHANGES = frozenset({"Remembered", "Removed"})  # events after which other notes are there


class Kept(NamedTuple):
    """A note as the ledger knows it."""

    layer: str
    key: str
    at: str

    @property
    def day(self) -> str:
        return self.at[:10]

    @property
    def identity(self) -> str:
        return f"{self.layer}/{self.key}"


# --- decisions ----------------------------------------------------------------


def stop_notice(session: str, records: Sequence[Record], gone: Callable[[], Iterable[Move]] = tuple) -> Hint | Silence:
    """From the session's own records; `gone` is asked only where it recorded something: what went where in all sessions."""
    done = doings(records)
    if done.stops:
        return Silence("said-before")
    wrote = any(True for record in records for _ in _changes(record))
    if wrote and (kept := recorded(records, following([*moves(records), *gone()]))):
        return Hint(_recorded_text(session, kept), (), tuple(each.identity for each in kept))
    if done.recorded or not (done.failed or done.edited >= EDITS):
        return Silence("little-happened")
    return Hint(_reminder_text(done), (), ())


def recorded(records: Iterable[Record], now: Following) -> tuple[Kept, ...]:
    """The notes that it wrote and did not remove again, the first first, each as it is called now."""
    found: dict[str, Kept] = {}
    for did, detail, kept in (change for record in records for change in _changes(record)):
        note = now(kept.identity, kept.at)
        layer, _, key = note.partition("/")
        if did == "Removed" or detail == "archived":
            found.pop(note, None)
        elif detail not in {"skipped", "restored"}:
            found.setdefault(note, Kept(layer, key, kept.at))
    return tuple(found.values())


def _changes(record: Record) -> Iterator[tuple[str, str, Kept]]:
    event, key, layer = record.get("event"), record.get("key"), record.get("layer")
    at = as_mapping(record.get("stamp")).get("at")
    if isinstance(layer, str) and isinstance(key, str) and isinstance(at, str) and event in CHANGES:
        yield str(event), str(record.get("how")), Kept(layer, key, at)
    for did, of, noted, detail, _, last in sorted(tallies(record), key=lambda tally: tally[-1]):
        if did in CHANGES:
            yield did, detail, Kept(of, noted, last)


# --- text -----------------------------------------------------------------------


def _recorded_text(session: str, kept: Sequence[Kept]) -> str:
    """One line: as many of them as it has room for, and how many more there are."""
    references = [f"[[{title_text(each.key, LONGEST_TITLE)}]] ({each.layer} {each.day})" for each in kept]
    for shown in range(len(references), 0, -1):
        more = f"; and {len(kept) - shown:,} more" if shown < len(kept) else ""
        listed = "; ".join(references[:shown]) + more
        text = f"hindnote: this session recorded {counted(len(kept), 'note')}: {listed}. {_all_of(session)}"
        if len(text) < LONGEST_LINE:
            return text
    return f"hindnote: this session recorded {counted(len(kept), 'note')}. {_all_of(session)}"


def _reminder_text(done: Doings) -> str:
    told = [counted(done.failed, "failed tool call")] if done.failed else []
    told += [counted(done.edited, "edit")] if done.edited else []
    return f"hindnote: this session had {' and '.join(told)} and recorded no note. `hindnote remember` keeps what surprised it."


def _all_of(session: str) -> str:
    return f"`hindnote session {name_text(session)}` tells all that it did."
