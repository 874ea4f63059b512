"""Gemini logs: the steps of a session's document, or of one line where the session is a log of changes.

In such a log a message is written again, whole, whenever something of it changes, and the messages may be
set anew: each counts once, a call when it is first told and its result when it is there. What was rewound
happened nevertheless.
"""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from .loglines import Content, text_of
from .steps import Course, Step, mapping, strings
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


class Told(Struct, frozen=True, rename="camel"):
    """A message, or what holds for the session, or a change of it."""

    id: str | None = None
    type: str | None = None
    timestamp: str | None = None
    content: Content = None
    display_content: Content = None
    tool_calls: list[ToolCall] | None = None
    session_id: str | None = None
    start_time: str | None = None
    kind: str | None = None
    directories: list[str] | None = None
    messages: "list[Told] | None" = None
    change: "Told | None" = msgspec.field(default=None, name="$set")


TYPES = frozenset({"user", "gemini", ""})  # of a line with steps; a document has none
SUBAGENT = "subagent"
ENDED = frozenset({"success", "error", "cancelled"})
FAILED = ENDED - {"success"}

_TOLD = msgspec.json.Decoder(Told)

# --- functions ------------------------------------------------------------


def decode_told(line: bytes) -> Told:
    return _TOLD.decode(line)


def gemini_steps(told: Told, course: Course) -> Iterator[Step]:
    folder = told.directories[0] if told.directories else None
    course.now(told.timestamp or told.start_time, folder, SUBAGENT if told.kind == SUBAGENT else course.agent)
    if told.change:
        yield from gemini_steps(told.change, course)
    for message in told.messages or ():
        yield from gemini_steps(message, course)
    match told.type:
        case "user":
            yield from _text(told, "prompt", course)
        case "gemini":
            yield from _text(told, "said", course)
            yield from _calls(told, course)
        case _:
            pass


def _text(told: Told, kind: str, course: Course) -> Iterator[Step]:
    text = text_of(told.display_content) or text_of(told.content)
    text = typed(text) if kind == "prompt" else text
    if not text or (told.id and course.nth(kind, told.id) > 1):
        return
    yield from course.prompt(text) if kind == "prompt" else course.said(text)


def _calls(told: Told, course: Course) -> Iterator[Step]:
    """Calls of one message are made together, and end each at its own time."""
    calls = told.tool_calls or []
    for call in calls:
        yield from course.called(call.id, call.name, mapping(call.args))
    for call in calls:
        if call.result is not None or call.status in ENDED:
            course.now(call.timestamp, None, course.agent)
            yield from course.answer(call.id, _response(call.result), failed=call.status in FAILED)


def _response(result: object) -> str:
    """The texts of a result; of a function's response, not the names beside it."""
    match result:
        case list():
            return "\n".join(map(_response, result))
        case {"functionResponse": {"response": response}}:
            return "\n".join(strings(response))
        case _:
            return "\n".join(strings(result))
