"""Steps: what happened in a recorded session, whichever agent recorded it, and what one session told so far.

A step is a prompt, a call, its result, or something that the agent said. Steps come in the order of the
log: agents append as things happen, so the order stays right where a clock does not. Each has the time its
line tells, also one before the last; a line that tells no time or folder has those of the session's line
before it, and none ("") where there was no such line. What a log repeats counts once. For that a session
remembers the ids of its calls and marks of what was said, none of the texts.
"""

from collections.abc import Hashable, Mapping
from datetime import UTC, datetime
from typing import Literal, TypeAlias, cast

import msgspec
from msgspec import Raw, Struct

from .jsontext import strings

# --- values ---------------------------------------------------------------

Kind: TypeAlias = Literal["prompt", "call", "result", "said"]


class Step(Struct, frozen=True, gc=False):
    kind: Kind
    session: str
    at: str = ""  # ISO in UTC, with milliseconds: as text in the order of time
    cwd: str = ""
    agent: str = ""  # "" is the main one; a prompt to another was written by an agent
    call: str = ""  # which call this is, or answers
    tool: str = ""
    typed: str = ""  # every string of the call's input, one a line
    input: Mapping[str, object] = {}
    text: str = ""  # the prompt, what was said, or what the tool answered
    failed: bool = False


Told: TypeAlias = tuple[Step] | tuple[()]  # a step, unless it was told before or says nothing
NOTHING = Raw(b"null")  # a field that the line does not have
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

_BETWEEN, _AT_END = slice(4, 20, 3), slice(23, None)  # what is no digit of `2026-05-04T09:00:00.000Z`

# --- functions ------------------------------------------------------------


class Course:
    """One session as its log tells it so far."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.at = self.cwd = self.agent = ""
        self.waiting: dict[str, str] = {}  # the tool of each call that has no result yet, by the call's id
        self.answered: set[str] = set()
        self.met: dict[int, int] = {}

    def now(self, at: object, cwd: str | None, agent: str) -> None:
        """When, where and with whom the next steps are."""
        self.at = utc(at) or self.at
        self.cwd = cwd or self.cwd
        self.agent = agent

    def nth(self, *what: Hashable) -> int:
        """How often this was met, with now."""
        mark = hash(what)
        self.met[mark] = times = self.met.get(mark, 0) + 1
        return times

    def prompt(self, text: str) -> Told:
        return self._words("prompt", text)

    def said(self, text: str) -> Told:
        return self._words("said", text)

    def _words(self, kind: Kind, text: str) -> Told:
        if not text or text.isspace():
            return ()
        return (Step(kind, self.session, self.at, self.cwd, self.agent, text=text),)

    def called(self, call: str, tool: str, given: Mapping[str, object]) -> Told:
        if call in self.waiting or call in self.answered:
            return ()
        if call:
            self.waiting[call] = tool
        typed = "\n".join(strings(given))
        return (Step("call", self.session, self.at, self.cwd, self.agent, call, tool, typed, given),)

    def answer(self, call: str, text: str, *, failed: bool) -> Told:
        """A result, even of a call that the log does not hold: a log may begin in the middle."""
        if call in self.answered:
            return ()
        if call:
            self.answered.add(call)
        tool = self.waiting.pop(call, "")
        return (Step("result", self.session, self.at, self.cwd, self.agent, call, tool, text=text, failed=failed),)


def utc(told: object) -> str:
    """A time as agents write it, in one form; "" when it is none."""
    if not isinstance(told, str):
        return ""
    try:
        when = datetime.fromisoformat(told)
        if told[_BETWEEN] == "--T::." and told[_AT_END] == "Z":
            return told
        when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    return f"{when.isoformat(timespec='milliseconds')[:23]}Z"


def mapping(given: object) -> Mapping[str, object]:
    """A call's input; one that is no object, such as a patch, is kept under `input`."""
    if isinstance(given, dict):
        return cast("dict[str, object]", given)  # of JSON, whose names are strings
    return {} if given is None or given == "" else {"input": given}
