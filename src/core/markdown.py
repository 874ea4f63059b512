"""Markdown: the outline of a text, as CommonMark sees it: headings, sections, links, an open fence.

Nothing inside a fence, indented code, an HTML block or comment, or inline code is a heading or a link,
and a heading inside a quote or a list item is part of that. The one caller of the parser, whose ranges
count UTF-8 bytes: here they become characters and lines. Not here: frontmatter; cut it off first.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from pyromark import Markdown, Options

from .pathlinks import path_in

if TYPE_CHECKING:  # the stubs have no public names for what an event holds
    from pyromark.event import _LinkData as LinkData  # pyright: ignore[reportPrivateUsage]
    from pyromark.event import _Tag as Tag  # pyright: ignore[reportPrivateUsage]

# --- values ---------------------------------------------------------------


class Link(Struct, frozen=True):
    """A `[[target]]` outside code and comments, without alias and heading; `line` is 1-based in the file.

    Where paths are links too, also `[text](target.md)`, which a vault's program may write instead.
    """

    target: str
    line: int


class Block(Struct, frozen=True):
    """A piece of the text that stands in no other; `start` and `end` count characters."""

    kind: str  # the parser's word (Paragraph, List, CodeBlock, HtmlBlock, ...); OrderedList for a numbered one
    line: int
    start: int
    end: int


class Heading(Struct, frozen=True):
    """An ATX or Setext heading with its line or lines, from their start to the start of the next."""

    level: int
    text: str  # as it is written, without the marks
    line: int
    start: int
    end: int


class SectionSpan(Struct, frozen=True):
    """A `## name` heading, and the place of the text under it up to the next one."""

    name: str
    line: int
    start: int
    end: int


class Outline(Struct, frozen=True):
    text: str
    first_line: int  # of the text, in its file
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]
    unclosed_fence: int | None  # the line that opens it
    stale_marker: bool  # a line outside code begins with CORRECTION or SUPERSEDED
    opaque: tuple[tuple[int, int], ...] = ()  # code, HTML and comments: from and to, in characters
    link_spans: tuple[tuple[int, int], ...] = ()  # of each of the links, in characters

    @property
    def sections(self) -> tuple[SectionSpan, ...]:
        """In their order; a name may be there twice, and a heading may have nothing under it."""
        found = [heading for heading in self.headings if heading.level == 2]
        ends = chain((heading.start for heading in found[1:]), (len(self.text),))
        return tuple(SectionSpan(head.text, head.line, head.end, end) for head, end in zip(found, ends, strict=False))

    def under(self, section: SectionSpan) -> str:
        return self.text[section.start : section.end]

    def blocks_in(self, section: SectionSpan) -> tuple[Block, ...]:
        first = bisect_left(self.blocks, section.start, key=lambda block: block.start)
        last = bisect_left(self.blocks, section.end, key=lambda block: block.start)
        return self.blocks[first:last]

    def prose_in(self, section: SectionSpan) -> int | None:
        """The line of the first thing under a section that is not a bullet list."""
        return next((block.line for block in self.blocks_in(section) if block.kind != "List"), None)


# --- functions ------------------------------------------------------------

_PARSER = Markdown(options=Options.ENABLE_WIKILINKS)
_SURROGATES = re.compile("[\ud800-\udfff]")
_MARKER = re.compile(
    rb"^[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*[*_~]*(?:CORRECTION|SUPERSEDED)(?![0-9A-Za-z])",
    re.MULTILINE | re.IGNORECASE,
)


def outline(text: str, first_line: int = 1, *, paths: bool = False) -> Outline:
    """The outline of a text without frontmatter, whose first line is `first_line` of its file."""
    encodable, data = _encoded(text)
    walk = _Walk(data, paths=paths)
    walk.through(encodable)
    places = _places(data, walk.offsets(), first_line)
    return Outline(
        text=text,
        first_line=first_line,
        headings=tuple(_heading(text, level, places[start], places[end][0]) for level, start, end in walk.headings),
        blocks=tuple(
            Block(kind, places[start][1], places[start][0], places[end][0]) for kind, start, end in walk.blocks
        ),
        links=tuple(Link(target, places[start][1]) for target, start, _ in walk.links),
        unclosed_fence=next((places[start][1] for start in walk.unclosed), None),
        stale_marker=_has_marker(data, walk.opaque),
        opaque=tuple((places[start][0], places[end][0]) for start, end in walk.opaque),
        link_spans=tuple((places[start][0], places[end][0]) for _, start, end in walk.links),
    )


def _encoded(text: str) -> tuple[str, bytes]:
    """Half a surrogate pair has no bytes; one character stands in for it, so that places agree."""
    try:
        return text, text.encode()
    except UnicodeEncodeError:
        encodable = _SURROGATES.sub("\ufffd", text)
        return encodable, encodable.encode()


class _Walk:
    """One pass over the parser's events; everything it finds is placed in bytes."""

    def __init__(self, data: bytes, *, paths: bool) -> None:
        self.data = data
        self.paths = paths
        self.blocks: list[tuple[str, int, int]] = []
        self.headings: list[tuple[int, int, int]] = []
        self.links: list[tuple[str, int, int]] = []
        self.opaque: list[tuple[int, int]] = []  # code, HTML and comments
        self.unclosed: list[int] = []
        self._in_fence = False
        self._content_end = 0

    def offsets(self) -> Iterable[int]:
        for _, start, end in self.blocks:
            yield from (start, end)
        for start, end in self.opaque:
            yield from (start, end)
        yield from self.unclosed
        for _, start, end in self.links:
            yield from (start, end)

    def through(self, text: str) -> None:
        depth = 0
        for event, span in _PARSER.events_with_range(text):
            start, end = span["start"], span["end"]
            if isinstance(event, str):
                if event == "Rule" and depth == 0:
                    self.blocks.append((event, start, end))
            elif "Text" in event:
                self._content_end = end
            elif "Start" in event:
                self._enter(event["Start"], start, end, top=depth == 0)
                depth += 1
            elif "End" in event:
                depth -= 1
                if event["End"] == "CodeBlock" and self._in_fence and not self._closes(end):
                    self.unclosed.append(start)
            elif "Code" in event or "InlineHtml" in event:
                self.opaque.append((start, end))

    def _enter(self, tag: "Tag", start: int, end: int, *, top: bool) -> None:
        if top:
            self.blocks.append((_kind(tag), start, end))
        if isinstance(tag, str):
            if tag == "HtmlBlock":
                self.opaque.append((start, end))
        elif "Heading" in tag:
            if top:
                self.headings.append((int(tag["Heading"]["level"][1]), start, end))
        elif "CodeBlock" in tag:
            self.opaque.append((start, end))
            self._in_fence = tag["CodeBlock"] != "Indented"
            self._content_end = (self.data.find(b"\n", start, end) + 1) or end
        elif "Link" in tag or "Image" in tag:
            self._link(tag["Link"] if "Link" in tag else tag["Image"], start, end)

    def _link(self, link: "LinkData", start: int, end: int) -> None:
        if isinstance(link["link_type"], str):
            target = path_in(link["dest_url"]) if self.paths and link["link_type"] == "Inline" else ""
        else:
            # `\|` parts an alias in a table
            target = " ".join(link["dest_url"].partition("#")[0].removesuffix("\\").split())
        if target:
            self.links.append((target, start, end))

    def _closes(self, end: int) -> bool:
        """Of a fence's lines only the closing one is no content."""
        return bool(self.data[self._content_end : end].strip(b" \t\r\n>"))


