"""Killed, raced or out of disk, an ingest leaves every note whole, and the next run finishes the work."""

import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hindnote.core.schema import judge
from hindnote.shell.app.ingest import ingest
from hindnote.shell.app.world import World
from hindnote.shell.notesdir import read, scan

from ..places import git, repository, world_in
from ..processes import Python
from ..test_faults import needs_mounts, tiny

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = 60
PRELUDE = """
import itertools, os, signal, sys
from pathlib import Path
from tests.shell.places import world_in
from hindnote.shell.app.ingest import ingest
from hindnote.shell.app.remember import RememberRequest, remember
world = world_in(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    root = repository(tmp_path / "repo")
    for number in range(DOCUMENTS):
        (root / f"d{number % 7}").mkdir(exist_ok=True)
        (root / f"d{number % 7}/page-{number}.md").write_text(f"# Page {number}\n\n## Part\n\n## Another\n")
    git(root, "add", "-A")
    return world_in(tmp_path, root)


def whole(world: World) -> Mapping[str, str]:
    """Every note, each proven whole, and nothing else."""
    found = scan(world.places.local)
    notes = {file.path: read(world.places.local, file.path).unwrap() for file in found.files}
    assert [path for path, text in notes.items() if judge(text, path)] == []
    return notes


def clean(tmp: Path, world: World) -> Mapping[str, str]:
    """What an undisturbed ingest writes."""
    undisturbed = world_in(tmp, world.places.root, local=str(tmp / "undisturbed"))
    ingest(undisturbed).unwrap()
    return whole(undisturbed)


KILLED = """
WRITES = {"os.rename", "os.link", "os.mkdir", "os.remove"}
seen = itertools.count(1)
def step(event, arguments):
    if event in WRITES and next(seen) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(step)
ingest(world).unwrap()
"""


@pytest.mark.parametrize("at", random.Random(5).sample(range(2, 2 * DOCUMENTS), 5))
def test_a_killed_ingest_leaves_whole_notes_and_the_next_one_finishes(tmp_path: Path, world: World, at: int) -> None:
    command = [sys.executable, "-c", PRELUDE + KILLED, str(tmp_path), str(world.places.root), str(at)]
    assert subprocess.run(command, cwd=ROOT, capture_output=True).returncode == -9
    assert len(whole(world)) < DOCUMENTS + 1
    ingest(world).unwrap()
    assert whole(world) == clean(tmp_path, world)
    assert scan(world.places.local).leftovers == ()


RACER = """
print("ready", flush=True)
sys.stdin.readline()
if sys.argv[3] == "ingest":
    ingest(world).unwrap()
else:
    for number in range(20):
        remember(world, RememberRequest(expected="a", observed=f"Race {number}.", evidence="b", answers=("c",))).unwrap()
"""


def test_several_at_once_and_a_writer_between_them_lose_nothing(tmp_path: Path, world: World) -> None:
    racers = [
        Python(PRELUDE + RACER, str(tmp_path), str(world.places.root), what, cwd=ROOT)
        for what in ("ingest", "ingest", "remember", "ingest")
    ]
    assert [racer.read() for racer in racers] == ["ready"] * 4
    for racer in racers:
        racer.tell("go")
    for racer in racers:
        racer.end()
    notes = whole(world)
    surprises = {path for path in notes if path.startswith("surprise/")}
    assert len(surprises) == 20
    assert {path: text for path, text in notes.items() if path not in surprises} == clean(tmp_path, world)


FULL = """
from returns.result import Failure
outcome = ingest(world)
print(type(outcome.failure()).__name__, outcome.failure().explain().message(), sep="|")
from hindnote.core.schema import judge
from hindnote.shell.notesdir import read, scan
found = scan(world.places.local)
print(len(found.files), all(judge(read(world.places.local, file.path).unwrap(), file.path) == () for file in found.files))
"""


@needs_mounts
def test_a_full_disk_stops_it_and_says_how_far_it_came(tmp_path: Path, world: World) -> None:
    script = [sys.executable, "-c", PRELUDE + FULL, str(tmp_path), str(world.places.root)]
    home = tmp_path / "home/data"
    home.mkdir(parents=True, exist_ok=True)
    command = ["unshare", "-m", "sh", "-c", f'{tiny(home, 128)} && exec "$@"', "sh", *script]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    refusal, notes = run.stdout.splitlines()
    assert refusal.startswith("Stopped|cannot write: No space left on device")
    assert "run `hindnote ingest` again" in refusal
    written, healthy = notes.split()
    assert f"; {written} of {DOCUMENTS + 1} changes are made" in refusal
    assert healthy == "True"
