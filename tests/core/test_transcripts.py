"""A recorded session tells its steps, whoever recorded it: none invented, none twice, none lost to a bad neighbour."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.steps import Step
from hindnote.core.transcripts import Transcript

from ..pages import page

__all__ = ["page"]  # the fixture

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "transcripts"
LOGS = sorted(path for path in FIXTURES.rglob("*") if path.is_file())
AT = "2026-05-04T09:00:00.000Z"


def pieces(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return data.splitlines(keepends=True) if path.suffix == ".jsonl" else [data]


def told(lines: Iterable[object]) -> list[Step]:
    return list(Transcript().steps(json.dumps(line).encode() for line in lines))


def words(steps: Iterable[Step]) -> list[tuple[str, str]]:
    """What kind of step, and its words."""
    return [(step.kind, step.typed or step.text) for step in steps]


def user(content: object, **fields: object) -> dict[str, object]:
    return {"type": "user", "sessionId": "s", "timestamp": AT, "message": {"role": "user", "content": content}} | fields


def agent(*content: object, message: str | None = None, **fields: object) -> dict[str, object]:
    written = {"role": "assistant", "id": message, "content": list(content)}
    return {"type": "assistant", "sessionId": "s", "timestamp": AT, "message": written} | fields


def text(words: str) -> dict[str, object]:
    return {"type": "text", "text": words}


def use(call: str, tool: str = "Bash", **given: object) -> dict[str, object]:
    return {"type": "tool_use", "id": call, "name": tool, "input": given}


def result(call: str, content: object, **fields: object) -> dict[str, object]:
    return {"type": "tool_result", "tool_use_id": call, "content": content} | fields


# --- every kind of line ---------------------------------------------------


def shown(step: Step) -> str:
    where = f"{step.session[-8:]} {step.at or 'no time'} {step.cwd or 'nowhere'}" + (step.agent and f" ({step.agent})")
    which = " ".join(filter(None, (step.kind, step.call, step.tool, "failed" if step.failed else "")))
    return f"{where}: {which} {step.typed or step.text!r}"


def test_the_steps_of_every_kind_of_line(page: SnapshotAssertion) -> None:
    shelf: list[str] = []
    for path in LOGS:
        log = Transcript(path.stem)
        steps = list(log.steps(pieces(path)))
        shelf += [
            f"# {path.relative_to(FIXTURES).as_posix()}: {log.lines} lines, {log.bad} bad",
            *map(shown, steps),
            "",
        ]
    assert "\n".join(shelf) == page


NO_STEPS = {
    "a hook's context, as a list": {"type": "hook_additional_context", "content": ["kiln-7"], "toolUseID": "t"},
    "a hook's context, as a text": {"type": "hook_additional_context", "content": "kiln-7", "toolUseID": "t"},
    "a hook's output": {"type": "hook_success", "content": "", "stdout": "kiln-7", "exitCode": 0},
    "a hook's error": {"type": "hook_blocking_error", "blockingError": {"blockingError": "kiln-7"}},
    "instructions of a server": {"type": "mcp_instructions_delta", "addedBlocks": ["kiln-7"]},
    "tools that came": {"type": "deferred_tools_delta", "addedNames": ["kiln-7"], "addedLines": []},
    "memory of a folder": {"type": "nested_memory", "path": "/x", "content": {"type": "Project", "content": "kiln-7"}},
    "a task's end in the queue": {"type": "queued_command", "prompt": "kiln-7", "commandMode": "task-notification"},
    "no attachment": {},
}


@pytest.mark.parametrize("attachment", NO_STEPS.values(), ids=NO_STEPS)
def test_what_the_harness_attached_is_nobodys_step(attachment: object) -> None:
    log = Transcript()
    line = {"type": "attachment", "sessionId": "s", "attachment": attachment}
    assert not list(log.steps([json.dumps(line).encode()]))
    assert log.bad == 0


@pytest.mark.parametrize(
    "kind",
    [
        *("progress", "summary", "system", "file-history-snapshot", "file-history-delta", "queue-operation"),
        *("pr-link", "mode", "permission-mode", "ai-title", "last-prompt", "atis-latch", "compacted", "of-tomorrow"),
    ],
)
@pytest.mark.parametrize("first", [True, False], ids=["type first", "type last"])
def test_a_line_of_another_kind_is_nobodys_step(kind: str, first: bool) -> None:  # noqa: FBT001  (a case)
    rest = {"content": "kiln-7", "summary": "kiln-7", "data": {"message": user("kiln-7")}, "sessionId": "s"}
    line = {"type": kind} | rest if first else rest | {"type": kind}
    log = Transcript()
    assert not list(log.steps([json.dumps(line).encode()]))
    assert log.bad == 0


PROMPTS = {
    "a text": (user("Fire it."), "Fire it."),
    "blocks": (user([text("Fire"), text("it.")]), "Fire\nit."),
    "an image beside": (user([{"type": "image", "source": {"data": "aGk="}}, text("Fire it.")]), "Fire it."),
    "a reminder around": (user("<system-reminder>a\nb</system-reminder>\nFire it."), "Fire it."),
    "a hook's words before": (user("<user-prompt-submit-hook>a</user-prompt-submit-hook> Fire it."), "Fire it."),
    "the editor's state": (user([text("<ide_opened_file>a.py</ide_opened_file>"), text("Fire it.")]), "Fire it."),
    "a command": (user("<command-name>/fire</command-name><command-args>it</command-args>"), "/fire it"),
    "a tag of one's own": (user("Use <skillet> and <b>it</b>."), "Use <skillet> and <b>it</b>."),
    "several reminders": (
        user("<system-reminder>a</system-reminder>Fire <system-reminder>b</system-reminder>it."),
        "Fire it.",
    ),
    "a tag that begins like one": (user("<skillet>Fire</skill> it."), "<skillet>Fire</skill> it."),
    "a tag never closed": (user("What is <system-reminder> for?"), "What is <system-reminder> for?"),
    "a command quoted": (user("Why <command-name>x</command-name>?"), "Why <command-name>x</command-name>?"),
    "typed meanwhile": (
        {
            "type": "attachment",
            "sessionId": "s",
            "attachment": {"type": "queued_command", "prompt": [text("Fire it.")]},
        },
        "Fire it.",
    ),
}


@pytest.mark.parametrize(("line", "asked"), PROMPTS.values(), ids=PROMPTS)
def test_a_prompt_is_what_a_person_typed(line: object, asked: str) -> None:
    assert words(told([line])) == [("prompt", asked)]


NOT_TYPED = {
    "a skill's body": user("Base directory for this skill", isMeta=True),
    "a summary": user("We spoke of kiln-7.", isCompactSummary=True),
    "a summary without its mark": user("This session is being continued from a previous conversation that ran out."),
    "a caveat": user("Caveat: The messages below were generated by the user while running local commands."),
    "a command without words": user("<command-name>/clear</command-name><command-args></command-args>"),
    "a command's output": user("<local-command-stdout>kiln-7</local-command-stdout>"),
    "an interruption": user([text("[Request interrupted by user]")]),
    "a task's end": user("<task-notification>\n<summary>kiln-7</summary></task-notification>"),
    "one's own shell": user("<bash-input>ls</bash-input><bash-stdout>kiln-7</bash-stdout>"),
    "nothing": user(" \n"),
    "no content": {"type": "user", "sessionId": "s", "message": {"role": "user"}},
    "a text for a message": {"type": "user", "sessionId": "s", "message": "kiln-7"},
}


@pytest.mark.parametrize("line", NOT_TYPED.values(), ids=NOT_TYPED)
def test_what_nobody_typed_is_no_prompt(line: object) -> None:
    assert told([line]) == []


SAID: dict[str, tuple[dict[str, object], list[str]]] = {
    "a text": (agent(text("Lit.")), ["Lit."]),
    "a plain content": ({"type": "assistant", "message": {"content": "Lit."}}, ["Lit."]),
    "thoughts": (agent({"type": "thinking", "thinking": "kiln-7?", "signature": "x"}), []),
    "hidden thoughts": (agent({"type": "redacted_thinking", "data": "x"}), []),
    "blank": (agent(text("\n\n")), []),
    "the harness's error": (agent(text("API Error: 529"), isApiErrorMessage=True), []),
    "the harness's filler": ({"type": "assistant", "message": {"model": "<synthetic>", "content": "No response."}}, []),
}


@pytest.mark.parametrize(("line", "said"), SAID.values(), ids=SAID)
def test_said_is_what_the_agent_wrote(line: object, said: list[str]) -> None:
    assert words(told([line])) == [("said", one) for one in said]


RESULTS = {
    "a text": (result("c", "hot"), None, "hot", False),
    "blocks": (
        result("c", [text("hot"), {"type": "image", "source": "aGk="}, text("still")]),
        None,
        "hot\nstill",
        False,
    ),
    "an error": (result("c", "<tool_use_error>cold</tool_use_error>", is_error=True), "Error: cold", "cold", True),
    "no error": (result("c", "hot", is_error=False), {"stdout": "hot"}, "hot", False),
    "a reminder beside": (result("c", "hot\n<system-reminder>No malware.</system-reminder>\n"), None, "hot\n", False),
    "a text beside": (result("c", ""), "hot", "hot", False),
    "a server's blocks beside": (result("c", None), [text("hot")], "hot", False),
    "an image alone": (result("c", [{"type": "image", "source": "aGk="}]), {"type": "image"}, "", False),
    "put aside": (result("c", "<persisted-output>Saved.</persisted-output>"), {"stdout": "hot"}, "hot", False),
    "put aside, not kept": (
        result("c", "<persisted-output>S</persisted-output>"),
        [1],
        "<persisted-output>S</persisted-output>",
        False,
    ),
    "references": (result("c", {"type": "tool_reference", "tool_name": "x"}), None, "", False),
}


@pytest.mark.parametrize(("block", "beside", "answered", "failed"), RESULTS.values(), ids=RESULTS)
def test_a_result_is_what_the_tool_answered(block: object, beside: object, answered: str, failed: bool) -> None:  # noqa: FBT001  (a case)
    line = user([block], **({} if beside is None else {"toolUseResult": beside}))
    (step,) = told([line])
    assert (step.kind, step.text, step.failed) == ("result", answered, failed)


def test_a_call_types_every_string_of_its_input_in_order() -> None:
    (call,) = told([agent(use("c", "mcp__kiln__probe", name="TC4", at=7, where=["upper", {"side": "left"}]))])
    assert (call.tool, call.typed) == ("mcp__kiln__probe", "TC4\nupper\nleft")
    assert call.input == {"name": "TC4", "at": 7, "where": ["upper", {"side": "left"}]}


def test_calls_without_an_id_are_each_a_call() -> None:
    steps = told([agent(use("")), agent(use("")), user([result("", "1")]), user([result("", "2")])])
    assert [step.kind for step in steps] == ["call", "call", "result", "result"]


# --- once, and in whose name ----------------------------------------------


def test_a_message_over_several_lines_tells_each_part_once() -> None:
    lines = [
        agent(text("Lit."), message="m"),
        agent(text("Lit."), message="m"),
        agent(use("c"), message="m"),
        agent(text("Lit."), use("c"), message="m"),
        agent(text("Lit."), message="another"),
    ]
    assert [step.kind for step in told(lines)] == ["said", "call", "said"]


def test_what_a_log_repeats_counts_once() -> None:
    lines = [user("Fire it.", uuid="u"), agent(use("c")), user([result("c", "hot")])]
    assert words(told([*lines, *lines])) == words(told(lines))
    assert len(told([user("Again."), user("Again.")])) == 2


def test_a_result_has_the_tool_of_its_call_even_when_it_answers_late() -> None:
    lines = [agent(use("a", "Bash"), use("b", "Read")), user([result("b", "2")]), user([result("a", "1")])]
    assert [(step.call, step.tool) for step in told(lines) if step.kind == "result"] == [("b", "Read"), ("a", "Bash")]


def test_sessions_that_share_a_file_are_told_apart() -> None:
    lines = [
        agent(use("c", "Bash")) | {"sessionId": "one", "cwd": "/one"},
        agent(use("c", "Read")) | {"sessionId": "two", "cwd": "/two"},
        user([result("c", "1")]) | {"sessionId": "one"},
        user([result("c", "2")]) | {"sessionId": "two"},
    ]
    results = [step for step in told(lines) if step.kind == "result"]
    assert [(step.session, step.tool, step.cwd) for step in results] == [
        ("one", "Bash", "/one"),
        ("two", "Read", "/two"),
    ]


def test_other_agents_steps_are_theirs() -> None:
    lines = [user("a"), user("b", isSidechain=True), user("c", agentId="a1", isSidechain=True), user("d")]
    assert [step.agent for step in told(lines)] == ["", "sidechain", "a1", ""]


def test_a_line_without_a_session_belongs_to_the_last_one_named() -> None:
    log = Transcript("of-the-file")
    nameless = {"type": "assistant", "message": {"content": "a"}}
    steps = log.steps(json.dumps(line).encode() for line in (nameless, user("b"), nameless))
    assert [step.session for step in steps] == ["of-the-file", "s", "s"]


def test_times_are_as_told_and_the_order_is_the_logs() -> None:
    times = [None, "2026-05-04T23:59:59.000Z", "2026-05-05T02:00:01+02:00", None, "2026-05-04T12:00:00Z", "soon", 7]
    steps = told(user(str(number), timestamp=time) for number, time in enumerate(times))
    assert [step.text for step in steps] == list("0123456")
    night, day, noon = "2026-05-04T23:59:59.000Z", "2026-05-05T00:00:01.000Z", "2026-05-04T12:00:00.000Z"
    assert [step.at for step in steps] == ["", night, day, day, noon, noon, noon]


# --- Codex ----------------------------------------------------------------


def event(kind: str, message: str) -> dict[str, object]:
    return {"timestamp": AT, "type": "event_msg", "payload": {"type": kind, "message": message}}


def item(role: str, words: str) -> dict[str, object]:
    payload = {"type": "message", "role": role, "content": [{"type": "any_text", "text": words}]}
    return {"timestamp": AT, "type": "response_item", "payload": payload}


ENDLESS = f"Exit code: {'9' * 5_000}\nOutput:\nno"  # more digits than Python makes a number of
OUTPUTS = {
    "plain": ("79 dents", "79 dents", False),
    "braces that are no JSON": ("{79 dents", "{79 dents", False),
    "JSON of another shape": ('{"dents":79}', '{"dents":79}', False),
    "with a code": ('{"output":"79","metadata":{"exit_code":0}}', "79", False),
    "with a code of failure": ('{"output":"no reed","exit_code":127}', "no reed", True),
    "the code in words": ("Exit code: 1\nOutput:\nno", "Exit code: 1\nOutput:\nno", True),
    "a code of success in words": ("Exit code: 0\nOutput:\nok", "Exit code: 0\nOutput:\nok", False),
    "a code that no machine has": (ENDLESS, ENDLESS, True),
    "such words in the output": ("Output:\nExit code: 1\n", "Output:\nExit code: 1\n", False),
    "a list": ([{"type": "input_text", "text": "79"}, {"type": "input_text", "text": "80"}], "79\n80", False),
    "refused": ({"content": "no", "success": False}, "no", True),
    "nothing": (None, "", False),
}


@pytest.mark.parametrize(("output", "answered", "failed"), OUTPUTS.values(), ids=OUTPUTS)
def test_a_codex_output_is_its_text_and_whether_it_failed(output: object, answered: str, failed: bool) -> None:  # noqa: FBT001  (a case)
    payload = {"type": "function_call_output", "call_id": "c", "output": output}
    (step,) = told([{"timestamp": AT, "type": "response_item", "payload": payload}])
    assert (step.kind, step.text, step.failed) == ("result", answered, failed)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from("ab"))))
def test_a_text_told_twice_counts_as_often_as_its_busier_teller_tells_it(
    tellings: list[tuple[bool, bool, str]],
) -> None:
    lines = [
        (
            item("user" if person else "assistant", word)
            if as_item
            else event("user_message" if person else "agent_message", word)
        )
        for as_item, person, word in tellings
    ]
    items = Counter((person, word) for as_item, person, word in tellings if as_item)
    events = Counter((person, word) for as_item, person, word in tellings if not as_item)
    found = Counter((step.kind == "prompt", step.text) for step in told(lines))
    assert found == items | events


# --- bad input ------------------------------------------------------------

BAD = {
    "not JSON": b"kiln",
    "torn": b'{"type":"user","message":{"content":"Fire',
    "a number": b"7",
    "a list": b"[]",
    "NUL bytes": b"\0" * 64,
    "binary": bytes(range(128, 256)),
    "nested without end": b'{"type":"user","message":' + b"[" * 100_000,
    "a type of another type": b'{"type":7}',
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_line_is_counted_and_costs_no_other_line(bad: bytes) -> None:
    log = Transcript()
    before, after = (json.dumps(user(words)).encode() for words in ("before", "after"))
    assert words(log.steps([before, bad, after])) == [("prompt", "before"), ("prompt", "after")]
    assert (log.lines, log.bad) == (3, 1)


MENDED = {
    "a NUL": b'"Fire \0"',
    "half a surrogate pair": rb'"Fire \ud83d"',
    "a byte that is not UTF-8": b'"Fire \xff"',
}


@pytest.mark.parametrize("content", MENDED.values(), ids=MENDED)
def test_a_text_with_what_no_text_may_hold_is_still_a_prompt(content: bytes) -> None:
    log = Transcript()
    (step,) = log.steps([b'{"type":"user","message":{"content":' + content + b"}}"])
    assert step.text[:5] == "Fire "
    assert log.bad == 0


def test_half_a_pair_within_an_input_costs_no_call() -> None:
    line = json.dumps(agent(text("Lit."), use("c", command="cut \ud83d"))).encode()
    assert [step.kind for step in Transcript().steps([line])] == ["said", "call"]


def test_a_byte_order_mark_blank_lines_and_other_line_ends_are_passed_over() -> None:
    line = json.dumps(user("Fire it.")).encode()
    log = Transcript()
    assert len(list(log.steps([b"\xef\xbb\xbf" + line + b"\r\n", b"\r\n", b"", line]))) == 2
    assert (log.lines, log.bad) == (2, 0)


def test_tags_that_are_never_closed_cost_no_more_than_their_length() -> None:
    """A search that began anew at each of these would take hours."""
    many = "<system-reminder>" * 200_000
    assert [len(step.text) for step in told([user(many), user([result("c", many)])])] == [len(many)] * 2


lines = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([line for path in LOGS for line in pieces(path)]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        *("type", "message", "content", "payload", "id", "text", "input", "attachment", "toolCalls"),
                        *(
                            "$set",
                            "messages",
                            "user",
                            "timestamp",
                            "sessionId",
                            "toolUseResult",
                            "output",
                            "arguments",
                            "call_id",
                        ),
                    ]
                ),
                inner | st.sampled_from(["user", "assistant", "gemini", "message", "response_item", "tool_use", AT]),
                max_size=5,
            )
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode()),
)


DEEP = b"[" * 900 + b"]" * 900  # as deep as a decoder goes along
NESTED = {
    "a call's input": b'{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c","input":%s}]}}',
    "a Gemini result": b'{"type":"gemini","toolCalls":[{"id":"c","name":"x","result":%s}]}',
    "a Codex action": b'{"type":"response_item","payload":{"type":"local_shell_call","call_id":"c","action":{"a":%s}}}',
    "a Codex output": b'{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":{"a":%s}}}',
}


@pytest.mark.parametrize("line", NESTED.values(), ids=NESTED)
def test_what_is_deeply_nested_is_walked_without_recursion(line: bytes) -> None:
    assert list(Transcript().steps([line % DEEP]))


@given(st.lists(lines, max_size=8))
def test_any_bytes_are_steps_or_counted_lines(given_lines: list[bytes]) -> None:
    log = Transcript()
    list(log.steps(given_lines))
    assert log.bad <= log.lines <= len(given_lines)


@given(st.data())
def test_a_cut_loses_at_most_the_last_line(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([path for path in LOGS if path.suffix == ".jsonl"]))
    whole = path.read_bytes()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    kept = cut.count(b"\n")
    steps = list(Transcript().steps(cut.splitlines(keepends=True)))
    assert steps[: len(list(Transcript().steps(pieces(path)[:kept])))] == list(Transcript().steps(pieces(path)[:kept]))
    assert steps in (
        list(Transcript().steps(pieces(path)[:kept])),
        list(Transcript().steps(pieces(path)[: kept + 1])),
    )


@given(st.data())
def test_reading_in_pieces_is_reading_whole(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(LOGS))
    whole = pieces(path)
    at = data.draw(st.integers(0, len(whole)))
    log = Transcript()
    assert [*log.steps(whole[:at]), *log.steps(whole[at:])] == list(Transcript().steps(whole))


# --- real logs ------------------------------------------------------------


def test_real_sessions_tell_every_result_and_nothing_unreadable(cases: Path) -> None:
    counts: Counter[str] = Counter()
    for path in sorted((cases / "replay/sessions").glob("*.jsonl")):
        log = Transcript()
        for step in log.steps(pieces(path)):
            counts[step.kind] += 1
            assert step.at
            assert step.cwd
            assert step.tool or step.kind not in {"call", "result"}
        assert (len(log.courses), log.bad) == (1, 0)
    assert (counts["call"], counts["result"]) == (358, 358)


def test_real_logs_of_other_origin_are_read(cases: Path) -> None:
    found: dict[str, Counter[str]] = {}
    for path in sorted((cases / "replay/other").iterdir()):
        log = Transcript()
        found[path.name.split("_")[0]] = Counter(step.kind for step in log.steps(pieces(path)))
        assert log.bad == 0
    assert found == {
        "entire": Counter(prompt=1, said=2, call=1, result=1),
        "fasthooks": Counter(),  # what hooks were given is no session
        "reliability": Counter(prompt=1, said=3, call=4, result=4),
        "simonw": Counter(prompt=2, said=2, call=2, result=2),
        "spotter": Counter(prompt=1, said=1, call=2, result=2),
    }
