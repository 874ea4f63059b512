"""An estimate never falls as a text grows, and errs on the safe side for scripts a tokenizer knows least."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.tokens import estimate


@given(st.text(), st.text())
def test_more_text_never_costs_less(one: str, more: str) -> None:
    assert estimate(one) <= estimate(one + more) <= estimate(one) + estimate(more)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("日本語", 3), ("日本語 four", 5)]
)
def test_what_a_text_costs(text: str, tokens: int) -> None:
    assert estimate(text) == tokens
