"""A note earns its place by being read: often, and lately, under whichever key. Nothing else counts, and what nobody reads ages out."""

import datetime
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core import records
from hindnote.core.earned import DAYS, Earned, Read, ranked, reads
from hindnote.core.events import Accessed, AnyEvent, Hinted, Recalled, Remembered, Stamp
from hindnote.core.followed import Move
from hindnote.core.log import encode
from hindnote.core.tally import reads as tallied
from hindnote.core.tally import summarise, total

TODAY = datetime.date(2026, 12, 1)
DAY = str(TODAY)

ages = st.integers(0, 2 * DAYS)
days = ages.map(lambda age: str(TODAY - datetime.timedelta(age)))
told = st.lists(
    st.builds(Read, st.sampled_from(["local/a", "team/b", "vault/c d"]), days, st.integers(1, 5)), max_size=20
)
stamps = days.map(lambda day: Stamp(f"{day}T12:00:00Z", "s", "claude"))
keys = st.sampled_from(["a", "b/c"])
others = (
    st.builds(Recalled, stamp=stamps, keys=st.just(("local/a",)))
    | st.builds(Hinted, stamp=stamps, hook=st.just("preflight"), keys=st.just(("local/a",)))
    | st.builds(Remembered, stamp=stamps, key=keys, layer=st.just("local"))
)
accesses = st.builds(Accessed, stamp=stamps, key=keys, layer=st.sampled_from(["team", "local"]))


def as_records(events: Sequence[AnyEvent]) -> list[records.Record]:
    return records.decode(b"".join(map(encode, events)))


@given(st.lists(others, max_size=10))
def test_only_a_read_counts(events: list[AnyEvent]) -> None:
    assert list(reads(as_records(events))) == []


@given(st.lists(others | accesses, max_size=15))
def test_a_summary_in_the_place_of_events_tells_the_same_reads(events: list[AnyEvent]) -> None:
    summary = summarise(events)
    summed = ranked(reads(as_records([summary] if summary else [])), DAY)
    assert ranked(reads(as_records(events)), DAY) == summed


@given(st.lists(others | accesses, max_size=15))
def test_a_hook_counts_the_reads_that_the_ledger_counts(events: list[AnyEvent]) -> None:
    since = str(TODAY - datetime.timedelta(DAYS - 1))
    expected = {f"{layer}/{key}": each.times for (layer, key), each in tallied(total(events), since).items()}
    assert {each.note: each.times for each in ranked(reads(as_records(events)), DAY)} == expected


@given(told)
def test_what_nobody_read_for_so_many_days_is_out(said: list[Read]) -> None:
    def age(read: Read) -> int:
        return (TODAY - datetime.date.fromisoformat(read.day)).days

    lately = {read.note for read in said if age(read) < DAYS}
    assert {each.note for each in ranked(said, DAY)} == lately


@given(told, st.randoms(use_true_random=False))
def test_the_order_of_the_records_does_not_matter(said: list[Read], chance: st.DataObject) -> None:
    shuffled = sorted(said, key=lambda _: chance.random())  # type: ignore[attr-defined]  # a Random, says Hypothesis
    assert ranked(shuffled, DAY) == ranked(said, DAY)


@given(told, days)
def test_one_more_read_never_costs_a_note_its_place(said: list[Read], day: str) -> None:
    def place(found: list[Earned]) -> int:
        return next((at for at, each in enumerate(found) if each.note == "local/a"), len(found))

    assert place(ranked([*said, Read("local/a", day)], DAY)) <= place(ranked(said, DAY)) + (
        "local/a" not in {r.note for r in said}
    )


def test_of_two_that_were_read_as_often_the_one_read_later_is_first() -> None:
    early, late = Read("local/a", "2026-10-01", 2), Read("local/b", "2026-11-30", 2)
    assert [each.note for each in ranked([early, late], DAY)] == ["local/b", "local/a"]


def test_a_note_read_often_is_before_one_read_once_today() -> None:
    often, once = Read("local/a", "2026-11-01", 9), Read("local/b", DAY)
    assert [each.note for each in ranked([often, once], DAY)] == ["local/a", "local/b"]


def test_a_clock_that_ran_ahead_gives_a_read_no_more_than_today() -> None:
    assert ranked([Read("local/a", "2027-06-01")], DAY)[0].worth == DAYS


def test_what_is_no_record_of_a_read_counts_for_nothing() -> None:
    torn: list[records.Record] = [{"event": "Accessed"}, {"event": "Accessed", "stamp": 3, "layer": "a", "key": "b"}]
    assert list(reads(torn)) == []
    assert ranked([Read("local/a", "no day")], DAY) == []


def test_a_note_keeps_what_it_earned_under_an_earlier_key() -> None:
    told = [Read("local/old", "2026-11-01", 3), Read("local/new", DAY), Read("local/old", DAY)]
    moves = [Move("2026-11-20T09:00:00Z", "local/old", "local/new")]
    assert [(each.note, each.times) for each in ranked(told, DAY, moves)] == [("local/new", 4), ("local/old", 1)]
