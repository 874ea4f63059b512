"""Portions: a text cut into pieces that each fit what their reader pays; joined they are the text.

A cut is at the end of a line; only a line that is longer than a piece is cut inside. What is cut is
the text as a reader may be shown it, so that no cut lays open what was kept out of it (the second half
of a terminal's escape). Here too: the part of a note under a heading. Not here: several notes (pieces).
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence

from msgspec import Struct

from .frontmatter import split
from .markdown import Heading, Outline, outline
from .quoted import block

CHARACTERS_A_TOKEN = 4  # at the most, as `estimate` has it

# --- values ---------------------------------------------------------------


class Portion(Struct, frozen=True):
    """A piece of a text; lines are 1-based, and the last is inclusive."""

    text: str  # without the line break that it ends with
    end: int  # where the next one begins, in characters of the whole
    lines: tuple[int, int]
    total: int  # lines of the whole
    last: bool  # nothing comes after it
    inside: bool  # its last line goes on in the next


# --- functions ------------------------------------------------------------


def portion(text: str, start: int, cost: Callable[[str], int], budget: int) -> Portion:
    """From `start` on, as much as the budget pays for; at least a character, or reading would never end."""
    end = _cut(text, start, start + _paid(text, start, cost, budget))
    last, inside = end == len(text), end < len(text) and text[end - 1] != "\n"
    said = text[start:end] if last else text[start:end].removesuffix("\n")
    first = text.count("\n", 0, start) + 1
    return Portion(said, end, (first, first + said.count("\n")), text.count("\n") + 1, last=last, inside=inside)


def _paid(text: str, start: int, cost: Callable[[str], int], budget: int) -> int:
    longest = min(len(text), start + budget * CHARACTERS_A_TOKEN)
    ends = range(start + 1, longest + 1)
    paid = bisect_left(ends, x=True, key=lambda end: cost(text[start:end]) > budget)
    return max(paid, 1)


def _cut(text: str, start: int, end: int) -> int:
    if end >= len(text):
        return len(text)
    return text.rfind("\n", start, end) + 1 or end


# --- what of a note is read -------------------------------------------------


def readable_text(text: str) -> str:
    """All of it as it may be shown."""
    return block(text).rstrip("\n")


def section(text: str, name: str) -> str | None:
    """What is under the headings of that name, and these; None where there is none."""
    found, wanted = _outlined(text), _spelled(name)
    parts: list[str] = []
    at = 0
    for place, heading in enumerate(found.headings):
        if heading.start >= at and _spelled(heading.text) == wanted:
            at = _end(heading, found.headings[place + 1 :], len(found.text))
            parts.append(found.text[heading.start : at].strip("\r\n"))
    return "\n\n".join(parts) if parts else None


def headings(text: str) -> tuple[str, ...]:
    """What a section can be asked for by, each once."""
    return tuple(dict.fromkeys(each.text for each in _outlined(text).headings if each.text))


def _outlined(text: str) -> Outline:
    head = split(text)
    return outline((text[head.after :] if head else text).removeprefix("\ufeff"))


def _spelled(name: str) -> str:
    return " ".join(name.strip().lstrip("#").split()).casefold()


def _end(heading: Heading, after: Sequence[Heading], end: int) -> int:
    """A section holds those below it."""
    return next((each.start for each in after if each.level <= heading.level), end)
