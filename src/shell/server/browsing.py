"""Browsing: the use cases behind `search`, `read_note`, `list_notes` and `entity`, as pages for a model.

Effects: those of the use cases; a search is told to the ledger, which a person's is not.
"""

from collections.abc import Iterable, Sequence

from returns.result import Failure, Success

from ...core.counting import counted
from ...core.keys import Layer
from ...core.pages import cost, next_call, page_text
from ...core.paging import ROWS_TOKENS
from ...core.pieces import piece_text, read_on_text
from ...core.quoted import clipped, key_text, line
from ...core.render import GAP, LINE_COLUMNS, hits_text, place
from ..app.entity import EntityNote, EntityPage, entity, entity_page
from ..app.finding import Query
from ..app.listing import Row, list_page
from ..app.reading import recalled
from ..app.readnote import ReadNote, read_note
from ..app.search import find
from ..app.world import World
from ..index.filters import Filter
from ..index.index import Index
from .calls import Arguments
from .reply import Reply, refused

# --- search ---------------------------------------------------------------


def searched(world: World, index: Index, said: Arguments) -> Reply:
    query = Query(
        question=said.texts["question"],
        also=said.lists["also_phrased_as"],
        layer=_layer(said),
        tag=said.word("tag"),
        type=said.word("type"),
        since=said.word("since"),
        cursor=said.word("cursor"),
        max_tokens=ROWS_TOKENS,
    )
    match find(world, query, index=index):
        case Failure(unusable):
            return refused(unusable)
        case Success(found):
            rows = [hits_text([hit]) for hit in found.hits] or ["nothing recorded about this"]
            text = page_text(rows, _more(said, "search", found.omitted, found.next_cursor), found.notices)
    recalled(world, found.hits, found.omitted, text)
    return Reply(text)


# --- read_note --------------------------------------------------------------


def read(world: World, index: Index, said: Arguments) -> Reply:
    asked = ReadNote(said.texts["key"], _layer(said), said.texts.get("section"), said.word("cursor"))
    match read_note(world, index, asked):
        case Failure(refusal):
            return refused(refusal)
        case Success(page):
            rows = map(piece_text, page.pieces.pieces)
    cursor = page.next_cursor
    after = [read_on_text(page.pieces, _call(said, "read_note", cursor))] if cursor else []
    return Reply(page_text(rows, after, page.notices))


# --- list_notes -------------------------------------------------------------


def listed(world: World, index: Index, said: Arguments) -> Reply:
    only = Filter(layer=_layer(said), tag=said.word("tag"), type=said.word("type"), since=said.word("since"))
    match list_page(world, index, only, said.word("cursor"), lambda row: cost(_row(row))):
        case Failure(unusable):
            return refused(unusable)
        case Success(page):
            nothing = "no such notes" if only else "no notes yet"
            rows = [*map(_row, page.notes)] or [nothing]
            return Reply(page_text(rows, _more(said, "list_notes", page.omitted, page.next_cursor), page.notices))


def _row(row: Row) -> str:
    inbound = f"named by {row.inbound:,}" if row.inbound else ""
    return _columns(row.key, place(row.layer, row.date, row.dated), row.title, inbound)


# --- entity -----------------------------------------------------------------


def named(world: World, index: Index, said: Arguments) -> Reply:
    match entity(world, index, said.texts["name"], every=said.flag("all")):
        case Failure(refusal):
            return refused(refusal)
        case Success(found):
            pass
    match entity_page(found, said.word("cursor"), lambda note: cost(_named(note))):
        case Failure(unusable):
            return refused(unusable)
        case Success(page):
            after = _more(said, "entity", page.omitted, page.next_cursor)
            return Reply(page_text(_entity_rows(found.name, found.count, page), after, page.notices))


def _entity_rows(name: str, count: int, page: EntityPage) -> Iterable[str]:
    told = clipped(line(name), LINE_COLUMNS)
    yield f"{told}: {counted(count, 'note')}" if count else f"nothing recorded names {told}"
    yield from map(_named, page.notes)


def _named(note: EntityNote) -> str:
    return _columns(note.key, place(note.layer, note.date, note.dated), note.title, ", ".join(note.marks))


# --- text -------------------------------------------------------------------


def _columns(key: str, where: str, title: str, more: str) -> str:
    """Unaligned: a model pays for every space."""
    return GAP.join(filter(None, (key_text(key), where, clipped(line(title), LINE_COLUMNS), more)))


def _more(said: Arguments, tool: str, omitted: int, cursor: str | None) -> Sequence[str]:
    return [f"{omitted:,} more; the next page: {_call(said, tool, cursor)}"] if cursor else []


def _call(said: Arguments, tool: str, cursor: str) -> str:
    """What was said stays the same, or the cursor would be of another question."""
    texts = {name: value for name, value in said.texts.items() if name != "cursor"}
    return next_call(tool, {**texts, **{name: items for name, items in said.lists.items() if items}}, cursor)


def _layer(said: Arguments) -> Layer | None:
    layer = said.word("layer")
    return Layer(layer) if layer else None
