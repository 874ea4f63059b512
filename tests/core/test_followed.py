"""What the ledger tells of a note leads to what the note is now, whoever moved it and however often."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core import records
from hindnote.core.events import AnyEvent, Promoted, Renamed, Stamp
from hindnote.core.followed import Move, following, moves
from hindnote.core.log import encode
from hindnote.core.sessions import moves_in
from hindnote.core.tally import summarise


def at(second: int) -> str:
    return f"2026-12-{1 + second // 60:02}T10:00:{second % 60:02}Z"


def stamp(second: int) -> Stamp:
    return Stamp(at(second), "s03", "claude")


KEYS = st.sampled_from(["a", "b", "c", "d/e"])
SECONDS = st.integers(0, 300)
events = st.lists(
    st.builds(Renamed, stamp=SECONDS.map(stamp), key=KEYS, to=KEYS, layer=st.sampled_from(["team", "local"]))
    | st.builds(Promoted, stamp=SECONDS.map(stamp), key=KEYS),
    max_size=8,
)
notes = st.builds("{}/{}".format, st.sampled_from(["team", "local"]), KEYS)


def as_records(told: Sequence[AnyEvent]) -> list[records.Record]:
    return records.decode(b"".join(map(encode, told)))


@given(events)
def test_a_hook_reads_the_moves_that_the_ledger_tells(told: list[AnyEvent]) -> None:
    assert list(moves(as_records(told))) == list(moves_in(told))


@given(events, notes, SECONDS)
def test_a_summary_in_the_place_of_events_leads_to_the_same_note(told: list[AnyEvent], note: str, second: int) -> None:
    summary = summarise(told)
    summed = following(moves_in([summary] if summary else []))
    assert summed(note, at(second)) == following(moves_in(told))(note, at(second))


def test_a_note_goes_on_from_where_it_went() -> None:
    now = following(
        [Move(at(2), "local/b", "local/c"), Move(at(1), "local/a", "local/b"), Move(at(3), "local/c", "team/c")]
    )
    assert [now("local/a", at(second)) for second in (0, 1, 2)] == ["team/c", "team/c", "local/a"]


def test_a_key_that_was_free_again_is_another_notes() -> None:
    now = following([Move(at(1), "local/a", "local/b")])
    assert (now("local/a", at(1)), now("local/a", at(2))) == ("local/b", "local/a")


@pytest.mark.parametrize("seconds", [(1, 1), (1, 2)])
def test_there_and_back_is_where_it_was(seconds: tuple[int, int]) -> None:
    there, back = (at(second) for second in seconds)
    assert (
        following([Move(there, "local/a", "local/b"), Move(back, "local/b", "local/a")])("local/a", at(0)) == "local/a"
    )


def test_a_key_is_one_in_any_case() -> None:
    assert following([Move(at(1), "local/A", "local/b")])("local/a", at(0)) == "local/b"


def test_what_tells_of_no_move_leads_nowhere() -> None:
    torn: list[records.Record] = [{"event": "Renamed"}, {"event": "Renamed", "stamp": 3, "key": "a", "layer": 1}]
    assert list(moves(torn)) == []
