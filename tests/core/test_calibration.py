"""Every number that ranks, cuts or keeps quiet is the one that was measured: the record names it with its value."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from hindnote.core import (
    analysis,
    bm25,
    excerpts,
    fusion,
    hints,
    namehints,
    nameidentifiers,
    namenotes,
    preflight,
    ranking,
    switches,
    timelines,
    writecontext,
)
from hindnote.shell.index import legs

RECORDS = Path(__file__).resolve().parents[2] / "benchmarks"

Constants: TypeAlias = Mapping[str, float | tuple[float, ...]]

RANKING: Constants = {
    "COLUMN_WEIGHTS": analysis.COLUMN_WEIGHTS,
    "MEANING": fusion.MEANING,
    "COSINE_FLOOR": fusion.COSINE_FLOOR,
    "SHARE": fusion.SHARE,
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

HINTS: Constants = {
    "NAMES_A_CALL": namehints.NAMES_A_CALL,
    "IDENTIFIERS_A_CALL": namehints.IDENTIFIERS_A_CALL,
    "LONG_OUTPUT": namehints.LONG_OUTPUT,
    "READ": namehints.READ,
    "UNTITLED_NOTES": hints.UNTITLED_NOTES,
    "NAME_CHARACTERS": hints.NAME_CHARACTERS,
    "NOTES_A_NAME": hints.NOTES_A_NAME,
    "NEVER_FEWER": namenotes.NEVER_FEWER,
    "MAX_SHARE": namenotes.MAX_SHARE,
    "SHORTEST": nameidentifiers.SHORTEST,
    "MOST_NOTES": timelines.MOST_NOTES,
    "LONGEST_LINE": timelines.LONGEST_LINE,
    "MIN_TERMS": switches.MIN_TERMS,
    "SHARED": preflight.SHARED,
    "WORD_NEVER_FEWER": preflight.WORD_NEVER_FEWER,
    "NOTES": preflight.NOTES,
    "NAMES": preflight.NAMES,
}
WRITE_CONTEXT: Constants = {
    "NAMES": writecontext.NAMES,
    "NOTES_A_NAME": writecontext.NOTES_A_NAME,
    "LONG_BODY": writecontext.LONG_BODY,
    "LIST": writecontext.LIST,
    "SUMMARY": writecontext.SUMMARY,
}
SHIPPED: Mapping[tuple[str, str], Constants] = {
    ("ranking.md", "Constants"): RANKING,
    ("hints.md", "Constants"): HINTS,
    ("hints.md", "Constants of write context"): WRITE_CONTEXT,
}
EACH = [(record, name) for record, constants in SHIPPED.items() for name in constants]


def recorded(record: tuple[str, str]) -> dict[str, str]:
    """The table under a heading of a file."""
    file, heading = record
    text = (RECORDS / file).read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE)
    return {name: value.strip() for name, value in rows}


@pytest.mark.parametrize(("record", "name"), EACH)
def test_a_constant_has_the_value_on_record(record: tuple[str, str], name: str) -> None:
    value = SHIPPED[record][name]
    spelled = " / ".join(f"{one:g}" for one in value) if isinstance(value, tuple) else f"{value:g}"
    assert recorded(record)[name] == spelled


@pytest.mark.parametrize("record", SHIPPED)
def test_nothing_is_on_record_that_does_not_ship(record: tuple[str, str]) -> None:
    assert recorded(record).keys() == SHIPPED[record].keys()
