"""A session's start is told what a real store holds: what was read, what went stale on the branch, what lint found, and no guess."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from returns.result import Success

import hindnote
from hindnote.core.budgets import heard
from hindnote.core.census import summary
from hindnote.core.earned import DAY, DAYS
from hindnote.core.events import Accessed, Renamed, Stamp
from hindnote.core.hints import Hint, Silence
from hindnote.core.moments import Moment
from hindnote.core.switches import Switches
from hindnote.shell import ledger
from hindnote.shell.app.census import census
from hindnote.shell.app.lint import lint
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.rename import rename
from hindnote.shell.app.stale import glance, stale
from hindnote.shell.app.world import World
from hindnote.shell.hooks.capsule import session_capsule
from hindnote.shell.hooks.here import here
from hindnote.shell.hooks.scene import Scene, opened
from hindnote.shell.index.index import open_index
from hindnote.shell.ledgerfile import Limits
from hindnote.shell.server.room import Room

from ..places import git, repository, world_in

TODAY = time.strftime("%Y-%m-%d", time.gmtime())
TITLE = "[[Mounting a token returns EBUSY]] (local 2026-08-07)"
HEAVY = ("msgspec", "returns", "numpy", "pathlib", "subprocess", "mcp", "cyclopts", "model2vec")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A repository on a branch of its own, and a local note that depends on one of its files."""
    repo = repository(tmp_path / "repo")
    (repo / "src").mkdir()
    (repo / "src" / "mount.rs").write_text("fn mount() {}\n")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "begin")
    git(repo, "checkout", "-qb", "topic")
    world = world_in(tmp_path, repo, env={"HINDNOTE_MODEL": "off"})
    recorded(world, "Mounting a token returns EBUSY.", "file:src/mount.rs@current")
    return world


def recorded(world: World, observed: str, trigger: str | None = None) -> str:
    said = RememberRequest(
        expected="Otherwise.", observed=observed, evidence="seen", answers=("why",), invalidated_by=trigger
    )
    return remember(world, said).unwrap().key


def told(world: World) -> Hint | Silence:
    homes = world.settings.homes
    env = {f"HINDNOTE_{kind.upper()}_HOME": str(getattr(homes, kind)) for kind in ("data", "state", "config")}
    found = here(str(world.places.root), env)
    assert found is not None
    scene = Scene(Moment("session-start", "claude"), found, Switches(), opened)
    return session_capsule(scene, heard([], Switches()))


def text(world: World) -> str:
    said = told(world)
    assert isinstance(said, Hint)
    return said.text


def read(world: World, key: str, *, session: str, day: str = TODAY, limits: Limits | None = None) -> None:
    event = Accessed(stamp=Stamp(f"{day}T12:00:00Z", session, "claude"), key=key, layer="local")
    ledger.append(world.places.ledger, [event], *([limits] if limits else []))


def only_key(world: World) -> str:
    return next(world.places.local.rglob("*.md")).relative_to(world.places.local).as_posix().removesuffix(".md")


# --- counts -------------------------------------------------------------------


def test_it_counts_as_the_server_does(world: World) -> None:
    recorded(world, "A second thing happened.")
    assert summary(census(world)).partition(":")[2] in text(world)


def test_before_there_is_an_index_the_notes_of_a_clone_are_counted(world: World) -> None:
    (world.places.state / "index.db").unlink()
    assert "1 note (1 local)" in text(world)


def test_an_empty_store_says_nothing(world: World) -> None:
    (world.places.local / f"{only_key(world)}.md").unlink()
    assert told(world) == Silence("empty-store")


def test_what_the_team_has_too_is_not_pending(world: World) -> None:
    assert "1 local note is not promoted" in text(world)
    file = world.places.team / f"{only_key(world)}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes((world.places.local / f"{only_key(world)}.md").read_bytes())
    with open_index(world) as index:
        index.refresh(vectors=False)
    assert "promoted" not in text(world)


# --- earned -------------------------------------------------------------------


def test_a_note_that_was_read_in_any_session_is_named(world: World) -> None:
    for session in ("a", "b", "b"):
        read(world, only_key(world), session=session)
    assert f"- {TITLE}: read 3 times, last on {TODAY}" in text(world)


def test_a_note_that_was_renamed_keeps_its_reads(world: World) -> None:
    old, today = only_key(world), Stamp(f"{TODAY}T13:00:00Z", "another", "cli")
    read(world, old, session="a")
    assert isinstance(rename(world, old, "mount"), Success)
    ledger.append(world.places.ledger, [Renamed(stamp=today, key=old, layer="local", to="mount")])
    read(world, "mount", session="b")
    assert f"- {TITLE}: read 2 times, last on {TODAY}" in text(world)


def test_a_note_that_nobody_read_is_not(world: World) -> None:
    assert TITLE not in text(world)


