"""Fusion: one score from what the two legs say of a note.

A leg that did not return a note says nothing about it, which is not the same as zero.
The constants are those that the ablation left (benchmarks/ranking.md).
"""

from collections.abc import Sequence

COSINE_WEIGHT = 0.75
SATURATION = 10.0  # the keyword score at which half of its weight is reached
COSINE_FLOOR = 0.2  # below it two texts are no nearer than strangers: no match


def fuse(keyword: float | None, cosine: float | None) -> float:
    """Both on one scale: a keyword score has no upper bound, so it saturates; a cosine is bounded."""
    words = keyword / (keyword + SATURATION) if keyword is not None else 0.0
    meaning = COSINE_WEIGHT * max(cosine, 0.0) if cosine is not None else 0.0
    return words + meaning


def places(scores: Sequence[float | None]) -> tuple[int | None, ...]:
    """The 1-based place of each score among those given; equal scores share the better place."""
    first: dict[float, int] = {}
    for place, score in enumerate(sorted((score for score in scores if score is not None), reverse=True), 1):
        first.setdefault(score, place)
    return tuple(None if score is None else first[score] for score in scores)
