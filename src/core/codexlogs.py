"""Codex logs: the steps of a rollout's line.

A rollout tells the conversation twice, as items for the model and as events for the screen: a text that
either tells counts as often as the one that tells it more often. Its session is named by the first line, and
not again; a rollout that continues another's conversation holds that one's lines too, under its own name.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from .loglines import Content, Item, blocks, text_of
from .steps import UNREADABLE, Course, Told, mapping
from .typedprompts import typed

# --- values ---------------------------------------------------------------


class Status(Struct, frozen=True):
    exit_code: int | None = None


class Output(Struct, frozen=True):
    """Of a command, where it is told as JSON within the text."""

    output: str
    metadata: Status | None = None
    exit_code: int | None = None


SESSION = "session_meta"  # the kind of line that names a session
BARE = frozenset({"message", "function_call", "function_call_output"})  # lines of early rollouts are items
TYPED = "user.text"  # the mark of what a person typed, in rollouts that mark what they hold
SPAWNED = "subagent"

_OUTPUT = msgspec.json.Decoder(Output)
_FAILED = re.compile(r"^(?:Exit code:|Process exited with code) (?!0+$)-?\d+$", re.MULTILINE)

# --- functions ------------------------------------------------------------


def continues_another(item: Item) -> bool:
    """Whether the lines that name another session are still this one's."""
    return item.forked_from_id is not None or _agent(item) != ""


def _agent(item: Item) -> str:
    spawned = isinstance(item.source, dict) and SPAWNED in item.source
    return (item.agent_nickname or SPAWNED) if spawned else ""


def codex_steps(kind: str, item: Item, at: object, course: Course) -> Told:
    course.now(at, item.cwd, _agent(item) if kind == SESSION else course.agent)
    told = _TOLD_BY.get((kind, item.type))
    return told(item, course) if told else ()


def _message(item: Item, course: Course) -> Told:
    match item.role:
        case "assistant":
            return _once("item", "said", text_of(item.content), course)
        case "user":
            return _once("item", "prompt", _asked(item), course)
        case _:
            return ()


def _call(item: Item, course: Course) -> Told:
    return course.called(item.call_id or item.id or "", _tool(item), _given(item))


def _output(item: Item, course: Course) -> Told:
    text, failed = _result(item.output)
    return course.answer(item.call_id or "", text, failed=failed)


def _typed_event(item: Item, course: Course) -> Told:
    return _once("event", "prompt", typed(str(item.message or "")), course)


def _said_event(item: Item, course: Course) -> Told:
    return _once("event", "said", str(item.message or ""), course)


_TOLD_BY: Mapping[tuple[str, str], Callable[[Item, Course], Told]] = {
    ("response_item", "message"): _message,
    ("response_item", "function_call"): _call,
    ("response_item", "custom_tool_call"): _call,
    ("response_item", "local_shell_call"): _call,
    ("response_item", "function_call_output"): _output,
    ("response_item", "custom_tool_call_output"): _output,
    ("event_msg", "user_message"): _typed_event,
    ("event_msg", "agent_message"): _said_event,
}


def _asked(item: Item) -> str:
    """Each part is judged alone: the surroundings stand beside what was typed."""
    texts = [block.text or "" for block in blocks(item.content)]
    kinds = item.marks.content_item_kinds if item.marks else None
    if kinds and len(kinds) == len(texts):
        texts = [text for text, kind in zip(texts, kinds, strict=True) if kind == TYPED]
    return "\n".join(filter(None, map(typed, texts)))


def _once(teller: str, kind: Literal["prompt", "said"], text: str, course: Course) -> Told:
    same = text.strip()
    if not same or course.nth(kind, same, course.nth(teller, kind, same)) > 1:
        return ()
    return course.prompt(text) if kind == "prompt" else course.said(text)


def _tool(item: Item) -> str:
    name = item.name or item.type.removesuffix("_call")
    return f"{item.namespace.removesuffix('__')}__{name}" if item.namespace else name


def _given(item: Item) -> Mapping[str, object]:
    return _arguments(item.arguments) if isinstance(item.arguments, str) else mapping(item.action or item.input)


def _arguments(text: str) -> Mapping[str, object]:
    """JSON within JSON; what is none stays the text that it is."""
    try:
        return msgspec.json.decode(text, type=dict[str, object])
    except UNREADABLE:
        return mapping(text)


def _result(output: Content) -> tuple[str, bool]:
    """The text, and whether it tells that the call failed."""
    if isinstance(output, dict):
        told = output.get("content", output.get("output"))
        return told if isinstance(told, str) else "", output.get("success") is False
    texts = [block.text or "" for block in blocks(output)]
    told_apart = list(map(_command, texts))
    return "\n".join(text for text, _ in told_apart if text), any(failed for _, failed in told_apart)


def _command(text: str) -> tuple[str, bool]:
    if text.startswith("{"):
        try:
            told = _OUTPUT.decode(text)
        except UNREADABLE:
            return text, False
        code = told.metadata.exit_code if told.metadata else told.exit_code
        return told.output, code not in {0, None}
    head, output, _ = text.partition("Output:\n")
    return text, bool(output) and _FAILED.search(head) is not None
