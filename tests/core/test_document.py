"""Any text is a document, and every byte of it can be found in one."""

import re

import pytest
from hypothesis import given
from returns.result import Success

from hindnote.core.document import Document, Part, read_document
from hindnote.core.frontmatter import parse, split

from .. import strategies as some


def read(text: str, path: str = "notes/a note.md") -> Document:
    return read_document(text, path)


# --- every byte -----------------------------------------------------------


@given(some.file_text | some.nasty_text)
def test_the_body_is_the_text_after_the_frontmatter_or_all_of_it(text: str) -> None:
    head = split(text)
    expected = text[head.after :] if head and isinstance(parse(text), Success) else text
    assert read(text).body == expected.removeprefix("\ufeff")


def words(*texts: str) -> list[str]:
    return re.findall(r"\w+", " ".join(texts))


@given(some.file_text | some.nasty_text)
def test_the_parts_hold_every_word_of_the_body_once(text: str) -> None:
    document = read(text)
    assert words(*(piece for part in document.parts for piece in (part.heading, part.text))) == words(document.body)


@given(some.file_text)
def test_every_line_of_text_lies_in_the_part_that_holds_it(text: str) -> None:
    lines = text.split("\n")
    for part in read(text).parts:
        assert 1 <= part.first_line <= part.last_line <= len(lines)
        span = "\n".join(lines[part.first_line - 1 : part.last_line])
        assert part.text.strip() in span or "\r" in text
        assert not part.heading or all(word in span for word in part.heading.split())


def test_lines_count_the_frontmatter() -> None:
    text = "---\na: b\n---\nfirst\n\n# T\n\nx\n\n## A\n### B\ny\nz\n\n"
    assert read(text).parts == (
        Part("", 0, "first\n\n", 4, 4),
        Part("T", 1, "\nx\n\n", 6, 8),
        Part("A", 2, "", 10, 10),
        Part("B", 3, "y\nz\n\n", 11, 13),
    )


def test_setext_headings_and_broken_blocks_are_searchable() -> None:
    text = "---\nkey: [\n---\nSet\next\n---\nunder\n"
    document = read(text)
    assert document.body == text
    assert document.parts == (Part("", 0, "---\nkey: [\n---\n", 1, 3), Part("Set ext", 2, "under\n", 4, 7))
    assert document.key == ""


def test_a_second_block_hides_nothing() -> None:
    document = read("---\nkey: [\n---\n---\nkey: forged\n---\n")
    assert document.key == ""
    assert "forged" in document.body


# --- title, fields, flags -------------------------------------------------


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n# Two", "One"),
        ("x\n\nOne\n===\n", "One"),
        ("---\ntitle: Said\n---\n# One", "One"),
        ("---\ntitle: Said\n---\n## Two", "Said"),
        ("## Two", "a note"),
        ("#\n# Two", "Two"),
        ("```\n# One\n```", "a note"),
        ("", "a note"),
    ],
)
def test_the_title_is_the_first_heading_else_declared_else_the_files_name(text: str, title: str) -> None:
    assert read(text).title == title


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("recorded: 2026-08-07", "2026-08-07"),
        ("created: 2026-01-01\nrecorded: 2026-08-07", "2026-08-07"),
        ("recorded: soon\ncreated: 2026-01-01", "2026-01-01"),
        ("updated: 2026-01-01T10:00:00Z", "2026-01-01"),
        ("timestamp: '2026-01-01 10:00'", "2026-01-01"),
        ("created: 2026-02-30", ""),
        ("a: b", ""),
    ],
)
def test_the_date_is_the_first_one_declared(fields: str, date: str) -> None:
    assert read(f"---\n{fields}\n---\n").date == date


def test_fields_are_read_as_people_write_them() -> None:
    document = read(
        "---\nkey: x\ntype: topic\nsource: s\ntags: '#a, b'\nsupersedes: '[[y|the y]]'\nsuperseded_by: z\n"
        "conflicts_with: ['[[p]]', q]\nconfidence: low\narchived: true\ninvalidated_by: file:a@1234567\n---\nsee [[w]]\n"
    )
    assert (document.key, document.type, document.source, document.tags) == ("x", "topic", "s", ("a", "b"))
    assert (document.supersedes, document.superseded_by, document.conflicts_with) == ("y", "z", ("p", "q"))
    assert (document.confidence, document.archived, document.invalidated_by) == ("low", True, "file:a@1234567")
    assert [(link.target, link.line) for link in document.links] == [("w", 13)]


def test_nothing_is_declared_in_a_bare_text() -> None:
    document = read("text")
    assert (document.type, document.supersedes, document.confidence, document.tags) == ("", None, None, ())
    flags = (document.archived, document.generated, document.credential, document.stale_marker)
    assert not any(flags)


@pytest.mark.parametrize(
    ("text", "credential"),
    [
        ("# The Password of the NAS", True),
        ("# API key for the mirror", True),
        ("---\ntags: [x, ssh-keys]\n---\n# x", True),
        ("---\ncredential: true\n---\n# x", True),
        ("---\ncredential: false\n---\n# x", False),
        ("# Passwordless sudo", False),
        ("# Keyboard layout", False),
        ("# x\nthe password is in the body", False),
    ],
)
def test_a_credential_note_is_told_by_its_title_tags_or_field(text: str, credential: bool) -> None:  # noqa: FBT001  (a parameter)
    assert read(text).credential is credential


@pytest.mark.parametrize(
    ("field", "generated"),
    [
        ("generated: true", True),
        ("type: journal", True),
        ("type: worklog", True),
        ("type: topic", False),
        ("x: y", False),
    ],
)
def test_a_generated_note_is_told_by_its_fields(field: str, generated: bool) -> None:  # noqa: FBT001  (a parameter)
    assert read(f"---\n{field}\n---\n").generated is generated


def test_a_stale_marker_is_found_outside_code() -> None:
    assert read("# x\n- **CORRECTION** no\n").stale_marker
    assert not read("# x\n```\nCORRECTION\n```\n").stale_marker


# --- any text -------------------------------------------------------------


@given(some.nasty_text)
def test_reading_never_raises(text: str) -> None:
    assert read(text, text).title or not text


def test_ten_megabytes_are_read_whole() -> None:
    line = "a line with [[a-link]] and `code`, é and more of the same\n"
    text = "# T\n\n" + line * (10_000_000 // len(line.encode()))
    document = read(text)
    assert document.body == text
    assert len(document.links) == text.count("[[")
