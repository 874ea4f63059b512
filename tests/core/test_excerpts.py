"""An excerpt is the passage that answers, told with its place, and never more than a reader may be shown."""

import re
from itertools import accumulate

import pytest
import wcwidth
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.analysis import analyse
from hindnote.core.document import read_document
from hindnote.core.excerpts import ANALYSED, EXCERPT_LENGTH, excerpt, readable
from hindnote.core.passages import Excerpt
from hindnote.core.quoted import line

FILLER = "Nothing of interest is said in this sentence about any matter. "

NOTE = f"""---
key: surprise/x
---
# Mounting a token file

## Expected
{FILLER * 3}

## Observed
{FILLER * 8}
The rename fails with EBUSY because
the bind mount pins the inode.
{FILLER * 8}

## Answers
- why does the login not persist
"""


def found(text: str, question: str, length: int = EXCERPT_LENGTH) -> Excerpt:
    return excerpt(text, read_document(text, "a-title.md"), analyse(question), length)


# --- the passage ----------------------------------------------------------


def test_the_densest_match_is_shown_with_its_section_and_lines() -> None:
    got = found(NOTE, "rename fails EBUSY inode")
    assert "The rename fails with EBUSY because\nthe bind mount pins the inode." in got.text
    assert got.section == "Observed"
    shown = NOTE.split("\n")[got.lines[0] - 1 : got.lines[1]]
    assert any("rename" in each for each in shown)
    assert any("inode" in each for each in shown)


SURPRISE = """# As30p hums

## Expected
As30p is quiet at night.

## Observed
As30p hums as soon as it is mounted.

## Answers
- why is there a noise
"""


@pytest.mark.parametrize("question", ["As30p", "quiet As30p night", "hums", "unheard of"])
def test_of_a_surprise_what_was_observed_is_shown_and_not_what_was_believed(question: str) -> None:
    assert found(SURPRISE, question).text == "As30p hums as soon as it is mounted."


def test_what_was_believed_is_shown_where_nothing_else_matches() -> None:
    assert found(SURPRISE, "quiet").section == "Expected"
    assert found(SURPRISE, "noise").section == "Answers"


def test_a_word_that_the_note_repeats_does_not_draw_the_passage_away() -> None:
    assert "EBUSY" in found(NOTE, "nothing of interest in any sentence about EBUSY").text


def test_of_a_note_with_more_words_than_a_book_a_match_at_the_end_is_found_as_it_is_spelled() -> None:
    text = "# T\n\n" + " ".join(f"w{number}" for number in range(4 * ANALYSED)) + "\n\n## End\n\nthe needle"
    assert found(text, "needle").section == "End"


def test_no_more_words_of_a_note_are_analysed_than_a_book_has() -> None:
    text = "# T\n\n" + " ".join(f"w{number}" for number in range(4 * ANALYSED))
    analysed = readable(text, read_document(text, "t.md")).words.values()
    assert len({word for words in analysed for word in words}) < 2 * ANALYSED


def test_a_match_far_into_a_long_note_is_found() -> None:
    text = "# T\n\n" + FILLER * 500 + "needle " + FILLER * 500
    assert "needle" in found(text, "needle").text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("getUserNames()", "user"),
        ("前略の下载方法", "下载"),
        ("前略の下载方法", "载"),
        ("the foo_bar.rs file", "foo_bar.rs"),
        ("running", "runs"),
    ],
)
def test_what_the_analysis_matches_is_shown(said: str, question: str) -> None:
    text = f"# T\n\n## One\n{FILLER}\n\n## Two\n{FILLER * 9}{said} {FILLER * 9}"
    got = found(text, question)
    assert said in got.text
    assert got.section == "Two"


def test_unsegmented_text_without_a_space_is_searched_through() -> None:
    text = "# T\n\n" + "我们" * 600 + "下载" + "他们" * 600
    assert "下载" in found(text, "下载").text


def test_a_note_of_many_words_that_the_question_matches_is_gone_through_once() -> None:
    """To look for each of them through the whole text would take minutes here."""
    text = "# T\n\n" + "\n".join(f"word_{number}.py" for number in range(60_000)) + "\n\nneedle.py"
    assert found(text, "needle py").text.endswith("needle.py")


