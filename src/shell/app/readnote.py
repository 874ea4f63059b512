"""Read note: what `show` shows, or one section of it, a page at a time.

A note is told as read where it begins: reading on is the same reading. A cursor is good for the notes
as they were: after a change it is refused, and nothing is skipped or shown twice.

Effects: reads the index and the notes; appends to the ledger.
"""

from collections.abc import Sequence

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.outcome import Explained, Outcome, shown
from ...core.paging import ROWS_TOKENS, StaleCursor, UnknownCursor, cursor_at, place_at
from ...core.pieces import Pieces, Source, pieces_from
from ...core.portions import headings, readable_text, section
from ...core.versions import version_of
from ..index.index import Index
from .reading import CannotOpen, Opened, accessed
from .show import NoSuchNote, looked_up
from .world import World

NAMED = 20  # sections that a refusal names

# --- values ---------------------------------------------------------------


class ReadNote(Struct, frozen=True):
    """What is asked for."""

    key: str
    layer: Layer | None = None
    section: str | None = None
    cursor: str | None = None


class Page(Struct, frozen=True):
    pieces: Pieces
    next_cursor: str | None
    notices: tuple[str, ...]  # of the notes that begin on it


# --- refusals -------------------------------------------------------------


class NoSuchSection(Struct, frozen=True, tag=True):
    section: str
    key: str
    there: tuple[str, ...]

    def explain(self) -> Explained:
        more = len(self.there) - NAMED
        named = ", ".join(f"`{shown(each)}`" for each in self.there[:NAMED]) + (
            f" and {more:,} more" if more > 0 else ""
        )
        mend = f"Its sections: {named}." if named else "It has no heading: read it without `section`."
        return Explained(f"no heading is `{shown(self.section)}`", f"`{shown(self.key)}`", mend)


# --- functions ------------------------------------------------------------


def read_note(
    world: World, index: Index, asked: ReadNote
) -> Outcome[Page, NoSuchNote | CannotOpen | NoSuchSection | StaleCursor | UnknownCursor]:
    match looked_up(world, index, asked.key, asked.layer):
        case Failure(missing):
            return Failure(missing)
        case Success(notes):
            pass
    sources = _sources(notes, asked.section)
    if not sources:
        there = dict.fromkeys(each for note in notes for each in headings(note.text))
        return Failure(NoSuchSection(asked.section or "", asked.key, tuple(there)))
    question = (asked.section or "", *(part for each in sources for part in (each.path, each.version)))
    match place_at(asked.cursor, question):
        case Failure(unusable):
            return Failure(unusable)
        case Success(place):
            page = pieces_from(sources, place, ROWS_TOKENS)
    begun = [each.source for each in page.pieces if each.begins]
    accessed(world, [each.hit for each in begun])
    notices = [notice for each in begun for notice in each.notices]
    return Success(Page(page, None if page.place is None else cursor_at(question, page.place), tuple(notices)))


def _sources(notes: Sequence[Opened], name: str | None) -> list[Source]:
    """Of each note what is asked for; none of one that has no such section."""
    parts = [(note, note.text if name is None else section(note.text, name)) for note in notes]
    return [
        Source(note.note, note.path, version_of(note.text), readable_text(part), note.notices)
        for note, part in parts
        if part is not None
    ]
