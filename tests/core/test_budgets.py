"""Replaying a session's ledger gives the same budgets: in any order, in pieces, torn, and after it was summarised."""

import datetime
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core import log
from hindnote.core.budgets import PUSH_CHARACTERS, Doings, doings, heard, nanoseconds, spent
from hindnote.core.events import AnyEvent, Hinted, Recalled, Remembered, Stamp, Worked
from hindnote.core.hints import Heard
from hindnote.core.records import Record, decode
from hindnote.core.switches import Switches
from hindnote.core.tally import summarise

from .. import strategies as some
from .test_tally import logs

APART = Switches()
JOINED = Switches(split_budget=False)


def records(events: Sequence[AnyEvent]) -> Sequence[Record]:
    return decode(b"".join(map(log.encode, events)))


def folded(events: Sequence[AnyEvent]) -> tuple[Heard, Doings]:
    told = records(events)
    return heard(told, APART), doings(told)


def at(minute: int) -> Stamp:
    return Stamp(f"2026-08-07T10:{minute:02}:00Z", "s", "claude")


# --- laws -------------------------------------------------------------------


@given(logs, st.integers(0, 12), st.integers(0, 12))
def test_a_summary_of_any_part_leaves_every_budget_as_it_was(events: list[AnyEvent], start: int, size: int) -> None:
    part = summarise(events[start : start + size])
    rotated = [*events[:start], *([part] if part else []), *events[start + size :]]
    assert folded(rotated) == folded(events)


@given(logs, st.randoms(use_true_random=False))
def test_no_order_changes_a_budget(events: list[AnyEvent], chance: random.Random) -> None:
    shuffled = list(events)
    chance.shuffle(shuffled)
    assert folded(shuffled) == folded(events)


@given(st.lists(logs, max_size=4))
def test_pieces_fold_into_the_whole(pieces: list[list[AnyEvent]]) -> None:
    together = [summary for piece in pieces if (summary := summarise(piece))]
    assert folded(together) == folded([event for piece in pieces for event in piece])


@given(logs, st.integers(0, 3_000), some.nasty_text)
def test_a_torn_line_counts_for_nothing_and_breaks_nothing(events: list[AnyEvent], cut: int, foreign: str) -> None:
    whole = b"".join(map(log.encode, events))
    torn = whole[:cut]
    data = torn + b"\n" + foreign.encode("utf-8", "replace") + b"\n" + whole
    again = log.decode(torn).events
    assert heard(decode(data), APART) == heard(records([*again, *events]), APART)


FIELDS = st.sampled_from(["event", "stamp", "totals", "tallies", "costs", "names", "keys", "at", "characters"])
foreign_values: st.SearchStrategy[object] = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(FIELDS, inner)
)


@given(st.lists(st.dictionaries(FIELDS, foreign_values), max_size=5))
def test_no_foreign_record_breaks_the_fold_or_gives_a_budget_back(foreign: list[dict[str, object]]) -> None:
    told = [{"event": "Hinted", **each} for each in foreign]
    assert heard(told, APART).push_left <= PUSH_CHARACTERS
    assert spent(told).names >= 0
    assert doings(told).stops >= 0


@given(logs)
def test_pull_never_limits_push(events: list[AnyEvent]) -> None:
    pushed = sum(
        event.characters for event in events if isinstance(event, Hinted | Recalled) and event.channel == "push"
    )
    advised = spent(records(events)).push - pushed
    assert heard(records(events), APART).push_left == max(0, PUSH_CHARACTERS - pushed - advised)


# --- examples ---------------------------------------------------------------


HINT = Hinted(
    stamp=at(1), hook="tool-hints", names=("as30p",), keys=("local/a",), characters=100, tokens=25, name_characters=100
)
CAPSULE = Hinted(stamp=at(0), hook="session-start", characters=1_000, tokens=250, keys=("team/b",))
PULL = Recalled(stamp=at(2), channel="pull", keys=("local/c",), characters=4_000, tokens=1_000)


def test_what_a_session_heard_is_what_it_was_told() -> None:
    told = heard(records([CAPSULE, HINT, PULL]), APART)
    assert (set(told.hinted), told.name_characters, told.push_left) == ({"as30p"}, 100, PUSH_CHARACTERS - 1_100)
    assert told.seen == {
        "team/b": nanoseconds(at(0).at),
        "local/a": nanoseconds(at(1).at),
        "local/c": nanoseconds(at(2).at),
    }


def test_joined_budgets_count_what_the_agent_asked_for() -> None:
    assert heard(records([CAPSULE, HINT, PULL]), JOINED).push_left == PUSH_CHARACTERS - 5_100


def test_a_record_that_says_no_channel_counts_as_push() -> None:
    assert heard([{"event": "Unheard", "characters": 500}], APART).push_left == PUSH_CHARACTERS - 500
    assert spent([*records([Recalled(stamp=at(1), characters=7)])]).push == 7


def test_the_end_of_a_budget_is_nothing_and_never_less() -> None:
    assert heard([{"event": "Hinted", "characters": 70_000}], APART).push_left == 0


def test_what_a_stop_asks_about_is_counted() -> None:
    events: list[AnyEvent] = [
        Worked(stamp=at(1), did="failed"),
        *[Worked(stamp=at(2), did="edited")] * 3,
        Remembered(stamp=at(3), key="a", layer="local"),
        Remembered(stamp=at(3), key="a", layer="local", how="skipped"),
        Hinted(stamp=at(4), hook="stop"),
    ]
    assert doings(records(events)) == Doings(failed=1, edited=3, recorded=1, stops=1)


@given(st.datetimes(datetime.datetime(1970, 1, 1), datetime.datetime(2999, 12, 31)))  # noqa: DTZ001  (both as UTC)
def test_a_stamps_second_is_the_calendars(moment: datetime.datetime) -> None:
    exact = moment.replace(microsecond=0, tzinfo=datetime.UTC)
    assert nanoseconds(exact.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")) == int(exact.timestamp()) * 10**9


@pytest.mark.parametrize("said", ["", "yesterday", "2026-08-07", "2026-08-07Tab:cd:efZ"])
def test_what_is_no_stamp_comes_before_every_note(said: str) -> None:
    assert nanoseconds(said) == -1
