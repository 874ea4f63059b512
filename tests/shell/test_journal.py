"""Files come and go together: a kill at any step is completed or taken back by the next command."""

import hashlib
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from returns.result import Failure, Success

from hindnote.core.events import AnyEvent, Promoted, Stamp
from hindnote.core.outcome import Outcome
from hindnote.shell.files import CannotWrite, Exists
from hindnote.shell.journal import Coming, Entry, Marked, MoveRefusal, Moves, Unfinished, perform, recover

from .processes import Python
from .test_faults import needs_mounts, read_only

ROOT = Path(__file__).resolve().parents[2]
EVENT = Promoted(stamp=Stamp("2026-12-01T10:00:00Z", "s03", "test"), key="a")
CRASHING = """
import itertools, os, signal, sys
from pathlib import Path
from hindnote.core.events import Promoted, Stamp
from hindnote.shell.journal import Coming, Moves, perform

STEPS = {"open", "os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}
top, kill = Path(sys.argv[1]), int(sys.argv[2])
seen = itertools.count(1)
def step(event, arguments):
    if event in STEPS and next(seen) == kill:
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(step)
names, layers = ("deep/er/a.md", "b.md"), [top / "local", top / "team"]
coming = [Coming(top / "team" / name, (top / "local" / name).read_bytes(), False) for name in names]
events = tuple(Promoted(stamp=Stamp("2026-12-01T10:00:00Z", "s03", "test"), key=name) for name in names)
moves = Moves(coming=coming, going=[top / "local" / name for name in names], layers=layers, events=events)
perform(top / "journal", moves, lambda events: (top / "told").write_text(str(len(events)))).unwrap()
print("done")
"""


def store(top: Path, names: tuple[str, ...] = ("a.md", "b.md")) -> Path:
    for name in names:
        (top / "local" / name).parent.mkdir(parents=True, exist_ok=True)
        (top / "local" / name).write_text(f"note {name}\n")
    return top


def within(top: Path) -> Callable[[Path], bool]:
    return lambda path: path.is_relative_to(top)


def held(top: Path) -> Mapping[str, str]:
    return {str(path.relative_to(top)): path.read_text() for path in top.rglob("*.md")}


def folders(top: Path) -> set[str]:
    return {str(path.relative_to(top)) for path in top.rglob("*") if path.is_dir()}


def untold(_: Sequence[AnyEvent]) -> None:
    pytest.fail("nothing came of it")


def test_no_kill_leaves_a_note_in_neither_place_and_recovery_ends_it(tmp_path: Path) -> None:
    names = ("deep/er/a.md", "b.md")
    before, after = ({f"{layer}/{name}": f"note {name}\n" for name in names} for layer in ("local", "team"))
    ends: list[bool] = []
    for kill in itertools.count(1):
        top = store(tmp_path / str(kill), names)
        crashing = Python(CRASHING, str(top), str(kill), cwd=ROOT)
        crashing.process.communicate()
        finished = crashing.process.returncode == 0
        left = held(top)
        for name in names:
            assert f"note {name}\n" in {left.get(f"local/{name}"), left.get(f"team/{name}")}
        told: list[AnyEvent] = [EVENT] if (top / "told").exists() and (top / "told").read_text() == "2" else []
        cut = (top / "journal").exists()
        recover(top / "journal", within(top), told.extend)
        assert held(top) in (before, after)
        assert not (top / "journal").exists()
        ends.append(held(top) == after)
        assert bool(told) == ends[-1], "told when it is so, and only then"
        if cut or finished:
            other = {"local", "local/deep", "local/deep/er"}, {"local", "team", "team/deep", "team/deep/er"}
            assert folders(top) - {"team"} == other[ends[-1]] - {"team"}, "folders that are left empty are gone"
            assert not list(top.glob(".hn-*"))
        recover(top / "journal", within(top), untold)
        assert held(top) == (after if ends[-1] else before)
        if finished:
            break
    assert ends == sorted(ends), "taken back until all have come, completed from then on"
    assert ends.count(False) > 5
    assert ends.count(True) > 3


def coming(path: Path) -> Coming:
    return Coming(path, b"note a.md\n", private=False)


def performed(top: Path, files: Sequence[Coming], *going: str) -> Outcome[None, MoveRefusal]:
    layers = [top / "local", top / "team"]
    moves = Moves(coming=files, going=[top / "local" / name for name in going], layers=layers, events=(EVENT,))
    return perform(top / "journal", moves, lambda _: None)


def test_a_place_that_is_taken_takes_everything_back(tmp_path: Path) -> None:
    top = store(tmp_path)
    (top / "team").mkdir()
    (top / "team/b.md").write_text("somebody's")
    files = [coming(top / "team/new/er/a.md"), Coming(top / "team/b.md", b"note b.md\n", private=False)]
    match performed(top, files, "a.md", "b.md"):
        case Failure(Exists()):
            pass
        case other:
            pytest.fail(f"{other}")
    assert held(top) == {"local/a.md": "note a.md\n", "local/b.md": "note b.md\n", "team/b.md": "somebody's"}
    assert sorted(path.name for path in top.iterdir()) == ["local", "team"]
    assert folders(top) == {"local", "team"}


