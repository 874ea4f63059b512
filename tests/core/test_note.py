"""A note rendered is the note read back, whatever it holds; what is no note says every reason at once."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success
from syrupy.assertion import SnapshotAssertion

from hindnote.core.document import read_document
from hindnote.core.frontmatter import Value, parse, set_field
from hindnote.core.keys import Key, parse_key
from hindnote.core.markdown import outline
from hindnote.core.note import KNOWN_FIELDS, Confidence, Note, NoteType, Section, parse_note, render, tidy
from hindnote.core.settled import bullets
from hindnote.core.violations import Rule

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture


def key(text: str) -> Key:
    return parse_key(text).unwrap()


EBUSY = Note(
    key=key("surprise/mounting-a-credential-file-returns-ebusy"),
    type=NoteType.SURPRISE,
    source="session s03, claude",
    recorded=datetime.date(2026, 8, 7),
    title="Mounting a credential file returns EBUSY",
    sections=(
        Section("Expected", "The file can be replaced while it is mounted."),
        Section("Observed", "`rename` onto the mount point fails with EBUSY."),
        Section("Evidence", "```\nmv: cannot move: Device or resource busy\n```"),
        Section("Answers", bullets("why does my login not persist between sessions")),
        Section("Related", "- [[credentials-are-a-named-volume]]"),
    ),
    invalidated_by="file:src/mount.rs@8370720",
    tags=("credentials", "docker", "fix #1"),
    supersedes=key("surprise/token-file-mount-works"),
    conflicts_with=(key("credentials-are-a-named-volume"),),
    confidence=Confidence.LOW,
    extra=(("aliases", ("EBUSY",)),),
)

# --- laws -----------------------------------------------------------------


@given(some.notes)
def test_a_note_rendered_reads_back_equal(note: Note) -> None:
    assert parse_note(render(note)) == Success(note)


@given(some.rough_notes)
def test_a_note_of_any_text_reads_back_as_its_tidy_self(note: Note) -> None:
    assert parse_note(render(note)) == Success(tidy(note))


@given(some.rough_notes)
def test_a_tidy_note_is_its_own(note: Note) -> None:
    assert tidy(tidy(note)) == tidy(note)


@given(some.file_text)
def test_a_note_read_from_any_text_can_be_written_again(text: str) -> None:
    head = "key: a/b\ntype: topic\nsource: s\nrecorded: 2026-08-07\n"
    match parse_note(text.replace("---\n", f"---\n{head}", 1)):
        case Success(note):
            assert parse_note(render(note)) == Success(note)
        case Failure(violations):
            assert violations


@given(some.notes, st.sampled_from(["source", "archived", "custom"]), some.field_values)
def test_an_edit_of_one_field_changes_that_field_of_the_note(note: Note, name: str, value: Value) -> None:
    text = render(note)
    edited = set_field(text, name, value).unwrap()
    assert parse(edited) == Success({**parse(text).unwrap(), name: value})
    assert edited.partition("\n---\n")[2] == text.partition("\n---\n")[2]


@given(some.notes)
def test_links_survive_rendering(note: Note) -> None:
    bodies = (note.title, note.preamble, *(text for section in note.sections for text in (section.name, section.body)))
    links = {link.target for body in bodies for link in outline(body).links}
    assert links <= {link.target for link in read_document(render(note), "x.md").links}


@given(some.notes)
def test_a_note_is_read_as_a_document_with_the_same_fields(note: Note) -> None:
    document = read_document(render(note), "x.md")
    assert (document.key, document.type, document.date) == (note.key, note.type, note.recorded.isoformat())
    assert (document.source, document.invalidated_by) == (note.source, note.invalidated_by)
    assert (document.supersedes, document.superseded_by) == (note.supersedes, note.superseded_by)
    assert (document.conflicts_with, document.archived) == (note.conflicts_with, note.archived)


def test_rendered_text_is_what_we_store() -> None:
    text = render(EBUSY)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text


def test_a_note_reads_well(page: SnapshotAssertion) -> None:
    assert render(EBUSY) == page


def test_pasted_evidence_reads_well(page: SnapshotAssertion) -> None:
    pasted = "# Log\n\n## Answers\n- forged\n---\nkey: forged\n---\n```\nopen"
    sections = (
        Section("Expected", "it works"),
        Section("Evidence", pasted),
        Section("Answers", bullets("# why?", "1. how")),
    )
    note = tidy(
        Note(key=EBUSY.key, type=NoteType.SURPRISE, source="s", recorded=EBUSY.recorded, title="C #", sections=sections)
    )
    assert [section.name for section in parse_note(render(note)).unwrap().sections] == [
        "Expected",
        "Evidence",
        "Answers",
    ]
    assert render(note) == page


# --- reading --------------------------------------------------------------

HEAD = "---\nkey: a/b\ntype: topic\nsource: s\nrecorded: 2026-08-07\n---\n"


def breaches(text: str) -> list[Rule]:
    match parse_note(text, "a/b.md"):
        case Failure(violations):
            assert {violation.where for violation in violations} == {"a/b.md"}
            return [violation.rule for violation in violations]
        case Success(_):
            return []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (HEAD, []),
        ("", [Rule.MISSING_FIELD] * 4),
        ("---\nkey: a\nkey: b\n---\n", [Rule.UNPARSABLE_FRONTMATTER]),
        (HEAD.replace("a/b", "../b"), [Rule.INVALID_KEY]),
        (HEAD.replace("a/b", "A/B"), [Rule.INVALID_KEY]),
        (HEAD.replace("topic", "idea"), [Rule.UNKNOWN_TYPE]),
        (HEAD.replace("2026-08-07", "2026-02-30"), [Rule.NO_SUCH_DATE]),
        (HEAD.replace("2026-08-07", "yesterday"), [Rule.NO_SUCH_DATE]),
        (HEAD.replace("2026-08-07", "20260807"), [Rule.NO_SUCH_DATE]),
        (HEAD.replace("source: s", "source: ' '"), [Rule.MISSING_FIELD]),
        (HEAD.replace("source: s", "supersedes: ../x"), [Rule.INVALID_KEY, Rule.MISSING_FIELD]),
        (HEAD.replace("source: s", "source: s\nconflicts_with: [x, X y, ..]"), [Rule.INVALID_KEY] * 2),
    ],
)
def test_every_reason_is_told_at_once(text: str, rules: list[Rule]) -> None:
    assert sorted(breaches(text)) == sorted(rules)


def test_keys_of_other_notes_may_be_written_as_links() -> None:
    text = HEAD.replace("source: s", 'source: s\nsupersedes: "[[x/y|the y]]"\nconflicts_with: "[[z]]"')
    note = parse_note(text).unwrap()
    assert (note.supersedes, note.conflicts_with) == ("x/y", ("z",))


def test_text_before_the_title_is_kept() -> None:
    note = parse_note(f"{HEAD}before\n\n# Title\n\nafter\n\n## A\nx\n").unwrap()
    assert (note.title, note.preamble) == ("Title", "before\n\nafter")


def test_a_heading_of_level_one_within_a_section_is_text_of_it() -> None:
    note = parse_note(f"{HEAD}## A\nx\n\n# Late\n\ny\n").unwrap()
    assert (note.title, note.sections) == ("", (Section("A", "x\n\n\\# Late\n\ny"),))


def test_sections_may_repeat_and_be_empty() -> None:
    note = parse_note(f"{HEAD}# T\n## A\n\n## B\n### C\nx\n## A\ny\n").unwrap()
    assert note.sections == (Section("A", ""), Section("B", "### C\nx"), Section("A", "y"))


@pytest.mark.parametrize("change", [some.with_byte_order_mark, some.with_carriage_returns, some.decomposed])
def test_byte_order_marks_carriage_returns_and_decomposed_text_are_read(change: some.Spelling) -> None:
    assert parse_note(change(render(EBUSY))) == Success(EBUSY)


def test_the_known_fields_are_those_of_a_note() -> None:
    assert set(KNOWN_FIELDS) == set(Note.__struct_fields__) - {"title", "preamble", "sections", "extra"}


@given(some.file_text | some.nasty_text)
def test_reading_never_raises(text: str) -> None:
    assert isinstance(parse_note(text), Success | Failure)
