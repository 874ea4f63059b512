"""Fusion: one score from what the two legs say of a note, and how far each is to be believed.

The sum is linear. A keyword score that saturates, and reciprocal ranks more so, let a small
difference of meaning outweigh a rare word: on histories full of alike notes (releases, version
bumps) they lost up to 25 points of P@1. The measurements are in benchmarks/ranking.md.
"""

from collections.abc import Sequence

from .analysis import Terms

MEANING = 16.0  # keyword points that a cosine of 1 is worth, for a question of words alone
SHARE = 0.1  # of what the question's words tell, for a note whose meaning is a stranger's: benchmarks/ranking.md
COSINE_FLOOR = 0.3  # without a common word: a strange question in twelve gets an answer, benchmarks/ranking.md


def fuse(keyword: float | None, cosine: float | None, meaning: float) -> float:
    """`meaning` is how much of the question a model can know; a leg that did not return a note adds nothing."""
    return (keyword or 0.0) + MEANING * meaning * max(cosine or 0.0, 0.0)


def meaning(question: Terms) -> float:
    """The share of the question that is words: a number is matched or not, and means nothing to a model."""
    atoms = [term for term in question.words if term.isalnum()]
    return sum(atom.isalpha() for atom in atoms) / len(atoms) if atoms else 1.0


def places(scores: Sequence[float | None]) -> tuple[int | None, ...]:
    """The 1-based place of each score among those given; equal scores share the better place."""
    first: dict[float, int] = {}
    for place, score in enumerate(sorted((score for score in scores if score is not None), reverse=True), 1):
        first.setdefault(score, place)
    return tuple(None if score is None else first[score] for score in scores)
