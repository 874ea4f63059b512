"""Explanation: how a hit came to its place, so that a bad ranking can be understood.

Each leg's rank and score, the sum they fuse to, every weight applied, and whether a date broke a
tie. Not here: the arithmetic (ranking, fusion).
"""

from collections.abc import Iterable

from msgspec import Struct

from .ranking import Ranked, Weight


class Explanation(Struct, frozen=True):
    """The public `--json` shape: add to it, never rename."""

    keyword: float | None  # BM25; None where no term matched
    semantic: float | None  # cosine; None without a vector or outside the leg
    fused: float
    weights: tuple[Weight, ...]
    score: float  # `fused` times the weights
    newest_first: bool  # the date decided between near-equal scores


def explained(ranked: Ranked) -> Explanation:
    return Explanation(ranked.keyword, ranked.cosine, ranked.fused, ranked.weights, ranked.score, ranked.moved)


def explanation_line(ranked: Ranked) -> str:
    return " · ".join(_steps(ranked))


def _steps(ranked: Ranked) -> Iterable[str]:
    yield _leg("keyword", ranked.ranks.keyword, "BM25", ranked.keyword)
    yield _leg("semantic", ranked.ranks.semantic, "cosine", ranked.cosine)
    yield f"fused {ranked.fused:.3f}"
    yield from (f"{weight.name} x{weight.factor:g}" for weight in ranked.weights)
    yield f"score {ranked.score:.3f}"
    if ranked.moved:
        yield "placed by its date"


def _leg(name: str, rank: int | None, measure: str, score: float | None) -> str:
    if rank is None or score is None:
        return f"{name} none"
    return f"{name} {rank} ({measure} {score:.3f})"
