"""Sections: headings and the text below them, out of Markdown and reStructuredText.

A reader for training data, not for notes: it prefers losing markup to keeping every byte.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

RULE = re.compile(r"^([=\-~^\"'`#*+.:_<>])\1{2,}\s*$")
FENCE = re.compile(r"^\s*(```|~~~)")
ATX = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
DIRECTIVE = re.compile(r"^\s*\.\. .*$|^\s*:[\w -]+:( .*)?$|^\s*\.\.$", re.MULTILINE)
ROLE = re.compile(r":[\w:+-]+:`~?!?([^`<]+?)(?:\s*<[^`]*>)?`")
LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)|`([^`<\n]+?)\s*<[^`>\n]*>`__?")
ADDRESS = re.compile(r"https?://\S+|\S+@\S+\.\w+")
MARKS = re.compile(r"<[^>\n]{1,80}>|[`*|]+|\{[\w:.-]+\}|^\s*>+ ?", re.MULTILINE)


class Section(NamedTuple):
    path: tuple[str, ...]  # the headings above it, outermost first, its own last
    body: str


def plain(text: str) -> str:
    """The words of a marked-up text."""
    text = DIRECTIVE.sub("", text)
    text = ROLE.sub(r"\1", text)
    text = LINK.sub(lambda found: found[1] or found[2] or "", text)
    text = MARKS.sub(" ", ADDRESS.sub(" ", text))
    return " ".join(text.replace("::", ":").split())


def sections(text: str) -> Iterator[Section]:
    """Every heading of a document with the text up to the next one, of whatever level."""
    path: list[tuple[int, str]] = []
    body: list[str] = []
    styles: list[str] = []
    lines = text.splitlines()
    fenced = False
    at = 0
    while at < len(lines):
        line = lines[at]
        fenced ^= bool(FENCE.match(line))
        found = None if fenced else heading(lines, at, styles)
        if found is None:
            body.append(line)
            at += 1
            continue
        if path:
            yield Section(tuple(name for _, name in path), "\n".join(body))
        level, name, at = found
        path = [*[above for above in path if above[0] < level], (level, name)]
        body = []
    if path:
        yield Section(tuple(name for _, name in path), "\n".join(body))


def heading(lines: list[str], at: int, styles: list[str]) -> tuple[int, str, int] | None:
    """Level, name and the line after, when a heading starts here; `styles` learns the underlines."""
    if atx := ATX.match(lines[at]):
        return len(atx[1]), plain(atx[2]), at + 1
    over = RULE.match(lines[at])
    title = at + 1 if over else at
    if title + 1 >= len(lines) or not lines[title].strip():
        return None
    under = RULE.match(lines[title + 1])
    if not under or (over and over[1] != under[1]):
        return None
    if not over and (lines[title].startswith((" ", "\t")) or (at and lines[at - 1].strip())):
        return None  # a table's rule or a transition
    style = under[1] + ("^" if over else "")
    if style not in styles:
        styles.append(style)
    return styles.index(style) + 1, plain(lines[title]), title + 2
