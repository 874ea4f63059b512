"""Chunks cover a note: every paragraph in exactly one, in order, each with its lines in the file."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.chunks import SOFT_CAP, chunks
from hindnote.core.document import read_document

from .. import strategies as some

LINES = st.sampled_from(
    ["", "plain words", "# One", "## Two", "### Three", "\nUnderlined\n===", "- item", "```", "x" * 700]
)
NOTES = st.lists(LINES, max_size=40).map("\n".join)


@given(NOTES | some.texts)
def test_every_word_of_the_body_is_in_a_chunk_in_order(text: str) -> None:
    document = read_document(text, "a.md")
    kept = " ".join(chunk.text for chunk in chunks(document)).split()
    wanted = " ".join(f"{part.heading}\n{part.text}" for part in document.parts).split()
    assert kept == wanted


@given(NOTES)
def test_a_chunk_lies_where_it_says(text: str) -> None:
    lines = text.split("\n")
    for chunk in chunks(read_document(text, "a.md")):
        said = " ".join(lines[chunk.first_line - 1 : chunk.last_line])
        assert all(word in said for word in chunk.text.split())


@given(NOTES)
def test_chunks_do_not_overlap(text: str) -> None:
    found = chunks(read_document(text, "a.md"))
    assert all(one.last_line < after.first_line for one, after in pairwise(found))


@given(NOTES)
def test_only_a_paragraph_that_is_long_itself_exceeds_the_cap(text: str) -> None:
    for chunk in chunks(read_document(text, "a.md")):
        assert sum(map(len, chunk.text.split("\n\n"))) <= SOFT_CAP or "\n\n" not in chunk.text


def test_a_section_begins_a_chunk_and_deeper_headings_stay_with_it() -> None:
    text = "before\n\n# Title\n\nlead\n\n## One\n\nfirst\n\n### Deep\n\ninside\n\n## Two\n\nsecond\n"
    found = [(chunk.heading, chunk.first_line, chunk.last_line) for chunk in chunks(read_document(text, "a.md"))]
    assert found == [("", 1, 1), ("Title", 3, 5), ("One", 7, 13), ("Two", 15, 17)]


def test_lines_are_those_of_the_file_after_the_frontmatter() -> None:
    text = "---\ntype: topic\n---\n# Title\n\nbody\n"
    [chunk] = chunks(read_document(text, "a.md"))
    assert (chunk.first_line, chunk.last_line) == (4, 6)
