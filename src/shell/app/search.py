"""Search: one question to ranked hits with excerpts, the one way every front end finds notes.

The cut comes first: excerpts are made for the hits that are returned, from their files as they are
now. Several phrasings are scored apart and a note keeps its best. Filters act inside each leg.

Effects: refreshes the index and reads the notes that are returned.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache

from msgspec import Struct
from returns.result import Failure, Success

from ...core.analysis import analyse
from ...core.chunks import chunks
from ...core.document import read_document
from ...core.excerpts import Excerpt, Readable, excerpt_of, readable
from ...core.hits import Flags, Hit
from ...core.keys import Identity, Layer
from ...core.outcome import Outcome
from ...core.paging import StaleCursor, UnknownCursor, cursor_after, first_of_page, fitting
from ...core.ranking import LEG_DEPTH, Asked, BestChunk, Candidate, Ranked, asked, best_of, conflicts, rank
from ...core.tokens import estimate
from ..index.filters import Filter
from ..index.folders import digest
from ..index.index import Index, open_index
from ..index.reading import IndexedNote, Mention
from ..index.report import RefreshReport
from ..index.retrieval import Scored, holding_all, keyword_leg, semantic_leg
from .world import World

LIMIT = 10
KEYWORD, SEMANTIC = "keyword", "semantic"
BOTH_LEGS = frozenset((KEYWORD, SEMANTIC))
READ_NOTES = 512  # kept ready for excerpts, about 0.1 MB each: a server is asked about the same notes again
NAMED_BROKEN = 3  # unreadable files named in a notice; the rest are counted

# --- values ---------------------------------------------------------------


class Query(Struct, frozen=True, kw_only=True):
    question: str
    also: tuple[str, ...] = ()  # other phrasings of the same question
    layer: Layer | None = None
    tag: str | None = None
    type: str | None = None
    since: str | None = None  # ISO day
    limit: int = LIMIT
    cursor: str | None = None  # `next_cursor` of the page before
    max_tokens: int | None = None


class Found(Struct, frozen=True, kw_only=True):
    hits: tuple[Hit, ...] = ()
    omitted: int = 0  # matched, and neither here nor on an earlier page
    next_cursor: str | None = None
    tokens: int = 0
    mode: str = "index"
    notices: tuple[str, ...] = ()  # what a reader must know about the search itself
    ranked: tuple[Ranked, ...] = ()  # how each hit came to its place, for `--explain`


class Files:
    """The notes' files while one question is answered; `moved` when one is no longer what was ranked."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.report = RefreshReport()
        self.moved = False

    def text(self, note: IndexedNote) -> str | None:
        match self.index.text(note):
            case Success(text):
                self.moved |= digest(text) != note.hash
                return text
            case Failure(_):
                self.moved |= not self.report.unavailable
                return None


# --- functions ------------------------------------------------------------


def find(world: World, query: Query, *, index: Index | None = None) -> Outcome[Found, StaleCursor | UnknownCursor]:
    """Refresh, rank, cut, excerpt. A server passes the index that it keeps open."""
    with open_index(world) if index is None else nullcontext(index) as asked_index:
        files = Files(asked_index)
        answer = _answer(files, query)
        return _answer(files, query) if files.moved else answer


def _answer(files: Files, query: Query) -> Outcome[Found, StaleCursor | UnknownCursor]:
    files.report = files.index.refresh()
    files.moved = False
    return _page(files, query, rank_notes(files, query))


def notices(report: RefreshReport) -> tuple[str, ...]:
    """What a refresh met that an answer must not hide."""
    return (*report.said, *report.unavailable, *_broken(report.broken))


def _broken(broken: Sequence[tuple[str, str]]) -> Iterable[str]:
    yield from (f"skipped {path}: {problem}" for path, problem in broken[:NAMED_BROKEN])
    more = len(broken) - NAMED_BROKEN
    if more > 0:
        yield f"skipped {more} more unreadable files: `hindnote lint` names them"


# --- ranking --------------------------------------------------------------


class Ranking(Struct, frozen=True, kw_only=True):
    """The notes that say something about a query, best first, and the files behind each."""

    ranked: tuple[Ranked, ...]
    notes: Mapping[Identity, Sequence[IndexedNote]]  # several where files dispute a key
    superseded: Mapping[Identity, str]  # by which key
    declared: Sequence[Mention]  # what other notes' frontmatter says of them


def rank_notes(files: Files, query: Query, legs: frozenset[str] = BOTH_LEGS) -> Ranking:
    """Every note that says something about the query; fewer legs are for measuring each alone."""
    index = files.index
    only = Filter(layer=query.layer, tag=query.tag, type=query.type, since=query.since)
    phrasings = [asked(phrase) for phrase in dict.fromkeys((query.question, *query.also))]
    found = [_legs(index, phrase, only, legs) for phrase in phrasings]
    notes: dict[Identity, dict[str, IndexedNote]] = defaultdict(dict)
    for keyword, semantic in found:
        for scored in (*keyword, *semantic):
            notes[scored.note.identity][scored.note.path] = scored.note
    declared = index.declarations(notes)
    superseded = _superseded(notes, declared)
    rankings = [
        rank(
            _candidates(keyword, semantic, superseded), phrase, _best_chunk(files, phrase, notes, (*keyword, *semantic))
        )
        for phrase, (keyword, semantic) in zip(phrasings, found, strict=True)
    ]
    return Ranking(
        ranked=best_of(rankings),
        notes={one: tuple(of.values()) for one, of in notes.items()},
        superseded=superseded,
        declared=declared,
    )


