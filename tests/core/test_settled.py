r"""Settled text stays in its section whatever it holds, and keeps every word."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.markdown import outline
from hindnote.core.settled import bullets, settled, settled_bullet, settled_heading

from .. import strategies as some


def sections_with(body: str) -> list[str]:
    found = outline(f"# Title\n\n## Before\n\n{body}\n\n## After\n\nend\n")
    return [heading.text for heading in found.headings if heading.level <= 2]


def words(text: str) -> list[str]:
    return re.sub(r"[^\w]+", " ", text).split()


@given(some.any_text)
def test_settled_text_neither_ends_its_section_nor_swallows_the_next(text: str) -> None:
    assert sections_with(settled(text)) == ["Title", "Before", "After"]


@given(some.any_text)
def test_settled_text_leaves_no_fence_open(text: str) -> None:
    assert outline(settled(text)).unclosed_fence is None


@given(some.any_text)
def test_settled_text_is_its_own_settled_text(text: str) -> None:
    assert settled(settled(text)) == settled(text)


@given(some.any_text)
def test_no_word_is_lost(text: str) -> None:
    kept = words(settled(text))
    assert [word for word in kept if word != "text"] == [word for word in words(text) if word != "text"]


@given(some.any_text)
def test_no_line_is_lost(text: str) -> None:
    kept = settled(text).replace("\\", "")
    for line in re.sub("[\x00\ud800-\udfff]", "\ufffd", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n"):
        assert line.replace("\\", "").rstrip(" \t") in kept


@pytest.mark.parametrize(
    "text",
    [
        "prose\n\n- a\n- b",
        "### deeper\n\ntext",
        "```\n# in a fence\n```",
        "[[a-link]] and `code`",
        "    indented\n\n    code",
        "***\n\ntext",
        "> # quoted",
        "<!-- said -->",
        "a\n\n---\n\nb",
    ],
)
def test_text_that_breaks_nothing_is_left_as_it_is(text: str) -> None:
    assert settled(f"\n \n{text}  \n\n") == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("# foo", "\\# foo"),
        ("x\n## Answers\ny", "x\n\\## Answers\ny"),
        ("   # foo", "   \\# foo"),
        ("foo\n---", "foo\n\\---"),
        ("foo\nbar\n  ===", "foo\nbar\n  \\==="),
        ("# a\n---", "\\# a\n\\---"),
        ("```\ncode", "```\ncode\n```"),
        ("~~~~ x\n# code\n", "~~~~ x\n# code\n~~~~"),
        ("<!-- open\n## x", "```text\n<!-- open\n## x\n```"),
        ("# a\n<!-- open", "```text\n# a\n<!-- open\n```"),
        ("<script>\n```", "````text\n<script>\n```\n````"),
        ("- ```\n  code", "````text\n- ```\n  code\n````"),
        ("a\r\n# b\rc", "a\n\\# b\nc"),
        ("a\x00\ud800", "a\ufffd\ufffd"),
        (" \n\t\n", ""),
    ],
)
def test_text_that_would_break_out_is_quoted(text: str, kept: str) -> None:
    assert settled(text) == kept


def test_links_in_escaped_text_are_links_still() -> None:
    assert [link.target for link in outline(settled("# see [[a]]\n\n[[b]]\n---")).links] == ["a", "b"]


# --- headings and bullets -------------------------------------------------


@given(some.any_text)
def test_a_settled_heading_reads_back(text: str) -> None:
    heading = settled_heading(text)
    found = outline(f"# {heading}".rstrip() + "\n\nafter\n")
    assert [(each.level, each.text) for each in found.headings] == [(1, heading)]
    assert settled_heading(heading) == heading
    assert words(heading) == words(text)


@pytest.mark.parametrize(
    ("text", "heading"),
    [("C #", "C \\#"), ("#", "\\#"), ("C#", "C#"), ("a ## ", "a \\##"), ("two\n lines", "two lines"), ("a #1", "a #1")],
)
def test_marks_at_the_end_of_a_heading_are_its_text(text: str, heading: str) -> None:
    assert settled_heading(text) == heading


@given(some.any_text)
def test_a_settled_bullet_is_one_line_of_inline_text(text: str) -> None:
    bullet = settled_bullet(text)
    assert settled_bullet(bullet) == bullet
    assert words(bullet) == words(text)
    found = outline(f"- {bullet}\n")
    assert [block.kind for block in found.blocks] == ["List"]
    assert found.unclosed_fence is None
    assert not bullet or [block.kind for block in outline(bullet).blocks] == ["Paragraph"]


@given(st.lists(some.any_text, max_size=4))
def test_a_section_of_bullets_is_bullets_only(texts: list[str]) -> None:
    found = outline(f"## Answers\n\n{bullets(*texts)}\n\n## Next\n")
    assert found.prose_in(found.sections[0]) is None
    assert [section.name for section in found.sections] == ["Answers", "Next"]
    assert settled(bullets(*texts)) == bullets(*texts)


@pytest.mark.parametrize(
    ("text", "bullet"),
    [
        ("why does it fail?", "why does it fail?"),
        ("  two\n lines ", "two lines"),
        ("# heading", "\\# heading"),
        ("- a", "\\- a"),
        ("1. first", "1\\. first"),
        ("```", "\\```"),
        ("> quote", "\\> quote"),
        ("[a]: b", "\\[a]: b"),
        ("<div> x", "\\<div> x"),
        ("[[link]] stays", "[[link]] stays"),
        ("2026 was", "2026 was"),
    ],
)
def test_a_bullet_begins_no_other_block(text: str, bullet: str) -> None:
    assert settled_bullet(text) == bullet
