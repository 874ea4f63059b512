"""A note is named in one line whose link is closed by us alone, whatever its title holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.namenotes import title_text

from .. import strategies as some

LONGEST = 20


@given(some.nasty_text | st.text("[]\u200b\n a"), st.integers(1, LONGEST))
def test_a_title_opens_and_closes_no_link(title: str, longest: int) -> None:
    shown = title_text(title, longest)
    assert "[[" not in shown
    assert "]]" not in shown
    assert not shown.endswith("]")
    assert shown.splitlines() == [shown]


@pytest.mark.parametrize("brackets", ["]]", "]]]", "]]]]", "]" * 1_001, "]\u200b]", "]\u200b]]\u200b]"])
def test_no_run_of_brackets_becomes_the_end_of_a_link(brackets: str) -> None:
    assert title_text(f"a{brackets} (team 2030-01-01). b", LONGEST) == "a] (team 2030-01-01…"
