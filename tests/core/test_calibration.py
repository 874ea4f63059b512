"""Every number that ranks, cuts or keeps quiet is the one that was measured: the record names it with its value."""

import re
from pathlib import Path

import pytest

from hindnote.core import analysis, bm25, excerpts, fusion, ranking
from hindnote.shell.index import legs

RECORD = Path(__file__).resolve().parents[2] / "benchmarks" / "ranking.md"

SHIPPED = {
    "COLUMN_WEIGHTS": analysis.COLUMN_WEIGHTS,
    "MEANING": fusion.MEANING,
    "COSINE_FLOOR": fusion.COSINE_FLOOR,
    "NEAR": ranking.NEAR,
    "SETTLED": ranking.SETTLED,
    "LEG_DEPTH": ranking.LEG_DEPTH,
    "SUPERSEDED": ranking.SUPERSEDED,
    "LOW_CONFIDENCE": ranking.LOW_CONFIDENCE,
    "GENERATED": ranking.GENERATED,
    "CREDENTIAL": ranking.CREDENTIAL,
    "LOOKED_INTO": legs.LOOKED_INTO,
    "POSTINGS": bm25.POSTINGS,
    "ALWAYS_PAID": bm25.ALWAYS_PAID,
    "EXCERPT_LENGTH": excerpts.EXCERPT_LENGTH,
}


def recorded() -> dict[str, str]:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", RECORD.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: value.strip() for name, value in rows}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_constant_has_the_value_on_record(name: str) -> None:
    value = SHIPPED[name]
    spelled = " / ".join(f"{one:g}" for one in value) if isinstance(value, tuple) else f"{value:g}"
    assert recorded()[name] == spelled


def test_nothing_is_on_record_that_does_not_ship() -> None:
    assert recorded().keys() == SHIPPED.keys()
