"""Write context: what the store already says of the things a note just written names.

Advice beside the answer of a write: it names live notes, never the note itself, and changes nothing.
Bounded whatever the notes are. Not here: reading the notes' files (the shell gives each summary).
"""

import json
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs

from .document import Document
from .hints import UNTITLED_NOTES, mentions
from .namenotes import NamedNote, Snapshot, ceiling, newest_first, title_text, unasked
from .names import Name, hintable
from .namewords import sequences
from .origins import DECLARED, day_text
from .quoted import line
from .switches import Switches
from .timelines import LONGEST_TITLE, NEWEST, about, changed, name_text, timeline

# --- values -----------------------------------------------------------------

NAMES = 3
NOTES_A_NAME = 3
SUMMARY = 200  # characters
LIST = 2_400  # characters of the list as JSON
LONG_BODY = 500  # characters; in these a name must come twice
ADVISORY = "advisory; the write succeeded"

_SAYING = ("observed", "summary", "decision")  # sections that say what a note is about


class RelatedNote(Struct, frozen=True):
    """The public `--json` shape: add to it, never rename."""

    name: str
    key: str
    layer: str
    title: str
    summary: str
    updated: str
    dated: str = DECLARED  # where that day is from


class TimelineNote(Struct, frozen=True):
    key: str
    layer: str
    date: str
    title: str
    mark: str
    dated: str = DECLARED


class NameTimeline(Struct, frozen=True):
    name: str
    notes: tuple[TimelineNote, ...]


class Written(Struct, frozen=True):
    """A note as it was just written: its identity, and the fields that were said."""

    identity: str  # `layer/key`
    text: str  # title, expected, observed, evidence, answers, tags; of an edit the title and what was passed


class WriteContext(Struct, frozen=True):
    related: tuple[RelatedNote, ...] = ()
    timelines: tuple[NameTimeline, ...] = ()

    @property
    def note(self) -> str:
        return ADVISORY if self.related or self.timelines else ""


Summary = Callable[[NamedNote], str]

# --- decisions ----------------------------------------------------------------


def names_written(written: Written, tlds: frozenset[str]) -> tuple[Name, ...]:
    """Those worth a look: no steps of a sequence, none that only a path has, in a long text none said once."""
    long = len(written.text) >= LONG_BODY
    return tuple(
        name
        for name in hintable(written.text, tlds).values()
        if not (sequences().fullmatch(name.fold) or name.in_path or (long and name.times == 1))
    )


def write_context(
    written: Written, asked: Sequence[Name], index: Snapshot, switches: Switches, summary: Summary
) -> WriteContext:
    """The notes behind the names that tell most; a note once, the list cut where it would be too long."""
    telling = [(name, notes) for name in asked if (notes := _others(name, written, index, switches))]
    telling.sort(key=lambda pair: (not any(note.titled for note in pair[1]), len(pair[1])))
    related: list[RelatedNote] = []
    timelines: list[NameTimeline] = []
    shown: set[str] = set()
    for name, notes in telling[:NAMES]:
        listed = [note for note in about(notes)[:NOTES_A_NAME] if note.identity not in shown]
        for note in listed:
            row = _row(name, note, summary)
            if _size([*related, row]) <= LIST:
                related.append(row)
                shown.add(note.identity)
        if switches.timelines and changed(about(notes)[:NOTES_A_NAME]):
            timelines.append(_timeline(name, notes))
    return WriteContext(tuple(related), tuple(timelines))


def _others(name: Name, written: Written, index: Snapshot, switches: Switches) -> list[NamedNote]:
    """The notes that may be named, when the name is not too common and a title carries it or few notes hold it."""
    standing = index.known.get(name.fold)
    if standing is None or standing.notes > ceiling(index.total, switches.max_share):
        return []
    notes = [note for note in unasked(index.naming(name.fold)) if note.identity != written.identity]
    if any(note.titled for note in notes):
        return newest_first(notes)
    return newest_first(notes) if len(notes) <= mentions(name, UNTITLED_NOTES, len(notes)) else []


def _row(name: Name, note: NamedNote, summary: Summary) -> RelatedNote:
    title, said = line(note.title), line(summary(note))
    cut = said if len(said) <= SUMMARY else said[: SUMMARY - 1].rstrip() + "…"
    return RelatedNote(name.text, note.key, note.layer, title[:SUMMARY], cut, note.date, note.dated)


def _size(rows: Iterable[RelatedNote]) -> int:
    return len(json.dumps([structs.asdict(row) for row in rows], ensure_ascii=False))


def _timeline(name: Name, notes: Sequence[NamedNote]) -> NameTimeline:
    """Of the others: what the note just written supersedes is the newest of them, and not the newest of all."""
    told = timeline(name.text, notes)
    rows = (
        TimelineNote(
            *(each.note.key, each.note.layer, each.note.date, each.title),
            ", ".join(mark for mark in each.marks if not (mark == NEWEST and each.note.superseded)),
            each.note.dated,
        )
        for each in told.notes
    )
    return NameTimeline(name.text, tuple(rows))


# --- text -----------------------------------------------------------------------


def context_lines(related: Sequence[RelatedNote], timelines: Sequence[NameTimeline]) -> tuple[str, ...]:
    """For a reader of words: each note on a line of its own, with its layer and date."""
    if not (related or timelines):
        return ()
    notes = (
        f"  {name_text(each.name)}: [[{title_text(each.title, LONGEST_TITLE)}]] ({each.layer} {day_text(each.updated, each.dated)})"
        f"{each.summary and f': {each.summary}'}"
        for each in related
    )
    histories = (
        f"  {name_text(each.name)} has a dated history (oldest first): {' -> '.join(map(_step, each.notes))}"
        for each in timelines
    )
    return (f"related notes ({ADVISORY}):", *notes, *histories)


def _step(note: TimelineNote) -> str:
    return f"{note.layer} {day_text(note.date, note.dated)} [[{note.title}]]{note.mark and f' ({note.mark})'}"


# --- summaries ------------------------------------------------------------------


def summary_of(document: Document) -> str:
    """What the note says it is about, or else how its text begins; never a heading."""
    texts = {part.heading.casefold(): part.text for part in reversed(document.parts) if part.text.strip()}
    said = next((texts[name] for name in _SAYING if name in texts), "")
    return line((said or next((part.text for part in document.parts if part.text.strip()), ""))[: 4 * SUMMARY])
