"""Refreshing moves one field of one note to what is so now, or says why not and changes nothing."""

import os
import shutil
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.core.events import Refreshed
from hindnote.core.expiry import UnevaluatableTrigger
from hindnote.core.keys import Layer
from hindnote.core.repin import NothingToPin
from hindnote.core.writing import BreaksSchema
from hindnote.shell import ledger
from hindnote.shell.app.ingest import ingest
from hindnote.shell.app.refresh import RefreshedAnswer, refresh
from hindnote.shell.app.show import NoSuchNote
from hindnote.shell.app.stale import stale
from hindnote.shell.app.swapping import ChangedMeanwhile, NotOurs, SeveralNotes
from hindnote.shell.app.world import World, open_world
from hindnote.shell.lock import LockTimeout

from ..places import git, repository, settings_in, world_in

OLD = "8370720c1f0e5a6b7d8e9f00112233445566778a"
NOTE = """---
# a comment that stays
key: {key}
type: topic
source: hand
recorded: 2026-08-07
invalidated_by: {trigger}   # and this one
odd: [x,   y]
---
# A note

## About

text
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    repo = repository(tmp_path / "repo")
    (repo / "f").write_text("now\n")
    return world_in(tmp_path, repo)


def note(world: World, trigger: str, layer: Layer = Layer.LOCAL, key: str = "a", text: str = NOTE) -> Path:
    place = world.places.folder(layer) / f"{key}.md"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.format(key=key, trigger=trigger).encode())
    return place


def blob(world: World) -> str:
    return git(world.places.root, "hash-object", "f")


def done(world: World, key: str = "a", layer: Layer | None = None) -> RefreshedAnswer:
    match refresh(world, key, layer):
        case Success(answer):
            return answer
        case Failure(refusal):
            pytest.fail(refusal.explain().message())


# --- what moves -------------------------------------------------------------


@pytest.mark.parametrize("layer", [Layer.TEAM, Layer.LOCAL])
@pytest.mark.parametrize("text", [NOTE, NOTE.replace("\n", "\r\n"), f"\ufeff{NOTE}"], ids=["lf", "crlf", "bom"])
def test_only_that_one_value_changes(world: World, layer: Layer, text: str) -> None:
    place = note(world, f"file:f@{OLD}", layer, text=text)
    assert len(stale(world).stale) == 1
    answer = done(world)
    assert place.read_bytes() == text.format(key="a", trigger=f"file:f@{blob(world)}").encode()
    assert (answer.how, answer.layer, answer.was) == ("refreshed", layer, f"file:f@{OLD}")
    assert stale(world).current == 1


def test_the_ledger_says_that_somebody_looked(world: World) -> None:
    note(world, f"file:f@{OLD}")
    done(world)
    events = ledger.session(world.places.ledger, "s03").events
    assert [(each.key, each.layer) for each in events if isinstance(each, Refreshed)] == [("a", "local")]


def test_a_note_that_is_current_is_not_written(world: World) -> None:
    """An abbreviation that still fits stays one."""
    place = note(world, f"file:f@{blob(world)[:7]}")
    before = place.stat()
    assert done(world).how == "unchanged"
    after = place.stat()
    assert (after.st_mtime_ns, after.st_ctime_ns, after.st_ino) == (
        before.st_mtime_ns,
        before.st_ctime_ns,
        before.st_ino,
    )
    assert not [each for each in ledger.session(world.places.ledger, "s03").events if isinstance(each, Refreshed)]


def test_a_current_that_was_never_resolved_is(world: World) -> None:
    place = note(world, "file:f@current")
    done(world)
    assert f"file:f@{blob(world)}" in place.read_text()


def test_an_image_and_a_base_are_pinned_to_what_they_are_now(world: World) -> None:
    (world.places.root / "Dockerfile").write_text("FROM a\n")
    note(world, f"image:{OLD}")
    assert done(world).invalidated_by == f"image:{git(world.places.root, 'hash-object', 'Dockerfile')}"
    world.places.config.parent.mkdir(exist_ok=True)
    world.places.config.write_text('[stale]\nbase = "2026.09"\n')
    note(world, "base:2026.08", key="b")
    assert done(open_world(world.settings).unwrap(), "b").invalidated_by == "base:2026.09"


# --- what is refused --------------------------------------------------------


@pytest.mark.parametrize(
    ("trigger", "refusal"),
    [
        (f"file:gone@{OLD}", UnevaluatableTrigger),
        (f"image:{OLD}", UnevaluatableTrigger),
        ("soon", UnevaluatableTrigger),
        ("base:2026.08", NothingToPin),
        ("symbol:mount", NothingToPin),
        ("''", NothingToPin),
    ],
)
def test_nothing_is_pinned_to_what_cannot_be_told(world: World, trigger: str, refusal: type) -> None:
    place = note(world, trigger)
    before = place.read_bytes()
    match refresh(world, "a"):
        case Failure(refused):
            assert isinstance(refused, refusal)
            assert refused.explain().mend
        case Success(answer):
            pytest.fail(f"pinned to {answer.invalidated_by}")
    assert place.read_bytes() == before


def test_of_two_layers_one_must_be_named(world: World) -> None:
    note(world, f"file:f@{OLD}", Layer.TEAM)
    note(world, f"file:f@{OLD}", Layer.LOCAL)
    match refresh(world, "a"):
        case Failure(SeveralNotes(places=places) as refusal):
            assert [layer for layer, _ in places] == ["team", "local"]
            assert "--layer" in refusal.explain().mend
        case other:
            pytest.fail(str(other))
    assert done(world, layer=Layer.TEAM).layer is Layer.TEAM
    assert len(stale(world).stale) == 1


def test_a_key_that_is_nobodys_is_refused(world: World) -> None:
    assert isinstance(refresh(world, "nobody").failure(), NoSuchNote)


def test_a_stub_is_ingests_to_keep(world: World) -> None:
    (world.places.root / "README.md").write_text("# It\n\n## Use\n\ntext\n")
    git(world.places.root, "add", ".")
    ingest(world).unwrap()
    (world.places.root / "README.md").write_text("# Other\n")
    refusal = refresh(world, "readme").failure()
    assert isinstance(refusal, NotOurs)
    assert "ingest" in refusal.explain().mend


def test_a_vaults_note_is_about_no_repository(world: World, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "mine.md").write_text(f"---\ninvalidated_by: file:f@{OLD}\n---\n# Mine\n")
    with_vault = open_world(settings_in(tmp_path, world.places.root, vault=[str(tmp_path / "vault")])).unwrap()
    assert isinstance(refresh(with_vault, "mine").failure(), NotOurs)
    assert not stale(with_vault).stale


def test_what_lint_refuses_is_not_written(world: World) -> None:
    place = note(world, f"file:f@{OLD}", text=NOTE.replace("recorded: 2026-08-07", "recorded: 2026-02-30"))
    before = place.read_bytes()
    assert isinstance(refresh(world, "a").failure(), BreaksSchema)
    assert place.read_bytes() == before


def test_a_note_that_was_changed_meanwhile_keeps_the_change(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody writes between the reading and the lock: here the git that is asked for the blob does."""
    place = note(world, f"file:f@{OLD}")
    writer = tmp_path / "bin" / "git"
    writer.parent.mkdir()
    writer.write_text(f'#!/bin/sh\necho more >> "{place}"\nexec {shutil.which("git")} "$@"\n')
    writer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{writer.parent}{os.pathsep}{os.environ['PATH']}")
    assert isinstance(refresh(world, "a").failure(), ChangedMeanwhile)
    assert place.read_text().endswith("more\n")
    assert OLD in place.read_text()


def test_it_waits_for_the_layers_lock(world: World, tmp_path: Path) -> None:
    note(world, f"file:f@{OLD}")
    hurried = open_world(settings_in(tmp_path, world.places.root, env={"HINDNOTE_LOCK_TIMEOUT": "0"})).unwrap()
    with world.lock(Layer.LOCAL).unwrap():
        assert isinstance(refresh(hurried, "a").failure(), LockTimeout)
