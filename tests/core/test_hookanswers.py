"""Each harness gets what we say in the shape it reads, whole and never too long; where it reads nothing it gets nothing."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.hookanswers import CALLED, LONGEST, answer, hears
from hindnote.core.moments import EVENTS, HARNESSES, Event, Harness, Moment

from ..pages import page

__all__ = ["page"]  # the fixture

called = st.text(max_size=9) | st.text(min_size=1, max_size=3).map(lambda name: name * LONGEST)
moments = st.builds(Moment, st.sampled_from(EVENTS), st.sampled_from(HARNESSES), called)


def test_every_shape(page: SnapshotAssertion) -> None:
    each = [Moment(event, harness) for harness, event in product(HARNESSES, EVENTS)]
    shown = [f"{m.harness} {m.event}\n  {answer(m, 'hindnote: one line') or '(nothing)'}\n" for m in each]
    assert "".join(shown) == page


def test_an_event_keeps_the_name_its_harness_gave_it() -> None:
    told = answer(Moment("post-tool-use", "claude", called="AfterShellExecution"), "x")
    assert json.loads(told)["hookSpecificOutput"]["hookEventName"] == "AfterShellExecution"


@pytest.mark.parametrize("harness", HARNESSES)
def test_a_stop_is_never_answered_to_the_agent(harness: Harness) -> None:
    told = answer(Moment("stop", harness), "x")
    assert told in {"", '{"systemMessage": "x"}'}


@pytest.mark.parametrize("event", EVENTS)
def test_codex_gets_no_key_it_does_not_know(event: Event) -> None:
    told = answer(Moment(event, "codex"), "x")
    assert not told or json.loads(told) in (
        {"hookSpecificOutput": {"hookEventName": CALLED[event], "additionalContext": "x"}},
        {"systemMessage": "x"},
    )


@given(moments, st.text() | st.text(min_size=1).map(lambda text: text * 12_000))
def test_an_answer_is_never_too_long_and_begins_as_it_was_said(moment: Moment, said: str) -> None:
    told = answer(moment, said)
    assert len(told) <= LONGEST
    assert bool(told) <= hears(moment)
    if told.startswith("{") and moment.harness != "kiro":
        fields = json.loads(told)
        text = (
            fields.get("systemMessage", fields.get("additional_context"))
            or fields["hookSpecificOutput"]["additionalContext"]
        )
        assert text == said or said.startswith(text.removesuffix("…"))


@given(moments)
def test_nothing_to_say_is_nothing_at_all(moment: Moment) -> None:
    assert answer(moment, "") == ""
