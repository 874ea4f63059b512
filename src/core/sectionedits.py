"""Section edits: what a note says under one heading, or its title, said anew; every other byte stays as it was.

A text goes in as it was said where it stays within its section, and settled where it would break out of it. Nothing
is returned in which another section, or the text before the first, reads otherwise than before.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .edits import OpenBlock
from .frontmatter import UnparsableFrontmatter, parse, split
from .markdown import Heading, Outline, SectionSpan, outline
from .outcome import Explained, Outcome, shown
from .settled import settled, settled_heading, writable

# --- refusals -------------------------------------------------------------


class NoSuchSection(Struct, frozen=True, tag=True):
    name: str
    there: tuple[str, ...]

    def explain(self) -> Explained:
        mend = f"It has: {', '.join(map(shown, self.there))}." if self.there else "It has no sections."
        return Explained(f"the note has no section `{shown(self.name)}`", "section", f"{mend} Nothing was written.")


class SeveralSections(Struct, frozen=True, tag=True):
    name: str
    lines: tuple[int, ...]

    def explain(self) -> Explained:
        at = ", ".join(map(str, self.lines))
        mend = "Make them one, or give each a name of its own, in an editor. Nothing was written."
        return Explained(f"{len(self.lines)} sections are called `{shown(self.name)}`", f"lines {at}", mend)


SectionRefusal: TypeAlias = NoSuchSection | SeveralSections | OpenBlock | UnparsableFrontmatter

# --- decisions ------------------------------------------------------------

_BLANK = " \t\r\n"
_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)*")


def with_section(text: str, name: str, body: str) -> Outcome[str, SectionRefusal]:
    """The section says this and nothing else; one that is not there is made, at the end."""
    return _said(_Body(text), name, body, after=False)


def with_more(text: str, name: str, more: str) -> Outcome[str, SectionRefusal]:
    """The section says this too: a list goes on, other text gets a paragraph of its own."""
    return _said(_Body(text), name, more, after=True)


def without_section(text: str, name: str) -> Outcome[str, SectionRefusal]:
    """With its heading; at the end of a note the blank line before it goes too."""
    body = _Body(text)
    found = body.found
    match body.called(name):
        case Failure(refusal):
            return Failure(refusal)
        case Success(at):
            pass
    if at is None:
        return Failure(NoSuchSection(name, tuple(each.name for each in found.sections)))
    start, end = body.heads[at], found.sections[at].end
    before, after = found.text[:start], found.text[end:]
    if not after:
        before = _ungapped(before, whole=found.text.endswith("\n"))
    left = outline(before + after)
    joined = _reads(left, left.sections) != _reads(found, (*found.sections[:at], *found.sections[at + 1 :]))
    gap = body.newline(start) if joined else ""  # else a paragraph would go on into a heading that is underlined
    return Success(f"{body.head}{before}{gap}{after}")


def with_title(text: str, title: str) -> Outcome[str, UnparsableFrontmatter]:
    """The heading of the whole note; a note without one gets it before its first line."""
    body = _Body(text)
    if body.never_closed is not None:
        return Failure(body.never_closed)
    found, written = body.found, settled_heading(title)
    there = _title(found)
    if there is None:
        begins = not found.text and not body.whole
        edited = f"{body.newline(0) * begins}# {written}{body.newline(0) * 2}{found.text}"
    else:
        line = found.text[there.start : there.end]
        edited = f"{found.text[: there.start]}# {written}{line[len(line.rstrip(_BLANK)) :]}{found.text[there.end :]}"
    return Success(body.head + edited)


# --- functions ------------------------------------------------------------


class _Body:
    """A text behind its frontmatter."""

    def __init__(self, text: str) -> None:
        block = split(text)
        cut = block.after if block else int(text.startswith("\ufeff"))
        self.never_closed = _never_closed(text) if block is None else None
        self.head = text[:cut]
        self.found = outline(text[cut:], first_line=1 + text.count("\n", 0, cut))
        self.heads = [each.start for each in self.found.headings if each.level == 2]

    @property
    def whole(self) -> bool:
        """Whether its last line is one."""
        text = self.head.removeprefix("\ufeff") + self.found.text
        return not text or text.endswith("\n")

    def newline(self, at: int) -> str:
        """What ends the line before a place; at the beginning, what ends the first line there is."""
        end = self.found.text.rfind("\n", 0, at)
        end = self.found.text.find("\n") if end < 0 else end
        ends = self.head + self.found.text[: end + 1]
        return "\r\n" if ends.endswith("\r\n") else "\n"

    def called(self, name: str) -> Outcome[int | None, SeveralSections | UnparsableFrontmatter]:
        """Which section has the name. What is put below frontmatter that never ends might end it."""
        if self.never_closed is not None:
            return Failure(self.never_closed)
        wanted = settled_heading(name).casefold()
        at = [n for n, each in enumerate(self.found.sections) if each.name.casefold() == wanted]
        if len(at) > 1:
            return Failure(SeveralSections(name, tuple(self.found.sections[n].line for n in at)))
        return Success(at[0] if at else None)


def _never_closed(text: str) -> UnparsableFrontmatter | None:
    match parse(text):
        case Failure(unparsable):
            return unparsable
        case Success(_):
            return None


def _said(body: _Body, name: str, said: str, *, after: bool) -> Outcome[str, SectionRefusal]:
    found = body.found
    match body.called(name):
        case Failure(refusal):
            return Failure(refusal)
        case Success(at):
            pass
    new = len(found.sections) if at is None else at
    expected = settled_heading(name) if at is None else found.sections[at].name
    kept = _reads(found, (*found.sections[:new], *found.sections[new + 1 :]))
    for edited in _attempts(body, name, at, said, after=after):
        now = outline(edited)
        named = now.sections[new].name if new < len(now.sections) else None
        if named == expected and _reads(now, (*now.sections[:new], *now.sections[new + 1 :])) == kept:
            return Success(body.head + edited)
    return Failure(OpenBlock(found.unclosed_fence))


def _attempts(body: _Body, name: str, at: int | None, said: str, *, after: bool) -> Iterator[str]:
    """HTML at the end of a section goes on over a heading that stands right below it."""
    for each in _spellings(said, titled=any(heading.level == 1 for heading in body.found.headings)):
        if at is None:
            yield _made(body, name, each)
        else:
            yield from (_filled(body, at, each, after=after, parted=parted) for parted in (False, True))


def _spellings(said: str, *, titled: bool) -> Iterator[str]:
    """As it was said, where it would neither swallow or end what follows nor become the note's title; then settled."""
    plain = _BLANK_LINES.sub("", writable(said), count=1).rstrip(_BLANK)
    probe = outline(f"{plain}\n\n## next\n")
    levels = [each.level for each in probe.headings if each.level <= 2]
    ends = probe.headings[-1].start == len(plain) + 2 if levels else False
    if ends and levels.count(2) == 1 and (titled or 1 not in levels) and probe.unclosed_fence is None:
        yield plain
    yield settled(said)


