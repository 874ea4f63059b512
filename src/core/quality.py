"""Quality: how well engines answered the same cases, side by side, as figures and as a table.

The field names are the public `--json` shape. Every figure is a fraction. Not here: the engines.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from .cases import Case
from .measures import MEASURES, Interval, McNemar, Measured, differences, interval, mcnemar, mean, measure

# --- values ---------------------------------------------------------------

HYBRID, KEYWORD, SEMANTIC, GREP, BM25 = "hybrid", "keyword", "semantic", "grep", "bm25"
ENGINES = (HYBRID, KEYWORD, SEMANTIC, GREP, BM25)
COMPARED = ((HYBRID, BM25), (HYBRID, KEYWORD), (HYBRID, GREP), (KEYWORD, BM25), (SEMANTIC, BM25))

Answered = Mapping[str, Sequence[Sequence[str]]]  # by engine, for each case the keys returned, best first


class Only(Struct, frozen=True):
    """The share of cases whose answer one leg alone has on its first page."""

    keyword: float
    semantic: float


class Quality(Struct, frozen=True, kw_only=True):
    notes: int
    n: int
    unknown: int  # answers that are no note here, and so cannot be found
    engines: Mapping[str, Measured]
    intervals: Mapping[str, Mapping[str, Interval]]  # of the differences, by the pair of engines
    mcnemar: Mapping[str, McNemar]  # on the first place
    only: Only
    said: tuple[str, ...] = ()


# --- functions ------------------------------------------------------------


def judge(cases: Sequence[Case], answered: Answered, keys: frozenset[str], draws: Sequence[Sequence[int]]) -> Quality:
    """`draws` are the resamples of the bootstrap, each a list of places among the cases."""
    got = {
        engine: [measure(returned, case.answers) for returned, case in zip(answered[engine], cases, strict=True)]
        for engine in ENGINES
    }
    pairs = {f"{one} vs {other}": (got[one], got[other]) for one, other in COMPARED}
    return Quality(
        notes=len(keys),
        n=len(cases),
        unknown=sum(answer not in keys for case in cases for answer in case.answers),
        engines={engine: mean(rows) for engine, rows in got.items()},
        intervals={
            pair: {name: interval(values, draws) for name, values in differences(*both).items()}
            for pair, both in pairs.items()
        },
        mcnemar={pair: mcnemar(*([row.p1 == 1 for row in rows] for rows in both)) for pair, both in pairs.items()},
        only=_only(got[KEYWORD], got[SEMANTIC]),
    )


def _only(keyword: Sequence[Measured], semantic: Sequence[Measured]) -> Only:
    found = [(one.r8 > 0, other.r8 > 0) for one, other in zip(keyword, semantic, strict=True)]
    total = max(len(found), 1)
    return Only(found.count((True, False)) / total, found.count((False, True)) / total)


def as_text(quality: Quality) -> str:
    """Two tables for a person: the engines, and what sets each pair apart."""
    heads = ("", *MEASURES, "returned")
    rows = [
        (engine, *(f"{100 * getattr(got, name):.1f}" for name in MEASURES), f"{got.returned:.1f}")
        for engine, got in quality.engines.items()
    ]
    gains = [
        (pair, *(_gain(intervals[name]) for name in ("p1", "r8", "mrr")), _split(quality.mcnemar[pair]))
        for pair, intervals in quality.intervals.items()
    ]
    return "\n\n".join(
        (
            f"{quality.n} questions of {quality.notes} notes; figures in percent",
            _table((heads, *rows)),
            "Differences, with 95 % intervals of the paired bootstrap; first places won and lost, with McNemar's p",
            _table((("", "p1", "r8", "mrr", "won / lost"), *gains)),
            _only_text(quality.only),
            *([f"{quality.unknown} answers are no note here"] if quality.unknown else []),
        )
    )


def _only_text(only: Only) -> str:
    keyword, semantic = f"{100 * only.keyword:.1f} %", f"{100 * only.semantic:.1f} %"
    return f"On the first page of one leg alone: keyword {keyword} of the answers, semantic {semantic}"


def _gain(gain: Interval) -> str:
    return f"{100 * gain.mean:+.1f} [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"


def _split(split: McNemar) -> str:
    return f"{split.wins} / {split.losses} (p {split.p:.3f})"


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The first column to the left, figures to the right."""
    return "  ".join((cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:]))).rstrip()
