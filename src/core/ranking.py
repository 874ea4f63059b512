"""Ranking: candidates of both legs to one order, with every weight that made it.

Invariants: the layer never ranks; retrieval never picks a winner between notes that contradict
each other; recency orders near-ties and never adds; each note comes once. Not here: where the
candidates come from (the index), what is shown of them (excerpts).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct
from msgspec.structs import replace

from .analysis import Terms, analyse
from .credentials import asks_for_credentials
from .fusion import COSINE_FLOOR, SHARE, fuse, meaning, places
from .glue import content
from .hits import Ranks
from .keys import Identity

# --- values ---------------------------------------------------------------

LEG_DEPTH = 100  # candidates each leg hands over
# Ties that dates settle. With a title that holds all that the question is about, dates of pure chance cost no first
# place of 1,195; where any word would do they cost 47 (benchmarks/ranking.md).
NEAR = 0.2  # share of the better score within which two notes tie
SETTLED = 20  # first places that are looked at: nobody reads further down

SUPERSEDED = 0.35
LOW_CONFIDENCE = 0.8
GENERATED = 0.75
CREDENTIAL = 0.1


class Asked(Struct, frozen=True):
    """A question as ranking sees it."""

    text: str
    terms: Terms
    meaning: float  # how far the semantic leg is to be believed, 0..1
    for_credentials: bool


class Candidate(Struct, frozen=True, kw_only=True):
    """A note that a leg returned, and what its weights depend on."""

    identity: Identity
    title: str
    date: str = ""  # ISO day, "" when none is known
    keyword: float | None = None  # BM25, higher is better; None when no term matched
    cosine: float | None = None  # None without a vector or outside the leg
    share: float = 1.0  # of what the question's words tell, what the note has: 0..1
    superseded: bool = False  # by its own field or by another note's `supersedes`
    low_confidence: bool = False
    generated: bool = False
    credential: bool = False
    archived: bool = False


class Weight(Struct, frozen=True):
    """One factor of a score, for `search --explain`."""

    name: str
    factor: float


class Ranked(Struct, frozen=True, kw_only=True):
    """A note in its place. `score` is `fused` times the weights; `moved` tells that recency broke a tie."""

    identity: Identity
    score: float
    fused: float
    keyword: float | None
    cosine: float | None
    ranks: Ranks
    weights: tuple[Weight, ...] = ()
    moved: bool = False
    margin: float | None = None  # to the next one's score; None for the last


class Conflicts(Struct, frozen=True):
    """The other sides of a note's conflicts, and those of them that only one side declares."""

    keys: tuple[str, ...] = ()
    unacknowledged: tuple[str, ...] = ()


Placed = tuple[Candidate, Ranked]

# How much of the question the best chunk of a note holds, 0..1; asked only of notes in a tie.
BestChunk = Callable[[Identity], float]

# --- decisions ------------------------------------------------------------


def asked(question: str) -> Asked:
    terms = analyse(question)
    return Asked(question, terms, meaning(terms), asks_for_credentials(question))


def rank(candidates: Iterable[Candidate], question: Asked, best_chunk: BestChunk) -> tuple[Ranked, ...]:
    """Every candidate that says something about the question, best first, each note once."""
    notes = [note for note in _once(candidates) if not note.archived and _speaks(note)]
    keyword = places([note.keyword for note in notes])
    semantic = places([note.cosine for note in notes])
    scored = [
        (note, _scored(note, question, Ranks(*ranks)))
        for note, ranks in zip(notes, zip(keyword, semantic, strict=True), strict=True)
    ]
    scored.sort(key=lambda pair: (-pair[1].score, pair[0].identity))
    return _with_margins(_newest_first_in_ties(scored, question, best_chunk))


def best_of(rankings: Sequence[Sequence[Ranked]]) -> tuple[Ranked, ...]:
    """Several phrasings of one question: each scored apart, a note keeps its best, an order that dates made stands."""
    best: dict[Identity, Ranked] = {}
    placed = [pair for ranking in rankings for pair in zip(_levels(ranking), ranking, strict=True)]
    for _, ranked in sorted(placed, key=lambda pair: -pair[0]):
        best.setdefault(ranked.identity, ranked)
    return _with_margins(list(best.values()))


