"""Pieces: the notes that go by one key, read one after the other, a page at a time.

Every piece has its note's line, with layer and date, whether the note begins there or goes on. The
pieces of all pages, joined, are the texts; a place is counted in their characters.
"""

from collections.abc import Sequence

from msgspec import Struct

from .counting import counted
from .hits import Hit
from .pages import cost
from .portions import Portion, portion
from .quoted import line
from .render import GAP, PLAIN, QUOTE, named

LEAST = 4  # tokens below which there is no use in beginning another note: a mark and a few characters

# --- values ---------------------------------------------------------------


class Source(Struct, frozen=True):
    """A note, and of its text what is read, as it may be shown."""

    hit: Hit
    path: str
    version: str
    text: str
    notices: tuple[str, ...] = ()


class Piece(Struct, frozen=True):
    source: Source
    portion: Portion
    begins: bool


class Pieces(Struct, frozen=True):
    """A page."""

    pieces: tuple[Piece, ...]
    place: int | None  # where the next one begins
    unopened: int  # notes that go by the key and come later


# --- functions ------------------------------------------------------------


def pieces_from(sources: Sequence[Source], place: int, budget: int) -> Pieces:
    """As much as the budget pays for, from a place that an earlier page gave, or 0."""
    pieces: list[Piece] = []
    begin = 0  # of the source, in characters of them all; the end of a text counts as one
    for at, source in enumerate(sources):
        start = max(place - begin, 0)
        if start <= len(source.text):
            left = budget - cost(head_text(source))
            if pieces and left < LEAST:
                return Pieces(tuple(pieces), begin, len(sources) - at)
            read = portion(source.text, start, _cost, left)
            pieces.append(Piece(source, read, begins=start == 0))
            if not read.last:
                return Pieces(tuple(pieces), begin + read.end, len(sources) - at - 1)
            budget = left - _cost(read.text)
        begin += len(source.text) + 1
    return Pieces(tuple(pieces), None, 0)


def _cost(text: str) -> int:
    return cost(quoted_exactly(text))


# --- text -------------------------------------------------------------------


def piece_text(piece: Piece) -> str:
    return f"{head_text(piece.source)}\n{quoted_exactly(piece.portion.text)}"


def head_text(source: Source) -> str:
    return f"{named(source.hit, 0, PLAIN)}\nfile: {line(source.path)}{GAP}version: {source.version}"


def quoted_exactly(text: str) -> str:
    """Text that may be shown as it is, every line of it behind our mark and to its last space."""
    return "\n".join(f"{QUOTE} {each}" if each else QUOTE for each in text.split("\n"))


def read_on_text(page: Pieces, call: str) -> str:
    """Where a page ends that is not the last."""
    read = page.pieces[-1].portion
    if read.last:
        return f"{counted(page.unopened, 'more note')} by that key; read on: {call}"
    return f"cut {'inside' if read.inside else 'after'} line {read.lines[1]:,} of {read.total:,}; read on: {call}"
