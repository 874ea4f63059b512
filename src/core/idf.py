"""Inverse document frequency: how much a term tells of the note that holds it, number for number as FTS5 weighs it.

Imports next to nothing, for hooks rank too.
"""

import math

K1 = 1.2
LEAST_IDF = 1e-6  # of a term that most notes have


def idf(notes: int, holding: int) -> float:
    value = math.log((notes - holding + 0.5) / (holding + 0.5))
    return value if value > 0.0 else LEAST_IDF


def weight(notes: int, holding: int) -> float:
    """The same for how much of a question is there: more than nothing however few notes there are, as Lucene weighs it."""
    return math.log1p((notes - holding + 0.5) / (holding + 0.5))


def at_most(weight: float) -> float:
    """What terms of this weight in all come to at the most in a score, however often a note holds them."""
    return (K1 + 1.0) * weight
