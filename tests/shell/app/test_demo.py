"""The demo shows the main job wherever one stands, and touches nothing but its own temporary folder."""

import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import pytest
from returns.result import Failure

from hindnote.core.demonstration import BUSY, QUESTION, RESPELLED
from hindnote.core.keys import mint
from hindnote.core.recall import Answer
from hindnote.core.slugs import first_sentence
from hindnote.shell.app.demo import Copied, Refused, Remembered, Step, demo
from hindnote.shell.app.ingest import IngestReport, ingest
from hindnote.shell.git import GitFailed
from hindnote.shell.notesdir import scan

from ..places import git, repository, settings_in, world_in

FIXTURE = Path(__file__).resolve().parents[3] / "fixtures" / "documented"
T = TypeVar("T")
KEY = mint("surprise/{{slug}}", {"slug": first_sentence(BUSY.observed)}).unwrap()


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demo makes its folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary"


def documented(at: Path) -> Path:
    shutil.copytree(FIXTURE, at)
    repository(at)
    git(at, "add", "-A")
    git(at, "commit", "-qm", "All of it")
    return at


def shown(tmp: Path, cwd: Path) -> list[Step]:
    steps: list[Step] = []
    copy = demo(settings_in(tmp, cwd), steps.append).unwrap()
    assert steps[0] == copy
    return steps


def only(steps: list[Step], kind: type[T]) -> T:
    return next(step for step in steps if isinstance(step, kind))


def whole_job_was_shown(steps: list[Step]) -> bool:
    """Two recorded, the first found again by other words, its respelling refused, the mend applied."""
    noted = [step.answer for step in steps if isinstance(step, Remembered)]
    answer = only(steps, Answer)
    return (
        [each.how for each in noted] == ["created", "created", "updated"]
        and noted[0].key == noted[2].key == KEY
        and answer.roots[0].hit.key == KEY
        and KEY in only(steps, Refused).told.error
    )