def _kind(tag: "Tag") -> str:
    if isinstance(tag, str):
        return tag
    return "OrderedList" if "List" in tag and tag["List"] is not None else next(iter(tag))


def _places(data: bytes, offsets: Iterable[int], first_line: int) -> Mapping[int, tuple[int, int]]:
    """Character and line of each byte offset."""
    places: dict[int, tuple[int, int]] = {}
    last, char, line = 0, 0, first_line
    for offset in sorted(set(offsets)):
        piece = data[last:offset]
        last, char, line = offset, char + len(piece.decode("utf-8", "replace")), line + piece.count(b"\n")
        places[offset] = (char, line)
    return places


_LINE_END = re.compile(r"\r\n|\r|\n")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+$")


def _heading(text: str, level: int, place: tuple[int, int], end: int) -> Heading:
    start, line = place
    lines = _LINE_END.split(text[start:end].rstrip(" \t\r\n"))
    # An ATX heading is one line; of any other the last line only underlines.
    written = [_CLOSING.sub("", lines[0].lstrip("#").strip(" \t"))] if len(lines) == 1 else lines[:-1]
    return Heading(level, " ".join(" ".join(written).split()), line, _line_start(text, start), end)


def _line_start(text: str, at: int) -> int:
    """Indentation is the heading's own: at most three spaces."""
    return at - len(text[max(0, at - 3) : at]) + len(text[max(0, at - 3) : at].rstrip(" "))


def _has_marker(data: bytes, opaque: list[tuple[int, int]]) -> bool:
    for found in _MARKER.finditer(data):
        before = bisect_right(opaque, (found.end(), -1)) - 1
        if before < 0 or opaque[before][1] < found.end():
            return True
    return False
