"""Measures: how well rankings answer their cases, and whether a difference is more than chance.

Figures are fractions. The chance in the bootstrap comes in as `draws` (lists of places, one list
a resample), so that the same draws pair every measure of two engines. Not here: who ranked.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import asdict

# --- values ---------------------------------------------------------------

CONFIDENCE = 0.95
Z = 1.959963984540054  # standard deviations to either side that hold it


class Measured(Struct, frozen=True):
    """What one ranking got, or the mean of many. `r_k` is the share of the right answers within k."""

    p1: float
    r3: float
    r5: float
    r8: float
    r10: float
    mrr: float
    returned: float


class Interval(Struct, frozen=True, array_like=True):
    """A mean, and where it lies with 95 % confidence."""

    mean: float
    low: float
    high: float


class McNemar(Struct, frozen=True):
    """Cases that only one of two engines got right, and how likely so uneven a split is by chance."""

    wins: int
    losses: int
    p: float


MEASURES = ("p1", "r3", "r5", "r8", "r10", "mrr")

# --- functions ------------------------------------------------------------


def measure(returned: Sequence[str], answers: Sequence[str]) -> Measured:
    """A case, as answered: `returned` best first, each once."""
    right = set(answers)
    places = [place for place, key in enumerate(returned, 1) if key in right]

    def within(cut: int) -> float:
        return sum(place <= cut for place in places) / len(right) if right else 0.0

    return Measured(
        p1=float(places[:1] == [1]),
        r3=within(3),
        r5=within(5),
        r8=within(8),
        r10=within(10),
        mrr=1 / places[0] if places else 0.0,
        returned=float(len(returned)),
    )


def mean(cases: Sequence[Measured]) -> Measured:
    if not cases:
        return Measured(0, 0, 0, 0, 0, 0, 0)
    rows = [asdict(case) for case in cases]
    return Measured(**{name: math.fsum(row[name] for row in rows) / len(rows) for name in rows[0]})


def differences(ours: Sequence[Measured], theirs: Sequence[Measured]) -> Mapping[str, tuple[float, ...]]:
    """By measure, case by case: positive where ours did better."""
    return {
        name: tuple(getattr(one, name) - getattr(other, name) for one, other in zip(ours, theirs, strict=True))
        for name in MEASURES
    }


def interval(values: Sequence[float], draws: Sequence[Sequence[int]]) -> Interval:
    """The mean of the values and the percentile bootstrap over the draws."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    average = math.fsum(values) / len(values)
    means = sorted(math.fsum(_picked(draw)(values)) / len(draw) for draw in draws) or [average]
    tail = (1 - CONFIDENCE) / 2 * (len(means) - 1)
    return Interval(average, means[math.floor(tail)], means[math.ceil(len(means) - 1 - tail)])


def _picked(draw: Sequence[int]) -> Callable[[Sequence[float]], Sequence[float]]:
    if len(draw) == 1:  # itemgetter of one place returns no tuple
        return lambda values: (values[draw[0]],)
    return itemgetter(*draw)


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Where a share lies with 95 % confidence; of no case, anywhere."""
    # Wilson's score interval (1927) holds for few cases too: Brown, Cai and DasGupta, Statistical Science 16, 2001.
    if not n:
        return 0.0, 1.0
    share, z = hits / n, Z
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return min(share, max(0.0, (middle - spread) / scale)), max(share, min(1.0, (middle + spread) / scale))


def mcnemar(ours: Sequence[bool], theirs: Sequence[bool]) -> McNemar:
    """The exact two-sided test on the pairs that differ."""
    wins = sum(one and not other for one, other in zip(ours, theirs, strict=True))
    losses = sum(other and not one for one, other in zip(ours, theirs, strict=True))
    split = wins + losses
    tail = sum(math.comb(split, k) for k in range(min(wins, losses) + 1))
    return McNemar(wins, losses, min(1.0, 2 * tail / 2**split))
