"""An edit of one section or of the title changes that and nothing else, byte for byte, and its inverse undoes it."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.edits import OpenBlock
from hindnote.core.frontmatter import parse, split
from hindnote.core.markdown import Outline, outline
from hindnote.core.note import Note, parse_note, render
from hindnote.core.sectionedits import (
    NoSuchSection,
    SeveralSections,
    with_more,
    with_section,
    with_title,
    without_section,
)
from hindnote.core.settled import settled, settled_heading

from .. import strategies as some

NOTE = "---\r\n# mine\r\nkey:   x\r\n---\r\n# Disk\r\n\r\n## Why\r\n\r\nIt is cold.\r\n\r\n## Answers\r\n\r\n- why\r\n"
NAMES = st.sampled_from(["One", "Two", "Three", "New", "## Two", "C #"]) | some.any_text.filter(str.strip)


def body_of(text: str) -> Outline:
    head = split(text)
    return outline(text[head.after :] if head else text.removeprefix("\ufeff"))


def sections(text: str) -> list[tuple[str, str]]:
    found = body_of(text)
    return [(each.name, found.under(each).strip()) for each in found.sections]


# --- what an edit does ------------------------------------------------------


def test_what_is_said_anew_stands_between_the_same_bytes() -> None:
    said = with_section(NOTE, "why", "It is wet.\nVery.").unwrap()
    assert said == NOTE.replace("It is cold.", "It is wet.\r\nVery.")


def test_a_section_that_is_not_there_is_made_at_the_end() -> None:
    assert with_section(NOTE, "Place", "The cellar.").unwrap() == f"{NOTE}\r\n## Place\r\n\r\nThe cellar.\r\n"
    assert with_section("x", "Place", "y").unwrap() == "x\n\n## Place\n\ny"


def test_a_list_goes_on_and_other_text_gets_a_paragraph() -> None:
    assert with_more(NOTE, "Answers", "- how").unwrap() == f"{NOTE}- how\r\n"
    assert with_more(NOTE, "Why", "And wet.").unwrap() == NOTE.replace("cold.", "cold.\r\n\r\nAnd wet.")


def test_an_empty_section_is_filled() -> None:
    assert with_section("## A\n## B\n", "A", "x").unwrap() == "## A\n\nx\n\n## B\n"
    assert with_more("## A", "A", "x").unwrap() == "## A\n\nx\n"


def test_a_section_goes_with_its_heading() -> None:
    assert without_section(NOTE, "Why").unwrap() == NOTE.replace("## Why\r\n\r\nIt is cold.\r\n\r\n", "")
    assert without_section(NOTE, "Answers").unwrap() == NOTE.replace("\r\n## Answers\r\n\r\n- why\r\n", "")
    setext = "para\n## A\nx\n\nTitle\n---\ny\n"
    assert sections(without_section(setext, "A").unwrap()) == [("Title", "y")]


def test_a_title_changes_its_own_line_alone() -> None:
    assert with_title(NOTE, "Disk As30p #").unwrap() == NOTE.replace("# Disk", "# Disk As30p \\#")
    assert with_title("Disk\n====\n\nx\n", "New").unwrap() == "# New\n\nx\n"
    assert with_title("\ufeffx\r\n", "New").unwrap() == "\ufeff# New\r\n\r\nx\r\n"


def test_what_would_break_out_of_its_section_is_settled_and_a_heading_of_the_note_is_not_forged() -> None:
    said = with_section(NOTE, "Why", "a\n## Answers\n- forged\n```").unwrap()
    assert [name for name, _ in sections(said)] == ["Why", "Answers"]
    assert sections(with_section("# T\n\n## A\nx\n", "A", "# B").unwrap()) == [("A", "# B")]
    assert sections(with_section("## A\nx\n", "A", "# B").unwrap()) == [("A", "\\# B")]


def test_html_swallows_no_heading_that_stands_right_below_it() -> None:
    said = with_section("## A\nx\n## B\ny\n", "A", "<div>\nz").unwrap()
    assert said == "## A\n<div>\nz\n\n## B\ny\n"
    assert with_section("## A\nx\n## B\ny\n", "A", "z").unwrap() == "## A\nz\n## B\ny\n"


def test_a_name_that_is_nobodys_or_that_two_have_is_refused() -> None:
    assert without_section(NOTE, "When") == Failure(NoSuchSection("When", ("Why", "Answers")))
    twice = Failure(SeveralSections("a", (1, 3)))
    text = "## A\nx\n## a\n"
    assert (with_section(text, "a", "y"), with_more(text, "a", "y"), without_section(text, "a")) == (twice,) * 3


def test_where_something_is_never_closed_nothing_is_put_inside_it() -> None:
    assert with_section("# x\n\n```\ncode\n", "New", "y") == Failure(OpenBlock(3))
    assert with_section("# x\n\n<!-- open\n", "New", "y") == Failure(OpenBlock(None))


def test_below_frontmatter_that_never_ends_nothing_is_put_that_might_end_it() -> None:
    for refused in (with_section("---\n", "A", "---"), with_title("---\na", "x"), without_section("---\n", "A")):
        assert isinstance(refused, Failure)


# --- laws -------------------------------------------------------------------


@given(some.file_text, NAMES, some.any_text)
@example("## A\n\n\t\n\nx", "a", "y")
def test_no_other_section_reads_otherwise_and_frontmatter_keeps_its_bytes(text: str, name: str, said: str) -> None:
    for edit in (with_section, with_more):
        match edit(text, name, said):
            case Success(edited):
                head = split(text)
                cut = head.after if head else 0
                assert edited[:cut] == text[:cut]
                before, after = sections(text), sections(edited)
                changed = [n for n, each in enumerate(before) if after[n] != each]
                assert len(changed) <= 1
                assert len(after) - len(before) in (0, 1)
                assert parse(edited) == parse(text)
            case Failure(refusal):
                assert refusal.explain().mend


@given(some.file_text, NAMES, some.any_text)
def test_all_bytes_before_and_after_the_section_are_those_that_were(text: str, name: str, said: str) -> None:
    match with_section(text, name, said):
        case Success(edited):
            found = body_of(text)
            own = [each for each in found.sections if each.name.casefold() == name.casefold()]
            cut = len(text) - len(found.text)
            start, end = (cut + own[0].start, cut + own[0].end) if own else (len(text), len(text))
            assert edited[:start] == text[:start]
            assert edited.endswith(text[end:])
        case Failure(_):
            pass


@given(some.file_text, NAMES, some.any_text.filter(settled))
def test_to_take_out_what_was_put_in_leaves_the_text_that_was(text: str, name: str, said: str) -> None:
    head = split(text)
    assume(head is None or head.after < len(text) or text.endswith("\n"))  # frontmatter's last line gets its end
    match with_section(text, name, said):
        case Success(edited) if len(sections(edited)) > len(sections(text)):
            assert without_section(edited, name) == Success(text)
        case _:
            pass


@given(some.notes, some.any_text.filter(str.strip), st.integers(0, 3))
def test_to_say_again_what_was_said_leaves_the_text_that_was(note: Note, said: str, at: int) -> None:
    text = render(note)
    assume(at < len(note.sections) and note.sections[at].name)
    name, old = note.sections[at].name, note.sections[at].body
    match with_section(text, name, said):
        case Success(edited) if old:
            assert with_section(edited, name, old) == Success(text)
        case _:
            pass


@given(some.notes, some.any_text.filter(settled))
def test_a_title_and_the_title_before_leave_the_text_that_was(note: Note, title: str) -> None:
    assume(note.title)
    text = render(note)
    match with_title(text, title):
        case Success(edited):
            assert with_title(edited, note.title) == Success(text)
            assert parse_note(edited).unwrap().sections == note.sections
        case Failure(_):
            pass


@pytest.mark.parametrize("text", ["", "\ufeff", "\x00", "\ud800", "---\na: [\n---\n"])
def test_no_text_is_too_odd_to_be_edited(text: str) -> None:
    said = with_section(text, "A", "x\x00\r\ny").unwrap()
    assert sections(said)[-1] == ("A", "x\ufffd\ny")


@given(some.file_text, NAMES)
def test_what_is_taken_out_takes_no_other_section_with_it(text: str, name: str) -> None:
    match without_section(text, name):
        case Success(edited):
            before, after = sections(text), sections(edited)
            gone = [each for each in before if each not in after or before.count(each) > after.count(each)]
            assert len(before) - len(after) == 1
            assert [each[0].casefold() for each in gone] in ([name.casefold()], [name.casefold()] * 2)
        case Failure(refusal):
            assert refusal.explain().mend


@given(some.file_text, some.any_text.filter(settled))
def test_a_new_title_leaves_every_section_as_it_reads(text: str, title: str) -> None:
    match with_title(text, title):
        case Success(edited):
            assert sections(edited) == sections(text)
            titles = [each.text for each in body_of(edited).headings if each.level == 1]
            assert settled_heading(title) in titles
        case Failure(refusal):
            assert refusal.explain().mend
