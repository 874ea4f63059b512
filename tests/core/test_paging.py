"""A cursor goes on exactly where its page ended, or says that it cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.keys import Identity, Layer, VaultKey
from hindnote.core.paging import (
    ROWS_TOKENS,
    StaleCursor,
    UnknownCursor,
    cursor_after,
    cursor_at,
    first_of_page,
    place_at,
    sliced,
)

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


@given(QUESTIONS, QUESTIONS, st.integers(0, 2**32 - 1))
def test_a_cursor_into_a_text_is_good_for_that_text_alone(one: list[str], other: list[str], place: int) -> None:
    cursor = cursor_at(one, place)
    assert place_at(cursor, one) == Success(place)
    assert (place_at(cursor, other) == Success(place)) == (one == other)
    moved = f"{(place + 1) % 2**32:08x}{cursor[8:]}"
    assert place_at(moved, one) == Failure(StaleCursor(moved))


@given(IDENTITIES, st.lists(st.integers(0, ROWS_TOKENS), min_size=6, max_size=6), st.integers(1, 4))
def test_pages_of_a_list_join_up_to_it_and_none_is_too_long_or_costs_too_much(
    listed: list[Identity], costs: list[int], limit: int
) -> None:
    shown: list[Identity] = []
    cursor: str | None = None
    while len(shown) < len(listed):
        page = sliced(cursor, ["q"], listed, limit, costs.__getitem__).unwrap()
        assert page.first == len(shown) < page.last <= page.first + limit
        assert sum(costs[page.first : page.last]) <= ROWS_TOKENS
        shown += listed[page.first : page.last]
        cursor = page.next_cursor
    assert cursor is None
    assert shown == listed


@given(st.text() | st.sampled_from(["", "AAAA", "A" * 18, "é" * 18]))
def test_anything_else_is_no_cursor(text: str) -> None:
    assert first_of_page(text, [], []) in (Failure(UnknownCursor(text)), Failure(StaleCursor(text)))


def test_without_a_cursor_the_first_page_is_asked_for() -> None:
    assert first_of_page(None, ["q"], []) == Success(0)


@pytest.mark.parametrize("cursor", ["\ud800", "\0", "x" * 10_000])
def test_a_refusal_can_always_be_printed(cursor: str) -> None:
    UnknownCursor(cursor).explain().message().encode()
    StaleCursor(cursor).explain().message().encode("utf-8", "surrogatepass")
