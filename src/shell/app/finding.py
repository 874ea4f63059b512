"""Finding: every note that says something about a question, best first, and the files behind each.

Several phrasings are scored apart and a note keeps its best. Filters act inside each leg. Not here:
which of them are shown, and what of them (search).

Effects: reads the index, and the files of notes in a tie.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.analysis import analyse
from ...core.chunks import chunks
from ...core.document import read_document
from ...core.fusion import COSINE_FLOOR
from ...core.keys import Identity, Layer
from ...core.ranking import LEG_DEPTH, Asked, BestChunk, Candidate, Ranked, asked, best_of, rank
from ..index.filters import Filter
from ..index.folders import digest
from ..index.index import Index
from ..index.reading import IndexedNote, Mention
from ..index.report import RefreshReport
from ..index.retrieval import Scored, holding_all, keyword_leg, semantic_leg, shares

LIMIT = 10
KEYWORD, SEMANTIC = "keyword", "semantic"
BOTH_LEGS = frozenset((KEYWORD, SEMANTIC))

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


class Files:
    """The notes' files while one question is answered; `moved` when one is no longer what was ranked."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.report = RefreshReport()
        self.moved = False
        self.left_out: tuple[str, ...] = ()  # of the question

    def text(self, note: IndexedNote) -> str | None:
        match self.index.text(note):
            case Success(text):
                self.moved |= digest(text) != note.hash
                return text
            case Failure(_):
                self.moved |= not self.report.unavailable
                return None


class Ranking(Struct, frozen=True, kw_only=True):
    """The notes that say something about a query, best first, and the files behind each."""

    ranked: tuple[Ranked, ...]
    notes: Mapping[Identity, Sequence[IndexedNote]]  # several where files dispute a key
    superseded: Mapping[Identity, str]  # by which key
    declared: Sequence[Mention]  # what other notes' frontmatter says of them
    stale: Mapping[str | None, str] = {}  # by `invalidated_by`, what became of it; of the notes that are shown


# --- functions ------------------------------------------------------------


def rank_notes(files: Files, query: Query, legs: frozenset[str] = BOTH_LEGS) -> Ranking:
    """Every note that says something about the query; fewer legs are for measuring each alone."""
    index = files.index
    only = Filter(layer=query.layer, tag=query.tag, type=query.type, since=query.since)
    phrasings = [asked(phrase) for phrase in dict.fromkeys((query.question, *query.also))]
    found = [_legs(index, phrase, only, legs) for phrase in phrasings]
    notes: dict[Identity, dict[IndexedNote, None]] = defaultdict(dict)  # in two vaults one key may be two notes
    for keyword, semantic in found:
        for scored in (*keyword, *semantic):
            notes[scored.note.identity][scored.note] = None
    declared = index.declarations(notes)
    superseded = _superseded(notes, declared)
    rankings = [
        rank(
            _candidates(keyword, semantic, superseded, _shares(index, phrase, keyword, semantic)),
            phrase,
            _best_chunk(files, phrase, notes, (*keyword, *semantic)),
        )
        for phrase, (keyword, semantic) in zip(phrasings, found, strict=True)
    ]
    return Ranking(
        ranked=best_of(rankings),
        notes={one: tuple(of) for one, of in notes.items()},
        superseded=superseded,
        declared=declared,
    )


def _legs(
    index: Index, phrase: Asked, only: Filter, legs: frozenset[str]
) -> tuple[tuple[Scored, ...], tuple[Scored, ...]]:
    keyword = keyword_leg(index, phrase.terms, only, LEG_DEPTH) if KEYWORD in legs else ()
    semantic = semantic_leg(index, phrase.text, only, LEG_DEPTH, keyword) if SEMANTIC in legs else ()
    return keyword, semantic


def _shares(
    index: Index, phrase: Asked, keyword: Iterable[Scored], semantic: Iterable[Scored]
) -> Mapping[Identity, float]:
    """Of the notes that words brought up, those whose meaning does not speak for them."""
    near = {scored.note.identity for scored in semantic if scored.score >= COSINE_FLOOR}
    doubtful = [scored for scored in keyword if scored.note.identity not in near] if semantic else []
    return shares(index, phrase.terms, doubtful) if doubtful else {}


def _candidates(
    keyword: Iterable[Scored],
    semantic: Iterable[Scored],
    superseded: Mapping[Identity, str],
    share: Mapping[Identity, float],
) -> Iterable[Candidate]:
    for scored in keyword:
        yield replace(_candidate(scored.note, superseded, share), keyword=scored.score)
    for scored in semantic:
        yield replace(_candidate(scored.note, superseded, share), cosine=scored.score)


def _candidate(note: IndexedNote, superseded: Mapping[Identity, str], share: Mapping[Identity, float]) -> Candidate:
    return Candidate(
        identity=note.identity,
        title=note.title,
        date=note.date,
        share=share.get(note.identity, 1.0),
        superseded=note.identity in superseded,
        low_confidence=note.confidence == "low",
        generated=note.generated,
        credential=note.credential,
        archived=note.archived,
    )


def _superseded(notes: Mapping[Identity, Iterable[IndexedNote]], declared: Iterable[Mention]) -> dict[Identity, str]:
    """What supersedes a note, by its own word or by that of the note that does."""
    superseded: dict[Identity, str] = {}
    for mention in declared:
        if mention.kind == "supersedes":
            superseded.update((one, mention.source.key) for one in mention.reached if one != mention.source.identity)
    for identity, files in notes.items():
        superseded.update((identity, note.superseded_by) for note in files if note.superseded_by)
    return superseded


def _best_chunk(
    files: Files, phrase: Asked, notes: Mapping[Identity, Iterable[IndexedNote]], found: Sequence[Scored]
) -> BestChunk:
    """Asked of notes in a tie alone; only those that hold every word somewhere are worth reading for it."""
    holding: list[frozenset[Identity]] = []

    def best_chunk(identity: Identity) -> float:
        if not holding:
            holding.append(holding_all(files.index, phrase.terms, found))
        if identity not in holding[0]:
            return 0.0
        return max(_share(files, note, phrase) for note in notes[identity])

    return best_chunk


def _share(files: Files, note: IndexedNote, phrase: Asked) -> float:
    """How much of the question is in the chunk that holds most of its words."""
    wanted = set(phrase.terms.words)
    text = files.text(note)
    if text is None or not wanted:
        return 0.0
    held = (wanted.intersection(analyse(chunk.text).words) for chunk in chunks(read_document(text, note.path)))
    return max(map(len, held), default=0) / len(wanted)
