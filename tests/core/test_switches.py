"""A switch changes what it names, and a word that nobody knows changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.namenotes import ceiling
from hindnote.core.preflight import WORD_NEVER_FEWER
from hindnote.core.switches import Switches, read_switches

from .. import strategies as some

SHIPPED = Switches()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"HINDNOTE_NAMES": "0"}, SHIPPED._replace(names=False)),
        ({"HINDNOTE_TOOL_HINTS": "0"}, SHIPPED._replace(tool_hints=False)),
        ({"HINDNOTE_WRITE_CONTEXT": "0"}, SHIPPED._replace(write_context=False)),
        ({"HINDNOTE_TIMELINES": "0"}, SHIPPED._replace(timelines=False)),
        ({"HINDNOTE_PREFLIGHT": "inject"}, SHIPPED._replace(preflight="inject")),
        ({"HINDNOTE_PREFLIGHT": " OFF "}, SHIPPED._replace(preflight="off")),
        ({"HINDNOTE_PREFLIGHT_MIN_TERMS": "5"}, SHIPPED._replace(min_terms=5)),
        ({"HINDNOTE_PREFLIGHT_RARE_TERMS": "0"}, SHIPPED._replace(rare_terms=False)),
        ({"HINDNOTE_SPLIT_BUDGET": "0"}, SHIPPED._replace(split_budget=False)),
        ({"HINDNOTE_NAME_MAX_DF": "0.3"}, SHIPPED._replace(max_share=0.3)),
        ({"HINDNOTE_NAMES": "1", "HINDNOTE_PREFLIGHT": "louder", "HINDNOTE_NAME_MAX_DF": "much"}, SHIPPED),
        ({"HINDNOTE_NAME_MAX_DF": "-1", "HINDNOTE_PREFLIGHT_MIN_TERMS": "inf"}, SHIPPED),
        ({}, SHIPPED),
    ],
)
def test_each_switch_is_read(said: dict[str, str], expected: Switches) -> None:
    assert read_switches(said) == expected


@given(
    st.dictionaries(st.sampled_from(["HINDNOTE_NAMES", "HINDNOTE_NAME_MAX_DF", "HINDNOTE_PREFLIGHT"]), some.nasty_text)
)
def test_no_word_breaks_the_reading(said: dict[str, str]) -> None:
    assert read_switches(said).max_share > 0


@pytest.mark.parametrize(
    ("total", "share", "most"),
    [
        (0, 0.15, 10),
        (40, 0.15, 10),
        (100, 0.15, 15),
        (1_432, 0.15, 214),
        (100, 0.5, 50),
        (100, 1, 100),
        (1_000, 25, 25),
    ],
)
def test_a_name_is_common_by_share_but_never_below_ten_notes(total: int, share: float, most: int) -> None:
    assert ceiling(total, share) == most


def test_a_word_is_common_sooner() -> None:
    assert [ceiling(total, least=WORD_NEVER_FEWER) for total in (0, 12, 20, 40)] == [3, 3, 3, 6]
