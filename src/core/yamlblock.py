"""YAML block: the lines of a frontmatter as entries with their places, or why they are none.

The grammar is YAML's, cut down to one mapping of texts and lists of texts, nothing resolved. Read from
parser events, which show anchors and tags and need no recursion, however deep a hostile block nests.
`simple_fields` reads the common case alone and agrees with the parser wherever it answers; a test holds that.
"""

import re
from typing import TYPE_CHECKING

from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome, shown
from .yamlscalars import PRINTABLE

if TYPE_CHECKING:  # loading it takes longer than reading a thousand notes that do without
    from yaml import Event, Mark, ScalarEvent
    from yaml._yaml import Mark as CMark

# --- values ---------------------------------------------------------------


class Entry(Struct, frozen=True, kw_only=True):
    """One field; places are offsets into the block."""

    name: str
    value: str | tuple[str, ...]
    key_start: int
    colon: int
    start: int
    end: int


# --- refusals -------------------------------------------------------------


class UnparsableFrontmatter(Struct, frozen=True, tag=True):
    line: int  # 1-based, in the file
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"the frontmatter does not parse: {shown(self.problem)}",
            f"line {self.line}",
            "Write one `name: value` a line; put quotes around a value with `: `, ` #` or a leading sign.",
        )


# --- the common case ------------------------------------------------------

_SIMPLE_LINE = re.compile(
    rf"(?P<name>[A-Za-z_][\w-]{{0,99}}):(?: +(?:(?P<text>[\w/][{PRINTABLE}]*)|\[(?P<list>[\w ,./-]*)\]))? *"
)
_SIMPLE_ITEM = re.compile(r"\w[\w ./-]*")
_NOT_PLAIN = re.compile(r": | #|:\Z")


def simple_fields(block: str) -> dict[str, str | tuple[str, ...]] | None:
    """The fields of a block of `name: plain text` and `name: [a, b]` lines; None for any other."""
    fields: dict[str, str | tuple[str, ...]] = {}
    for line in block.replace("\r\n", "\n").split("\n"):
        if not line or (line[0] == "#" and line.isprintable()):
            continue
        found = _SIMPLE_LINE.fullmatch(line)
        if found is None or found["name"] in fields:
            return None
        value = (
            _simple_list(found["list"])
            if found["list"] is not None
            else _simple_text((found["text"] or "").rstrip(" "))
        )
        if value is None:
            return None
        fields[found["name"]] = value
    return fields


def _simple_text(text: str) -> str | None:
    return None if _NOT_PLAIN.search(text) else text


def _simple_list(inner: str) -> tuple[str, ...] | None:
    items = [item.strip(" ") for item in inner.split(",")] if inner.strip(" ") else []
    return tuple(items) if all(map(_SIMPLE_ITEM.fullmatch, items)) else None


# --- every case -----------------------------------------------------------


def entries(block: str) -> Outcome[tuple[Entry, ...], UnparsableFrontmatter]:
    """The fields in their order, with their places."""
    match events_of(block):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(events):
            return _first_stray(block, events) or _read(block, events)


def events_of(block: str) -> "Outcome[list[Event], UnparsableFrontmatter]":
    import yaml  # noqa: PLC0415  (see above)
    from yaml.reader import ReaderError  # noqa: PLC0415  (PyYAML late: most notes need none)

    try:
        return Success(list(yaml.parse(block, Loader=yaml.CBaseLoader)))
    except yaml.MarkedYAMLError as error:
        return _unparsable(block, _at(error.problem_mark or error.context_mark), error.problem or "it is not YAML")
    except ReaderError as error:  # its position counts bytes
        return _unparsable(block, len(block.encode()[: error.position].decode("utf-8", "ignore")), error.reason)
    except UnicodeEncodeError as error:
        return _unparsable(block, error.start, "half of a surrogate pair")


