"""Many processes write one layer, and some are killed: nothing is lost, nothing is half written, no key is taken twice."""

import random
import time
from collections.abc import Sequence
from pathlib import Path

from hindnote.core.document import read_document
from hindnote.core.events import Remembered
from hindnote.core.note import parse_note
from hindnote.core.schema import judge
from hindnote.shell import ledger
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.world import World
from hindnote.shell.index.index import open_index
from hindnote.shell.notesdir import read, scan

from ..places import repository, world_in
from ..processes import Python

WRITER = """
import sys
from pathlib import Path
from tests.shell.places import world_in
from hindnote.shell.app.remember import RememberRequest, remember

tmp, here, name, said = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:]
world = world_in(tmp, here, session=name)
print("ready", flush=True)
for turn in sys.stdin:
    for observed in said:
        request = RememberRequest(
            expected="one", observed=observed.format(turn=turn.strip()), evidence="word " * 1_000, answers=("why",)
        )
        print(type(remember(world, request)).__name__, flush=True)
"""
ROOT = Path(__file__).resolve().parents[3]


def writer(tmp: Path, here: Path, name: str, *said: str) -> Python:
    """A process that remembers each of `said` for every turn it is told."""
    process = Python(WRITER, str(tmp), str(here), name, *said, cwd=ROOT)
    assert process.read() == "ready"
    return process


def stored(world: World) -> Sequence[str]:
    """Every note in the layer, each proven whole."""
    found = scan(world.places.local)
    assert found.broken == ()
    for file in found.files:
        text = read(world.places.local, file.path).unwrap()
        assert judge(text, file.path) == ()
        assert parse_note(text).unwrap().sections[2].body == ("word " * 1_000).strip()
    return [file.path for file in found.files]


def test_four_processes_lose_nothing_and_take_no_key_twice(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    names = [f"writer{n}" for n in range(4)]
    writers = [writer(tmp_path, world.places.root, name, f"{name} saw {{turn}}.", "All saw {turn}.") for name in names]
    for turn in range(50):
        for each in writers:
            each.tell(str(turn))
    said = [[line.read() for _ in range(100)] for line in writers]
    for each in writers:
        each.end()
    own = [f"surprise/{name}-saw-{turn}.md" for name in names for turn in range(50)]
    assert list(stored(world)) == sorted([*own, *(f"surprise/all-saw-{turn}.md" for turn in range(50))])
    assert all(lines[0::2] == ["Success"] * 50 for lines in said)
    for turn in range(50):
        assert [lines[2 * turn + 1] for lines in said].count("Success") == 1
    log = ledger.everything(world.places.ledger)
    assert (sum(isinstance(event, Remembered) for event in log.events), log.skipped) == (250, 0)
    with open_index(world) as index:
        index.refresh()
        assert len(index.notes()) == 250


UPDATER = """
import sys
from pathlib import Path
from tests.shell.places import world_in
from hindnote.shell.app.remember import RememberRequest, remember

world = world_in(Path(sys.argv[1]), Path(sys.argv[2]), session=sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
for turn in range(25):
    said = RememberRequest(update="surprise/shared", observed=f"{sys.argv[3]} saw {turn}.", evidence="e")
    remember(world, said).unwrap()
"""


def test_processes_that_update_one_note_lose_no_bullet(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    note = remember(world, RememberRequest(expected="x", observed="Shared.", evidence="e", answers=("q",))).unwrap()
    writers = [Python(UPDATER, str(tmp_path), str(world.places.root), f"w{n}", cwd=ROOT) for n in range(4)]
    for each in writers:
        assert each.read() == "ready"
    for each in writers:
        each.tell("go")
    for each in writers:
        each.end()
    text = Path(note.path).read_text()
    assert [text.count(f" w{n} saw {turn}. ") for n in range(4) for turn in range(25)] == [1] * 100


def test_a_kill_at_any_moment_leaves_every_note_whole(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    dice = random.Random(4)
    acknowledged: list[str] = []
    for life in range(12):
        process = writer(tmp_path, world.places.root, f"life{life}", f"Life {life} saw {{turn}}.")
        for turn in range(500):
            process.tell(str(turn))
        done = 0
        end = time.monotonic() + dice.uniform(0, 0.3)
        while time.monotonic() < end:
            assert process.read() == "Success"
            done += 1
        process.kill()
        acknowledged += [f"surprise/life-{life}-saw-{turn}.md" for turn in range(done)]
        assert set(acknowledged) <= set(stored(world))
    assert acknowledged
    survivor = RememberRequest(expected="one", observed="The survivor.", evidence="word " * 1_000, answers=("why",))
    remember(world, survivor).unwrap()
    assert scan(world.places.local).leftovers == ()
    assert ledger.everything(world.places.ledger).skipped <= 12
    with open_index(world) as index:
        index.refresh()
        assert len(index.notes()) == len(stored(world))
        assert {note.title for note in index.notes()} == {
            read_document(read(world.places.local, path).unwrap(), path).title for path in stored(world)
        }
