"""Passages: a section as a reader may be shown it, and a bounded piece cut out of it.

A piece is made of whole graphemes of what a reader may be shown (no control character, no terminal
escape), begins and ends at words where it can, and is marked where something was cut.
"""

import re
from bisect import bisect_right
from itertools import accumulate

from msgspec import Struct

from .document import Part
from .quoted import ELLIPSIS
from .quoted import line as shown_line

# --- values ---------------------------------------------------------------

LEAD = 60  # characters shown before the first match, when the section holds them


class Excerpt(Struct, frozen=True):
    text: str
    section: str  # the heading it is under, "" before the first
    lines: tuple[int, int]  # 1-based, inclusive, in the note's file


class Passage(Struct, frozen=True):
    """A section as it is shown: its lines without blank ones, and where each began in the file."""

    heading: str
    prose: str
    starts: tuple[int, ...]  # offset in `prose` of each line
    numbers: tuple[int, ...]  # its number in the file
    is_list: bool


# --- functions ------------------------------------------------------------

_BULLET = re.compile(r"(?:[-*+]|\d+[.)]) ")
_SPACE = re.compile(r"[ \n]")


def passage_of(part: Part) -> Passage:
    """Lines are counted as the document counts them."""
    first = part.last_line - part.text.rstrip().count("\n")
    shown = [(number, said) for number, line in enumerate(part.text.split("\n"), first) if (said := _shown(line))]
    return Passage(
        heading=part.heading,
        prose="\n".join(said for _, said in shown),
        starts=tuple(accumulate((len(said) + 1 for _, said in shown), initial=0))[:-1],
        numbers=tuple(number for number, _ in shown),
        is_list=all(_BULLET.match(said) for _, said in shown),
    )


def _shown(line: str) -> str:
    return " ".join(line.split()) if line.isascii() and line.isprintable() else shown_line(line)


def cut(passage: Passage, match: int, length: int) -> Excerpt:
    """At most `length` characters of the passage around the match, and the lines they are from."""
    prose, room = passage.prose, length - 2 * len(ELLIPSIS)
    last = min(len(prose), max(0, match - LEAD) + room)
    first = max(0, min(match - LEAD, last - room))
    first, last = _word_start(prose, first, match), _word_end(prose, last, match)
    before = ELLIPSIS if first else ""
    after = ELLIPSIS if last < len(prose) else ""
    return Excerpt(
        text=before + prose[first:last] + after,
        section=passage.heading,
        lines=(_line_of(passage, first), _line_of(passage, max(first, last - 1))),
    )


def behind(length: int) -> int:
    """How far behind the start of a match an excerpt of that length is sure to reach."""
    return length - LEAD - 2 * len(ELLIPSIS)


def _word_start(prose: str, place: int, match: int) -> int:
    """The first start of a word from `place` to the match; of a grapheme, where no space shows one."""
    if place == 0:
        return 0
    space = _SPACE.search(prose, place - 1, match)
    return _boundary(prose, space.end() if space else place, forward=True)


def _word_end(prose: str, place: int, match: int) -> int:
    """The last end of a word from the match to `place`, or of a grapheme."""
    if place == len(prose):
        return place
    space = max(prose.rfind(" ", match, place + 1), prose.rfind("\n", match, place + 1))
    return _boundary(prose, space if space > match else place)


def _boundary(prose: str, place: int, *, forward: bool = False) -> int:
    """`place` where graphemes meet, else the nearest boundary before or after it."""
    if place >= len(prose) or prose[max(0, place - 1) : place + 1].isascii():
        return place
    import wcwidth  # noqa: PLC0415  (its tables cost a start-up 16 ms, which ASCII need not pay)

    before = wcwidth.grapheme_boundary_before(prose, place + 1)
    return before + len(next(wcwidth.iter_graphemes(prose, before))) if forward and before < place else before


def _line_of(passage: Passage, place: int) -> int:
    return passage.numbers[bisect_right(passage.starts, place) - 1]
