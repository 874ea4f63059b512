"""Log lines: one line of any agent's log, decoded only as far as every reader needs.

A line that is not a JSON object is no line. One that is JSON but for half a surrogate pair or a byte that is
not UTF-8, as a program that cuts texts leaves behind, is read with those replaced.
"""

import json
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from .steps import NOTHING, UNREADABLE

# --- values ---------------------------------------------------------------


class Block(Struct, frozen=True):
    """Of a message's content; what is no text, such as an image, has none."""

    type: str = ""
    text: str | None = None
    id: str = ""
    name: str = ""
    input: Raw = NOTHING
    tool_use_id: str = ""
    content: "Content" = None
    is_error: bool | None = None


Content: TypeAlias = str | list[Block | str | None] | dict[str, object] | None


class Message(Struct, frozen=True):
    role: str = ""
    model: str | None = None
    id: str | None = None
    content: Content = None


class Line(Struct, frozen=True, rename={"session": "sessionId"}):
    type: str = ""
    timestamp: str | int | float | None = None
    session: str | None = None
    session_id: str | None = None  # as the same lines are written to a stream
    cwd: str | None = None
    agentId: str | None = None  # noqa: N815  (the log's own name, as those below)
    parent_tool_use_id: str | None = None
    isSidechain: bool | None = None  # noqa: N815
    isMeta: bool | None = None  # noqa: N815
    isCompactSummary: bool | None = None  # noqa: N815
    isApiErrorMessage: bool | None = None  # noqa: N815
    message: Message | str | None = None
    toolUseResult: Raw = NOTHING  # noqa: N815
    attachment: Raw = NOTHING
    payload: Raw = NOTHING
    messages: Raw = NOTHING


_LINE = msgspec.json.Decoder(Line)

# --- functions ------------------------------------------------------------


def decode(line: bytes) -> Line | None:
    try:
        return _LINE.decode(line)
    except UNREADABLE:
        return _mended(line)


def _mended(line: bytes) -> Line | None:
    try:
        return _LINE.decode(mend(line))
    except (*UNREADABLE, ValueError):
        return None


def mend(line: bytes) -> bytes:
    """The same JSON in UTF-8 and without half surrogate pairs."""
    value: object = json.loads(line.decode("utf-8", "replace"))
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
