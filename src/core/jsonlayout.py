"""JSON layout: where an entry goes in a configuration's text, and in whose style.

The file's own indentation, newlines, comments and trailing commas are kept; an entry that leaves takes
its lines along, and the comma that only it needed.
"""

import json
import re
from collections.abc import Sequence
from typing import TypeAlias, cast

from msgspec import Struct

from .jsonc import Json, Node, comma_after
from .splices import Splice

# --- values ---------------------------------------------------------------

Path: TypeAlias = Sequence[str]  # keys from the root's object inwards
Splices: TypeAlias = tuple[Splice, ...]


class Spot(Struct, frozen=True):
    """A container's brackets and what stands in it."""

    start: int
    end: int
    items: tuple[tuple[int, int], ...]


_REMARKS = re.compile(r"(?:[ \t]*/\*(?:[^*\n]|\*(?!/))*\*/)*[ \t]*(?://[^\n]*|(?=\r?\n))")

# --- functions ------------------------------------------------------------


def spot(node: Node) -> Spot:
    members = tuple((each.start, each.node.end) for each in node.members)
    return Spot(node.start, node.end, members or tuple((each.start, each.end) for each in node.elements))


def nested(path: Path, value: Json) -> Json:
    for key in reversed(path):
        value = {key: value}
    return value


def whole(text: str, value: Json) -> Splices:
    return (Splice(len(text), "", json.dumps(value, indent=2, ensure_ascii=False) + "\n"),)


def replaced(text: str, node: Node, value: Json) -> Splices:
    if node.value == value and json.dumps(node.value) == json.dumps(value):  # 1 is True in Python
        return ()
    new = _dumped(text, value, _indent(text, node.start), inline=not _is_spread(text))
    return (Splice(node.start, text[node.start : node.end], new),)


def written(text: str, container: Node, value: Json) -> str:
    return _dumped(text, value, _item_indent(text, spot(container)), inline=_stays_in_line(text, spot(container)))


def _dumped(text: str, value: Json, indent: str, *, inline: bool) -> str:
    if inline:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, indent=_unit(text), ensure_ascii=False).split("\n")
    return (_newline(text) + indent).join(lines)


def inserted(text: str, where: Spot, entry: str) -> Splices:
    """Last in its container; a comment behind the last entry stays with that entry."""
    apart = " " if _stays_in_line(text, where) else _newline(text) + _item_indent(text, where)
    if not where.items:
        inside = text[where.start + 1 : where.end - 1]
        closing = "" if "\n" in inside or apart == " " else _newline(text) + _indent(text, where.start)
        return (Splice(where.start + 1, "", (apart if apart != " " else "") + entry + closing),)
    last = where.items[-1][1]
    comma = comma_after(text, last)
    end = _end_of_remark(text, last if comma is None else comma + 1)
    if comma is not None:
        return (Splice(end, "", f"{apart}{entry},"),)
    if end == last:
        return (Splice(last, "", f",{apart}{entry}"),)
    return Splice(last, "", ","), Splice(end, "", apart + entry)


def removed(text: str, where: Spot, nth: int) -> Splices:
    """With its lines, where it has them to itself, and the comma that only it needed."""
    start, end = where.items[nth]
    comma = comma_after(text, end)
    end = end if comma is None else comma + 1
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip() == "" and re.match(r"[ \t]*\r?(?=\n)", text[end:]):
        start = line - (2 if text[:line].endswith("\r\n") else 1) if line else 0
    elif nth:
        start -= len(text[:start]) - len(text[:start].rstrip(" \t"))
    cut = Splice(start, text[start:end], "")
    before = comma_after(text, where.items[nth - 1][1]) if nth and comma is None else None
    return (cut,) if before is None else (Splice(before, ",", ""), cut)


def _end_of_remark(text: str, at: int) -> int:
    """Where the comments end that stand behind something on its line."""
    found = _REMARKS.match(text, at)
    return at + len(found.group().rstrip()) if found else at


def _stays_in_line(text: str, where: Spot) -> bool:
    inside = text[where.start : where.end]
    return "\n" not in inside and (bool(where.items) or not _is_spread(text)) and not _is_root(text, where)


def _is_root(text: str, where: Spot) -> bool:
    return not where.items and text[: where.start].strip("\ufeff \t\r\n") == ""


def _is_spread(text: str) -> bool:
    return "\n" in text.strip()


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _indent(text: str, at: int) -> str:
    """Of the line on which `at` stands."""
    line = text.rfind("\n", 0, at) + 1
    return cast("re.Match[str]", re.compile(r"[ \t]*").match(text, line)).group()


def _item_indent(text: str, where: Spot) -> str:
    first = where.items[0][0] if where.items else None
    if first is not None and "\n" in text[where.start : first]:
        return _indent(text, first)
    return _indent(text, where.start) + _unit(text)


def _unit(text: str) -> str:
    """The file's own step of indentation."""
    found = re.search(r"\{[ \t]*\r?\n([ \t]+)\"", text)
    return found.group(1) if found and text[: found.start()].strip("\ufeff \t\r\n") == "" else "  "
