"""A cursor goes on exactly where its page ended, or says that it cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.keys import Identity, Layer, VaultKey
from hindnote.core.paging import StaleCursor, UnknownCursor, cursor_after, first_of_page

IDENTITIES = st.lists(
    st.builds(Identity, st.sampled_from(Layer), st.text(max_size=5).map(VaultKey)), max_size=6, unique=True
)
QUESTIONS = st.lists(st.text(max_size=5), max_size=3)


@given(QUESTIONS, IDENTITIES, IDENTITIES)
def test_a_cursor_goes_on_after_what_was_shown(
    question: list[str], shown: list[Identity], rest: list[Identity]
) -> None:
    cursor = cursor_after(question, shown)
    assert first_of_page(cursor, question, [*shown, *rest]) == Success(len(shown))


@given(QUESTIONS, IDENTITIES, IDENTITIES)
def test_a_cursor_is_stale_when_what_was_shown_is_no_longer_first(
    question: list[str], shown: list[Identity], now: list[Identity]
) -> None:
    cursor = cursor_after(question, shown)
    expected = Success(len(shown)) if now[: len(shown)] == shown else Failure(StaleCursor(cursor))
    assert first_of_page(cursor, question, now) == expected


@given(QUESTIONS, QUESTIONS, IDENTITIES)
def test_a_cursor_is_stale_for_another_question(one: list[str], other: list[str], shown: list[Identity]) -> None:
    cursor = cursor_after(one, shown)
    assert (first_of_page(cursor, other, shown) == Success(len(shown))) == (one == other)


@given(st.text() | st.sampled_from(["", "AAAA", "A" * 18, "é" * 18]))
def test_anything_else_is_no_cursor(text: str) -> None:
    assert first_of_page(text, [], []) in (Failure(UnknownCursor(text)), Failure(StaleCursor(text)))


def test_without_a_cursor_the_first_page_is_asked_for() -> None:
    assert first_of_page(None, ["q"], []) == Success(0)


@pytest.mark.parametrize("cursor", ["\ud800", "\0", "x" * 10_000])
def test_a_refusal_can_always_be_printed(cursor: str) -> None:
    UnknownCursor(cursor).explain().message().encode()
    StaleCursor(cursor).explain().message().encode("utf-8", "surrogatepass")
