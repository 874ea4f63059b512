"""Preflight on prompts with known answers: what clears the floor, whether it shows the answer, and what speaks in vain."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from returns.result import Failure

from hindnote.core.cases import BadCase, NoCases
from hindnote.core.replays import Preflights, Usual
from hindnote.shell.app.world import World
from hindnote.shell.bench.bed import NoSuchFolder
from hindnote.shell.bench.prompts import preflight_cases
from hindnote.shell.bench.quality import CasesUnreadable

from ..places import repository, world_in

NOTES = {
    "mount": "# A credential mount returns EBUSY\n\nThe rename of the token file fails inside the container.\n",
    "disk": "# As30p hums\n\nIt hums in the cellar at night.\n",
    "lock": "# The retry took the lock\n\nThe first attempt had not let go of the database lease yet.\n",
}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, repository(tmp_path / "repo"), env={"HINDNOTE_MODEL": "off"})


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    for key, text in NOTES.items():
        (folder / f"{key}.md").write_text(text, "utf-8")
    return folder


def unheard(_: int, __: int) -> None:
    pass


def found(tmp_path: Path, world: World, notes: Path, cases: Sequence[Mapping[str, object]]) -> Preflights:
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(map(json.dumps, cases)), "utf-8")
    return preflight_cases(world, file, notes, unheard).unwrap()


def test_each_case_is_judged_by_what_it_shows(tmp_path: Path, world: World, notes: Path) -> None:
    cases: list[Mapping[str, object]] = [
        {"prompt": "why does the credential rename fail with EBUSY", "answers": ["mount"]},
        {"query": "is As30p broken", "answers": ["disk"]},
        {"prompt": "the retry of an attempt and its database lease", "answers": ["mount"]},
        {"prompt": "write a poem about rain", "answers": []},
        {"prompt": "is As30p mine"},
    ]
    told = found(tmp_path, world, notes, cases)
    assert (told.sessions, told.prompts, told.silent, told.silence_rate) == (0, 5, 1, 0.2)
    assert (told.by_terms, told.by_name) == (2, 2)
    assert (told.judged, told.precision) == (4, 0.5)
    assert (told.answerable, told.answered, told.false_alarms) == (3, 2, 1)
    assert told.latency_ms != Usual(0, 0)


def test_a_prompt_of_one_case_is_not_what_the_next_has_seen(tmp_path: Path, world: World, notes: Path) -> None:
    case = {"prompt": "is As30p broken", "answers": ["disk"]}
    assert found(tmp_path, world, notes, [case, case]).by_name == 2


@pytest.mark.parametrize(
    ("content", "refusal"), [(b"", NoCases), (b"{}", BadCase), (b"\x00\xff", BadCase), (None, CasesUnreadable)]
)
def test_each_file_that_holds_no_cases_is_refused(
    tmp_path: Path, world: World, notes: Path, content: bytes | None, refusal: type
) -> None:
    file = tmp_path / "cases.jsonl"
    if content is not None:
        file.write_bytes(content)
    match preflight_cases(world, file, notes, unheard):
        case Failure(refused):
            assert isinstance(refused, refusal)
        case other:
            pytest.fail(str(other))


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path, world: World) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b'{"prompt": "x"}')
    assert preflight_cases(world, file, tmp_path / "nowhere", unheard) == Failure(
        NoSuchFolder(str(tmp_path / "nowhere"))
    )