def test_archiving_old_sessions_changes_nothing(world: World) -> None:
    few = Limits(files=2, kept_files=1)
    for number in range(6):
        session = f"s{number}"
        read(world, only_key(world), session=session, limits=few)
        file = world.places.ledger / f"{session}.jsonl"
        if file.exists():
            old = time.time_ns() - (10 - number) * DAY
            os.utime(file, ns=(old, old))
    assert (world.places.ledger / "~archive.jsonl").exists()
    assert "read 6 times" in text(world)


def test_a_session_whose_file_a_kill_kept_from_going_is_counted_once(world: World) -> None:
    few, kept = Limits(files=2, kept_files=1), dict[Path, bytes]()
    for number in range(6):
        read(world, only_key(world), session=f"s{number}", limits=few)
        for file in world.places.ledger.glob("s?.jsonl"):
            kept[file] = file.read_bytes()
            os.utime(file, ns=(old := time.time_ns() - (10 - number) * DAY, old))
    for file, data in kept.items():
        file.write_bytes(data)
    assert "read 6 times" in text(world)


def test_a_file_that_nobody_wrote_to_for_so_long_is_not_counted(world: World) -> None:
    read(world, only_key(world), session="a")
    long_ago = time.time_ns() - (DAYS + 2) * DAY
    os.utime(world.places.ledger / "a.jsonl", ns=(long_ago, long_ago))
    assert TITLE not in text(world)


def test_a_note_that_is_gone_or_archived_is_not_named(world: World) -> None:
    read(world, only_key(world), session="a")
    read(world, "no-such-note", session="a")
    file = world.places.local / f"{only_key(world)}.md"
    file.write_text(file.read_text().replace("source:", "archived: true\nsource:", 1))
    with open_index(world) as index:
        index.refresh(vectors=False)
    assert "[[" not in text(world)


# --- stale --------------------------------------------------------------------


def changed(world: World, said: str = "fn mount() { todo!() }\n") -> None:
    (world.places.root / "src" / "mount.rs").write_text(said)


def test_a_note_whose_file_changed_on_the_branch_is_named(world: World) -> None:
    changed(world)
    git(world.places.root, "commit", "-qam", "change")
    stale(world)
    assert f"- {TITLE}: src/mount.rs changed" in text(world)


def test_a_glance_finds_out_what_a_session_start_says(world: World) -> None:
    changed(world)
    with open_index(world) as index:
        glance(world, index)
    assert f"- {TITLE}: src/mount.rs changed" in text(world)


def test_a_server_finds_it_out_as_it_ends(world: World) -> None:
    room = Room()
    room.within(world, lambda index: index.refresh(vectors=False))
    changed(world)
    room.close()
    assert f"- {TITLE}: src/mount.rs changed" in text(world)


def test_a_file_that_is_gone_is_told_so(world: World) -> None:
    (world.places.root / "src" / "mount.rs").unlink()
    stale(world)
    assert f"- {TITLE}: src/mount.rs is gone" in text(world)


def test_a_note_that_went_stale_before_the_branch_began_is_not_the_branchs(world: World) -> None:
    repo = world.places.root
    git(repo, "checkout", "-q", "main")
    changed(world)
    git(repo, "commit", "-qam", "change")
    git(repo, "checkout", "-qb", "later")
    stale(world)
    assert "Stale" not in text(world)


def test_what_nobody_has_looked_at_since_is_left_out(world: World) -> None:
    changed(world)
    stale(world)
    changed(world, "fn mount() {}\n")
    assert "Stale" not in text(world)


def test_what_was_found_on_another_branch_is_left_out(world: World) -> None:
    changed(world)
    stale(world)
    git(world.places.root, "checkout", "-qb", "other")
    assert "Stale" not in text(world)


# --- lint ---------------------------------------------------------------------


def test_what_lint_found_last_is_told_with_its_day(world: World) -> None:
    file = world.places.local / "broken.md"
    file.write_text("no note\n")
    assert "hindnote lint" not in text(world)
    found = lint(world).violations
    day = world.stamp().day
    assert f"`hindnote lint` found {len(found)} violations on {day}: MissingField {len(found)}." in text(world)
    file.write_text("no note either\n")
    assert f"violations on {day}" in text(world)
    file.unlink()
    lint(world)
    assert "hindnote lint" not in text(world)


# --- what it costs --------------------------------------------------------------


def test_it_imports_nothing_that_a_hook_cannot_afford() -> None:
    package = Path(hindnote.__file__).parent.resolve()
    folders = [str(package.parent), *(folder for folder in sys.path if folder.endswith("site-packages"))]
    script = f"""
import sys
sys.path += {folders!r}
import {package.name}.shell.hooks.capsule, {package.name}.core.stopping, {package.name}.shell.index.lookup
print(sorted(set(sys.argv[1:]) & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script, *HEAVY], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("name", ["lint.json", "branch.json", "verdicts.json", "census.json", "index.db"])
@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[1]", b'{"version": 1}', b'{"version": 1, "of": 3, "changed": {}}', b"\xff", b"[" * 100_000],
)
def test_no_damage_to_what_is_disposable_breaks_it(world: World, name: str, damage: bytes) -> None:
    text(world)
    (world.places.state / name).write_bytes(damage)
    assert "1 note (1 local)" in text(world)
