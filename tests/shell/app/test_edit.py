"""A note is written over only in the version that was read, whoever changed it since and however little."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.events import Refused, Remembered
from hindnote.core.keys import Layer
from hindnote.core.versions import version_of
from hindnote.shell import ledger
from hindnote.shell.app.edit import EditRequest, edit, opened, rewritten
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.swapping import ChangedMeanwhile, NotOurs
from hindnote.shell.app.world import World
from hindnote.shell.lock import LockTimeout

from ..places import repository, world_in

KEY = "surprise/base"
BASE = RememberRequest(expected="a", observed="Base.", evidence="b", answers=("c",))

TEXT = """---
key: surprise/base
type: surprise
source: s
recorded: 2026-08-07
---
# Base

## Expected

a

## Observed

Base.

## Evidence

b

## Answers

- c
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    tmp = tmp_path_factory.mktemp("edit")
    world = world_in(tmp, repository(tmp / "repo"), env={"HINDNOTE_LOCK_TIMEOUT": "0.1"})
    remember(world, BASE).unwrap()
    return world


def place(world: World) -> Path:
    return world.places.local / f"{KEY}.md"


def evidence(text: str, version: str | None = None) -> EditRequest:
    return EditRequest(key=KEY, sections={"Evidence": text}, version=version)


writers = st.tuples(st.sampled_from(["ann", "bob", "cy"]), st.integers(0, 3))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=20)
@given(st.lists(writers, min_size=1, max_size=8))
def test_only_the_version_that_is_there_is_written_over(world: World, turns: list[tuple[str, int]]) -> None:
    """Each writer read the note some versions ago; whoever did not read the latest is refused."""
    place(world).write_text(TEXT)
    versions = [version_of(TEXT)]
    for turn, (name, ago) in enumerate(turns):
        read = versions[-1 - min(ago, len(versions) - 1)]
        before = place(world).read_bytes()
        match edit(world, evidence(f"{name} {turn}", read)):
            case Success(answer):
                assert read == version_of(before)
                assert answer.version == version_of(place(world).read_bytes())
                versions.append(answer.version)
            case Failure(refusal):
                assert refusal == ChangedMeanwhile(str(place(world)))
                assert (read != version_of(before), place(world).read_bytes()) == (True, before)


@pytest.mark.parametrize("version", ["", "x", "0" * 16, "\x00", "\ud800"])
def test_what_is_no_version_is_no_version_of_it(world: World, version: str) -> None:
    assert edit(world, evidence("x", version)) == Failure(ChangedMeanwhile(str(place(world))))


def test_what_changed_between_reading_and_writing_is_not_written_over(world: World) -> None:
    place(world).write_text(TEXT)
    was = opened(world, evidence("x")).unwrap()
    place(world).write_text(was.text.replace("b\n", "theirs\n"))
    theirs = place(world).read_bytes()
    assert rewritten(world, was, was.text.replace("b\n", "mine\n"), said="") == Failure(
        ChangedMeanwhile(str(place(world)))
    )
    assert place(world).read_bytes() == theirs


def test_while_another_writes_nobody_does(world: World) -> None:
    with world.lock(Layer.LOCAL).unwrap():
        match edit(world, evidence("waits")):
            case Failure(LockTimeout()):
                pass
            case other:
                pytest.fail(str(other))


def test_who_may_not_write_to_a_layer_is_told_what_to_do(world: World) -> None:
    note = world.places.team / "team-note.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text("---\nkey: team-note\ntype: topic\nsource: s\nrecorded: 2026-08-07\n---\n# T\n\n## A\n\nx\n")
    own = frozenset({Layer.LOCAL, Layer.VAULT})
    match edit(world, EditRequest(key="team-note", title="New"), own):
        case Failure(NotOurs() as refusal):
            assert "hindnote edit team-note" in refusal.explain().mend
        case other:
            pytest.fail(str(other))
    assert edit(world, EditRequest(key="team-note", title="New")).unwrap().layer is Layer.TEAM


def test_the_ledger_has_the_key_and_the_reason_and_no_text(world: World) -> None:
    edit(world, evidence("quite another matter")).unwrap()
    edit(world, evidence("refused", "x"))
    *_, done, refused = ledger.everything(world.places.ledger).events
    assert isinstance(done, Remembered)
    assert (done.key, done.layer, done.how) == (KEY, "local", "updated")
    assert isinstance(refused, Refused)
    assert (refused.why, refused.key) == ("ChangedMeanwhile", KEY)
    assert b"another matter" not in b"".join(
        path.read_bytes() for path in world.places.ledger.rglob("*") if path.is_file()
    )