def test_a_heading_that_matches_shows_the_beginning_of_its_section() -> None:
    text = "# T\n\n## Setup\nRun it.\n\n## Rollback\nStop the service first.\n"
    assert found(text, "rollback") == Excerpt("Stop the service first.", "Rollback", (7, 7))


def test_when_only_the_title_matched_the_summary_is_shown() -> None:
    text = "# Mounting a token\n\n## Metadata\n- created: 2026\n\n## Summary\nThe first prose.\n\n## Details\nMore.\n"
    assert found(text, "token") == Excerpt("The first prose.", "Summary", (7, 7))


def test_a_note_of_nothing_but_lists_shows_its_first() -> None:
    assert found("# T\n- one\n- two\n", "zebra") == Excerpt("- one\n- two", "T", (2, 3))


@pytest.mark.parametrize("text", ["", "\n", "# Only a title\n", "---\na: b\n---\n"])
def test_a_note_without_text_has_an_empty_excerpt(text: str) -> None:
    assert found(text, "title").text == ""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("head", ["", "---\ntype: topic\ntags: [a]\n---\n", "---\nbroken: [\n---\n"])
def test_the_lines_are_those_of_the_file_however_it_is_written(head: str, mark: str, end: str) -> None:
    lines = [
        *head.splitlines(),
        "Setext",
        "======",
        "",
        "Part",
        "----",
        "first",
        "",
        "the needle",
        "is here",
        "## Next",
        "no",
    ]
    text = mark + end.join(lines)
    got = excerpt(text, read_document(text, "note.md"), analyse("needle"))
    assert (got.section, got.text.split()) == ("Part", ["first", "the", "needle", "is", "here"])
    if end != "\r":  # an old Mac's file is one line to every other tool
        assert lines[got.lines[0] - 1 : got.lines[1]] == ["first", "", "the needle", "is here"]


# --- what a reader may be shown -------------------------------------------


def test_a_cut_is_marked_on_the_side_where_it_was_made() -> None:
    got = found("# T\n\n" + FILLER * 20 + "needle. " + FILLER * 20, "needle").text
    assert got.startswith("…")
    assert got.endswith("…")
    assert found("# T\n\nneedle. " + FILLER * 20, "needle").text.startswith("needle. ")


def test_words_are_not_cut() -> None:
    got = found("# T\n\n" + FILLER * 20 + "needle. " + FILLER * 20, "needle").text
    assert set(got.strip("…").split()) <= set((FILLER + "needle.").split())


def test_terminal_escapes_and_control_characters_are_left_out() -> None:
    got = found("# T\n\nthe \x1b[31mneedle\x1b[0m\0 is \x07here\u202e\n", "needle")
    assert got.text == "the needle is here"


@given(st.text(max_size=600), st.text(max_size=60), st.integers(10, 120))
def test_an_excerpt_is_bounded_and_made_of_whole_graphemes(body: str, question: str, length: int) -> None:
    text = f"# T\n{body}"
    got = found(text, question, length)
    assert len(got.text) <= length
    inner = got.text.removeprefix("…").removesuffix("…")
    parts = (part.text.split("\n") for part in read_document(text, "a-title.md").parts)
    assert not inner or any(is_of_whole_graphemes(inner, "\n".join(filter(None, map(line, part)))) for part in parts)


def is_of_whole_graphemes(inner: str, whole: str) -> bool:
    bounds = {0, *accumulate(map(len, wcwidth.iter_graphemes(whole)))}
    found_at = (at for at in range(len(whole)) if whole.startswith(inner, at))
    return any(at in bounds and at + len(inner) in bounds for at in found_at)


@pytest.mark.parametrize("cluster", ["e\u0301", "👨\u200d👩\u200d👧", "🇩🇪", "กำ", "\r\n"])
@pytest.mark.parametrize("length", range(20, 30))
def test_text_without_spaces_is_cut_between_graphemes(cluster: str, length: int) -> None:
    inner = found(f"# T\n{cluster * 99}", "zebra", length).text.strip("…")
    assert inner == cluster.strip() * (len(inner) // max(1, len(cluster.strip())))


@given(st.text(max_size=400), st.text(max_size=60))
def test_the_lines_are_lines_of_the_file(body: str, question: str) -> None:
    text = f"# T\n{body}"
    first, last = found(text, question).lines
    assert 1 <= first <= last <= len(re.split("\r\n?|\n", text))
