"""When the machine fails, a command says what and how to mend it, and what was written before stays whole.

Mode bits do not stop root, so disks are small or read-only file systems in a mount namespace, and
what may not be read is met as another user.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hindnote.core.schema import judge
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.world import World
from hindnote.shell.notesdir import read, scan

from .places import repository, world_in

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = """
import os, sys
from pathlib import Path
from tests.shell.places import settings_in, world_in
from hindnote.shell.app.init import init
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.rm import rm
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.notesdir import scan
from returns.result import Failure, Success
tmp, here = Path(sys.argv[1]), Path(sys.argv[2])

def said(n, words=1):
    return RememberRequest(expected="a", observed=f"Fault {n}.", evidence="word " * words, answers=("c",))

def show(outcome):
    match outcome:
        case Success(answer):
            print("ok", getattr(answer, "key", ""))
        case Failure(refusal):
            print(type(refusal).__name__, "|", refusal.explain().message())
"""
MOUNTS = (
    subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0 if sys.platform == "linux" else False
)
needs_mounts = pytest.mark.skipif(not MOUNTS, reason="no mount namespaces for us here")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def tiny(folder: Path, kilobytes: int = 64) -> str:
    return f"mount -t tmpfs -o size={kilobytes}k,mode=0700 tmpfs '{folder}'"


def read_only(folder: Path) -> str:
    return f"mount --bind '{folder}' '{folder}' && mount -o remount,bind,ro '{folder}'"


def run(world: World, tmp: Path, script: str, *mounts: str, env: Mapping[str, str] | None = None) -> list[str]:
    """The lines that `script` prints, in a namespace where `mounts` were made."""
    python = [sys.executable, "-c", PRELUDE + script, str(tmp), str(world.places.root)]
    command = ["unshare", "-m", "sh", "-c", " && ".join([*mounts, 'exec "$@"']), "sh", *python] if mounts else python
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "/hindnote/" not in done.stderr.replace("/src/", "/hindnote/"), done.stderr  # no traceback of ours
    return (done.stdout + done.stderr).splitlines()


@pytest.fixture
def world(tmp_path: Path) -> World:
    """With one note in it."""
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    remember(world, RememberRequest(expected="a", observed="The first.", evidence="b", answers=("c",))).unwrap()
    return world


def whole(world: World) -> list[str]:
    found = scan(world.places.local)
    for file in found.files:
        assert judge(read(world.places.local, file.path).unwrap(), file.path) == ()
    return [file.path for file in found.files]


# --- disks ------------------------------------------------------------------


@needs_mounts
def test_a_full_disk_refuses_and_keeps_what_it_held(tmp_path: Path, world: World) -> None:
    lines = run(
        world,
        tmp_path,
        """
world = world_in(tmp, here)
outcomes = [remember(world, said(n, 2_000)) for n in range(20)]
kept = [each.unwrap().key for each in outcomes if isinstance(each, Success)]
show(outcomes[-1])
found = scan(world.places.local)
print(len(kept), [file.path for file in found.files] == sorted(f"{key}.md" for key in kept), found.leftovers)
from hindnote.core.schema import judge
from hindnote.shell.notesdir import read
print(all(judge(read(world.places.local, file.path).unwrap(), file.path) == () for file in found.files))
show(rm(world, kept[0]))
show(remember(world, said(99, 2_000)))
""",
        tiny(tmp_path / "home" / "data"),
    )
    assert lines[0].startswith("CannotWrite | cannot write: No space left on device")
    assert "Free some space" in lines[0]
    count, rest = lines[1].split(" ", 1)
    assert 0 < int(count) < 20
    assert rest == "True ()"
    assert lines[2:5] == ["True", "ok surprise/fault-0", "ok surprise/fault-99"]


@needs_mounts
def test_a_full_state_folder_costs_no_note(tmp_path: Path, world: World) -> None:
    filler = tmp_path / "home" / "state" / "filler"
    lines = run(
        world,
        tmp_path,
        "world = world_in(tmp, here)\nshow(remember(world, said(1)))\nshow(remember(world, said(2)))",
        f"{tiny(tmp_path / 'home' / 'state')} && (cat /dev/zero > '{filler}' 2>/dev/null; true)",
    )
    assert lines[:2] == ["ok surprise/fault-1", "ok surprise/fault-2"]
    assert [line for line in lines if "ledger cannot be written" in line] == [lines[2]]
    assert whole(world) == ["surprise/fault-1.md", "surprise/fault-2.md", "surprise/the-first.md"]


@needs_mounts
def test_a_read_only_disk_refuses_writes_and_answers_questions(tmp_path: Path, world: World) -> None:
    lines = run(
        world,
        tmp_path,
        """
