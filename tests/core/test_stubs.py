"""A stub points at its document in the document's own words, restates nothing, and no document can break one."""

import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hindnote.core.documentpaths import stem
from hindnote.core.frontmatter import split
from hindnote.core.keys import mint, path_of
from hindnote.core.markdown import outline
from hindnote.core.note import Note, parse_note, render, tidy
from hindnote.core.schema import judge
from hindnote.core.stubs import FIRST_LINE, RepoDocument, body_of, conflict_in, stub_of

from .. import strategies as some

DAY = datetime.date(2026, 8, 7)
BLOB = "0123456789abcdef0123456789abcdef01234567"

markup = st.text(st.sampled_from("#`~[]()<>!-*_=+.:1 \t\n\\|^$&;aé\x00\x1b\u2028'\""), max_size=200)
documents = st.one_of(markup, some.texts)


def stub(text: str, path: str = "docs/guide.md") -> Note:
    key = mint("{{path}}", {"path": stem(path)}).unwrap()
    document = RepoDocument(path, BLOB, text)
    return stub_of(document, body_of(document), key, DAY)


def answers(text: str) -> list[str]:
    return [line.removeprefix("- ") for line in stub(text).sections[0].body.splitlines()]


def test_a_stub_as_it_is_written() -> None:
    text = "---\ntitle: ignored\n---\n# The guide\n\n[![ci](a.svg)](b)\n\nHow to *begin*.\nMore of it.\n\n## Install\n\n## Use it\n"
    assert render(stub(text)) == (
        f"---\nkey: docs/guide\ntype: stub\nsource: ingest\nrecorded: 2026-08-07\ninvalidated_by: file:docs/guide.md@{BLOB}\n---\n"
        "\n# The guide\n\nHow to *begin*.\n\n[`docs/guide.md`](docs/guide.md)\n\n## Answers\n\n- Install\n- Use it\n"
    )


def test_only_headings_of_the_second_level_answer_and_setext_ones_count() -> None:
    assert answers("# A\n## B\n### C\nD\n---\n> ## quoted\n\n```\n## code\n```\n<!--\n## hidden\n-->\n## B\n") == [
        "B",
        "D",
    ]


def test_headings_are_kept_to_the_letter() -> None:
    text = "## 1. Install `foo` & *bar*\n## Why? [x](y)\n## C#\n## 日本語 🎉\n"
    assert answers(text) == ["1. Install `foo` & *bar*", "Why? [x](y)", "C#", "日本語 🎉"]


@pytest.mark.parametrize("text", ["", "\n\n", "no heading", "# Only a title\n", "## \n", "---\na: b\n---\n"])
def test_a_document_without_headings_answers_as_a_whole(text: str) -> None:
    assert answers(text) == ["the whole of `docs/guide.md`"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n# Two\n", "One"),
        ("## Sub\n# Late\n", "Late"),
        ("---\ntitle: Declared\n---\n## Sub\n", "Declared"),
        ("---\ntitle: [a, b]\n---\n", "guide.md"),
        ("---\nbroken: [\n---\n", "guide.md"),
        ("", "guide.md"),
        ("# \n", "guide.md"),
        ("# See [[other]] #\n", "See \\[\\[other]]"),
        ("Under\nlined\n===\n", "Under lined"),
    ],
)
def test_the_title_is_the_documents_own(text: str, title: str) -> None:
    assert stub(text).title == title


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# T\r\n\r\nFirst.\r\nSecond.\r\n", "First."),
        ("# T\n\n![logo](x.png)\n[![a](b)](c) [![d][e]][f]\n\nProse.\n", "Prose."),
        ("<p align=center>\n\n```\ncode\n```\n\nProse.\n", "Prose."),
        ("- a list\n\n> a quote\n", ""),
        ("x" * (FIRST_LINE - 2) + " yz\n", "x" * (FIRST_LINE - 2) + " ..."),
        ("x" * 5000 + "\n", "x" * FIRST_LINE + " ..."),
    ],
)
def test_the_first_line_is_the_first_of_prose(text: str, line: str) -> None:
    assert stub(text).preamble.rpartition("\n\n")[0] == line


def test_the_link_is_one_a_reader_can_follow_and_no_wikilink() -> None:
    assert (
        stub("", "my docs/a (1) [[x]].md").preamble
        == "[`my docs/a (1) [[x]].md`](my%20docs/a%20%281%29%20%5B%5Bx%5D%5D.md)"
    )


@given(documents)
@example("## # not a heading\n")
@example("##  ```\n## ~~~\n## <!-- \n## [a]: b\n")
@example("# [[x]]\n\n[[y]]\n\n## [[z]]\n")
@example("1\x0b# x\n\n## a\x85b\n")
@example("# Expected\n\n## Answers\n\n## Related\n")
def test_no_document_breaks_its_stub(text: str) -> None:
    note = stub(text)
    written = render(note)
    seen = outline(written[split(written).after :])  # type: ignore[union-attr]  # a note begins with its fields
    assert seen.links == ()
    assert [section.name for section in seen.sections] == ["Answers"]
    assert parse_note(written, path_of(note.key)).unwrap() == note == tidy(note)


@given(documents)
def test_a_stub_is_refused_only_for_what_it_would_repeat(text: str) -> None:
    note = stub(text)
    assert {breach.rule for breach in judge(render(note), path_of(note.key))} <= {"SecretInNote", "ConflictMarkers"}


@given(documents, st.dates())
def test_the_same_document_gives_the_same_note_whatever_the_day(text: str, day: datetime.date) -> None:
    there = stub(text)
    document = RepoDocument("docs/guide.md", BLOB, text)
    again = stub_of(document, body_of(document), there.key, day)
    assert again.sections == there.sections
    assert again.preamble == there.preamble


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        ("# T\n\n<<<<<<< HEAD\n## a\n=======\n## b\n>>>>>>> other\n", True),
        ("---\na: b\n---\n<<<<<<< HEAD\r\nx\r\n=======\r\ny\r\n>>>>>>> other\r\n", True),
        ("How git shows one:\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n```\n", False),
        ("> > > quoted\n\n>>>>>>> deep\n", False),
        ("", False),
    ],
)
def test_the_markers_of_a_merge_are_told_from_code_that_shows_them(text: str, *, conflict: bool) -> None:
    assert conflict_in(body_of(RepoDocument("a.md", BLOB, text))) is conflict


@pytest.mark.parametrize(
    "path",
    [
        "a b.md",
        "docs/a@b.md",
        "x:y.md",
        'it\'s "q".md',
        "ünï/日本.md",
        "a#b?c%20.md",
        "#.md1.md",
        "- x.md",
        "`a`.md",
        "a\\b.md",
        "..a/b.md",
    ],
)
def test_a_stub_can_point_at_a_document_of_any_name(path: str) -> None:
    note = stub("## H\n", path)
    assert judge(render(note), path_of(note.key)) == ()
    assert parse_note(render(note), path_of(note.key)).unwrap().invalidated_by == f"file:{path}@{BLOB}"