def _legs(
    index: Index, phrase: Asked, only: Filter, legs: frozenset[str]
) -> tuple[tuple[Scored, ...], tuple[Scored, ...]]:
    keyword = keyword_leg(index, phrase.terms, only, LEG_DEPTH) if KEYWORD in legs else ()
    semantic = semantic_leg(index, phrase.text, only, LEG_DEPTH, keyword) if SEMANTIC in legs else ()
    return keyword, semantic


def _candidates(
    keyword: Iterable[Scored], semantic: Iterable[Scored], superseded: Mapping[Identity, str]
) -> Iterable[Candidate]:
    for scored in keyword:
        yield _candidate(scored.note, superseded, keyword=scored.score)
    for scored in semantic:
        yield _candidate(scored.note, superseded, cosine=scored.score)


def _candidate(
    note: IndexedNote, superseded: Mapping[Identity, str], *, keyword: float | None = None, cosine: float | None = None
) -> Candidate:
    return Candidate(
        identity=note.identity,
        title=note.title,
        date=note.date,
        keyword=keyword,
        cosine=cosine,
        superseded=note.identity in superseded,
        low_confidence=note.confidence == "low",
        generated=note.generated,
        credential=note.credential,
        archived=note.archived,
    )


def _superseded(
    notes: Mapping[Identity, Mapping[str, IndexedNote]], declared: Iterable[Mention]
) -> dict[Identity, str]:
    """What supersedes a note, by its own word or by that of the note that does."""
    superseded: dict[Identity, str] = {}
    for mention in declared:
        if mention.kind == "supersedes":
            superseded.update((one, mention.source.key) for one in mention.reached if one != mention.source.identity)
    for identity, files in notes.items():
        superseded.update((identity, note.superseded_by) for note in files.values() if note.superseded_by)
    return superseded


def _best_chunk(
    files: Files, phrase: Asked, notes: Mapping[Identity, Mapping[str, IndexedNote]], found: Sequence[Scored]
) -> BestChunk:
    """Asked of notes in a tie alone; only those that hold every word somewhere are worth reading for it."""
    holding: list[frozenset[Identity]] = []

    def best_chunk(identity: Identity) -> float:
        if not holding:
            holding.append(holding_all(files.index, phrase.terms, found))
        if identity not in holding[0]:
            return 0.0
        return max(_share(files, note, phrase) for note in notes[identity].values())

    return best_chunk


def _share(files: Files, note: IndexedNote, phrase: Asked) -> float:
    """How much of the question is in the chunk that holds most of its words."""
    wanted = set(phrase.terms.words)
    text = files.text(note)
    if text is None or not wanted:
        return 0.0
    held = (wanted.intersection(analyse(chunk.text).words) for chunk in chunks(read_document(text, note.path)))
    return max(map(len, held), default=0) / len(wanted)


# --- the page -------------------------------------------------------------


def _page(files: Files, query: Query, ranking: Ranking) -> Outcome[Found, StaleCursor | UnknownCursor]:
    question = _depends_on(query)
    identities = [ranked.identity for ranked in ranking.ranked]
    match first_of_page(query.cursor, question, identities):
        case Failure(unusable):
            return Failure(unusable)
        case Success(first):
            pass
    shown = ranking.ranked[first : first + max(query.limit, 1)]
    hits = [(ranked, hit) for ranked in shown for hit in _hits(files, query, ranked, ranking)]
    fit = fitting([hit for _, hit in hits], query.max_tokens)
    kept = hits[:fit]
    last = first + len({ranked.identity for ranked, _ in kept})
    return Success(
        Found(
            hits=tuple(hit for _, hit in kept),
            omitted=len(identities) - last,
            next_cursor=cursor_after(question, identities[:last]) if last < len(identities) else None,
            tokens=sum(hit.tokens for _, hit in kept),
            mode=files.report.mode,
            notices=notices(files.report),
            ranked=tuple(ranked for ranked, _ in kept),
        )
    )


def _depends_on(query: Query) -> tuple[str, ...]:
    only = (query.layer, query.tag, query.type, query.since)
    return (*(part or "" for part in only), query.question, *query.also)


def _hits(files: Files, query: Query, ranked: Ranked, ranking: Ranking) -> Iterable[Hit]:
    """One hit a note; where several files dispute its key, one for each of them."""
    terms = analyse("\n".join((query.question, *query.also)))
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
    return Hit(
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
        tokens=estimate(f"{note.key}{note.layer}{note.date}{note.title}{passage.section}{passage.text}"),
        flags=flags(index, note, ranking.superseded.get(note.identity), ranking.declared),
    )


def flags(
    index: Index, note: IndexedNote, superseded_by: str | None, declared: Iterable[Mention] | None = None
) -> Flags:
    """`declared` is what others say of the note, where that is known already."""
    told = index.declarations([note.identity]) if declared is None else declared
    others = [one.source.key for one in told if one.kind == "conflicts_with" and note.identity in one.reached]
    own = [key for one in _conflicting(index, note) for key in _keys(one)]
    found = conflicts(own, others)
    return Flags(
        superseded_by=superseded_by,
        conflicts_with=found.keys,
        unacknowledged=found.unacknowledged,
        confidence=note.confidence,
    )


def _conflicting(index: Index, note: IndexedNote) -> Sequence[Mention]:
    mentions = index.mentions_by(note) if note.conflicts_with else ()
    return [one for one in mentions if one.kind == "conflicts_with"]


def _keys(mention: Mention) -> Iterable[str]:
    """The keys it means; one that no note has stays as it was written."""
    return dict.fromkeys(one.key for one in mention.reached) or (mention.target,)
