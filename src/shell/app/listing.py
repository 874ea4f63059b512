"""Listing: the notes there are, with how many others name each; being listed is no access.

Effects: refreshes and reads the index.
"""

from msgspec import Struct

from ...core.keys import Layer, NoteKey
from ..index.filters import Filter
from ..index.index import Index
from ..index.refresh import Progress
from .caveats import notices
from .reading import missing
from .world import World

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


# --- functions ------------------------------------------------------------


def listing(world: World, index: Index, only: Filter, progress: Progress | None = None) -> Listing:
    """In the order of layers and keys; archived notes are out."""
    report = index.refresh(progress=progress)
    inbound = index.inbound_counts()
    rows = (
        Row(each.key, each.layer, each.date, inbound.get(each.identity, 0), each.title) for each in index.notes(only)
    )
    return Listing(tuple(rows), (*world.warnings, *missing(world), *notices(report)))
