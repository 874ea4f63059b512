"""Chunks: a note cut into passages of one section each, with where they lie in the file.

A chunk begins at a heading of level 2 or above, and again at a paragraph where the section is long.
Every paragraph of the note is in exactly one chunk, in the note's order; no note is too strange:
without headings it is one section. Not here: what is searched (the whole note) or shown (excerpts).
"""

from collections.abc import Iterator

from msgspec import Struct

from .document import Document, Part

SOFT_CAP = 1_200  # characters: a chunk ends at the paragraph that would carry it further
SECTION_LEVEL = 2  # deeper headings stay with the section they divide

# --- values ---------------------------------------------------------------


class Chunk(Struct, frozen=True):
    heading: str  # the nearest one at or above its first line, "" before any
    ordinal: int
    first_line: int  # 1-based, inclusive, in the note's file
    last_line: int
    text: str


class Paragraph(Struct, frozen=True):
    heading: str
    first_line: int
    last_line: int
    text: str
    opens_section: bool = False


# --- functions ------------------------------------------------------------


def chunks(document: Document) -> tuple[Chunk, ...]:
    return tuple(_chunk(ordinal, run) for ordinal, run in enumerate(_runs(document)))


def _chunk(ordinal: int, run: list[Paragraph]) -> Chunk:
    text = "\n\n".join(paragraph.text for paragraph in run)
    return Chunk(run[0].heading, ordinal, run[0].first_line, run[-1].last_line, text)


def _runs(document: Document) -> Iterator[list[Paragraph]]:
    run: list[Paragraph] = []
    length = 0
    for part in document.parts:
        for paragraph in _paragraphs(part):
            if run and (paragraph.opens_section or length + len(paragraph.text) > SOFT_CAP):
                yield run
                run, length = [], 0
            run.append(paragraph)
            length += len(paragraph.text)
    if run:
        yield run


def _paragraphs(part: Part) -> Iterator[Paragraph]:
    """The part's paragraphs; its heading goes with the first, so that a heading without text is kept."""
    lines = part.text.rstrip().split("\n")
    start = part.last_line - len(lines) + 1
    heading = [part.heading] if part.heading else []
    opens = part.level <= SECTION_LEVEL
    for first, last in _spans(lines):
        begins = part.first_line if heading or opens else start + first
        yield Paragraph(part.heading, begins, start + last, "\n".join((*heading, *lines[first : last + 1])), opens)
        heading, opens = [], False
    if heading:
        yield Paragraph(part.heading, part.first_line, part.last_line, part.heading, opens)


def _spans(lines: list[str]) -> Iterator[tuple[int, int]]:
    """First and last index of each run of lines that are not blank."""
    first = -1
    for number, line in enumerate([*lines, ""]):
        if line.strip():
            first = number if first < 0 else first
        elif first >= 0:
            yield first, number - 1
            first = -1
