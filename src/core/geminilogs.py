"""Gemini logs: the steps of a session's document, or of one line where the session is a log of changes.

In such a log a message is written again, whole, whenever something of it changes, and the messages may be
set anew: each counts once, a call when it is first told and its result when it is there. What was rewound
happened nevertheless.
"""

from collections.abc import Iterator
from typing import cast

import msgspec
from msgspec import Struct

from .jsontext import strings
from .loglines import Content, text_of
from .steps import Course, Step, mapping
from .typedprompts import typed

# --- values ---------------------------------------------------------------


class ToolCall(Struct, frozen=True, rename="camel"):
    id: str = ""
    name: str = ""
    args: object = None
    result: object = None
    status: str | None = None
    timestamp: str | None = None
    agent_id: str | None = None


class Message(Struct, frozen=True, rename="camel"):
    id: str | None = None
    type: str | None = None
    timestamp: str | None = None
    content: Content = None
    display_content: Content = None
    tool_calls: list[ToolCall] | None = None


class Change(Struct, frozen=True, rename="camel"):
    """What holds for the session from here on."""

    messages: list[Message] | None = None
    directories: list[str] | None = None


class Told(Message, frozen=True, rename="camel"):
    """A line is a message, or tells of the session, or of a change; a document tells all of it."""

    messages: list[Message] | None = None
    directories: list[str] | None = None
    start_time: str | None = None
    kind: str | None = None
    change: Change = msgspec.field(default=Change(), name="$set")


TYPES = frozenset({"user", "gemini", ""})  # of a line with steps; a document has none
SUBAGENT = "subagent"
ENDED = frozenset({"success", "error", "cancelled"})
FAILED = ENDED - {"success"}

_TOLD = msgspec.json.Decoder(Told)

# --- functions ------------------------------------------------------------


def decode_told(line: bytes) -> Told:
    return _TOLD.decode(line)


def gemini_steps(told: Told, course: Course) -> Iterator[Step]:
    agent = SUBAGENT if told.kind == SUBAGENT else course.agent
    folders = told.directories or told.change.directories
    course.now(told.start_time, folders[0] if folders else None, agent)
    for message in (*(told.messages or ()), *(told.change.messages or ()), told):
        yield from _message(message, course)


def _message(message: Message, course: Course) -> Iterator[Step]:
    course.now(message.timestamp, None, course.agent)
    match message.type:
        case "user":
            yield from _text(message, "prompt", course)
        case "gemini":
            yield from _text(message, "said", course)
            yield from _calls(message, course)
        case _:
            pass


def _text(message: Message, kind: str, course: Course) -> Iterator[Step]:
    text = text_of(message.display_content) or text_of(message.content)
    text = typed(text) if kind == "prompt" else text
    if not text or (message.id and course.nth(kind, message.id) > 1):
        return
    yield from course.prompt(text) if kind == "prompt" else course.said(text)


def _calls(message: Message, course: Course) -> Iterator[Step]:
    """Calls of one message are made together, and end each at its own time."""
    calls = message.tool_calls or []
    for call in calls:
        yield from course.called(call.id, call.name, mapping(call.args))
    for call in calls:
        if call.result is not None or call.status in ENDED:
            course.now(call.timestamp, None, course.agent)
            yield from course.answer(call.id, _response(call.result), failed=call.status in FAILED)


def _response(result: object) -> str:
    """The texts of a result's parts; of a function's response, not the names beside it."""
    parts = cast("list[object]", result) if isinstance(result, list) else [result]
    return "\n".join(text for part in parts for text in strings(_answered(part)))


def _answered(part: object) -> object:
    told = _field(part, "functionResponse")
    return part if told is None else _field(told, "response")


def _field(of: object, name: str) -> object:
    return cast("dict[str, object]", of).get(name) if isinstance(of, dict) else None
