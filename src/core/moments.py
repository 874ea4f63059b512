"""Moments: what a harness tells a hook, whichever harness it is and however it spells it.

Everything is optional and nothing is believed: a key may be snake or camel case, unknown keys are
ignored, and a value of the wrong kind counts as not said. A tool's response becomes the text that an
agent sees of it. Runs in hooks, so it imports next to nothing.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, cast, get_args

from .jsontext import fold, seen, strings

# --- values -----------------------------------------------------------------

Event: TypeAlias = Literal[
    "session-start", "user-prompt-submit", "post-tool-use", "post-tool-use-failure", "stop", "session-end"
]
Harness: TypeAlias = Literal["claude", "codex", "gemini", "cursor", "vscode", "kiro"]

EVENTS: tuple[Event, ...] = get_args(Event)
HARNESSES: tuple[Harness, ...] = get_args(Harness)

# As the harnesses call them, without case and punctuation; our own names are among them.
CALLED: Mapping[str, Event] = {
    "sessionstart": "session-start",
    "agentspawn": "session-start",
    "userpromptsubmit": "user-prompt-submit",
    "userpromptsubmitted": "user-prompt-submit",
    "beforeagent": "user-prompt-submit",
    "beforesubmitprompt": "user-prompt-submit",
    "posttooluse": "post-tool-use",
    "aftertool": "post-tool-use",
    "aftershellexecution": "post-tool-use",
    "aftermcpexecution": "post-tool-use",
    "posttoolusefailure": "post-tool-use-failure",
    "stop": "stop",
    "afteragent": "stop",
    "sessionend": "session-end",
}
NAMED: Mapping[str, Harness] = {
    **{name: name for name in HARNESSES},
    "claudecode": "claude",
    "codexcli": "codex",
    "geminicli": "gemini",
    "copilot": "vscode",
    "amazonq": "kiro",
    "kirocli": "kiro",
}


class Moment(NamedTuple):
    """One event of one session."""

    event: Event
    harness: Harness
    called: str = ""  # the event, as the harness itself calls it
    session: str = ""
    cwd: str = ""
    source: str = ""  # of a session's start: startup, resume, clear, compact
    prompt: str = ""
    tool: str = ""
    typed: str = ""  # everything the agent said in the call
    response: str = ""
    failed: bool = False  # the tool
    again: bool = False  # a stop after which a hook made the agent go on
    transcript: str = ""


# --- reading ------------------------------------------------------------------


def read_moment(said: object, event: str = "", harness: str = "") -> Moment | None:
    """From a hook's parsed stdin and the two words it was called with; None when nobody says which event it is."""
    told = _folded(said)
    called = _text(told, "hookeventname", "hookevent", "event")
    named = CALLED.get(fold(event)) or CALLED.get(fold(called))
    if named is None:
        return None
    response, failed = _response(told, named)
    return Moment(
        event=named,
        harness=NAMED.get(fold(harness)) or recognised(said, called),
        called=called,
        session=_text(told, "sessionid", "conversationid", "threadid"),
        cwd=_text(told, "cwd", "workspaceroot") or _first(told.get("workspaceroots")),
        source=_text(told, "source"),
        prompt=_text(told, "prompt", "userprompt", "userinput"),
        tool=_text(told, "toolname", "tool") or ("shell" if fold(called) == "aftershellexecution" else ""),
        typed="\n".join(strings(next(filter(None, map(told.get, ("toolinput", "toolargs", "command"))), ""))),
        response=response,
        failed=failed,
        again=told.get("stophookactive") is True,
        transcript=_text(told, "transcriptpath"),
    )


def recognised(said: object, called: str) -> Harness:
    """By what only one of them says; otherwise Claude Code, whose shape the others read too."""
    keys = _keys(said)
    if keys & {"sessionId", "hookEventName"}:
        return "vscode"
    if "turn_id" in keys:
        return "codex"
    if keys & {"conversation_id", "cursor_version", "generation_id"}:
        return "cursor"
    if "timestamp" in keys or called in {"BeforeAgent", "AfterTool", "AfterAgent"}:
        return "gemini"
    return "kiro" if called[:1].islower() else "claude"


def _response(told: Mapping[str, object], event: Event) -> tuple[str, bool]:
    """What the tool answered, and whether that was a failure."""
    answer = next(filter(None, map(told.get, ("toolresponse", "toolresult", "tooloutput", "resultjson", "output"))), "")
    error = told.get("error", told.get("errormessage")) if event.startswith("post") else None
    inner = _folded(answer)
    failed = event == "post-tool-use-failure" or inner.get("iserror") is True or bool(inner.get("error"))
    parts = [*seen(error), *seen(answer)]
    return "\n".join(parts), failed


def _folded(said: object) -> dict[str, object]:
    """Without case and punctuation in the keys; the first of two spellings counts."""
    if not isinstance(said, dict):
        return {}
    pairs = list(cast("dict[object, object]", said).items())
    return {fold(str(key)): value for key, value in reversed(pairs)}


def _text(told: Mapping[str, object], *keys: str) -> str:
    return next((each for each in map(told.get, keys) if isinstance(each, str) and each), "")


def _first(value: object) -> str:
    return (
        next((each for each in cast("list[object]", value) if isinstance(each, str)), "")
        if isinstance(value, list)
        else ""
    )


def _keys(said: object) -> set[object]:
    return set(cast("dict[object, object]", said)) if isinstance(said, dict) else set()
