"""The replay benchmarks as a person and a script call them, in a folder that is no store."""

import json
from pathlib import Path

import pytest

from .standing import Standing, standing_in

SHAPES = {
    "tool-hints": {
        *(
            "sessions",
            "tool_results",
            "considered",
            "hints",
            "share_of_all",
            "share_of_considered",
            "names",
            "timelines",
        ),
        *("precision", "interval", "timeline_precision", "timeline_interval", "base_rate", "chars_per_session"),
        *("latency_ms", "withheld", "bad_lines", "said"),
    },
    "write-context": {
        *("sessions", "writes", "listed", "share", "notes", "characters", "timelines", "precision", "interval"),
        *("latency_ms", "bad_lines", "said"),
    },
    "preflight": {
        *("sessions", "prompts", "silent", "silence_rate", "by_terms", "by_name", "timelines", "judged", "precision"),
        *("interval", "answerable", "answered", "false_alarms", "latency_ms", "withheld", "bad_lines", "said"),
    },
}
CALL = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "lsblk"}}
ANSWER = {"type": "tool_result", "tool_use_id": "t1", "content": "sdb As30p"}
SAID = {"type": "text", "text": "As30p is there."}


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    standing = standing_in(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "notes").mkdir(parents=True)
    (elsewhere / "notes" / "hums.md").write_text("---\nrecorded: 2026-07-01\n---\n# As30p hums\n", "utf-8")
    lines = [
        {"type": kind, "sessionId": "s", "timestamp": "2026-08-01T10:00:00.000Z", "message": {"content": [block]}}
        for kind, block in (("assistant", CALL), ("user", ANSWER), ("assistant", SAID))
    ]
    (elsewhere / "log.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return standing._replace(cwd=elsewhere)


@pytest.mark.parametrize("command", SHAPES)
def test_a_script_gets_the_documented_shape(here: Standing, command: str) -> None:
    said = here.run("bench", command, "--transcript", "log.jsonl", "--notes", "notes", "--json")
    assert (said.code, said.err) == (0, "")
    assert json.loads(said.out).keys() == SHAPES[command]


def test_a_hint_that_was_used_is_counted_and_nothing_is_left_behind(here: Standing) -> None:
    said = here.run("bench", "tool-hints", "--transcript", "log.jsonl", "--notes", "notes", "--json")
    told = json.loads(said.out)
    assert (told["hints"], told["share_of_considered"], told["precision"]) == (1, 1, 1)
    assert {path.name for path in here.cwd.iterdir()} == {"notes", "log.jsonl"}


def test_a_person_gets_a_table(here: Standing) -> None:
    said = here.run("bench", "tool-hints", "--transcript", "log.jsonl", "--notes", "notes")
    assert "1: 100.0 % of these" in said.out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("tool-hints",), 2, "nothing to replay"),
        (("write-context",), 2, "nothing to replay"),
        (("preflight",), 2, "nothing to replay"),
        (("preflight", "--transcript", "log.jsonl", "--cases", "log.jsonl"), 2, "nothing to replay"),
        (("tool-hints", "--transcript", "nowhere"), 1, "there is no `nowhere`"),
        (("tool-hints", "--transcript", "notes"), 1, "no recorded session"),
        (("tool-hints", "--transcript", "log.jsonl", "--days", "0"), 1, "no number of days"),
        (("preflight", "--cases", "nowhere", "--notes", "notes"), 1, "cannot be read"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_to_do(
    here: Standing, words: tuple[str, ...], code: int, told: str
) -> None:
    said = here.run("bench", *words, "--json")
    assert said.code == code
    refused = json.loads(said.err)
    assert told in refused["error"]
    assert refused["mend"]
