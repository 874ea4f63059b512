"""Listing: the notes there are, with how many others name each, all or a page; being listed is no access.

Effects: refreshes and reads the index.
"""

from collections.abc import Callable

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Identity, Layer, NoteKey
from ...core.outcome import Outcome
from ...core.paging import StaleCursor, UnknownCursor, sliced
from ..index.filters import Filter
from ..index.index import Index
from ..index.refresh import Progress
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


class Listing(Struct, frozen=True):
    notes: tuple[Row, ...]
    notices: tuple[str, ...]


class Page(Struct, frozen=True):
    notes: tuple[Row, ...]
    omitted: int  # that come later
    next_cursor: str | None
    notices: tuple[str, ...]


# --- functions ------------------------------------------------------------


def listing(world: World, index: Index, only: Filter, progress: Progress | None = None) -> Listing:
    """In the order of layers and keys; archived notes are out."""
    report = index.refresh(progress=progress)
    inbound = index.inbound_counts()
    rows = (
        Row(each.key, each.layer, each.date, inbound.get(each.identity, 0), each.title) for each in index.notes(only)
    )
    return Listing(tuple(rows), (*world.warnings, *missing(world), *notices(report)))


def page_of(
    found: Listing, only: Filter, cursor: str | None, cost: Callable[[Row], int]
) -> Outcome[Page, StaleCursor | UnknownCursor]:
    """A page of a listing, as what its rows cost their reader allows; the first has the notices."""
    question = tuple(part or "" for part in (only.layer, only.tag, only.type, only.since))
    listed = [Identity(each.layer, each.key) for each in found.notes]
    match sliced(cursor, question, listed, ROWS, lambda at: cost(found.notes[at])):
        case Failure(unusable):
            return Failure(unusable)
        case Success(page):
            rows, omitted = found.notes[page.first : page.last], len(listed) - page.last
            return Success(Page(rows, omitted, page.next_cursor, () if cursor else found.notices))
