"""As an agent stops the person gets at most one line a session: what it recorded, or that it recorded nothing."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from hindnote.core import records
from hindnote.core.budgets import EDITS
from hindnote.core.events import Accessed, AnyEvent, Hinted, Promoted, Remembered, Removed, Renamed, Stamp, Worked
from hindnote.core.followed import Move
from hindnote.core.hints import Hint, Silence
from hindnote.core.log import encode
from hindnote.core.stopping import stop_notice
from hindnote.core.tally import summarise
from hindnote.core.timelines import LONGEST_LINE

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

SESSION = "0b1c2d3e-1111-4222-8333-444455556666"
STAMP = Stamp("2026-12-01T12:00:00Z", SESSION, "claude")
FAILED = Worked(stamp=STAMP, did="failed")
EDITED = Worked(stamp=STAMP, did="edited")
STOPPED = Hinted(stamp=STAMP, surface="hook", hook="stop")
WROTE = Remembered(stamp=STAMP, key="surprise/a", layer="local")
REMOVED = Removed(stamp=STAMP, key="surprise/a", layer="local")

events = st.lists(
    st.sampled_from([FAILED, EDITED, REMOVED, Accessed(stamp=STAMP, key="b", layer="team")])
    | st.builds(
        Remembered,
        stamp=st.just(STAMP),
        key=some.keys,
        layer=st.just("local"),
        how=st.sampled_from(["created", "updated", "skipped", "archived", "restored"]),
    ),
    max_size=40,
)


def as_records(told: Sequence[AnyEvent]) -> list[records.Record]:
    return records.decode(b"".join(map(encode, told)))


def notice(*told: AnyEvent) -> Hint | Silence:
    return stop_notice(SESSION, as_records(told))


@given(events)
def test_it_is_one_short_line(told: list[AnyEvent]) -> None:
    said = notice(*told)
    assert isinstance(said, Silence) or (len(said.text) < LONGEST_LINE and "\n" not in said.text)


@given(events, events)
def test_once_it_has_spoken_it_is_silent_for_the_session(told: list[AnyEvent], later: list[AnyEvent]) -> None:
    assert notice(*told, STOPPED, *later) == Silence("said-before")


@given(events)
def test_a_summary_in_the_place_of_events_gives_the_same_notice(told: list[AnyEvent]) -> None:
    """But for the order of what was recorded in one second, and what was removed or set aside in it."""
    alone = [event for event in told if not (isinstance(event, Removed) or getattr(event, "how", "") == "archived")]
    summary = summarise(alone)
    said, summed = notice(*alone), notice(*([summary] if summary else []))
    assert type(said) is type(summed)
    if isinstance(said, Hint) and isinstance(summed, Hint):
        assert sorted(said.keys) == sorted(summed.keys)


@pytest.mark.parametrize("told", [[FAILED], [EDITED] * EDITS, [FAILED, EDITED]])
def test_a_session_that_recorded_nothing_of_what_happened_is_told_so(told: list[AnyEvent]) -> None:
    said = notice(*told)
    assert isinstance(said, Hint)
    assert "recorded no note" in said.text


@pytest.mark.parametrize("told", [[], [EDITED] * (EDITS - 1), [Accessed(stamp=STAMP, key="b", layer="team")]])
def test_a_session_in_which_little_happened_is_left_in_peace(told: list[AnyEvent]) -> None:
    assert notice(*told) == Silence("little-happened")


def test_what_was_recorded_is_listed_however_little_happened() -> None:
    said = notice(WROTE)
    assert isinstance(said, Hint)
    assert "[[surprise/a]] (local 2026-12-01)" in said.text
    assert said.keys == ("local/surprise/a",)


def test_what_was_promoted_since_is_listed_as_the_teams() -> None:
    said = notice(WROTE, Promoted(stamp=STAMP, key="surprise/a"), Promoted(stamp=STAMP, key="surprise/older"))
    assert isinstance(said, Hint)
    assert said.keys == ("team/surprise/a",)


def test_what_was_skipped_was_not_recorded() -> None:
    skipped = Remembered(stamp=STAMP, key="surprise/a", layer="local", how="skipped")
    said = notice(skipped, FAILED)
    assert isinstance(said, Hint)
    assert "recorded no note" in said.text


def test_who_recorded_a_note_and_took_it_back_is_not_reminded() -> None:
    assert notice(FAILED, WROTE, REMOVED) == Silence("little-happened")


def test_a_note_is_listed_once_however_often_it_was_written() -> None:
    said = notice(WROTE, Remembered(stamp=STAMP, key="surprise/a", layer="local", how="updated"))
    assert isinstance(said, Hint)
    assert len(re.findall(r"\[\[", said.text)) == 1


def test_it_reads_well(page: SnapshotAssertion) -> None:
    many = [Remembered(stamp=STAMP, key=f"surprise/{'long-' * 12}{n}", layer="local") for n in range(12)]
    shown = [
        notice(FAILED, FAILED, *[EDITED] * 5),
        notice(FAILED),
        notice(*[EDITED] * 3),
        notice(WROTE),
        notice(*many),
    ]
    assert "".join(f"{each.text}\n\n" for each in shown if isinstance(each, Hint)) == page


def test_a_note_that_was_only_set_aside_or_brought_back_is_none_that_it_recorded() -> None:
    aside, back = replace(WROTE, how="archived"), replace(WROTE, how="restored")
    assert isinstance(notice(back), Silence)
    assert isinstance(notice(WROTE, aside), Silence)
    assert isinstance(notice(WROTE, back), Hint)


def renamed(key: str, to: str) -> Renamed:
    return Renamed(stamp=STAMP, key=key, layer="local", to=to)


def test_what_was_renamed_since_is_listed_as_it_is_called_now() -> None:
    said = notice(WROTE, renamed("surprise/a", "b"))
    assert isinstance(said, Hint)
    assert said.keys == ("local/b",)
    assert "[[b]] (local 2026-12-01)" in said.text
    assert notice(WROTE, renamed("surprise/a", "b"), replace(REMOVED, key="b")) == Silence("little-happened")


def test_it_may_have_been_another_session_that_renamed_it() -> None:
    theirs = Move(STAMP.at, "local/surprise/a", "local/b")
    said = stop_notice(SESSION, as_records([WROTE]), lambda: [theirs])
    assert isinstance(said, Hint)
    assert said.keys == ("local/b",)
