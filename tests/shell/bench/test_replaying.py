"""A replay counts what recorded sessions would have been told, whatever state their logs are in, and writes nothing."""

import importlib.util
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from returns.result import Failure
from syrupy.assertion import SnapshotAssertion

from hindnote.core.outcome import Refusal
from hindnote.core.replays import Preflights, ToolHints, Usual, preflights_text, tool_hints_text, write_contexts_text
from hindnote.shell.app.world import World
from hindnote.shell.bench.bed import NoSuchFolder
from hindnote.shell.bench.logs import NoLogs, NoSuchPath
from hindnote.shell.bench.replay import PIECE
from hindnote.shell.bench.replaying import (
    Done,
    NoSuchDays,
    Replaying,
    preflights,
    replayed,
    tool_hints,
    write_contexts,
)
from hindnote.shell.hooks.answering import respond
from hindnote.shell.hooks.asked import Asked
from hindnote.shell.index.index import open_index

from ...pages import page
from ..places import repository, world_in

__all__ = ["page"]  # the fixture

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
SESSIONS = 12
NO_TIME = Usual(0, 0)
NOTE = "---\nrecorded: {}\n---\n# As30p hums\n"

Generate = Callable[[Path, int], Counter[str]]


def generator() -> Generate:
    spec = importlib.util.spec_from_file_location("replay_generator", BENCHMARKS / "replay_generator.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    generate: Generate = module.generate
    return generate


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, repository(tmp_path / "repo"), env={"HINDNOTE_MODEL": "off"})


def done(world: World, logs: Path, notes: Path | None, days: int | None = None) -> Done:
    return replayed(world, Replaying(logs=(logs,), notes=notes, days=days), unheard).unwrap()


def unheard(_: int, __: int) -> None:
    pass


def refusal(world: World, asked: Replaying) -> Refusal:
    match replayed(world, asked, unheard):
        case Failure(refused):
            return refused
        case other:
            pytest.fail(str(other))


# --- what is generated is counted -------------------------------------------


@pytest.fixture
def generated(tmp_path: Path) -> tuple[Path, Counter[str]]:
    folder = tmp_path / "generated"
    return folder, generator()(folder, SESSIONS)


def test_every_count_is_the_one_that_the_sessions_were_made_to_have(
    world: World, generated: tuple[Path, Counter[str]]
) -> None:
    folder, must = generated
    ended = done(world, folder / "sessions", folder / "notes")
    hints, writes = tool_hints(ended), write_contexts(ended)
    withheld = {name.removeprefix("withheld "): n for name, n in must.items() if name.startswith("withheld ")}
    assert (hints.sessions, hints.tool_results, hints.hints) == (SESSIONS, must["tool results"], must["hints"])
    assert (hints.timelines, hints.withheld) == (must["timelines"], withheld)
    assert hints.considered == hints.tool_results - withheld["file-tool"] - withheld["own-tool"]
    assert round(hints.precision * hints.names) == must["right"]
    assert (writes.writes, writes.listed) == (must["writes"], must["listed"])
    assert round(writes.precision * writes.listed) == must["read"]


def test_the_pages_of_generated_sessions(
    world: World, generated: tuple[Path, Counter[str]], page: SnapshotAssertion
) -> None:
    folder, _ = generated
    ended = done(world, folder / "sessions", folder / "notes")
    told = [
        tool_hints_text(replace(tool_hints(ended), latency_ms=NO_TIME)),
        write_contexts_text(replace(write_contexts(ended), latency_ms=NO_TIME)),
        preflights_text(replace(preflights(ended), latency_ms=NO_TIME)),
    ]
    assert "\n\n---\n\n".join(told) == page


def test_again_is_the_same(world: World, generated: tuple[Path, Counter[str]]) -> None:
    folder, _ = generated
    first, again = (tool_hints(done(world, folder / "sessions", folder / "notes")) for _ in range(2))
    assert replace(first, latency_ms=NO_TIME) == replace(again, latency_ms=NO_TIME)


# --- one session ------------------------------------------------------------


def line(kind: str, content: object, at: str = "2026-08-01T10:00:00.000Z", session: str = "s1") -> str:
    message = {"role": kind, "content": content}
    told = {"type": kind, "sessionId": session, "cwd": "/home/dev/kiln", "timestamp": at, "message": message}
    return json.dumps(told, ensure_ascii=False)


def call(
    number: int, command: str, answer: str, at: str = "2026-08-01T10:00:00.000Z", session: str = "s1"
) -> list[str]:
    asks = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": command}}
    answers = {"type": "tool_result", "tool_use_id": f"t{number}", "content": answer}
    return [line("assistant", [asks], at, session), line("user", [answers], at, session)]


def says(text: str, at: str = "2026-08-01T10:00:00.000Z", session: str = "s1") -> str:
    return line("assistant", [{"type": "text", "text": text}], at, session)