def test_a_file_where_a_folder_is_needed_is_a_refusal(tmp_path: Path) -> None:
    top = store(tmp_path)
    (top / "team").write_text("a file")
    match performed(top, [coming(top / "team/a.md")], "a.md"):
        case Failure(CannotWrite()):
            assert set(held(top)) == {"local/a.md", "local/b.md"}
        case other:
            pytest.fail(f"{other}")
    assert not (top / "journal").exists()


def test_what_was_left_undone_is_not_written_over(tmp_path: Path) -> None:
    top = store(tmp_path)
    (top / "journal").write_text("another version's")
    match performed(top, [coming(top / "team/a.md")], "a.md"):
        case Failure(Unfinished() as refusal):
            assert refusal.explain().where == str(top / "journal")
        case other:
            pytest.fail(f"{other}")
    assert set(held(top)) == {"local/a.md", "local/b.md"}
    assert (top / "journal").read_text() == "another version's"


@needs_mounts
@pytest.mark.parametrize(("come", "stuck"), [(False, "team"), (True, "local/deep")])
def test_what_cannot_be_removed_now_is_removed_by_a_later_command(tmp_path: Path, *, come: bool, stuck: str) -> None:
    """Of what came, when it is taken back; of what was to go, when some of it has gone."""
    names = ("b.md", "deep/a.md")
    top = store(tmp_path, names)
    shutil.copytree(top / "local", top / "team")
    team, local = (
        tuple(Marked(f"{top}/{layer}/{name}", hashlib.sha256(f"note {name}\n".encode()).hexdigest()) for name in names)
        for layer in ("team", "local")
    )
    (top / "journal").write_bytes(msgspec.json.encode(Entry(team, local, (), (EVENT,), come=come)))
    script = "import sys; from tests.shell.test_journal import *; recover(Path(sys.argv[1]), lambda _: True, untold)"
    command = ["unshare", "-m", "sh", "-c", f'{read_only(top / stuck)} && exec "$@"', "sh"]
    subprocess.run([*command, sys.executable, "-c", script, str(top / "journal")], cwd=ROOT, check=True)
    assert (top / "journal").exists()
    told: list[AnyEvent] = []
    recover(top / "journal", within(top), told.extend)
    assert set(held(top)) == {f"{'team' if come else 'local'}/{name}" for name in names}
    assert told == ([EVENT] if come else [])
    assert not (top / "journal").exists()


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"torn {", b"\xff", b'{"version": 9}', b'{"coming": [], "going": [], "version": 9}'),
        b'{"more": ' + b"[" * 100_000,
    ],
)
def test_what_is_no_journal_of_ours_is_left_alone(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "journal").write_bytes(data)
    recover(tmp_path / "journal", lambda _: True, untold)
    assert (tmp_path / "journal").read_bytes() == data


def test_somebodys_file_is_not_removed_on_our_account(tmp_path: Path) -> None:
    """Edited since: in the place of what came, or of what was to go."""
    top = store(tmp_path)
    assert performed(top, [coming(top / "team/a.md")], "a.md") == Success(None)
    (top / "team/a.md").write_text("edited")
    (top / "local/a.md").write_text("note a.md\n")
    digest = "0" * 64
    marked = f'{{"coming":[{{"path":"{top}/team/a.md","digest":"{digest}"}}],"going":[],"come":false,"version":1}}'
    (top / "journal").write_text(marked)
    recover(top / "journal", within(top), untold)
    assert held(top)["team/a.md"] == "edited"


def test_a_journal_that_names_a_place_that_is_not_ours_is_not_believed(tmp_path: Path) -> None:
    top = store(tmp_path / "store")
    precious = tmp_path / "precious.md"
    precious.write_text("note a.md\n")
    digest = hashlib.sha256(precious.read_bytes()).hexdigest()
    written = f'{{"coming":[{{"path":"{precious}","digest":"{digest}"}}],"going":[],"come":false,"version":1}}'
    (top / "journal").write_text(written)
    recover(top / "journal", within(top), untold)
    assert precious.exists()
    assert (top / "journal").read_text() == written


def test_a_pipe_or_an_impossible_name_in_a_journal_keeps_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    for path in (str(tmp_path / "pipe.md"), "a\0b"):
        entry = Entry((Marked(path, "0" * 64),), ())
        (tmp_path / "journal").write_bytes(msgspec.json.encode(entry))
        recover(tmp_path / "journal", within(tmp_path), untold)
        assert not (tmp_path / "journal").exists()
