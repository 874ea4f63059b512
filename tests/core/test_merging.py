"""A draft leaves nothing out that either note says, and an original keeps every byte but two fields."""

import datetime

from hypothesis import given
from hypothesis import strategies as st
from returns.result import Success
from syrupy.assertion import SnapshotAssertion

from hindnote.core.keys import Key
from hindnote.core.merging import Original, merged, plan_id, set_aside
from hindnote.core.note import Note, NoteType, Section, parse_note, render, tidy

from .. import strategies as some

KEY = Key("surprise/merged-2")


def note(key: str, day: int, *sections: tuple[str, str]) -> Note:
    return Note(
        key=Key(key),
        type=NoteType.SURPRISE,
        source="s03, claude",
        recorded=datetime.date(2026, 8, day),
        title=f"About {key}",
        sections=tuple(Section(*each) for each in sections),
        tags=(key.rpartition("/")[2],),
    )


NEWER = note(
    "surprise/b",
    9,
    ("Expected", "A lock."),
    ("Observed", "Two writers meet."),
    ("Evidence", "the log"),
    ("Answers", "- who writes\n- when"),
)
OLDER = note(
    "surprise/a",
    7,
    ("Expected", "A lock."),
    ("Observed", "Writers wait."),
    ("Evidence", "the log"),
    ("Answers", "- when\n- for how long"),
    ("Related", "- [[locks]]"),
)


def test_a_draft_reads_well(snapshot: SnapshotAssertion) -> None:
    assert render(merged(NEWER, OLDER, KEY)) == snapshot


@given(some.notes, some.notes)
def test_nothing_that_either_says_is_left_out(one: Note, other: Note) -> None:
    draft = merged(tidy(one), tidy(other), KEY)
    text = "\n".join(section.body for section in draft.sections)
    for section in (*tidy(one).sections, *tidy(other).sections):
        for line in section.body.splitlines():
            assert line in text


@given(some.notes)
def test_an_original_is_archived_points_at_its_draft_and_says_the_rest_as_before(original: Note) -> None:
    text = render(original)
    match set_aside(text, KEY):
        case Success(aside):
            after = parse_note(aside).unwrap()
        case other:
            raise AssertionError(other)
    assert after.archived
    assert after.superseded_by == KEY
    assert aside.partition("\n---\n")[2] == text.partition("\n---\n")[2]
    assert set_aside(aside, KEY) == Success(aside)


@given(st.permutations([Original(Key("a"), "a.md", "1"), Original(Key("b"), "b.md", "2")]))
def test_the_same_two_versions_are_the_same_plan(originals: list[Original]) -> None:
    assert plan_id(originals) == plan_id(reversed(originals))
    assert plan_id(originals) != plan_id([originals[0], Original(Key("c"), "c.md", "3")])
