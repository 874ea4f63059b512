"""BM25: the score of a note for a question, number for number as FTS5 computes it.

It stands in where FTS5 cannot score: without FTS5 at all, and over several indexes at once, where
a term's rarity is that in all of them. The order of additions is FTS5's, so that scores are equal.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from .analysis import Terms
from .scripts import is_unsegmented

K1 = 1.2
B = 0.75
POSTINGS = 1.0  # for each note: benchmarks/ranking.md found no loss, with half of it there was
ALWAYS_PAID = 2_000  # postings: they cost 1.5 ms, and in a small store a dropped word may be the one that tells
LEAST_IDF = 1e-6  # of a term that most notes have

# --- values ---------------------------------------------------------------


class Corpus(Struct, frozen=True):
    """All the notes that a question is put to: how many, how long together, and how many hold each term."""

    notes: int
    tokens: int
    holding: tuple[int, ...]

    def __add__(self, other: "Corpus") -> "Corpus":
        holding = tuple(one + two for one, two in zip(self.holding, other.holding, strict=True))
        return Corpus(self.notes + other.notes, self.tokens + other.tokens, holding)


class Counted(Struct, frozen=True):
    """A note as a question sees it: its length, and how often it holds each term, by column weight."""

    length: int
    frequencies: tuple[float, ...]


# --- functions ------------------------------------------------------------


def asked_terms(terms: Terms) -> tuple[str, ...]:
    """What `match_expression` asks for, each term once."""
    return tuple(dict.fromkeys((*terms.words, *terms.exact, *(part for part in terms.parts if not is_lone(part)))))


def is_lone(term: str) -> bool:
    """A lone unsegmented character is asked as a prefix."""
    return len(term) == 1 and is_unsegmented(term)


def score(note: Counted, corpus: Corpus) -> float:
    average = corpus.tokens / corpus.notes
    total = 0.0
    for frequency, holding in zip(note.frequencies, corpus.holding, strict=True):
        weight = idf(corpus.notes, holding)
        total += weight * ((frequency * (K1 + 1.0)) / (frequency + K1 * (1 - B + B * note.length / average)))
    return total


def idf(notes: int, holding: int) -> float:
    value = math.log((notes - holding + 0.5) / (holding + 0.5))
    return value if value > 0.0 else LEAST_IDF


def count(columns: Sequence[Sequence[str]], weights: Sequence[float], asked: Sequence[str]) -> Counted:
    """A note's terms, a column each, as the asked terms find them."""
    frequencies = [0.0] * len(asked)
    for place, term in enumerate(asked):
        for column, weight in zip(columns, weights, strict=True):
            frequencies[place] += weight * _occurrences(column, term)
    return Counted(sum(map(len, columns)), tuple(frequencies))


def scores(
    notes: Iterable[tuple[int, Sequence[Sequence[str]]]], weights: Sequence[float], asked: Sequence[str]
) -> Iterator[tuple[int, float]]:
    """(id, score) of every note that holds a term; reads all of them, one at a time."""
    matching: list[tuple[int, Counted]] = []
    total = Corpus(0, 0, (0,) * len(asked))
    for note, columns in notes:
        counted = count(columns, weights, asked)
        held = tuple(int(frequency > 0) for frequency in counted.frequencies)
        total += Corpus(1, counted.length, held)
        if any(held):
            matching.append((note, counted))
    yield from ((note, score(counted, total)) for note, counted in matching)


def _occurrences(column: Sequence[str], term: str) -> int:
    return sum(word.startswith(term) for word in column) if is_lone(term) else column.count(term)


def rarest(asked: Sequence[str], corpus: Corpus) -> tuple[str, ...]:
    """The rarest of the asked terms that a budget of postings pays for, in their order; always the rarest that any note holds.

    An OR over common words is what a question costs in a large store, and they decide next to nothing.
    """
    budget = max(POSTINGS * corpus.notes, ALWAYS_PAID)
    kept: set[str] = set()
    paid = False
    for holding, term in sorted(zip(corpus.holding, asked, strict=True)):
        budget -= holding
        if budget >= 0 or not paid:
            kept.add(term)
            paid = paid or holding > 0
    return tuple(term for term in asked if term in kept)