def conflicts(declared: Iterable[str], declared_by: Iterable[str]) -> Conflicts:
    """What a note's conflicts are, whichever side declares them."""
    own, others = set(declared), set(declared_by)
    return Conflicts(tuple(sorted(own | others)), tuple(sorted(own ^ others)))


def weights(note: Candidate, question: Asked) -> tuple[Weight, ...]:
    """Each weight that applies, in a fixed order."""
    applying = (
        (note.superseded, Weight("superseded", SUPERSEDED)),
        (note.low_confidence, Weight("low confidence", LOW_CONFIDENCE)),
        (note.generated, Weight("generated", GENERATED)),
        (note.credential and not question.for_credentials, Weight("credential", CREDENTIAL)),
    )
    return tuple(weight for applies, weight in applying if applies)


# --- steps ----------------------------------------------------------------


def _once(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate a note, with the best of each leg."""
    notes: dict[Identity, Candidate] = {}
    for one in candidates:
        known = notes.get(one.identity, one)
        notes[one.identity] = replace(
            one, keyword=_best(known.keyword, one.keyword), cosine=_best(known.cosine, one.cosine)
        )
    return list(notes.values())


def _best(one: float | None, other: float | None) -> float | None:
    return max((score for score in (one, other) if score is not None), default=None)


def _speaks(note: Candidate) -> bool:
    """Silence is an answer: words matched that tell something, or the meaning is nearer than that of a stranger.

    Where there is no meaning to contradict it any word is believed.
    """
    if note.cosine is None:
        return note.keyword is not None
    return note.cosine >= COSINE_FLOOR or (note.keyword is not None and note.share >= SHARE)


def _scored(note: Candidate, question: Asked, ranks: Ranks) -> Ranked:
    fused = fuse(note.keyword, note.cosine, question.meaning)
    applied = weights(note, question)
    score = fused
    for weight in applied:
        score *= weight.factor
    return Ranked(
        identity=note.identity,
        score=score,
        fused=fused,
        keyword=note.keyword,
        cosine=note.cosine,
        ranks=ranks,
        weights=applied,
    )


def _newest_first_in_ties(scored: Sequence[Placed], question: Asked, best_chunk: BestChunk) -> list[Ranked]:
    """Within each tie the notes that may be ordered by date trade their places, newest first; others stay."""
    ordered = [ranked for _, ranked in scored]
    about = frozenset(content(question.terms).words)
    for tie in _ties(scored[:SETTLED]):
        places = [place for place in tie if _names_it(scored[place][0], about)] if len(tie) > 1 else []
        if len(places) > 1:
            places = [place for place in places if best_chunk(scored[place][0].identity) >= 1.0] or places
        newest = sorted(places, key=lambda place: scored[place][0].date, reverse=True)
        for place, taken in zip(places, newest, strict=True):
            ordered[place] = replace(scored[taken][1], moved=taken != place)
    return ordered


def _ties(scored: Sequence[Placed]) -> Iterator[range]:
    """Runs of places whose scores are near that of the first of the run."""
    first = 0
    for place in range(1, len(scored) + 1):
        if place == len(scored) or scored[place][1].score < scored[first][1].score * (1 - NEAR):
            yield range(first, place)
            first = place


def _names_it(note: Candidate, about: frozenset[str]) -> bool:
    """The title holds all that the question is about."""
    return bool(about) and about.issubset(analyse(note.title).words)


def _levels(ranking: Sequence[Ranked]) -> list[float]:
    """The best score from each place on: a note that its date moved up stands level with those it passed."""
    return list(accumulate((ranked.score for ranked in reversed(ranking)), max))[::-1]


def _with_margins(ranked: Sequence[Ranked]) -> tuple[Ranked, ...]:
    inner = (replace(one, margin=max(0.0, one.score - after.score)) for one, after in pairwise(ranked))
    return (*inner, *ranked[-1:])
