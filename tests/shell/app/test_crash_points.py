"""Killed before any one of its steps on the file system, a write has happened whole or not at all."""

import re
from pathlib import Path

import pytest

from hindnote.core.schema import judge
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.notesdir import read, scan

from ..places import repository, world_in
from ..processes import Python

CRASHING = """
import itertools, os, signal, sys
from pathlib import Path
from msgspec.structs import replace
from tests.shell.places import world_in
from hindnote.shell.app.edit import EditRequest, edit
from hindnote.shell.app.remember import IfExists, RememberRequest, remember
from hindnote.shell.app.rm import rm

STEPS = {"open", "os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "os.scandir"}
tmp, here, operation = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
world = world_in(tmp, here)
request = RememberRequest(expected="a", observed="Nothing.", evidence="b", answers=("c",))
operations = {
    "create": lambda n: remember(world, replace(request, observed="Gone.")),
    "update": lambda n: remember(world, replace(request, update="surprise/base", observed=f"Kill {n}.")),
    "override": lambda n: remember(
        world, replace(request, observed="Base.", evidence=f"Kill {n}.", if_exists=IfExists.OVERRIDE)
    ),
    "edit": lambda n: edit(world, EditRequest(key="surprise/base", sections={"Evidence": f"Kill {n}."})),
    "rm": lambda n: rm(world, "surprise/gone"),
}

def before():
    # The number of steps must not grow from kill to kill.
    if operation == "create":
        rm(world, "surprise/gone")
    if operation == "rm":
        remember(world, replace(request, observed="Gone."))

def run(n):
    seen = itertools.count(1)
    def step(event, arguments):
        if event in STEPS and next(seen) == n:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(step)
    operations[operation](n).unwrap()

for n in itertools.count(1):
    before()
    child = os.fork()
    if child == 0:
        run(n)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print(status, n, flush=True)
    sys.stdin.readline()
    if status == 0:
        break
"""
ROOT = Path(__file__).resolve().parents[3]
BASE = RememberRequest(expected="a", observed="Base.", evidence="b", answers=("c",))


@pytest.mark.parametrize("operation", ["create", "update", "override", "edit", "rm"])
def test_every_note_is_whole_whichever_step_is_the_last(tmp_path: Path, operation: str) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    base = Path(remember(world, BASE).unwrap().path)
    crashing = Python(CRASHING, str(tmp_path), str(world.places.root), operation, cwd=ROOT)
    told, last, kills = base.read_text(), "", 0
    while not (status := crashing.read()).startswith("0"):
        assert status.startswith("9")
        kills += 1
        for file in scan(world.places.local).files:
            text = read(world.places.local, file.path).unwrap()
            assert judge(text, file.path) == (), text
        last = base.read_text()
        assert re.sub(r"Kill \d+\.", "b", last) == told if operation in {"override", "edit"} else last.startswith(told)
        crashing.tell("")
    crashing.tell("")
    crashing.end()
    assert kills > 10
    assert scan(world.places.local).leftovers == ()
    kept = {file.path for file in scan(world.places.local).files}
    assert kept == {"surprise/base.md"} | ({"surprise/gone.md"} if operation == "create" else set())
