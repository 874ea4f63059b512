"""A call is known by what was typed in it, and what was moved is told once: where it was moved to."""

import json

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.attribution import Mark, call_of, call_typed, mark_of, readdressed, remaining
from hindnote.core.jsontext import strings
from hindnote.core.records import Record, moved, stamped

from .. import strategies as some

arguments = st.dictionaries(st.text(max_size=5), st.text() | st.lists(st.text(), max_size=3), max_size=4)
told = st.lists(
    st.builds(Mark, st.sampled_from(["", "c1", "c2"]), st.booleans()).filter(lambda mark: mark.call or not mark.moved)
)


@given(arguments)
def test_a_hook_and_a_server_know_a_call_by_the_same_mark(said: dict[str, str | list[str]]) -> None:
    reordered = dict(reversed(said.items()))
    assert call_of(said) == call_typed("\n".join(strings(json.loads(json.dumps(reordered)))))


def lines(typed: str) -> list[bytes]:
    return sorted(line.encode("utf-8", "replace") for line in typed.splitlines() if line)


@given(some.nasty_text, some.nasty_text)
def test_different_words_are_different_calls(one: str, another: str) -> None:
    assert (call_typed(one) == call_typed(another)) == (lines(one) == lines(another))


@given(told)
def test_what_is_left_is_what_no_later_word_moved(marks: list[Mark]) -> None:
    by_hand = [
        mark
        for at, mark in enumerate(marks)
        if not mark.moved and not (mark.call and Mark(mark.call, moved=True) in marks[at:])
    ]
    assert remaining(marks, lambda mark: mark) == by_hand
    assert remaining(by_hand, lambda mark: mark) == by_hand


def test_a_record_that_was_moved_belongs_to_its_new_session_and_to_no_call() -> None:
    stamp: Record = {**stamped("2026-08-07T12:00:00Z", "server", "c"), "call": "c1"}
    recalled: Record = {"event": "Recalled", "stamp": stamp, "characters": 7}
    assert mark_of(recalled) == Mark("c1")
    assert mark_of(moved(stamp, "c1", "harness")) == Mark("c1", moved=True)
    assert readdressed(recalled, "harness") == {
        "event": "Recalled",
        "stamp": stamped("2026-08-07T12:00:00Z", "harness", "c"),
        "characters": 7,
    }
