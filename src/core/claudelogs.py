"""Claude logs: the steps of a line that Claude Code wrote.

Said is what the agent wrote: not its thoughts, not what the harness wrote in its name, and not what a hook
told it. Bodies of skills, caveats and summaries of what was compacted are no prompts. One message may stand
over several lines, and a line may stand twice.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Raw, Struct

from .loglines import Block, Content, Line, Message, blocks, text_of
from .steps import NOTHING, UNREADABLE, Course, Step, Told, mapping
from .typedprompts import typed, without_reminders

# --- values ---------------------------------------------------------------


class Attachment(Struct, frozen=True, rename="camel"):
    type: str = ""
    prompt: Content = None
    command_mode: str | None = None


class Output(Struct, frozen=True):
    stdout: str = ""


SIDECHAIN = "sidechain"  # an agent within the main log, in versions that did not name it
SYNTHETIC = "<synthetic>"  # the model of what the harness says in the agent's name
ERROR = "<tool_use_error>", "</tool_use_error>"  # around what a failed call answers
PUT_ASIDE = "<persisted-output>"  # how a result begins that was too long to be shown whole

_ATTACHMENT = msgspec.json.Decoder(Attachment)
_OUTPUT = msgspec.json.Decoder(Output)
_CONTENT: msgspec.json.Decoder[Content] = msgspec.json.Decoder(Content)

# --- functions ------------------------------------------------------------


def claude_steps(line: Line, course: Course) -> Iterable[Step]:
    agent = line.agent_id or line.parent_tool_use_id or (SIDECHAIN if line.is_sidechain else "")
    course.now(line.timestamp, line.cwd, agent)
    if line.type == "attachment":
        return _queued(_ATTACHMENT.decode(line.attachment), line, course)
    if not isinstance(line.message, Message):
        return ()
    if line.type == "assistant":
        return _written(line, line.message, course)
    return _received(line, line.message, course) if line.type == "user" else ()


def _written(line: Line, message: Message, course: Course) -> Iterator[Step]:
    for block in blocks(message.content):
        if block.type == "text":
            yield from _said(block.text or "", line, message, course)
        elif block.type.endswith("tool_use"):
            yield from course.called(block.id, block.name, mapping(block.input))
        elif block.type.endswith("tool_result"):
            yield from _answer(block, NOTHING, course)


def _said(text: str, line: Line, message: Message, course: Course) -> Told:
    if line.is_api_error_message or message.model == SYNTHETIC:
        return ()
    told_before = message.id and course.nth("said", message.id, text) > 1
    return () if told_before else course.said(text)


def _received(line: Line, message: Message, course: Course) -> Iterator[Step]:
    texts: list[str] = []
    for block in blocks(message.content):
        if block.type == "tool_result":
            yield from _answer(block, line.tool_use_result, course)
        elif block.type == "text":
            texts.append(block.text or "")
    if not (line.is_meta or line.is_compact_summary):
        yield from _prompt("\n".join(texts), line, course)


def _queued(attachment: Attachment, line: Line, course: Course) -> Iterator[Step]:
    """What a person typed while the agent worked reaches it as an attachment."""
    if attachment.type == "queued_command" and attachment.command_mode in {"prompt", None}:
        yield from _prompt(text_of(attachment.prompt), line, course)


def _prompt(text: str, line: Line, course: Course) -> Told:
    asked = typed(text)
    told_before = asked and line.uuid and course.nth("prompt", line.uuid) > 1
    return () if told_before else course.prompt(asked)


def _answer(block: Block, structured: Raw, course: Course) -> Told:
    text = text_of(block.content)
    if not text or text.startswith(PUT_ASIDE):
        text = _beside(structured) or text
    if "<" in text:
        text = without_reminders(text).removeprefix(ERROR[0]).removesuffix(ERROR[1])
    return course.answer(block.tool_use_id, text, failed=bool(block.is_error))


def _beside(structured: Raw) -> str:
    """What the line holds of a result beside what was shown: a command's output, a text, an MCP server's blocks."""
    try:
        if bytes(structured).startswith(b"{"):
            return _OUTPUT.decode(structured).stdout
        return text_of(_CONTENT.decode(structured))
    except UNREADABLE:
        return ""
