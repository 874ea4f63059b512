"""Edits: a note's text with one thing added, and every other byte as it was."""

from msgspec import Struct
from returns.result import Failure, Success

from .frontmatter import UnparsableFrontmatter, parse, split
from .markdown import Outline, SectionSpan, outline
from .outcome import Explained, Outcome
from .settled import settled, writable

# --- refusals -------------------------------------------------------------


class OpenBlock(Struct, frozen=True, tag=True):
    """Something that is never closed swallows the place where the bullet belongs."""

    line: int | None

    def explain(self) -> Explained:
        return Explained(
            "a code fence or comment that is never closed swallows the end of the note",
            f"line {self.line}" if self.line else "",
            "Close it in the file, then try again.",
        )


# --- decisions ------------------------------------------------------------

TIMELINE = "Timeline"
_BLANK = " \t\r\n"


def add_timeline(text: str, day: str, what: str) -> Outcome[str, UnparsableFrontmatter | OpenBlock]:
    """A dated bullet at the end of the last `## Timeline`, which is made at the end where there is none."""
    match parse(text):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(_):
            head = split(text)
    cut = head.after if head else 0
    found = outline(text[cut:], first_line=1 + text.count("\n", 0, cut))
    at, before, after = _place(found, text)
    newline = "\r\n" if "\r\n" in text else "\n"
    added = f"{before}{_bullet(day, what)}{after}".replace("\n", newline)
    edited = found.text[:at] + added + found.text[at:]
    if not _is_last_in_timeline(outline(edited), at + len(before.replace("\n", newline))):
        return Failure(OpenBlock(found.unclosed_fence))
    return Success(text[:cut] + edited)


def _place(found: Outline, text: str) -> tuple[int, str, str]:
    """Where the bullet belongs, and what goes before and after it."""
    section = _timeline(found)
    if section is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return len(found.text), f"{gap}## {TIMELINE}\n\n", "\n"
    filled = section.start + len(found.under(section).rstrip(_BLANK))
    at = _line_end(found.text, filled) if filled > section.start else section.start
    end = "\n" if at == len(found.text) else ""
    if filled == section.start:
        return at, "" if found.text[:at].endswith("\n") else "\n", "\n"
    return at, "\n" if found.blocks_in(section)[-1].kind == "List" else "\n\n", end


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end - 1 if text[end - 1] == "\r" else end


def _timeline(found: Outline) -> SectionSpan | None:
    named = [section for section in found.sections if section.name.casefold() == TIMELINE.casefold()]
    return named[-1] if named else None


def _is_last_in_timeline(found: Outline, bullet: int) -> bool:
    section = _timeline(found)
    last = found.blocks_in(section)[-1:] if section else ()
    return any(block.kind == "List" and block.start <= bullet < block.end for block in last)


def _bullet(day: str, what: str) -> str:
    body = settled(what)
    if "\n" not in body:
        return f"- {day}: {' '.join(writable(what).split())}".rstrip()
    indented = "\n".join(f"  {line}" if line else line for line in body.split("\n"))
    if outline(body).blocks[0].kind == "Paragraph":
        return f"- {day}: {indented.lstrip(' ')}"
    return f"- {day}:\n\n{indented}"
