"""Notes as resources: a page of addresses, and one note whole behind its address.

Effects: reads the index and the notes; reading a note is an access.
"""

from bisect import bisect_right

from msgspec import Struct, structs
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.noteuri import note_uri, parse_uri
from ...core.outcome import Explained, Outcome
from ...core.quoted import key_text, line
from ...core.recall import Root, Whole
from ...core.render import place, root_text
from ..app.reading import CannotOpen
from ..app.show import NoSuchNote, show
from ..app.world import World
from ..index.index import Index

PAGE = 100  # resources a page: a client that wants them all asks ten times for a thousand notes

# --- values ---------------------------------------------------------------


class Resource(Struct, frozen=True):
    uri: str
    name: str
    title: str
    place: str


class Page(Struct, frozen=True):
    resources: tuple[Resource, ...]
    next_cursor: str | None = None


# --- refusals -------------------------------------------------------------


class NoSuchCursor(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("this cursor is none of ours", "resources/list", "List again without a cursor.")


class NoAddress(Struct, frozen=True, tag=True):
    uri: str

    def explain(self) -> Explained:
        return Explained("this is no note's address", self.uri[:200], "An address is note://LAYER/KEY, as listed.")


# --- functions ------------------------------------------------------------


def page(index: Index, cursor: str | None) -> Outcome[Page, NoSuchCursor]:
    """In the order of layers and keys; a cursor is the last address of the page before, there still or not."""
    index.refresh()
    notes = index.notes()
    order = [_place_of(note.layer, note.key) for note in notes]
    start = 0
    if cursor is not None:
        address = parse_uri(cursor)
        if address is None:
            return Failure(NoSuchCursor())
        start = bisect_right(order, _place_of(*address))
    shown = notes[start : start + PAGE]
    resources = tuple(
        Resource(
            note_uri(each.identity), key_text(each.key), line(each.title), place(each.layer, each.date, each.dated)
        )
        for each in shown
    )
    more = start + PAGE < len(notes)
    return Success(Page(resources, resources[-1].uri if more else None))


def _place_of(layer: Layer, key: str) -> tuple[int, str]:
    return list(Layer).index(layer), key


def whole(world: World, index: Index, uri: str) -> Outcome[str, NoAddress | NoSuchNote | CannotOpen]:
    """Its text quoted under its layer and date, as `recall` shows a note."""
    if parse_uri(uri) is None:
        return Failure(NoAddress(uri))
    match show(world, index, uri):
        case Failure(missing):
            return Failure(missing)
        case Success(notes):
            roots = (
                Root(
                    structs.replace(each.note, excerpt=each.text.rstrip("\n")),
                    whole=Whole(each.note.lines[1], cut=False),
                )
                for each in notes
            )
            return Success("\n".join(map(root_text, roots)))
