"""The history of a name reads in order, ends with the newest, tells what became of each note, and fits its limits."""

import re

from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.namenotes import NamedNote
from hindnote.core.timelines import LONGEST_LINE, MOST_NOTES, Timeline, about, changed, timeline, timeline_text

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

notes = st.lists(
    st.builds(
        NamedNote,
        layer=st.sampled_from(["team", "local", "vault"]),
        key=some.keys,
        title=some.nasty_text,
        date=st.dates().map(str),
        mtime=st.integers(0, 3),
        titled=st.booleans(),
        superseded=st.booleans(),
        replaces=st.booleans(),
        corrected=st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


def told(said: list[NamedNote]) -> Timeline:
    return timeline("As30p", said)


@given(notes)
def test_a_timeline_is_dated_ascending_and_ends_with_the_newest(said: list[NamedNote]) -> None:
    times = [(each.note.date, each.note.mtime) for each in told(said).notes]
    assert times == sorted(times)
    assert times[-1] == max((note.date, note.mtime) for note in about(said))
    assert [each.note for each in told(said).notes if "newest" in each.marks] == [told(said).notes[-1].note]


@given(notes)
def test_a_timeline_fits_its_limits(said: list[NamedNote]) -> None:
    text = "hindnote: " + timeline_text(told(said))
    assert len(text) < LONGEST_LINE
    assert len(told(said).notes) <= MOST_NOTES
    assert "\n" not in text


@given(notes)
def test_every_superseded_note_is_marked_so(said: list[NamedNote]) -> None:
    for each in told(said).notes:
        assert ("superseded" in each.marks) == each.note.superseded
        assert ("has a correction" in each.marks) == each.note.corrected


@given(notes)
def test_notes_that_only_mention_the_name_stand_back_behind_those_about_it(said: list[NamedNote]) -> None:
    titled = [note for note in said if note.titled]
    assert all(each.note.titled for each in told(said).notes) or not titled


@given(st.one_of(some.nasty_text, st.text("[]() a", max_size=8)), notes)
def test_a_title_or_a_name_cannot_pose_as_a_link_or_a_line(name: str, said: list[NamedNote]) -> None:
    found = timeline(name, said)
    text = timeline_text(found)
    assert text.count("]]") == len(found.notes)
    assert text.splitlines() == [text]


def test_only_notes_with_a_mark_turn_a_hint_into_a_history() -> None:
    plain = NamedNote("local", "a", "As30p hums", "2026-08-01", 0, titled=True)
    assert not changed([plain])
    assert changed([plain, plain._replace(superseded=True)])
    assert changed([plain._replace(replaces=True)])
    assert changed([plain._replace(corrected=True)])


def test_the_oldest_of_too_many_words_goes_first() -> None:
    marked = NamedNote("local", "n", "word " * 40, "", 0, titled=True, superseded=True, replaces=True, corrected=True)
    long = [marked._replace(date=f"2026-08-0{day}") for day in range(1, 7)]
    shown = [each.note.date for each in told(long).notes]
    assert shown == ["2026-08-03", "2026-08-04", "2026-08-05", "2026-08-06"]
    assert len(timeline_text(told(long))) < LONGEST_LINE


def test_the_text_of_a_history(page: SnapshotAssertion) -> None:
    history = [
        NamedNote("local", "a", "As30p is read-only on this Mac", "2026-09-24", 0, titled=True, superseded=True),
        NamedNote("team", "b", "As30p mounts under /Volumes", "2026-09-25", 0, titled=True, corrected=True),
        NamedNote("local", "c", "As30p was swapped for a 4 TB disk", "2026-09-27", 0, titled=True, replaces=True),
        NamedNote("local", "d", "The backup log", "2026-09-28", 0, titled=False),
    ]
    text = timeline_text(told(history))
    assert text + "\n" == page
    assert re.match(r"As30p has a dated history \(3 notes; oldest first\): ", text)
