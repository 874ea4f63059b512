"""Hook answers: what we say at a moment, in the shape that its harness reads, or nothing where it reads nothing.

Context is for the agent, a notice for the person alone; neither ever blocks, and a stop is never
answered with context, for that would make the agent go on. Runs in hooks, so it imports next to nothing.
"""

import json
from collections.abc import Mapping

from .moments import Event, Harness, Moment

# --- values -----------------------------------------------------------------

LONGEST = 9_500  # characters of a whole answer: past 10,000 Claude Code shows an agent only the head of one
CUT = "…"

_STARTS: frozenset[Event] = frozenset({"session-start", "user-prompt-submit", "post-tool-use"})
_FAILURES: frozenset[Event] = frozenset({*_STARTS, "post-tool-use-failure"})
CONTEXT: Mapping[Harness, frozenset[Event]] = {  # where each lets a hook speak to its agent
    "claude": _FAILURES,
    "codex": _STARTS,
    "gemini": _STARTS,
    "cursor": _FAILURES,
    "vscode": frozenset({"session-start", "post-tool-use", "post-tool-use-failure"}),
    "kiro": _STARTS,
}
NOTICES: frozenset[Harness] = frozenset({"claude", "codex", "gemini", "vscode"})
CALLED: Mapping[Event, str] = {
    "session-start": "SessionStart",
    "user-prompt-submit": "UserPromptSubmit",
    "post-tool-use": "PostToolUse",
    "post-tool-use-failure": "PostToolUseFailure",
    "stop": "Stop",
    "session-end": "SessionEnd",
}
CALLED_BY_GEMINI: Mapping[Event, str] = {"user-prompt-submit": "BeforeAgent", "post-tool-use": "AfterTool"}

# --- decisions ----------------------------------------------------------------


def hears(moment: Moment) -> bool:
    """Whether anything we say at this moment reaches anybody."""
    return moment.harness in NOTICES if moment.event == "stop" else moment.event in CONTEXT[moment.harness]


def answer(moment: Moment, said: str) -> str:
    """Of a stop for the person, of anything else for the agent; nothing when there is nothing to say, or no room."""
    if not said or not hears(moment):
        return ""
    text = said
    while len(whole := _shaped(moment, text)) > LONGEST:
        if text == CUT:  # what the harness calls the event is too long by itself
            return ""
        text = text[: -max(1, len(whole) - LONGEST + len(CUT))].rstrip() + CUT
    return whole


def _shaped(moment: Moment, text: str) -> str:
    if moment.harness == "kiro":
        return text
    return json.dumps(_fields(moment, text), ensure_ascii=False)


def _fields(moment: Moment, text: str) -> Mapping[str, object]:
    if moment.event == "stop":
        return {"systemMessage": text}
    if moment.harness == "cursor":
        return {"additional_context": text}
    return {"hookSpecificOutput": {"hookEventName": _called(moment), "additionalContext": text}}


def _called(moment: Moment) -> str:
    usual = CALLED[moment.event]
    return moment.called or (CALLED_BY_GEMINI.get(moment.event, usual) if moment.harness == "gemini" else usual)
