"""Timelines: the dated history of a name, when what is known of it has changed.

A timeline is in ascending order, ends with the newest note, marks every superseded note it shows, and
fits its limits whatever the titles are. Runs in hooks, so it imports next to nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .namenotes import NamedNote, marks, newest_first, title_text
from .origins import day_text
from .quoted import line

# --- values -----------------------------------------------------------------

MOST_NOTES = 6  # the newest
LONGEST_TITLE = 90
LONGEST_LINE = 900  # a timeline is shorter than this, with our name before it
LONGEST_NAME = 64
NEWEST = "newest"


class Dated(NamedTuple):
    """A note in a history; `mark` says what became of it, "" for nothing."""

    note: NamedNote
    title: str
    marks: tuple[str, ...]

    @property
    def mark(self) -> str:
        return ", ".join(self.marks)


class Timeline(NamedTuple):
    name: str
    length: int  # of the whole history
    notes: tuple[Dated, ...]  # those shown, oldest first


# --- decisions ----------------------------------------------------------------


def changed(shown: Sequence[NamedNote]) -> bool:
    """Whether what these notes say is not all there is: then the history speaks instead."""
    return any(map(marks, shown))


def about(notes: Sequence[NamedNote]) -> list[NamedNote]:
    """The notes whose title names the thing, or all when none does; newest first."""
    return newest_first([note for note in notes if note.titled] or notes)


def timeline(name: str, notes: Sequence[NamedNote]) -> Timeline:
    """As much of the history of at least one note as fits, the oldest dropped first; the newest always does."""
    history = about(notes)
    shown = history[:MOST_NOTES]
    while len(shown) > 1 and len("hindnote: ") + len(timeline_text(_told(name, history, shown))) >= LONGEST_LINE:
        shown.pop()
    return _told(name, history, shown)


def _told(name: str, history: Sequence[NamedNote], shown: Sequence[NamedNote]) -> Timeline:
    return Timeline(name, len(history), tuple(_dated(note, newest=note is shown[0]) for note in reversed(shown)))


def _dated(note: NamedNote, *, newest: bool) -> Dated:
    return Dated(note, title_text(note.title, LONGEST_TITLE), (*marks(note), NEWEST) if newest else marks(note))


# --- text -----------------------------------------------------------------------


def name_text(name: str) -> str:
    """A name as it is said: one line that closes no quote of ours."""
    said = line(name).replace('"', "'").replace("[", "(").replace("]", ")")
    return said if len(said) <= LONGEST_NAME else said[: LONGEST_NAME - 1] + "…"


def timeline_text(told: Timeline) -> str:
    """One line; every note with its layer and date."""
    steps = " -> ".join(map(_step, told.notes))
    count = f"{told.length:,} note{'' if told.length == 1 else 's'}"
    return (
        f"{name_text(told.name)} has a dated history ({count}; oldest first): {steps}. "
        "Facts about it changed; recall the newest, and read any correction with its claim."
    )


def _step(dated: Dated) -> str:
    said = "".join(f" ({mark})" for mark in dated.marks)
    return f"{dated.note.layer} {day_text(dated.note.date, dated.note.dated)} [[{dated.title}]]{said}"
