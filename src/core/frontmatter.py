"""Frontmatter: the fields at the head of a note, every scalar a string as it is written.

An edit of one field leaves every other byte alone, unknown fields and comments included. Only the first
block counts, and one that does not parse is a refusal, never hidden by a second. A value is text or a
list of texts; what a reader could take two ways (duplicates, aliases, anchors, tags, nesting) is refused.
Not here: what a field means (`note`), and the YAML below it (`yamlblock`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Outcome
from .yamlblock import Entry, entries, line_of, simple_fields
from .yamlblock import UnparsableFrontmatter as UnparsableFrontmatter  # noqa: PLC0414  (told to the type checkers)
from .yamlscalars import encodable, rendered_field, rendered_value

# --- values ---------------------------------------------------------------

Value: TypeAlias = str | tuple[str, ...]
Fields: TypeAlias = Mapping[str, Value]


class Frontmatter(Struct, frozen=True):
    """The first block: its lines, and where in the text they lie."""

    block: str  # between the two `---` lines
    start: int
    end: int
    after: int  # where the text after the closing line begins


_OPENING = re.compile("\ufeff?---[ \t]*(?:\r?\n|\\Z)")
_CLOSING = re.compile("^---[ \t]*(?:\r?\n|\\Z)", re.MULTILINE)

# --- functions ------------------------------------------------------------


def split(text: str) -> Frontmatter | None:
    """The first block, whatever is in it; None where the text begins otherwise, or the block never ends."""
    opening = _OPENING.match(text)
    closing = opening and _CLOSING.search(text, opening.end())
    if not (opening and closing):
        return None
    start, end = opening.end(), closing.start()
    return Frontmatter(text[start:end], start, end, closing.end())


def parse(text: str) -> Outcome[Fields, UnparsableFrontmatter]:
    """The fields in their order; none where the text has no frontmatter."""
    head = split(text)
    if head is None:
        return Failure(_NEVER_CLOSED) if _OPENING.match(text) else Success({})
    simple = simple_fields(head.block)
    if simple is not None:
        return Success(simple)
    match entries(head.block):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(found):
            return Success({entry.name: entry.value for entry in found})


def render(fields: Fields) -> str:
    """A block that parses back to the fields."""
    return "".join(("---\n", *(f"{rendered_field(name, value)}\n" for name, value in fields.items()), "---\n"))


def field_line(text: str, name: str) -> int | None:
    """The 1-based line of the file on which a field begins; None without the field."""
    head = split(text)
    match entries(head.block) if head else None:
        case Success(found) if head:
            return next((line_of(head.block, entry.key_start) for entry in found if entry.name == name), None)
        case _:
            return None


# --- decisions ------------------------------------------------------------


def set_field(text: str, name: str, value: Value | None) -> Outcome[str, UnparsableFrontmatter]:
    """The text with one field set, added at the end of the block, or (with None) taken out."""
    head = split(text)
    if head is None:
        if _OPENING.match(text):
            return Failure(_NEVER_CLOSED)
        return Success(text if value is None else _headed(text, name, value))
    match entries(head.block):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(found):
            newline = "\r\n" if text[: head.start].endswith("\r\n") else "\n"
            block = _edited(head.block, found, name, value, newline)
    edited = text[: head.start] + block + text[head.end :]
    return _checked(head.block, edited, found, name, value)


def respell_field(
    text: str, name: str, value: Value, words: Sequence[tuple[str, str]]
) -> Outcome[str, UnparsableFrontmatter]:
    """The field set to `value`, which says other words for some: in place where that can be, else written anew."""
    head = split(text)
    match entries(head.block) if head else None:
        case Success(found) if head:
            for entry in (entry for entry in found if entry.name == name):
                start, end = head.start + entry.start, head.start + entry.end
                edited = text[:start] + _worded(text[start:end], words) + text[end:]
                if isinstance(_checked(head.block, edited, found, name, value), Success):
                    return Success(edited)
        case _:
            pass
    return set_field(text, name, value)


def _worded(written: str, words: Sequence[tuple[str, str]]) -> str:
    for old, new in words:
        written = re.sub(rf"(?<![\w/-]){re.escape(old)}(?![\w/-])", new.replace("\\", r"\\"), written)
    return written


_NEVER_CLOSED = UnparsableFrontmatter(1, "the block that `---` opens is never closed")


def _headed(text: str, name: str, value: Value) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    return f"{bom}---{newline}{rendered_field(name, value)}{newline}---{newline}{text.removeprefix(bom)}"


def _edited(block: str, found: Sequence[Entry], name: str, value: Value | None, newline: str) -> str:
    entry = next((entry for entry in found if entry.name == name), None)
    if entry is not None:
        return _without(block, entry) if value is None else _replaced(block, entry, rendered_value(value))
    if value is None:
        return block
    indent = block[_line_start(block, found[0].key_start) : found[0].key_start] if found else ""
    return f"{block}{indent}{rendered_field(name, value)}{newline}"


def _without(block: str, entry: Entry) -> str:
    following = block.find("\n", entry.end) + 1
    return block[: _line_start(block, entry.key_start)] + (block[following:] if following else "")


def _line_start(block: str, at: int) -> int:
    return block.rfind("\n", 0, at) + 1


def _replaced(block: str, entry: Entry, written: str) -> str:
    """A value that began below its key moves up beside it: on its old line it might stand too far left."""
    beside = "\n" not in block[entry.colon : entry.start]
    start = entry.start if beside and entry.start > entry.colon + 1 else entry.colon + 1
    return block[:start] + ("" if start > entry.colon + 1 else " ") + written + block[entry.end :]


def _checked(
    before: str, edited: str, found: Sequence[Entry], name: str, value: Value | None
) -> Outcome[str, UnparsableFrontmatter]:
    """Nothing is returned that does not say exactly what was asked for."""
    wanted: dict[str, Value] = {entry.name: entry.value for entry in found}
    if value is None:
        wanted.pop(name, None)
    else:
        wanted[name] = encodable(value) if isinstance(value, str) else tuple(map(encodable, value))
    match parse(edited):
        case Success(fields) if fields == wanted:
            return Success(edited)
        case _:
            line = next((line_of(before, entry.key_start) for entry in found if entry.name == name), 1)
            return Failure(UnparsableFrontmatter(line, f"`{name}` is written in a way that cannot be edited in place"))