def counted(
    tmp_path: Path, world: World, lines: Sequence[str], recorded: str = "2026-07-01", days: int | None = None
) -> ToolHints:
    notes, logs = tmp_path / "notes", tmp_path / "logs"
    notes.mkdir()
    logs.mkdir()
    (notes / "hums.md").write_text(NOTE.format(recorded), "utf-8")
    (logs / "s1.jsonl").write_text("\n".join(lines), "utf-8")
    return tool_hints(done(world, logs, notes, days))


def test_a_note_of_the_next_day_is_not_there_yet_and_past_midnight_it_is(tmp_path: Path, world: World) -> None:
    lines = [
        *call(1, "ls", "As30p", "2026-08-01T23:59:59.000Z"),
        *call(2, "ls", "As30p", "2026-08-02T00:00:01.000Z"),
        says("As30p, then.", "2026-08-02T00:00:02.000Z"),
    ]
    found = counted(tmp_path, world, lines, "2026-08-02")
    assert (found.hints, found.precision, found.withheld) == (1, 1, {"unknown": 1})


def test_a_clock_that_goes_back_takes_later_notes_away_again(tmp_path: Path, world: World) -> None:
    lines = [
        *call(1, "ls", "As30p", "2026-08-03T10:00:00.000Z"),
        *call(2, "ls", "As30p", "2026-08-01T10:00:00.000Z", "s2"),
    ]
    found = counted(tmp_path, world, lines, "2026-08-02")
    assert (found.hints, found.withheld) == (1, {"unknown": 1})


def test_sessions_that_share_a_file_have_budgets_of_their_own(tmp_path: Path, world: World) -> None:
    lines = [
        *call(1, "ls", "As30p", session="s1"),
        *call(2, "ls", "As30p", session="s2"),
        *call(3, "df", "As30p", session="s1"),
        says("As30p it is.", session="s2"),
    ]
    found = counted(tmp_path, world, lines)
    assert (found.sessions, found.hints, found.withheld) == (2, 2, {"hinted": 1})
    assert found.precision == 0.5


def test_what_a_tool_echoes_is_no_use(tmp_path: Path, world: World) -> None:
    found = counted(tmp_path, world, [*call(1, "ls", "As30p"), *call(2, "df", "As30p As30p")])
    assert (found.hints, found.precision) == (1, 0)


