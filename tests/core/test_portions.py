"""A text is read in portions that each fit a budget, and joined they are the text, each character once."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hindnote.core.portions import Portion, headings, portion, readable_text, section
from hindnote.core.tokens import estimate

ENOUGH = 4  # tokens: less does not pay for a character of every kind
texts = st.text(st.characters() | st.sampled_from("\n\n a│\u202e\x1b"), max_size=200)
budgets = st.integers(ENOUGH, 60)


def all_of(text: str, budget: int) -> Iterator[Portion]:
    at = 0
    while True:
        read = portion(text, at, estimate, budget)
        yield read
        if read.last:
            return
        assert read.end > at
        at = read.end


@given(texts, budgets)
@example("a" * 100, ENOUGH)
@example("\n" * 50, ENOUGH)
def test_joined_they_are_the_text(text: str, budget: int) -> None:
    joined = "".join(read.text + ("" if read.last or read.inside else "\n") for read in all_of(text, budget))
    assert joined == text


@given(texts, budgets)
def test_none_costs_more_than_the_budget(text: str, budget: int) -> None:
    assert all(estimate(read.text) <= budget for read in all_of(text, budget))


@given(texts, budgets)
def test_a_line_is_cut_inside_only_when_no_portion_holds_it(text: str, budget: int) -> None:
    for read in all_of(text, budget):
        assert not read.inside or "\n" not in read.text


@given(texts, budgets)
def test_each_says_which_lines_it_is(text: str, budget: int) -> None:
    lines = text.split("\n")
    for read in all_of(text, budget):
        first, last = read.lines
        assert read.total == len(lines)
        assert all(said in whole for said, whole in zip(read.text.split("\n"), lines[first - 1 : last], strict=True))


def test_a_budget_that_pays_for_nothing_still_gives_a_character() -> None:
    assert [read.text for read in all_of("猫猫", 0)] == ["猫", "猫"]


def test_what_is_read_is_what_may_be_shown() -> None:
    assert readable_text("a\x00\x1b[31mb\u202e\r\n├─ c\n\n") == "ab\n+- c"


NOTE = """---
key: a
---
# Title

before

## Observed
it broke

### How
badly

## Evidence
```
## Observed
```
## observed
again
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Evidence", "## Evidence\n```\n## Observed\n```"),
        (
            "Observed",
            "## Observed\nit broke\n\n### How\nbadly\n\n## observed\nagain",
        ),
        ("## how", "### How\nbadly"),
        (" OBSERVED ", "## Observed\nit broke\n\n### How\nbadly\n\n## observed\nagain"),
        ("key", None),
        ("", None),
        ("Answers", None),
    ],
)
def test_a_section_is_what_stands_under_its_heading_and_those_below_it(name: str, said: str | None) -> None:
    assert section(NOTE, name) == said


def test_the_title_is_the_heading_of_everything() -> None:
    assert section(NOTE, "title") == NOTE.partition("---\n# Title")[2].join(["# Title", ""]).strip("\n")


def test_a_section_is_asked_for_by_what_is_listed() -> None:
    assert headings(NOTE) == ("Title", "Observed", "How", "Evidence", "observed")
    assert all(section(NOTE, each) for each in headings(NOTE))


@given(texts)
def test_any_text_has_its_sections(text: str) -> None:
    assert all(section(text, each) is not None for each in headings(text))
