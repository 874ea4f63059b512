"""BM25: the score of a note for a question, number for number as FTS5 computes it.

It stands in where FTS5 cannot score: without FTS5 at all, and over several indexes at once, where
a term's rarity is that in all of them. The order of additions is FTS5's, so that scores are equal.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from .analysis import Terms
from .idf import K1, LEAST_IDF, at_most, idf
from .scripts import is_unsegmented

B = 0.75
POSTINGS = 1.0  # for each note: benchmarks/ranking.md found no loss, with half of it there was
ALWAYS_PAID = 2_000  # postings: they cost 1.4 ms, and in a small store a dropped word may be the one that tells

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
    """The asked terms that notes hold and a budget of postings pays for, rarest first; always the rarest.

    An OR over common words is what a question costs in a large store, and they decide next to nothing.
    """
    budget = max(POSTINGS * corpus.notes, ALWAYS_PAID)
    kept: list[str] = []
    for holding, term in sorted(zip(corpus.holding, asked, strict=True)):
        budget -= holding
        if holding and (budget >= 0 or not kept):
            kept.append(term)
    return tuple(kept)


def first_look(corpus: Corpus) -> int:
    """By how many of its first terms a question looks for notes; the others only weigh what was found.

    To score each note of a common term is what a question costs; whether a note holds it is cheap to tell.
    """
    return _paid(corpus, ALWAYS_PAID)


def next_look(corpus: Corpus, looked: int, least: float | None) -> int:
    """By how many terms to look after that, so that no other note can be among the best: no more, when none can now.

    `least` is what the last of the best scores by all terms, which can only rise: one more look is always enough.
    Without it too few were found, and the next look may cost twice the postings.
    """
    if least is None:
        return max(_paid(corpus, 2 * max(ALWAYS_PAID, sum(corpus.holding[:looked]))), looked + 1)
    return next(look for look in range(looked, len(corpus.holding) + 1) if ceiling(corpus, look) < least)


def ceiling(corpus: Corpus, look: int) -> float:
    """What no note scores that holds none of the first terms, however often it holds the others."""
    return at_most(math.fsum(idf(corpus.notes, holding) for holding in corpus.holding[look:]))


def telling(corpus: Corpus) -> int:
    """How many terms there are up to the last that tells notes apart: half of all notes hold each of the others."""
    telling = [idf(corpus.notes, holding) > LEAST_IDF for holding in corpus.holding]
    return max((place for place, tells in enumerate(telling, 1) if tells), default=0)


def _paid(corpus: Corpus, budget: float) -> int:
    return max(bisect_right(list(accumulate(corpus.holding)), budget), 1)