world = open_world(settings_in(tmp, here)).unwrap()
show(remember(world, said(1)))
show(rm(world, "surprise/the-first"))
with open_index(world) as index:
    index.refresh()
    print([note.key for note in index.notes()])
""",
        read_only(tmp_path),
    )
    assert lines[0].startswith("CannotWrite | cannot write: Read-only file system")
    assert lines[1].startswith("CannotWrite | cannot write: Read-only file system")
    assert lines[2] == "['surprise/the-first']"
    assert whole(world) == ["surprise/the-first.md"]


@needs_mounts
def test_a_read_only_git_directory_refuses_a_store_but_not_its_reading(tmp_path: Path) -> None:
    fresh = repository(tmp_path / "fresh")
    (fresh / ".hindnote" / "notes").mkdir(parents=True)
    lines = run(
        world_in(tmp_path, fresh, local=str(tmp_path / "l")),
        tmp_path,
        """
world = open_world(settings_in(tmp, here)).unwrap()
print(world.places.store_id[:9])
show(remember(world, said(1)))
show(init(settings_in(tmp, here)))
""",
        read_only(fresh / ".git"),
    )
    assert lines[0] == "unclaimed"
    assert lines[1].startswith("CannotWrite |")
    assert str(fresh / ".git" / "hindnote") in lines[1]
    assert lines[2].startswith("CannotWrite |")


# --- another user -----------------------------------------------------------


@needs_root
def test_notes_that_may_not_be_read_are_unavailable_not_gone(tmp_path: Path, world: World) -> None:
    for folder in (tmp_path, *tmp_path.parents[:-1]):
        folder.chmod(folder.stat().st_mode | 0o055)
    lines = run(
        world,
        tmp_path,
        """
world = open_world(settings_in(tmp, here)).unwrap()
with open_index(world) as index:
    index.refresh()
os.setuid(65534)
print(scan(world.places.local).unavailable)
show(remember(world, said(1)))
show(rm(world, "surprise/the-first"))
""",
    )
    assert "Permission denied" in lines[0]
    assert lines[1].startswith(("Unavailable |", "CannotWrite |"))
    assert lines[2].startswith("Unavailable |")
    assert whole(world) == ["surprise/the-first.md"]


# --- environment ------------------------------------------------------------


def test_without_home_the_user_database_knows(tmp_path: Path, world: World) -> None:
    env = {name: value for name, value in os.environ.items() if name not in {"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}}
    script = "from hindnote.shell.settings import read_settings\nprint(open_world(read_settings(cwd=here)).unwrap().places.local)"
    (local, *_) = run(world, tmp_path, script, env=env)
    assert Path(local).is_absolute()


@needs_root
def test_a_user_that_nobody_knows_is_told_to_set_home(tmp_path: Path, world: World) -> None:
    env = {name: value for name, value in os.environ.items() if name not in {"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}}
    script = (
        "from hindnote.shell.settings import read_settings\nos.setuid(54321)\nshow(open_world(read_settings(cwd=here)))"
    )
    (line, *_) = run(world, tmp_path, script, env=env)
    assert line.startswith("NoHome |")
    assert "Set HOME" in line


@pytest.mark.parametrize("locale", [{"LANG": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}])
def test_the_locale_does_not_matter(tmp_path: Path, world: World, locale: Mapping[str, str]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    lines = run(
        world,
        tmp_path,
        r"""
world = world_in(tmp, here)
asked = RememberRequest(expected="\u092a\u0942", observed="\u0915\u093f \U0001f9e0 \xe9.", evidence="\u202eb", answers=("c",))
answer = remember(world, asked).unwrap()
print(ascii(answer.key), ascii([file.path for file in scan(world.places.local).files]))
print(rm(world, answer.key).unwrap().layer)
remember(world, asked).unwrap()
""",
        env={**env, **locale},
    )
    assert lines[0] == r"'surprise/\u0915\u093f-\xe9' ['surprise/the-first.md', 'surprise/\u0915\u093f-\xe9.md']"
    assert lines[1] == "local"
    assert "surprise/कि-é.md" in whole(world)