def fingerprint(*folders: Path) -> Mapping[str, tuple[int, str]]:
    """Mode and content of every file below, git's own and links included."""
    files = [path for folder in folders for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    return {str(path): (path.lstat().st_mode, content(path)) for path in files}


def content(path: Path) -> str:
    return str(path.readlink()) if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_whole_job_is_shown_on_a_clone(tmp_path: Path) -> None:
    steps = shown(tmp_path, documented(tmp_path / "my répo") / "docs")
    assert whole_job_was_shown(steps)
    assert only(steps, Copied).source == str(tmp_path / "my répo")
    assert len(only(steps, IngestReport).written) == 7


def test_your_files_and_your_notes_stay_as_they_are(tmp_path: Path) -> None:
    root = documented(tmp_path / "repo")
    world = world_in(tmp_path, root)
    ingest(world).unwrap()
    (root / "README.md").write_text("# Not committed yet\n")
    (root / "new.md").write_text("# Nor this\n")
    before = fingerprint(root, tmp_path / "home")
    assert whole_job_was_shown(shown(tmp_path, root))
    assert fingerprint(root, tmp_path / "home") == before
    assert KEY + ".md" not in {file.path for file in scan(world.places.local).files}


def test_what_it_makes_lies_below_one_folder(tmp_path: Path, temporary: Path) -> None:
    steps = shown(tmp_path, documented(tmp_path / "repo"))
    assert [str(path) for path in temporary.iterdir()] == [only(steps, Copied).folder]
    assert all(step.answer.path.startswith(str(temporary)) for step in steps if isinstance(step, Remembered))


def test_the_printed_way_back_leads_to_the_notes(tmp_path: Path) -> None:
    copy = only(shown(tmp_path, documented(tmp_path / "repo")), Copied)
    command = '. ../env && "$PYTHON" -m hindnote show ' + KEY
    env = {"PATH": os.environ["PATH"], "PYTHON": sys.executable, "HINDNOTE_MODEL": "off"}
    run = subprocess.run(["sh", "-c", command], cwd=copy.repository, env=env, capture_output=True, text=True)
    assert BUSY.answers[0] in run.stdout, run.stderr


def test_outside_a_repository_a_small_one_is_made(tmp_path: Path) -> None:
    (tmp_path / "nowhere").mkdir()
    steps = shown(tmp_path, tmp_path / "nowhere")
    assert whole_job_was_shown(steps)
    assert only(steps, Copied).source is None
    assert list(map(str, only(steps, IngestReport).written)) == [
        "agents",
        "docs/gauge",
        "readme",
        "repository-overview",
    ]
    assert list((tmp_path / "nowhere").iterdir()) == []


def test_without_git_it_is_shown_on_a_small_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = documented(tmp_path / "repo")
    monkeypatch.setenv("PATH", "")
    steps = shown(tmp_path, root)
    assert whole_job_was_shown(steps)
    assert only(steps, Copied).notice == "git is not installed"


def test_an_empty_repository_does(tmp_path: Path) -> None:
    steps = shown(tmp_path, repository(tmp_path / "repo"))
    assert whole_job_was_shown(steps)
    assert only(steps, IngestReport).written == ()


@pytest.mark.parametrize("state", ["detached", "shallow", "bare", "worktree", "submodule", "partial"])
def test_any_kind_of_checkout_does(tmp_path: Path, state: str) -> None:
    root = documented(tmp_path / "repo")
    git(root, "commit", "-qm", "Another", "--allow-empty")
    match state:
        case "detached":
            git(root, "checkout", "-q", "HEAD~1")
        case "shallow":
            git(tmp_path, "clone", "-q", "--depth=1", root.as_uri(), "other")
        case "bare":
            git(tmp_path, "clone", "-q", "--bare", str(root), "other")
        case "worktree":
            git(root, "worktree", "add", "-q", str(tmp_path / "other"))
        case "submodule":
            git(repository(tmp_path / "outer"), "submodule", "--quiet", "add", str(root), "inner")
            shutil.copytree(tmp_path / "outer", tmp_path / "other", symlinks=True)
        case _:
            git(root, "config", "uploadpack.allowFilter", "true")
            git(tmp_path, "clone", "-q", "--filter=blob:none", root.as_uri(), "other")
    cwd = {"detached": root, "submodule": tmp_path / "other" / "inner"}.get(state, tmp_path / "other")
    steps = shown(tmp_path, cwd)
    assert whole_job_was_shown(steps)
    assert len(only(steps, IngestReport).written) == 7


def test_no_hook_of_anybody_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, trap = documented(tmp_path / "repo"), tmp_path / "sprung"
    hooks, template = tmp_path / "hooks", tmp_path / "template/hooks"
    for folder in (root / ".git/hooks", hooks, template):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("post-checkout", "reference-transaction", "post-index-change"):
            (folder / name).write_text(f"#!/bin/sh\ntouch {trap}\n")
            (folder / name).chmod(0o755)
    (tmp_path / "gitconfig").write_text(f"[core]\n\thooksPath = {hooks}\n[init]\n\ttemplateDir = {template.parent}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    steps = shown(tmp_path, root)
    assert whole_job_was_shown(steps)
    assert not trap.exists()
    assert not Path(only(steps, Copied).repository, ".git/hooks").exists()


def test_a_repository_git_cannot_read_is_refused_and_nothing_stays(tmp_path: Path, temporary: Path) -> None:
    root = documented(tmp_path / "repo")
    for pack in (root / ".git/objects").rglob("*"):
        if pack.is_file():
            pack.unlink()
    refusal = demo(settings_in(tmp_path, root), list[Step]().append).failure()
    assert isinstance(refusal, GitFailed)
    assert list(temporary.iterdir()) == []


def test_without_a_place_for_temporary_files_the_refusal_names_it(tmp_path: Path, temporary: Path) -> None:
    temporary.rmdir()
    outcome = demo(settings_in(tmp_path, tmp_path), list[Step]().append)
    assert isinstance(outcome, Failure)
    assert outcome.failure().explain().where == str(temporary)


def test_a_repositorys_own_templates_and_notes_come_along(tmp_path: Path) -> None:
    root = documented(tmp_path / "repo")
    (root / ".hindnote/notes").mkdir(parents=True)
    (root / ".hindnote/config.toml").write_text('[keys]\nsurprise = "{{tags}}/{{slug}}"\n')
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Keys of our own")
    noted = [step.answer.key for step in shown(tmp_path, root) if isinstance(step, Remembered)]
    assert all(key.startswith("containers/") for key in noted)


VERBS = (
    "Configure",
    "Debug",
    "Find",
    "Install",
    "Log",
    "Mount",
    "Open",
    "Remove",
    "Rename",
    "Restart",
    "Save",
    "Start",
    "Test",
)
NOUNS = (
    "busy server",
    "cluster",
    "container",
    "file",
    "folder",
    "image",
    "login page",
    "lost message",
    "mounted volume",
)
WHEN = (
    "",
    "after a restart",
    "in a container",
    "on a busy machine",
    "when a file is lost",
    "with a mounted folder",
    "without a login",
)


def test_the_surprise_comes_first_among_thousands_of_stubs_that_share_its_words(tmp_path: Path) -> None:
    """A manual whose headings use every word of the question, a few at a time."""
    draw = random.Random(7)
    root = repository(tmp_path / "repo")
    for number in range(2000):
        lines = [
            f"{draw.choice(VERBS)} the {draw.choice(NOUNS)} {draw.choice(WHEN)}".rstrip()
            for _ in range(draw.randint(4, 8))
        ]
        path = root / f"docs/{number % 30}/page-{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {lines[0]}\n\n{lines[1]}.\n\n" + "".join(f"## {line}\n\n" for line in lines[2:]))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "A manual")
    steps = shown(tmp_path, root)
    assert len(only(steps, IngestReport).written) == 2001
    assert whole_job_was_shown(steps)


def test_the_question_is_a_paraphrase_and_the_respelling_the_same_sentence() -> None:
    assert QUESTION.lower() not in str(BUSY).lower()
    assert all(answer.lower() not in QUESTION.lower() for answer in BUSY.answers)
    assert RESPELLED.observed not in BUSY.observed
    assert mint("surprise/{{slug}}", {"slug": RESPELLED.observed}).unwrap() == KEY
