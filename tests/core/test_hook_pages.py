"""The pages for people name every reason for silence, every switch, and where each harness hears us."""

import re
from pathlib import Path
from typing import get_args

import pytest

from hindnote.core.hints import EventReason, NameReason, line_about
from hindnote.core.hookanswers import hears
from hindnote.core.moments import EVENTS, HARNESSES, Event, Moment
from hindnote.core.namenotes import NamedNote
from hindnote.core.names import names
from hindnote.core.switches import Switches

ROOT = Path(__file__).resolve().parents[2]
HOOKS, SETTINGS = ((ROOT / "docs" / name).read_text("utf-8") for name in ("hooks.md", "settings.md"))
ROWS: dict[str, Event] = {
    "session's start": "session-start",
    "prompt": "user-prompt-submit",
    "tool's output": "post-tool-use",
    "failed tool": "post-tool-use-failure",
    "stop, to the person": "stop",
}


def test_every_reason_for_silence_is_explained() -> None:
    told = re.findall(r"`([a-z-]+)`", HOOKS.partition("## Why it is silent")[2].partition("## How")[0])
    assert set(told) == {*get_args(EventReason), *get_args(NameReason)}


@pytest.mark.parametrize(("row", "event"), ROWS.items())
def test_where_a_harness_hears_us_is_told(row: str, event: Event) -> None:
    (line,) = re.findall(rf"^\| {re.escape(row)} \|(.*)\|$", HOOKS, re.MULTILINE)
    assert [cell.strip() for cell in line.split("|")] == [
        "yes" if hears(Moment(event, harness)) else "no" for harness in HARNESSES
    ]


@pytest.mark.parametrize("word", [*EVENTS, *HARNESSES])
def test_every_word_of_the_command_is_told(word: str) -> None:
    assert f"`{word}`" in HOOKS.partition("## What it says")[0]


def test_the_lines_are_those_that_are_said() -> None:
    hums = NamedNote("local", "b", "As30p hums when it is mounted", "2026-08-07", 0, titled=True)
    silent = NamedNote("local", "a", "As30p is silent", "2026-08-06", 0, titled=True, superseded=True)
    (name,) = names("As30p", frozenset()).values()
    assert f"\n{line_about(name, [hums], Switches()).text}\n" in HOOKS
    assert f"\n{line_about(name, [hums, silent], Switches()).text}\n" in HOOKS


def test_every_switch_is_told() -> None:
    source = (ROOT / "src" / "core" / "switches.py").read_text("utf-8")
    assert set(re.findall(r"HINDNOTE_[A-Z_]+", source)) <= set(re.findall(r"HINDNOTE_[A-Z_]+", SETTINGS))
