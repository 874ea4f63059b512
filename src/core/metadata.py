"""Metadata: the list that OMI keeps under `## Metadata`, read, or one item of it set and every other byte as it was.

`- Name: value` a line, marks of emphasis around the name allowed; the last of one name counts.
"""

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from .frontmatter import split
from .markdown import outline

# --- values ---------------------------------------------------------------


class Item(Struct, frozen=True):
    """`start` and `end` are those of its line, `said` that of its value: offsets into the text it was read from."""

    name: str
    value: str
    start: int
    said: int
    end: int  # without what ends the line


HEADING = "metadata"

# --- functions ------------------------------------------------------------


def items(text: str, start: int = 0, end: int | None = None) -> Iterator[Item]:
    for found in _item().finditer(text, start, len(text) if end is None else end):
        yield Item(
            found["name"].strip().casefold(), found["value"].strip(), found.start(), found.start("value"), found.end()
        )


def set_item(text: str, name: str, value: str | None) -> str | None:
    """The text with one item set, added at the end of the list, or (with None) taken out; None without such a list."""
    there = tuple(listed(text))
    if not there:
        return None
    own = [each for each in there if each.name == name.casefold()]
    if value is None:
        for each in reversed(own):
            text = text[: each.start] + text[_next_line(text, each.end) :]
        return text
    if own:
        return text[: own[-1].said] + value + text[own[-1].end :]
    last = there[-1]
    written = _item().match(text, last.start)
    newline = "\r\n" if text.startswith("\r\n", last.end) else "\n"
    marks = (
        (written["bullet"], written["before"], written["after"], written["beyond"]) if written else ("- ", "", "", "")
    )
    return f"{text[: last.end]}{newline}{marks[0]}{marks[1]}{name}{marks[2]}:{marks[3]} {value}{text[last.end :]}"


def listed(text: str) -> Iterator[Item]:
    """Up to the next heading, of whichever level."""
    head = split(text)
    cut = head.after if head else 0
    headings = outline(text[cut:]).headings
    for at, each in enumerate(headings):
        if each.level == 2 and each.text.casefold() == HEADING:
            end = headings[at + 1].start + cut if at + 1 < len(headings) else len(text)
            yield from items(text, each.end + cut, end)
            return


def _next_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


@cache
def _item() -> re.Pattern[str]:
    return re.compile(
        r"^(?P<bullet>[ \t]*[-*+][ \t]+)(?P<before>[*_]*)(?P<name>[^\W\d_][\w ]{0,40}?)(?P<after>[*_]*)[ \t]*"
        r":(?P<beyond>[*_]*)[ \t]*(?P<value>[^\r\n]*)",
        re.MULTILINE,
    )