def _first_stray(block: str, events: "list[Event]") -> Failure[UnparsableFrontmatter] | None:
    return next((_unparsable(block, _at(event.start_mark), why) for event in events if (why := _stray(event))), None)


def _stray(event: "Event") -> str:
    """Why an event has no place in a frontmatter, wherever it stands; "" when it may have one."""
    from yaml import AliasEvent, DocumentEndEvent, DocumentStartEvent, NodeEvent  # noqa: PLC0415  (as above)

    match event:
        case AliasEvent():
            return "an alias (`*name`)"
        case NodeEvent(anchor=str()):
            return "an anchor (`&name`)"
        case NodeEvent() if getattr(event, "tag", None) is not None:
            return "a tag (`!name`)"
        case DocumentStartEvent(explicit=True) | DocumentEndEvent(explicit=True):
            return "a second document"
        case _:
            return ""


def _read(block: str, events: "list[Event]") -> Outcome[tuple[Entry, ...], UnparsableFrontmatter]:
    from yaml import MappingStartEvent, ScalarEvent  # noqa: PLC0415  (as above)

    inner = events[2:-2]  # the stream's and the document's own events
    if inner and not (isinstance(inner[0], MappingStartEvent) and not inner[0].flow_style):
        return _unparsable(block, _at(inner[0].start_mark), "it is not `name: value` lines")
    found: dict[str, Entry] = {}
    at = 1
    while at < len(inner) - 1:
        key, value = inner[at], _value(inner, at + 1)
        start = _at(key.start_mark)
        if not isinstance(key, ScalarEvent) or block[_line_start(block, start) : start].strip():
            return _unparsable(block, start, "a name that is not one text")
        if key.value in found:
            return _unparsable(block, start, f"`{key.value}` is there twice")
        if not value:
            return _unparsable(block, start, f"`{key.value}` is neither a text nor a list of texts")
        found[key.value] = _entry(block, key, value)
        at += 1 + len(value)
    return Success(tuple(found.values()))


def _value(events: "list[Event]", at: int) -> "list[Event]":
    """The events of one text or one list of texts; none when it is something else."""
    from yaml import ScalarEvent, SequenceEndEvent, SequenceStartEvent  # noqa: PLC0415  (as above)

    if isinstance(events[at], ScalarEvent):
        return [events[at]]
    if not isinstance(events[at], SequenceStartEvent):
        return []
    end = at + 1
    while isinstance(events[end], ScalarEvent):
        end += 1
    return events[at : end + 1] if isinstance(events[end], SequenceEndEvent) else []


def _entry(block: str, key: "ScalarEvent", value: "list[Event]") -> Entry:
    texts = tuple(event.value for event in value if isinstance(event, type(key)))
    start, end = _at(value[0].start_mark), _at(_last(value).end_mark)
    return Entry(
        name=key.value,
        value=texts if len(value) > 1 else texts[0],
        key_start=_at(key.start_mark),
        colon=block.index(":", _at(key.end_mark)),
        start=start,
        end=start + len(block[start:end].rstrip(" \r\n")),
    )


def _last(value: "list[Event]") -> "Event":
    """Whose end is the value's: a list of `- ` lines would claim the blank lines and comments below it."""
    from yaml import SequenceStartEvent  # noqa: PLC0415  (as above)

    below = isinstance(value[0], SequenceStartEvent) and not value[0].flow_style and len(value) > 2
    return value[-2] if below else value[-1]


def _at(mark: "Mark | CMark | None") -> int:
    return mark.index if mark else 0


def _line_start(block: str, at: int) -> int:
    return block.rfind("\n", 0, at) + 1


def line_of(block: str, at: int) -> int:
    """The 1-based line in the file: the block begins on the second."""
    return block.count("\n", 0, at) + 2


def _unparsable(block: str, at: int, problem: str) -> Failure[UnparsableFrontmatter]:
    return Failure(UnparsableFrontmatter(line_of(block, at), problem))