def test_a_name_late_in_a_text_longer_than_any_is_a_use(tmp_path: Path, world: World) -> None:
    found = counted(tmp_path, world, [*call(1, "ls", "As30p"), says("word " * (PIECE // 4) + "As30p")])
    assert (found.hints, found.precision) == (1, 1)


def test_a_result_that_a_log_tells_twice_counts_once(tmp_path: Path, world: World) -> None:
    once = call(1, "ls", "As30p")
    notes, logs = tmp_path / "n", tmp_path / "l"
    notes.mkdir()
    logs.mkdir()
    for name in ("a", "b"):
        (logs / f"{name}.jsonl").write_text("\n".join(once), "utf-8")
    assert tool_hints(done(world, logs, notes)).tool_results == 1


def test_only_the_last_days_are_looked_at(tmp_path: Path, world: World) -> None:
    """The clock stands at 2026-08-07."""
    lines = [
        *call(1, "ls", "As30p", "2026-07-30T10:00:00.000Z"),
        *call(2, "ls", "As30p", "2026-08-06T10:00:00.000Z", "s2"),
    ]
    found = counted(tmp_path, world, lines, days=7)
    assert (found.sessions, found.hints) == (1, 1)


def test_what_is_counted_is_what_a_hook_says(tmp_path: Path, world: World) -> None:
    world.places.local.mkdir(parents=True, exist_ok=True)
    (world.places.local / "hums.md").write_text(NOTE.format("2026-07-01"), "utf-8")
    with open_index(world) as index:
        index.refresh()
    cwd = str(tmp_path / "repo")
    event = {"session_id": "s1", "cwd": cwd, "tool_name": "Bash", "tool_response": "sdb As30p"}
    stdin = json.dumps({**event, "tool_input": {"command": "lsblk"}}).encode()
    asked = Asked("post-tool-use", "claude", cwd, world.settings.env, stdin)
    said = json.loads(respond(asked))["hookSpecificOutput"]["additionalContext"]
    (tmp_path / "log.jsonl").write_text("\n".join(call(1, "lsblk", "sdb As30p")), "utf-8")
    assert tool_hints(done(world, tmp_path / "log.jsonl", None)).chars_per_session.median == len(said)


# --- prompts ----------------------------------------------------------------


def asks(text: str, *, agent: bool = False) -> str:
    told = json.loads(line("user", text))
    return json.dumps({**told, "isSidechain": agent})


def prompted(tmp_path: Path, world: World, note: str, lines: Sequence[str]) -> tuple[Preflights, ToolHints]:
    notes, log = tmp_path / "notes", tmp_path / "s1.jsonl"
    notes.mkdir()
    (notes / "note.md").write_text(note, "utf-8")
    log.write_text("\n".join(lines), "utf-8")
    ended = done(world, log, notes)
    return preflights(ended), tool_hints(ended)


def test_what_a_prompt_brought_up_no_tool_brings_up_again(tmp_path: Path, world: World) -> None:
    lines = [asks("is As30p broken"), *call(1, "lsblk", "As30p"), says("As30p is fine.")]
    asked, hinted = prompted(tmp_path, world, NOTE.format("2026-07-01"), lines)
    assert (asked.by_name, asked.by_terms, asked.precision) == (1, 0, 1)
    assert (hinted.hints, hinted.withheld) == (0, {"hinted": 1})


def test_a_topic_is_right_when_a_name_of_its_notes_is_used_that_the_prompt_did_not_hold(
    tmp_path: Path, world: World
) -> None:
    note = "---\nrecorded: 2026-07-01\n---\n# The credential rename fails\n\nWith EBUSY, on Zx41p.\n"
    lines = [asks("why does the credential rename fail with ebusy"), says("It is Zx41p.")]
    asked, _ = prompted(tmp_path, world, note, lines)
    assert (asked.by_name, asked.by_terms, asked.judged, asked.precision) == (0, 1, 1, 1)


def test_a_topic_whose_notes_name_nothing_cannot_be_judged(tmp_path: Path, world: World) -> None:
    note = "---\nrecorded: 2026-07-01\n---\n# The credential rename fails\n\nWith a busy mount.\n"
    asked, _ = prompted(tmp_path, world, note, [asks("why does the credential rename fail on a busy mount")])
    assert (asked.by_terms, asked.judged, asked.interval) == (1, 0, (0, 1))


def test_what_one_agent_asks_another_is_no_prompt(tmp_path: Path, world: World) -> None:
    asked, _ = prompted(tmp_path, world, NOTE.format("2026-07-01"), [asks("is As30p broken", agent=True)])
    assert asked.prompts == 0


# --- bad input --------------------------------------------------------------


def test_a_log_that_is_no_log_costs_nothing_but_its_lines(tmp_path: Path, world: World) -> None:
    logs, notes = tmp_path / "logs", tmp_path / "notes"
    notes.mkdir()
    logs.mkdir()
    (notes / "hums.md").write_text(NOTE.format("2026-07-01"), "utf-8")
    (logs / "a.jsonl").write_bytes(b"")
    (logs / "b.jsonl").write_bytes(bytes(range(256)) * 64)
    whole = "\n".join(call(1, "ls", "As30p größer")).encode()
    torn = whole[: whole.index("ö".encode()) + 1]
    (logs / "c.jsonl").write_bytes(whole + b"\n" + torn)
    found = tool_hints(done(world, logs, notes))
    assert (found.sessions, found.hints) == (1, 1)
    assert found.bad_lines > 0


def test_a_very_long_log_is_read_line_by_line(tmp_path: Path, world: World) -> None:
    """A tenth of the size that must be borne; what is remembered of it does not grow with it."""
    logs, notes = tmp_path / "logs", tmp_path / "notes"
    notes.mkdir()
    logs.mkdir()
    block = ("\n".join(call(1, "ls", "x" * 500_000)) + "\n").encode()
    with (logs / "long.jsonl").open("wb") as log:
        for _ in range(100):
            log.write(block)
    assert tool_hints(done(world, logs, notes)).tool_results == 1


def test_each_refusal_says_what_to_do(tmp_path: Path, world: World) -> None:
    (tmp_path / "empty").mkdir()
    logs = (tmp_path / "empty",)
    assert isinstance(refusal(world, Replaying(logs=logs)), NoLogs)
    assert isinstance(refusal(world, Replaying(logs=(tmp_path / "nowhere",))), NoSuchPath)
    assert isinstance(refusal(world, Replaying(logs=logs, notes=tmp_path / "nowhere")), NoSuchFolder)
    days = refusal(world, Replaying(logs=logs, days=0))
    assert isinstance(days, NoSuchDays)
    assert "--days" in days.explain().where


def test_the_users_own_notes_and_state_are_only_read(tmp_path: Path, world: World) -> None:
    local = world.places.local
    local.mkdir(parents=True, exist_ok=True)
    (local / "hums.md").write_text(NOTE.format("2026-07-01"), "utf-8")
    (tmp_path / "log.jsonl").write_text("\n".join(call(1, "ls", "As30p")), "utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert tool_hints(done(world, tmp_path / "log.jsonl", None)).hints == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
