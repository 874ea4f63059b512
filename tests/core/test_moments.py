"""Whichever harness tells of an event, in whatever spelling, the same moment is understood; nothing it says can break it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.moments import EVENTS, HARNESSES, Moment, read_moment

TOLD = Path(__file__).resolve().parents[2] / "fixtures" / "hooks"  # what each harness says of each event
EACH = sorted(path.relative_to(TOLD).with_suffix("").as_posix() for path in TOLD.glob("*/*.json"))
PROMPT = "why does As30p hum?"

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = [
    "session_id",
    "sessionId",
    "cwd",
    "prompt",
    "tool_name",
    "tool_input",
    "toolResponse",
    "error",
    "hook_event_name",
]


def told(path: str) -> object:
    said: object = json.loads((TOLD / f"{path}.json").read_bytes())
    return said


def moment(path: str) -> Moment:
    found = read_moment(told(path))
    assert found is not None
    return found


@pytest.mark.parametrize("path", EACH)
def test_the_harness_and_the_event_are_recognised(path: str) -> None:
    harness, _, event = path.partition("/")
    found = moment(path)
    assert found.harness == harness
    assert found.event in {event, "post-tool-use"}
    assert found.called == (read_moment({**dict(told(path)), "x": 1}) or found).called  # type: ignore[call-overload]  # an object of JSON


@pytest.mark.parametrize("path", [path for path in EACH if not path.startswith("kiro/")])
def test_the_session_is_known(path: str) -> None:
    assert moment(path).session == "s03"


@pytest.mark.parametrize("path", EACH)
def test_the_folder_is_known(path: str) -> None:
    assert moment(path).cwd == "/repo"


@pytest.mark.parametrize("path", [path for path in EACH if "prompt" in path])
def test_a_prompt_is_heard(path: str) -> None:
    assert moment(path).prompt == PROMPT


@pytest.mark.parametrize("path", [path for path in EACH if "tool" in path or "shell" in path])
def test_what_a_tool_was_told_and_answered_is_text(path: str) -> None:
    found = moment(path)
    assert found.tool
    assert "As30p" in found.response
    assert found.typed.startswith(("diskutil list", "mount")) or "mcp" in found.tool
    assert found.failed == ("fail" in path)


def test_what_an_agent_does_not_see_is_no_text() -> None:
    assert moment("claude/post-tool-use").response == "/dev/disk4 As30p\nwarning: slow"
    assert moment("claude/post-tool-use-mcp").response == "As30p is mounted"
    assert moment("gemini/post-tool-use").response == "/dev/disk4 As30p"


def test_the_words_of_the_command_count_before_what_is_recognised() -> None:
    found = read_moment(told("claude/stop"), "session-end", "Codex CLI")
    assert found is not None
    assert (found.event, found.harness, found.called) == ("session-end", "codex", "Stop")


def test_without_an_event_there_is_no_moment() -> None:
    assert read_moment({"session_id": "s03"}) is None
    assert read_moment({"hook_event_name": "PreCompact"}) is None
    assert read_moment(None) is None


def test_of_two_spellings_the_first_counts() -> None:
    found = read_moment({"session_id": "first", "sessionId": "second"}, "stop")
    assert found is not None
    assert found.session == "first"


def test_a_snake_counts_as_a_camel_does() -> None:
    said = {"hookEventName": "PostToolUse", "toolName": "Bash", "toolInput": "ls", "toolResponse": "a"}
    found = read_moment(said, harness="claude")
    assert found is not None
    assert (found.tool, found.typed, found.response) == ("Bash", "ls", "a")


@given(
    st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), values, max_size=9) | values, st.sampled_from(EVENTS)
)
def test_nothing_said_breaks_it(said: object, event: str) -> None:
    found = read_moment(said, event)
    assert found is not None
    assert found.event == event
    assert found.harness in HARNESSES
    assert {type(value) for value in found} <= {str, bool}