def _filled(body: _Body, at: int, said: str, *, after: bool, parted: bool) -> str:
    """In place of what the section says, or after it; blank lines around it stay."""
    found, section = body.found, body.found.sections[at]
    newline, region = body.newline(section.start), found.under(section)
    blank = len(region) - len(_BLANK_LINES.sub("", region, count=1))
    lead, old = region[:blank], region[blank:].rstrip(_BLANK)
    tail = region[blank + len(old) :]
    if not old:
        lead = newline if found.text[: section.start].endswith("\n") else newline * 2
        tail = newline if section.end == len(found.text) else newline * 2
    if parted and section.end < len(found.text):
        tail = newline + tail
    new = said.replace("\n", newline)
    if after and old:
        new = old + newline * (1 if _is_one_list(found, section, said) else 2) + new
    return found.text[: section.start] + lead + new + tail + found.text[section.end :]


def _is_one_list(found: Outline, section: SectionSpan, said: str) -> bool:
    return found.blocks_in(section)[-1].kind == "List" == next((each.kind for each in outline(said).blocks), "")


def _made(body: _Body, name: str, said: str) -> str:
    """At the end, which is as whole a line as it was."""
    text, newline = body.found.text, body.newline(len(body.found.text))
    gap = newline * ((1 if text else 0) if body.whole else 2)
    return f"{text}{gap}## {settled_heading(name)}{newline * 2}{said.replace(chr(10), newline)}{newline * body.whole}"


def _ungapped(before: str, *, whole: bool) -> str:
    """Without the gap that `_made` leaves."""
    for _ in range(1 if whole else 2):
        before = before.removesuffix("\n").removesuffix("\r") if before.endswith("\n") else before
    return before


def _reads(found: Outline, sections: Sequence[SectionSpan]) -> Sequence[object]:
    """What the title, the text before the first section, and these sections say."""
    title = _title(found)
    first = next((each.start for each in found.headings if each.level == 2), len(found.text))
    before = (found.text[: title.start], found.text[title.end : first]) if title else (found.text[:first],)
    said = ((each.name, found.under(each).rstrip(_BLANK)) for each in sections)
    return (title and title.text, "".join(before).strip(_BLANK), *said)


def _title(found: Outline) -> Heading | None:
    first = next((each.start for each in found.headings if each.level == 2), len(found.text))
    return next((each for each in found.headings if each.level == 1 and each.start < first), None)
