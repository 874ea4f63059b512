"""`hindnote demo` shows the main job to whoever has just installed it: in any place, any locale, without a home."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from ..pages import page
from ..shell.places import git, repository
from .standing import PYTHON, Said, Standing

__all__ = ["page"]  # the fixture

FIXTURE = Path(__file__).resolve().parents[2] / "fixtures" / "documented"
KEY = "surprise/renaming-over-a-bind-mounted-file-fails-with-ebusy"


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    """In a repository with documents, whose path is nobody's favourite."""
    root = tmp_path / "my répo (1)"
    shutil.copytree(FIXTURE, root)
    git(repository(root), "add", "-A")
    git(root, "commit", "-qm", "All of it")
    (tmp_path / "tmp").mkdir()
    return Standing(root, tmp_path / "home")


def shown(here: Standing, *words: str, **env: str) -> Said:
    return here.run("demo", *words, env=here.env(TMPDIR=str(here.home.parent / "tmp"), **env))


def test_the_demo_reads_well(here: Standing, page: SnapshotAssertion) -> None:
    said = shown(here)
    assert said.code == 0
    text = re.sub(r"\S*hindnote-demo-\w+", "/tmp/hindnote-demo", said.out)
    text = re.sub(
        r"(?s)(busy'\n[^\n]*\n[^\n]*\n).*?\n\n", r"\1   [...]\n\n", text
    )  # how the rest ranks is not the demo's
    text = re.sub(r"stores/\w+", "stores/ID", text.replace(str(here.cwd.parent), "/home/me"))
    assert re.sub(r"\d{4}-\d\d-\d\d", "2026-08-07", text) == page


def test_every_key_that_was_made_is_in_its_json(here: Standing) -> None:
    said = json.loads(shown(here, "--json").out)
    assert list(said) == [
        *("source", "folder", "repository", "notice", "init", "ingest", "remembered", "recall", "refused", "updated"),
        *("keys", "kept"),
    ]
    assert said["keys"] == [*(each["key"] for each in said["remembered"]), *said["ingest"]["written"]]
    assert said["recall"]["roots"][0]["key"] == said["remembered"][0]["key"] == said["updated"]["key"] == KEY
    assert list(said["refused"]) == ["error", "where", "mend"]
    assert Path(said["folder"]).is_dir()


def test_a_clean_demo_leaves_nothing(here: Standing) -> None:
    assert "removed" in shown(here, "--clean").out
    assert list((here.home.parent / "tmp").iterdir()) == []
    assert json.loads(shown(here, "--clean", "--json").out)["kept"] is False


@pytest.mark.parametrize(
    "env", [{"LANG": "C", "LC_ALL": "C"}, {"HOME": ""}, {"GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/"}]
)
def test_surroundings_change_nothing(here: Standing, env: dict[str, str]) -> None:
    said = shown(here, **env)
    assert (said.code, said.err) == (0, "")
    assert KEY in said.out
    assert "my répo (1)" in said.out


def test_outside_a_repository_it_makes_one(here: Standing) -> None:
    said = shown(Standing(here.cwd.parent, here.home))
    assert (said.code, said.err) == (0, "")
    assert "a small one, made for this" in said.out


def test_a_reader_who_stops_reading_is_no_error(here: Standing) -> None:
    """`hindnote demo | head -1`."""
    script = '"$PYTHON" -m hindnote demo | head -1; test "${PIPESTATUS[0]}" -eq 0'
    env = here.env(TMPDIR=str(here.home.parent / "tmp"), PYTHON=PYTHON)
    done = subprocess.run(["bash", "-c", script], cwd=here.cwd, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
