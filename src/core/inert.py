"""Inert: foreign text written into a note of ours, so that it stays text.

A repository's words (headings, paths, commands) are untrusted. Made inert they can
open no heading, list, fence, comment or link in our note, and a reader still sees
them as they were. Not here: cleaning for a terminal (`render`).
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

OPENS_A_BLOCK = re.compile(r"#{1,6}(?=[ \t]|$)|>|<|```|~~~|\[[^\]]+\]:|([-*_=][ \t]*)+$|[-+*](?=[ \t]|$)")
SPEAKS = re.compile(r"\\[!-/:-@\[-`{-~]|`+|\[{2,}")  # an escape, a run of backticks, the opening of a link
NOT_IN_A_LINE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
NOT_IN_A_DESTINATION = re.compile(r"[^\w/.~@+=,-]", re.ASCII)


def one_line(text: str) -> str:
    """The text without anything that ends a line or steers a terminal."""
    return NOT_IN_A_LINE.sub(" ", text).strip()


def inert_inline(text: str) -> str:
    """One line that names no `[[link]]`; code spans and escapes stay as they are."""
    line = one_line(text)
    return "".join(without_links(line)) if "[[" in line else line


def without_links(line: str) -> Iterator[str]:
    """The line in pieces; a bracket that opens a link is escaped, unless code quotes it."""
    closers = sorted((len(run[0]), run.start()) for run in re.finditer("`+", line))
    done = 0
    while found := SPEAKS.search(line, done):
        yield line[done : found.start()]
        done = found.end()
        if found[0].startswith("`"):
            at = bisect_left(closers, (len(found[0]), done))
            if at < len(closers) and closers[at][0] == len(found[0]):
                done = closers[at][1] + len(found[0])
        yield "\\[" * len(found[0]) if found[0].startswith("[[") else line[found.start() : done]
    yield line[done:]


def inert(text: str) -> str:
    """One line that, after a bullet or alone in a paragraph, opens no block and no link."""
    line = inert_inline(text)
    return f"\\{line}" if OPENS_A_BLOCK.match(line) else line


def code_span(text: str) -> str:
    """The text as inline code, whatever backticks it holds."""
    line = one_line(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    padding = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{padding}{line}{padding}{fence}"


def destination(path: str) -> str:
    """A path as a Markdown link's target. Letters of any script stay readable."""
    return NOT_IN_A_DESTINATION.sub(lambda found: found[0] if found[0].isalnum() else percent(found[0]), path)


def percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
