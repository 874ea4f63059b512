r"""Settled text: Markdown that stays within the section it is put under, with every word it had.

What people and agents hand in is Markdown, and may hold headings, open fences, open comments. Text that
breaks nothing is left as it is. In other text an open fence is closed, and what would be a heading of
level one or two is escaped (`\## x`, `\---`); what even then would swallow the next section goes into a
fence as a whole. Each function here is idempotent: settled text is its own settled text.
"""

import re
from itertools import pairwise

from .markdown import Heading, Outline, outline

_LINE_END = re.compile(r"\r\n?")
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")  # CommonMark reads NUL as U+FFFD; half a surrogate pair has no bytes
_BLANK_START = re.compile(r"\A(?:[ \t]*\n)+")
_CLOSING_MARKS = re.compile(r"(^|[ \t])(#+)$")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_ORDERED = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")
_PASSES = 3  # one escape can make the next line an underline; what needs more goes into a fence


def settled(text: str) -> str:
    """The text under a heading, without blank lines around it."""
    whole = text = _BLANK_START.sub("", writable(text)).rstrip(" \t\n")
    for _ in range(_PASSES):
        probe = _probed(text)
        if _stands(text, probe):
            return text
        text = _escaped(text, probe) + _closing_fence(text, probe)
    return text if _stands(text, _probed(text)) else _fenced(whole)


def settled_heading(text: str) -> str:
    """The text of a heading: one line, and no marks at its end that would count as the heading's own."""
    return _CLOSING_MARKS.sub(r"\1\\\2", " ".join(writable(text).split()))


def settled_bullet(text: str) -> str:
    """The text of one bullet: one line, and no other block begins with it."""
    line = " ".join(writable(text).split())
    if not line or _is_plain(line):
        return line
    ordered = _ORDERED.match(line)
    return f"{ordered[1]}\\{line[ordered.end(1) :]}" if ordered else f"\\{line}"


def bullets(*texts: str) -> str:
    """The body of a section that is bullets only."""
    return "\n".join(f"- {bullet}" for bullet in map(settled_bullet, texts) if bullet)


def writable(text: str) -> str:
    """The text as a file holds it: lines end with a line feed, and every character has bytes."""
    return _UNWRITABLE.sub("\ufffd", _LINE_END.sub("\n", text))


def _probed(text: str) -> Outline:
    """The text with a heading put after it."""
    return outline(f"{text}\n\n## next\n")


def _stands(text: str, probe: Outline) -> bool:
    """That heading is one, and the only one that begins a section or a note."""
    starts = [heading.start for heading in probe.headings if heading.level <= 2]
    return starts == [len(text) + 2] and probe.unclosed_fence is None


def _escaped(text: str, probe: Outline) -> str:
    breaking = (heading for heading in probe.headings if heading.level <= 2 and heading.start < len(text))
    marks = [_marks_of(text, heading) for heading in breaking]
    return "\\".join(text[start:end] for start, end in pairwise([0, *marks, len(text)]))


def _closing_fence(text: str, probe: Outline) -> str:
    last = probe.blocks[-1]
    fence = _FENCE.match(text, last.start) if last.line == probe.unclosed_fence else None
    return f"\n{fence[1]}" if fence else ""


def _marks_of(text: str, heading: Heading) -> int:
    """Where the marks of a heading begin: before it, or in its last line below it."""
    lines = text[heading.start : heading.end].rstrip()
    line = heading.start + lines.rfind("\n") + 1
    return line + len(text[line : heading.end]) - len(text[line : heading.end].lstrip())


def _fenced(text: str) -> str:
    fence = "`" * (1 + max([2, *map(len, re.findall("`+", text))]))
    return f"{fence}text\n{text}\n{fence}"


def _is_plain(line: str) -> bool:
    """Nothing but inline text, in a bullet as in a paragraph."""
    found = outline(line)
    return [block.kind for block in found.blocks] == ["Paragraph"]
