"""Log lines: a line of any agent's log, decoded in one pass and only as far as a reader needs.

Types are wide where versions differ; what a type does not allow makes the whole line unreadable before any
of it is told. Not here: what the fields mean.
"""

import json
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from .steps import NOTHING

# --- values ---------------------------------------------------------------


class Block(Struct, frozen=True, gc=False):
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


class Message(Struct, frozen=True, gc=False):
    model: str | None = None
    id: str | None = None
    content: Content = None


class Marked(Struct, frozen=True):
    content_item_kinds: list[str] | None = None


class Item(Struct, frozen=True, gc=False):
    """Of a Codex rollout: what a line of it tells, or a line by itself."""

    type: str = ""
    role: str | None = None
    content: Content = None
    marks: Marked | None = msgspec.field(default=None, name="internal_chat_message_metadata_passthrough")
    name: str | None = None
    namespace: str | None = None  # of an MCP server's tool
    call_id: str | None = None
    arguments: str | None = None
    input: object = None
    action: dict[str, object] | None = None
    output: Content = None
    message: object = None  # an event's text
    id: str | None = None
    cwd: str | None = None
    forked_from_id: str | None = None
    agent_nickname: str | None = None
    source: object = None


class Line(Struct, frozen=True, gc=False, rename="camel"):
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
    payload: Item | None = None


# --- functions ------------------------------------------------------------

decode = msgspec.json.Decoder(Line).decode
decode_item = msgspec.json.Decoder(Item).decode


def mend(line: bytes) -> bytes:
    """The same JSON without a byte-order mark, with control characters escaped, and with what is no UTF-8 replaced.

    Programs that cut a text by its length leave halves of characters behind.
    """
    value: object = json.loads(line.decode("utf-8-sig", "replace"), strict=False)
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def blocks(content: Content) -> list[Block]:
    """A plain string is one block of text."""
    if isinstance(content, str):
        return [Block("text", content)]
    told = content if isinstance(content, list) else []
    return [Block("text", one) if isinstance(one, str) else one for one in told if one is not None]


def text_of(content: Content) -> str:
    """Of Claude's blocks, of Codex's items or of Gemini's parts, one of which may stand alone."""
    match content:
        case str():
            return content
        case {"text": str(alone)}:
            return alone
        case _:
            return "\n".join(block.text for block in blocks(content) if block.text)
