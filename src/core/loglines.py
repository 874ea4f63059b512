"""Log lines: a line of any agent's log, decoded in one pass and only as far as a reader needs.

Types are wide where versions differ; what a type does not allow makes the whole line unreadable before any
of it is told. Not here: what the fields mean.
"""

import json
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from .steps import NOTHING

# --- values ---------------------------------------------------------------


class Block(Struct, frozen=True):
    """Of a message's content; what is no text, such as an image, has none."""

    type: str = ""
    text: str | None = None
    id: str = ""
    name: str = ""
    input: object = None
    tool_use_id: str = ""
    content: "Content" = None
    is_error: bool | None = None


Content: TypeAlias = str | list[Block | str | None] | dict[str, object] | None


class Message(Struct, frozen=True):
    model: str | None = None
    id: str | None = None
    content: Content = None


class Line(Struct, frozen=True, rename="camel"):
    type: str = ""
    timestamp: str | int | float | None = None
    session_id: str | None = None
    streamed_id: str | None = msgspec.field(default=None, name="session_id")  # where lines are written to a pipe
    cwd: str | None = None
    uuid: str | None = None
    agent_id: str | None = None
    parent_tool_use_id: str | None = msgspec.field(default=None, name="parent_tool_use_id")
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_api_error_message: bool | None = None
    message: Message | str | None = None
    tool_use_result: Raw = NOTHING
    attachment: Raw = Raw(b"{}")
    payload: Raw = NOTHING


_LINE = msgspec.json.Decoder(Line)

# --- functions ------------------------------------------------------------


def decode(line: bytes) -> Line:
    return _LINE.decode(line)


def mend(line: bytes) -> bytes:
    """The same JSON with bytes that are not UTF-8, and halves of surrogate pairs, replaced.

    Programs that cut a text by its length leave such halves behind.
    """
    value: object = json.loads(line.decode("utf-8", "replace"))
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def blocks(content: Content) -> Iterator[Block]:
    """A plain string is one block of text."""
    for one in content if isinstance(content, list) else [content]:
        match one:
            case Block():
                yield one
            case str():
                yield Block("text", one)
            case _:
                pass


def text_of(content: Content) -> str:
    """Of Claude's blocks, of Codex's items or of Gemini's parts, one of which may stand alone."""
    if isinstance(content, dict):
        alone = content.get("text")
        return alone if isinstance(alone, str) else ""
    return "\n".join(block.text for block in blocks(content) if block.text)
