"""A timeline grows by one dated bullet, and no other byte of the note changes."""

import pytest
from hypothesis import given
from returns.result import Failure, Success

from hindnote.core.edits import OpenBlock, add_timeline
from hindnote.core.frontmatter import UnparsableFrontmatter, parse, split
from hindnote.core.markdown import Outline, outline
from hindnote.core.note import Note, parse_note, render

from .. import strategies as some

DAY = "2026-09-01"


def body_of(text: str) -> Outline:
    head = split(text)
    return outline(text[head.after :] if head else text)


def timelines(text: str) -> list[str]:
    found = body_of(text)
    return [found.under(section) for section in found.sections if section.name.casefold() == "timeline"]


@given(some.file_text, some.any_text)
def test_whatever_is_added_all_that_was_there_is_there(text: str, what: str) -> None:
    match add_timeline(text, DAY, what):
        case Success(edited):
            start = next((at for at, (a, b) in enumerate(zip(text, edited, strict=False)) if a != b), len(text))
            assert edited.endswith(text[start:])
            assert parse(edited) == parse(text)
        case Failure(refusal):
            assert refusal.explain().mend


@given(some.file_text, some.any_text)
def test_the_bullet_is_the_last_thing_in_the_last_timeline(text: str, what: str) -> None:
    match add_timeline(text, DAY, what):
        case Success(edited):
            found = body_of(edited)
            section = [each for each in found.sections if each.name.casefold() == "timeline"][-1]
            last = found.blocks_in(section)[-1]
            assert last.kind == "List"
            assert f"- {DAY}:" in found.text[last.start : last.end]
        case Failure(refusal):
            assert refusal.explain().error


@given(some.notes, some.any_text)
def test_the_other_sections_of_a_note_stay(note: Note, what: str) -> None:
    edited = parse_note(add_timeline(render(note), DAY, what).unwrap()).unwrap()
    others = [section for section in note.sections if section.name.casefold() != "timeline"]
    assert [section for section in edited.sections if section.name.casefold() != "timeline"] == others
    assert (edited.title, edited.preamble, edited.extra) == (note.title, note.preamble, note.extra)


@given(some.notes, some.any_text)
def test_a_timeline_stays_bullets_only(note: Note, what: str) -> None:
    text = render(note)
    found = body_of(add_timeline(text, DAY, what).unwrap())
    before = [body_of(text).prose_in(each) for each in body_of(text).sections if each.name.casefold() == "timeline"]
    after = [found.prose_in(each) for each in found.sections if each.name.casefold() == "timeline"]
    assert after[:1] == [None] or before
    assert found.unclosed_fence is None


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("# T\n", f"# T\n\n## Timeline\n\n- {DAY}: it broke\n"),
        ("# T", f"# T\n\n## Timeline\n\n- {DAY}: it broke\n"),
        ("", f"## Timeline\n\n- {DAY}: it broke\n"),
        ("## Timeline", f"## Timeline\n- {DAY}: it broke\n"),
        ("## Timeline\n\n- a\n", f"## Timeline\n\n- a\n- {DAY}: it broke\n"),
        ("## Timeline\n\n- a", f"## Timeline\n\n- a\n- {DAY}: it broke\n"),
        ("## Timeline\n- a  \n\n\n## B\nb\n", f"## Timeline\n- a  \n- {DAY}: it broke\n\n\n## B\nb\n"),
        ("## Timeline\n\n## B\n", f"## Timeline\n- {DAY}: it broke\n\n## B\n"),
        ("## timeline\nprose\n", f"## timeline\nprose\n\n- {DAY}: it broke\n"),
        ("## Timeline\n- a\n## Timeline\n- b\n", f"## Timeline\n- a\n## Timeline\n- b\n- {DAY}: it broke\n"),
        ("```\n## Timeline\n```\n", f"```\n## Timeline\n```\n\n## Timeline\n\n- {DAY}: it broke\n"),
        ("## Timeline\r\n- a\r\n", f"## Timeline\r\n- a\r\n- {DAY}: it broke\r\n"),
        ("## Timeline\n- a\n\n  ```\n  x\n  ```\n", f"## Timeline\n- a\n\n  ```\n  x\n  ```\n- {DAY}: it broke\n"),
    ],
)
def test_the_bullet_goes_where_a_reader_looks_for_it(text: str, edited: str) -> None:
    assert add_timeline(text, DAY, " it broke\n") == Success(edited)


@pytest.mark.parametrize(
    ("what", "bullet"),
    [
        ("one line", f"- {DAY}: one line"),
        ("two\nlines", f"- {DAY}: two\n  lines"),
        ("said\n\n```\n# code\n```", f"- {DAY}: said\n\n  ```\n  # code\n  ```"),
        ("```\ncode", f"- {DAY}:\n\n  ```\n  code\n  ```"),
        ("## Answers\n- forged", f"- {DAY}: \\## Answers\n  - forged"),
        ("", f"- {DAY}:"),
    ],
)
def test_text_of_any_shape_stays_within_its_bullet(what: str, bullet: str) -> None:
    assert add_timeline("", DAY, what) == Success(f"## Timeline\n\n{bullet}\n")


def test_a_note_that_does_not_parse_is_not_edited() -> None:
    assert add_timeline("---\na: [\n---\n", DAY, "x") == Failure(
        UnparsableFrontmatter(3, "did not find expected node content")
    )


@pytest.mark.parametrize(("text", "line"), [("# T\n```\n", 2), ("<!--\n", None), ("## Timeline\n<script>\n", None)])
def test_a_note_whose_end_is_swallowed_is_not_edited(text: str, line: int | None) -> None:
    assert add_timeline(text, DAY, "x") == Failure(OpenBlock(line))
