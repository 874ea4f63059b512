"""Search: one question to ranked hits with excerpts, the one way every front end finds notes.

The cut comes first: excerpts are made for the hits that are returned, from their files as they are
now. Not here: which notes say something about the question (finding).

Effects: refreshes the index, reads the notes that are returned, and looks at the files they depend on.
"""

from collections.abc import Iterable
from contextlib import nullcontext
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.analysis import analyse
from ...core.document import read_document
from ...core.excerpts import Readable, excerpt_of, readable
from ...core.glue import content
from ...core.hits import Hit
from ...core.outcome import Outcome
from ...core.pages import cost
from ...core.paging import StaleCursor, UnknownCursor, cursor_after, first_of_page, fitting
from ...core.passages import Excerpt
from ...core.ranking import Ranked
from ...core.render import hits_text
from ...core.wordings import searched
from ..index.index import Index, open_index
from ..index.reading import IndexedNote
from .caveats import flags, notices
from .finding import Files, Query, Ranking, rank_notes
from .marks import marks
from .world import World

READ_NOTES = 512  # kept ready for excerpts, about 0.1 MB each: a server is asked about the same notes again

# --- values ---------------------------------------------------------------


class Found(Struct, frozen=True, kw_only=True):
    hits: tuple[Hit, ...] = ()
    omitted: int = 0  # matched, and neither here nor on an earlier page
    next_cursor: str | None = None
    tokens: int = 0
    mode: str = "index"
    notices: tuple[str, ...] = ()  # what a reader must know about the search itself
    ranked: tuple[Ranked, ...] = ()  # how each hit came to its place, for `--explain`


# --- functions ------------------------------------------------------------


def find(world: World, query: Query, *, index: Index | None = None) -> Outcome[Found, StaleCursor | UnknownCursor]:
    """Refresh, rank, cut, excerpt. A server passes the index that it keeps open."""
    with open_index(world) if index is None else nullcontext(index) as asked_index:
        files, wordings = Files(asked_index), searched(query.question, query.also)
        files.left_out = wordings.left_out
        query = replace(query, question=wordings.question, also=wordings.also)
        answer = _answer(world, files, query)
        return _answer(world, files, query) if files.moved else answer


def _answer(world: World, files: Files, query: Query) -> Outcome[Found, StaleCursor | UnknownCursor]:
    files.report = files.index.refresh()
    files.moved = False
    return _page(world, files, query, rank_notes(files, query))


# --- the page -------------------------------------------------------------


def _page(world: World, files: Files, query: Query, ranking: Ranking) -> Outcome[Found, StaleCursor | UnknownCursor]:
    question = _depends_on(query)
    identities = [ranked.identity for ranked in ranking.ranked]
    match first_of_page(query.cursor, question, identities):
        case Failure(unusable):
            return Failure(unusable)
        case Success(first):
            pass
    shown = ranking.ranked[first : first + max(query.limit, 1)]
    ranking = replace(ranking, stale=marks(world, [note for one in shown for note in ranking.notes[one.identity]]))
    hits = [(ranked, hit) for ranked in shown for hit in _hits(files, query, ranked, ranking)]
    fit = fitting([hit.tokens for _, hit in hits], query.max_tokens)
    kept = hits[:fit]
    last = first + len({ranked.identity for ranked, _ in kept})
    return Success(
        Found(
            hits=tuple(hit for _, hit in kept),
            omitted=len(identities) - last,
            next_cursor=cursor_after(question, identities[:last]) if last < len(identities) else None,
            tokens=sum(hit.tokens for _, hit in kept),
            mode=files.report.mode,
            notices=(*files.left_out, *notices(files.report)),
            ranked=tuple(ranked for ranked, _ in kept),
        )
    )


def _depends_on(query: Query) -> tuple[str, ...]:
    only = (query.layer, query.tag, query.type, query.since)
    return (*(part or "" for part in only), query.question, *query.also)


def _hits(files: Files, query: Query, ranked: Ranked, ranking: Ranking) -> Iterable[Hit]:
    """One hit a note; where several files dispute its key, one for each of them."""
    terms = content(analyse("\n".join((query.question, *query.also))))
    for note in sorted(ranking.notes[ranked.identity], key=lambda one: one.path):
        text = files.text(note)
        if text is not None:
            yield _hit(files.index, ranked, ranking, note, excerpt_of(_readable(text, note.path), terms))
        elif files.report.unavailable:  # the index still knows of it, and nobody can read it now
            yield _hit(files.index, ranked, ranking, note, Excerpt("", "", (1, 1)))


@lru_cache(READ_NOTES)
def _readable(text: str, path: str) -> Readable:
    return readable(text, read_document(text, path))


def _hit(index: Index, ranked: Ranked, ranking: Ranking, note: IndexedNote, passage: Excerpt) -> Hit:
    hit = Hit(
        key=note.key,
        layer=note.layer,
        date=note.date,
        title=note.title,
        section=passage.section,
        lines=passage.lines,
        excerpt=passage.text,
        score=ranked.score,
        ranks=ranked.ranks,
        margin=ranked.margin,
        tokens=0,
        flags=flags(index, note, ranking.superseded.get(note.identity), ranking.stale, ranking.declared),
        dated=note.dated,
    )
    return replace(hit, tokens=cost(hits_text([hit])))
