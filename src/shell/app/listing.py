"""Listing: the notes there are, with how many others name each, all or a page; being listed is no access.

Effects: refreshes and reads the index.
"""

from collections.abc import Callable
from functools import cache

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer, NoteKey
from ...core.origins import DECLARED
from ...core.outcome import Outcome
from ...core.paging import StaleCursor, UnknownCursor, sliced
from ..index.filters import Filter
from ..index.index import Index
from ..index.listed import Listed, listed
from ..index.reading import IndexedNote
from ..index.refresh import Progress
from ..index.report import RefreshReport
from .caveats import notices
from .reading import missing
from .world import World

ROWS = 25  # of a page

# --- values ---------------------------------------------------------------


class Row(Struct, frozen=True):
    key: NoteKey
    layer: Layer
    date: str
    inbound: int  # notes that name this one
    title: str
    dated: str = DECLARED  # where the date is from


class Listing(Struct, frozen=True):
    notes: tuple[Row, ...]
    notices: tuple[str, ...]


class Page(Struct, frozen=True):
    notes: tuple[Row, ...]
    omitted: int  # that come later
    next_cursor: str | None
    notices: tuple[str, ...]


# --- functions ------------------------------------------------------------


def listing(
    world: World, index: Index, only: Filter, progress: Progress | None = None, *, archived: bool = False
) -> Listing:
    """In the order of layers and keys: the live notes, or those that are archived."""
    report = index.refresh(progress=progress)
    inbound = index.inbound_counts()
    found = [each for each in index.notes(only, archived=archived) if each.archived is archived]
    return Listing(tuple(_row(each, inbound.get(each.identity, 0)) for each in found), _said(world, report))


def list_page(
    world: World, index: Index, only: Filter, cursor: str | None, cost: Callable[[Row], int]
) -> Outcome[Page, StaleCursor | UnknownCursor]:
    """A page of the same, as what its rows cost their reader allows; the first has the notices.

    Who names a note is counted for the rows of the page alone: for all of them every link would be resolved.
    """
    report = index.refresh()
    notes = listed(index, only)

    @cache
    def row(at: int) -> Row:
        return _row(notes[at], len(index.links_in(notes[at].identity)))

    question = tuple(part or "" for part in (only.layer, only.tag, only.type, only.since))
    match sliced(cursor, question, [each.identity for each in notes], ROWS, lambda at: cost(row(at))):
        case Failure(unusable):
            return Failure(unusable)
        case Success(page):
            rows = tuple(map(row, range(page.first, page.last)))
            said = () if cursor else _said(world, report)
            return Success(Page(rows, len(notes) - page.last, page.next_cursor, said))


def _row(note: IndexedNote | Listed, inbound: int) -> Row:
    return Row(note.key, note.layer, note.date, inbound, note.title, note.dated)


def _said(world: World, report: RefreshReport) -> tuple[str, ...]:
    return (*world.warnings, *missing(world), *notices(report))
