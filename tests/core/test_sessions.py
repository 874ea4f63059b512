"""A session's story is a fold: its own events only, in their order, whatever other sessions did between."""

import re

from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.events import (
    Accessed,
    AnyEvent,
    Failed,
    How,
    Promoted,
    Recalled,
    Refreshed,
    Refused,
    Remembered,
    Removed,
    Renamed,
    SessionStarted,
    Stamp,
)
from hindnote.core.sessions import Step, Story, moves_in, story, story_text
from hindnote.core.tally import summarise

from ..pages import page

__all__ = ["page"]


def at(minute: int, session: str = "s03") -> Stamp:
    return Stamp(f"2026-08-07T10:{minute:02}:00Z", session, "claude")


DAY: tuple[AnyEvent, ...] = (
    SessionStarted(stamp=at(0)),
    Recalled(stamp=at(1), keys=("team/credentials-are-a-named-volume", "local/surprise/x"), omitted=3),
    Recalled(stamp=at(2)),
    Accessed(stamp=at(3), key="surprise/x", layer="local"),
    Refused(stamp=at(4), why="KeyTaken", key="surprise/x"),
    Remembered(stamp=at(5), key="surprise/x", layer="local", how="updated"),
    Remembered(stamp=at(6, "another"), key="surprise/theirs", layer="local"),
    Removed(stamp=at(7), key="surprise/x", layer="local"),
    Failed(stamp=at(8), why="IndexCorrupt"),
    Refreshed(stamp=at(9), key="surprise/y", layer="team"),
)

ASIDE: tuple[How, ...] = ("archived", "restored")


def test_who_sets_a_note_aside_or_brings_it_back_recorded_nothing() -> None:
    done = [Remembered(stamp=at(n), key="surprise/x", layer="local", how=how) for n, how in enumerate(ASIDE)]
    told = story("s03", done)
    assert (told.recorded, [step.did for step in told.archived]) == ((), ["archived", "restored"])
    assert [step.did for step in told.steps] == ["archived", "restored"]


def test_a_session_is_told_by_kind() -> None:
    told = story("s03", DAY)
    assert [step.key for step in told.recorded] == ["surprise/x"]
    assert [step.layer for step in told.recalled] == ["team", "local", ""]
    assert [step.key for step in told.read] == ["surprise/x"]
    assert [step.detail for step in told.refused] == ["KeyTaken"]
    assert [step.key for step in told.removed] == ["surprise/x"]
    assert [(step.layer, step.key) for step in told.refreshed] == [("team", "surprise/y")]
    assert told.clients == ("claude",)


def test_what_a_session_promoted_went_to_the_team() -> None:
    told = story("s03", [Promoted(stamp=at(1), key="surprise/x")])
    assert [(step.did, step.layer, step.key) for step in told.promoted] == [("promoted", "team", "surprise/x")]
    assert told.steps == told.promoted


def test_a_session_reads_well(page: SnapshotAssertion) -> None:
    assert "\n\n".join((story_text(story("s03", DAY)), story_text(story("nobody", DAY)))) == page


@given(st.permutations(DAY))
def test_steps_are_in_the_order_of_their_time(events: list[AnyEvent]) -> None:
    times = [step.at for step in story("s03", events).steps]
    assert times == sorted(times)


@given(st.lists(st.sampled_from(DAY)))
def test_another_sessions_events_change_nothing(events: list[AnyEvent]) -> None:
    own = [event for event in events if event.stamp.session == "s03"]
    assert story("s03", events) == story("s03", own)


def told(of: Story) -> set[tuple[str, str, str, str]]:
    return {(step.did, step.layer, step.key, step.detail) for step in of.steps}


@given(st.lists(st.sampled_from([event for event in DAY if event.stamp.session == "s03"]), min_size=1))
def test_a_summary_tells_the_same_story_with_how_often(events: list[AnyEvent]) -> None:
    summary = summarise(events)
    assert summary is not None
    whole, summed = story("s03", events), story("s03", [summary])
    assert told(summed) == told(whole)
    assert sum(step.times for step in summed.steps) == len(whole.steps)
    assert summed.clients == whole.clients


def test_how_often_is_said() -> None:
    again = Story(
        session="s03", clients=("claude",), read=(Step("2026-08-07T10:00:00Z", "read", "a", "team", times=3),)
    )
    assert story_text(again).endswith("a   (3 times)")


def test_a_note_is_told_with_the_key_it_has_by_now_whoever_renamed_it() -> None:
    """The first is told as it was recorded, the second bears the old key because it was free again."""
    theirs = Renamed(stamp=at(6, "another"), key="surprise/x", layer="local", to="x")
    wrote = [Remembered(stamp=at(minute), key="surprise/x", layer="local") for minute in (5, 7)]
    first, second = story("s03", wrote, moves_in([theirs])).recorded
    assert (first.key, first.now, second.now) == ("surprise/x", "x", "")
    assert re.search(r"surprise/x +now x$", story_text(story("s03", wrote, moves_in([theirs]))), re.MULTILINE)
