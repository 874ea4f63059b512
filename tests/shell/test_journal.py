"""Files come and go together: a kill at any step is completed or taken back by the next command."""

import hashlib
import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.shell.files import CannotWrite, Exists
from hindnote.shell.journal import Coming, perform, recover

from .processes import Python

ROOT = Path(__file__).resolve().parents[2]
CRASHING = """
import itertools, os, signal, sys
from pathlib import Path
from hindnote.shell.journal import Coming, perform

STEPS = {"open", "os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}
top, kill = Path(sys.argv[1]), int(sys.argv[2])
seen = itertools.count(1)
def step(event, arguments):
    if event in STEPS and next(seen) == kill:
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(step)
coming = [Coming(top / "team" / name, (top / "local" / name).read_bytes(), False) for name in ("a.md", "b.md")]
perform(top / "journal", coming, [top / "local" / name for name in ("a.md", "b.md")]).unwrap()
print("done")
"""


def store(top: Path) -> Path:
    (top / "local").mkdir(parents=True)
    for name in ("a.md", "b.md"):
        (top / "local" / name).write_text(f"note {name}\n")
    return top


def within(top: Path) -> Callable[[Path], bool]:
    return lambda path: path.is_relative_to(top)


def held(top: Path) -> Mapping[str, str]:
    return {str(path.relative_to(top)): path.read_text() for path in top.rglob("*.md")}


def test_no_kill_leaves_a_note_in_neither_place_and_recovery_ends_it(tmp_path: Path) -> None:
    before = {"local/a.md": "note a.md\n", "local/b.md": "note b.md\n"}
    after = {"team/a.md": "note a.md\n", "team/b.md": "note b.md\n"}
    ends: list[bool] = []
    for kill in itertools.count(1):
        top = store(tmp_path / str(kill))
        crashing = Python(CRASHING, str(top), str(kill), cwd=ROOT)
        crashing.process.communicate()
        finished = crashing.process.returncode == 0
        left = held(top)
        for name in ("a.md", "b.md"):
            assert f"note {name}\n" in {left.get(f"local/{name}"), left.get(f"team/{name}")}
        recover(top / "journal", within(top))
        assert held(top) in (before, after)
        assert not (top / "journal").exists()
        ends.append(held(top) == after)
        recover(top / "journal", within(top))
        assert held(top) == (after if ends[-1] else before)
        if finished:
            break
    assert ends == sorted(ends), "taken back until all have come, completed from then on"
    assert ends.count(False) > 5
    assert ends.count(True) > 3


def coming(path: Path) -> Coming:
    return Coming(path, b"note a.md\n", private=False)


def test_a_place_that_is_taken_takes_everything_back(tmp_path: Path) -> None:
    top = store(tmp_path)
    (top / "team").mkdir()
    (top / "team/b.md").write_text("somebody's")
    files = [coming(top / "team/new/a.md"), Coming(top / "team/b.md", b"note b.md\n", private=False)]
    match perform(top / "journal", files, [top / "local/a.md", top / "local/b.md"]):
        case Failure(Exists()):
            pass
        case other:
            pytest.fail(f"{other}")
    assert held(top) == {"local/a.md": "note a.md\n", "local/b.md": "note b.md\n", "team/b.md": "somebody's"}
    assert sorted(path.name for path in top.iterdir()) == ["local", "team"]


def test_a_file_where_a_folder_is_needed_is_a_refusal(tmp_path: Path) -> None:
    top = store(tmp_path)
    (top / "team").write_text("a file")
    assert isinstance(perform(top / "journal", [coming(top / "team/a.md")], [top / "local/a.md"]), Failure)
    (top / "team").unlink()
    (top / "journal").mkdir()
    match perform(top / "journal", [coming(top / "team/a.md")], [top / "local/a.md"]):
        case Failure(CannotWrite()):
            assert set(held(top)) == {"local/a.md", "local/b.md"}
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"torn {", b"\xff", b'{"version": 9}', b'{"coming": [], "going": [], "version": 9}'),
        b'{"more": ' + b"[" * 100_000,
    ],
)
def test_what_is_no_journal_of_ours_is_left_alone(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "journal").write_bytes(data)
    recover(tmp_path / "journal", lambda _: True)
    assert (tmp_path / "journal").read_bytes() == data


def test_somebodys_file_is_not_removed_on_our_account(tmp_path: Path) -> None:
    """Edited since: in the place of what came, or of what was to go."""
    top = store(tmp_path)
    assert perform(top / "journal", [coming(top / "team/a.md")], [top / "local/a.md"]) == Success(None)
    (top / "team/a.md").write_text("edited")
    (top / "local/a.md").write_text("note a.md\n")
    digest = "0" * 64
    marked = f'{{"coming":[{{"path":"{top}/team/a.md","digest":"{digest}"}}],"going":[],"come":false,"version":1}}'
    (top / "journal").write_text(marked)
    recover(top / "journal", within(top))
    assert held(top)["team/a.md"] == "edited"


def test_a_journal_that_names_a_place_that_is_not_ours_is_not_believed(tmp_path: Path) -> None:
    top = store(tmp_path / "store")
    precious = tmp_path / "precious.md"
    precious.write_text("note a.md\n")
    digest = hashlib.sha256(precious.read_bytes()).hexdigest()
    written = f'{{"coming":[{{"path":"{precious}","digest":"{digest}"}}],"going":[],"come":false,"version":1}}'
    (top / "journal").write_text(written)
    recover(top / "journal", within(top))
    assert precious.exists()
    assert (top / "journal").read_text() == written
