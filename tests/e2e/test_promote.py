"""Promote in real repositories: what goes is committed, cloned and found there; what cannot go stays whole where it was."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hindnote.core.events import Promoted
from hindnote.shell import ledger

from ..shell.places import git, repository
from ..shell.processes import Python
from ..shell.test_faults import needs_mounts, read_only, tiny
from .standing import PYTHON, Standing, standing_in

BUILD, DISK = "surprise/the-build-needs-make", "surprise/the-disk-is-read-only"


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    """A committed repository with two local notes, one of which links to the other."""
    here = standing_in(tmp_path)
    git(here.cwd, "commit", "-q", "--allow-empty", "-m", "begin")
    assert here.remember("The build needs make.").code == 0
    assert here.remember("The disk is read-only.", "--relates-to", BUILD).code == 0
    return here


def local(here: Standing) -> Mapping[str, bytes]:
    (folder,) = here.home.rglob("stores/*/local")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.md")}


def team(root: Path) -> Mapping[str, bytes]:
    folder = root / ".hindnote/notes"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.md")}


def names(*keys: str) -> set[str]:
    return {f"{key}.md" for key in keys}


# --- the way through -------------------------------------------------------------


def test_a_promoted_note_is_committed_cloned_and_recalled_there(here: Standing, tmp_path: Path) -> None:
    before = local(here)
    (here.cwd / "other.txt").write_text("mine")
    said = here.run("promote", BUILD)
    assert said.code == 0
    assert said.out.endswith("To share them:\n  git add :/.hindnote/notes && git commit\n")
    assert team(here.cwd) == {f"{BUILD}.md": before[f"{BUILD}.md"]}
    assert set(local(here)) == names(DISK)
    assert (here.cwd / "other.txt").read_text() == "mine"
    git(here.cwd, "add", ":/.hindnote/notes")
    git(here.cwd, "commit", "-q", "-m", "notes")
    git(tmp_path, "clone", "-q", str(here.cwd), "clone")
    (tmp_path / "elsewhere").mkdir()
    there = Standing(tmp_path / "clone", tmp_path / "elsewhere")
    assert there.run("recall", "what does the build need").out.startswith(f"{BUILD} team ")


def test_it_works_from_a_folder_below_and_lands_in_the_worktree_one_stands_in(here: Standing, tmp_path: Path) -> None:
    git(here.cwd, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "tree" / "deep" / "er").mkdir(parents=True)
    there = Standing(tmp_path / "tree" / "deep" / "er", here.home)
    assert there.run("promote", "surprise/*").code == 0
    assert set(team(tmp_path / "tree")) == names(BUILD, DISK)
    assert team(here.cwd) == {}
    assert local(here) == {}


def test_a_session_is_promoted_whole(here: Standing) -> None:
    env = here.env(HINDNOTE_SESSION="other")
    here.run("remember", "--observed", "Not this.", "--expected", "a", "--evidence", "b", "--answers", "c", env=env)
    assert here.run("promote", "--session", "s03").code == 0
    assert set(team(here.cwd)) == names(BUILD, DISK)
    assert set(local(here)) == names("surprise/not-this")
    assert "nobody" in here.run("promote", "--session", "nobody").err


def test_a_session_has_its_notes_under_the_keys_that_others_gave_them(here: Standing) -> None:
    assert here.run("rename", BUILD, "make", env=here.env(HINDNOTE_SESSION="other")).code == 0
    assert f"{BUILD} now make" in " ".join(here.run("session", "s03").out.split())
    assert here.run("review", "--session", "s03", "--json").out.count('"key"') == 2
    assert here.run("promote", "--session", "s03").code == 0
    assert set(team(here.cwd)) == names("make", DISK)


def test_a_dry_run_shows_the_plan_and_moves_nothing(here: Standing) -> None:
    before = local(here)
    assert BUILD in here.run("promote", BUILD, "--dry-run").out
    refused = here.run("promote", DISK, "--dry-run", "--json")
    assert refused.code == 1
    assert "CrossLayerLink" in refused.err
    assert (local(here), team(here.cwd)) == (before, {})


def test_two_branches_that_each_promote_merge_without_a_conflict(here: Standing) -> None:
    git(here.cwd, "branch", "two")
    here.run("promote", BUILD)
    git(here.cwd, "add", ":/.hindnote")
    git(here.cwd, "commit", "-q", "-m", "one")
    git(here.cwd, "checkout", "-q", "two")
    here.remember("The branch has its own.")
    here.run("promote", "surprise/the-branch-has-its-own")
    git(here.cwd, "add", ":/.hindnote")
    git(here.cwd, "commit", "-q", "-m", "two")
    git(here.cwd, "merge", "-q", "--no-edit", "main")
    assert set(team(here.cwd)) == names(BUILD, "surprise/the-branch-has-its-own")
    assert "\n0 refused" in here.run("lint").out or here.run("lint").code == 0


def test_a_note_in_the_middle_of_a_merge_is_refused_by_lint_and_promote_and_named_by_recall(here: Standing) -> None:
    (folder,) = here.home.rglob("stores/*/local")
    path = folder / f"{BUILD}.md"
    path.write_text(path.read_text().replace("the log", "<<<<<<< ours\nthe log\n=======\na log\n>>>>>>> theirs"))
    assert "ConflictMarkers" in here.run("lint").out
    assert here.run("lint").code == 1
    assert "ConflictMarkers" in here.run("promote", BUILD).err
    for question in ("build make", BUILD, "is the disk read-only", DISK, "nobody wrote of this"):
        assert f"{BUILD} (local) holds the markers of a merge" in here.run("recall", question).out


def test_many_notes_in_the_middle_of_a_merge_are_counted(here: Standing) -> None:
    (folder,) = here.home.rglob("stores/*/local")
    for number in range(5):
        (folder / f"n{number}.md").write_text("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    said = here.run("recall", "the disk").out
    assert said.count("holds the markers of a merge") == 3
    assert "2 more notes of an unfinished merge" in said


def test_two_clones_that_promote_one_key_meet_in_a_conflict_that_everybody_is_told(
    here: Standing, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", str(here.cwd), "clone")
    (tmp_path / "elsewhere").mkdir()
    there = Standing(tmp_path / "clone", tmp_path / "elsewhere")
    assert there.remember("The build needs make.", "--confidence", "low").code == 0
    for one in (here, there):
        assert one.run("promote", BUILD).code == 0
        git(one.cwd, "add", ":/.hindnote/notes")
        git(one.cwd, "commit", "-q", "-m", "note")
    with pytest.raises(subprocess.CalledProcessError):
        git(there.cwd, "pull", "-q", "--no-rebase", "--no-edit")
    assert "ConflictMarkers" in there.run("lint").out
    assert f"{BUILD} (team) holds the markers" in there.run("recall", "what of the disk").out
    git(there.cwd, "checkout", "--ours", ":/.hindnote/notes")
    git(there.cwd, "commit", "-q", "-a", "-m", "merged")
    assert there.run("lint").code == 0
    assert "holds the markers" not in there.run("recall", "what of the disk").out


def test_two_branches_that_promote_one_note_merge_into_one(here: Standing) -> None:
    before = local(here)[f"{BUILD}.md"]
    git(here.cwd, "branch", "two")
    here.run("promote", BUILD)
    git(here.cwd, "add", ":/.hindnote/notes")
    git(here.cwd, "commit", "-q", "-m", "one")
    git(here.cwd, "checkout", "-q", "two")
    (folder,) = here.home.rglob("stores/*/local")
    (folder / f"{BUILD}.md").write_bytes(before)
    assert here.run("promote", BUILD).code == 0
    git(here.cwd, "add", ":/.hindnote/notes")
    git(here.cwd, "commit", "-q", "-m", "two")
    git(here.cwd, "merge", "-q", "--no-edit", "main")
    assert team(here.cwd) == {f"{BUILD}.md": before}


CRASHING = """
import itertools, os, signal, sys
from hindnote.shell.cli import listing, promote
from hindnote.shell.cli.main import run

STEPS = {"open", "os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}

def step(event, arguments):
    place = str(arguments[0]) if arguments else ""
    if event in STEPS and any(each in place for each in (".md", "journal", ".hn-", ".jsonl")) and next(seen) == kill:
        os.kill(os.getpid(), signal.SIGKILL)

def apart(*words):
    child = os.fork()
    if child == 0:
        os.environ["HINDNOTE_SESSION"] = f"kill-{kill}"
        os.dup2(2, 1)
        if words[0] == "promote":
            sys.addaudithook(step)
        os._exit(run(words))
    print(os.waitpid(child, 0)[1], flush=True)
    sys.stdin.readline()

for kill in itertools.count(1):
    seen = itertools.count(1)
    apart("promote", "surprise/*")
    apart("list")
"""


def promoted(here: Standing, session: str) -> list[str]:
    """The files of the notes that the ledger says a session promoted."""
    (folder,) = here.home.rglob("ledger")
    return sorted(f"{event.key}.md" for event in ledger.session(folder, session).events if isinstance(event, Promoted))


def test_after_a_kill_at_any_step_the_next_command_finds_each_note_in_one_layer(here: Standing) -> None:
    before, kills, ended = local(here), 0, False
    crashing = Python(CRASHING, cwd=here.cwd, env=here.env())
    while not ended:
        kills += 1
        ended = crashing.read() == "0"
        left = {**local(here), **team(here.cwd)}
        assert {path: left[path] for path in before} == before
        crashing.tell("")
        assert crashing.read() == "0"
        assert {**local(here), **team(here.cwd)} == before
        assert set(local(here)) in (set(), set(before)), "all of a batch or none"
        assert promoted(here, f"kill-{kills}") == sorted(team(here.cwd))
        for path in team(here.cwd):  # as before, for the next
            (folder,) = here.home.rglob("stores/*/local")
            (folder / path).parent.mkdir(exist_ok=True)
            (here.cwd / ".hindnote/notes" / path).rename(folder / path)
        crashing.tell("")
    crashing.kill()
    assert kills > 15


def test_what_a_kill_left_is_not_committed(here: Standing) -> None:
    """Without `init` there is no `.gitignore` of ours that would hide it from `git add`."""
    folder = here.cwd / ".hindnote/notes/surprise"
    folder.mkdir(parents=True)
    (folder / ".hn-1-ab.tmp").write_text("half a note")
    here.run("promote", BUILD)
    git(here.cwd, "add", ":/.hindnote/notes")
    assert git(here.cwd, "diff", "--cached", "--name-only").splitlines() == [f".hindnote/notes/{BUILD}.md"]


def test_notes_that_were_named_outright_are_committed_where_they_lie(here: Standing, tmp_path: Path) -> None:
    other = repository(tmp_path / "other repo")
    said = here.run("--team", str(other / "notes"), "promote", BUILD, "--json")
    subprocess.run(["sh", "-c", json.loads(said.out)["next"].partition(" && ")[0]], cwd=here.cwd, check=True)
    assert git(other, "diff", "--cached", "--name-only") == f"notes/{BUILD}.md"


def test_two_who_promote_at_once_and_one_who_records_lose_nothing(here: Standing) -> None:
    words = ("promote", "surprise/*"), ("promote", "surprise/*"), ("lint",)
    both = [
        subprocess.Popen(
            [PYTHON, "-m", "hindnote", *each],
            cwd=here.cwd,
            env=here.env(),
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for each in words
    ]
    here.remember("Written meanwhile.")
    for process in both:
        process.communicate()
    assert {*local(here), *team(here.cwd)} == names(BUILD, DISK, "surprise/written-meanwhile")
    assert not set(local(here)) & set(team(here.cwd))


# --- git's own states ---------------------------------------------------------------


def test_a_detached_head_and_a_held_index_are_no_matter_of_ours(here: Standing) -> None:
    git(here.cwd, "checkout", "-q", "--detach")
    (here.cwd / ".git/index.lock").touch()
    assert here.run("promote", BUILD).code == 0
    assert set(team(here.cwd)) == names(BUILD)


@pytest.mark.parametrize("pattern", [".hindnote/", "*.md", "/.hindnote/notes/surprise/the-build*"])
def test_a_place_that_git_ignores_is_refused_with_the_rule(here: Standing, pattern: str) -> None:
    (here.cwd / ".gitignore").write_text(f"# mine\n{pattern}\n")
    said = here.run("promote", BUILD)
    assert said.code == 1
    assert f".gitignore:2: {pattern}" in said.err
    assert team(here.cwd) == {}


def test_a_check_that_cannot_answer_is_a_refusal(here: Standing) -> None:
    (here.cwd / ".git/config").write_text("[broken\n")
    said = here.run("promote", BUILD)
    assert said.code == 1
    assert "cannot tell whether it ignores" in said.err
    assert team(here.cwd) == {}


def test_where_there_is_no_store_a_refusal_makes_none(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    plain = Standing(tmp_path / "plain", tmp_path / "home")
    assert plain.run("promote", BUILD).code == 1
    assert not (tmp_path / "home").exists() or not [*(tmp_path / "home").rglob("unclaimed*")]


def test_a_plain_folder_has_nobody_to_ask(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "plain").mkdir()
    plain = Standing(tmp_path / "plain", tmp_path / "home")
    plain.run("init")
    plain.remember("The build needs make.")
    said = plain.run("promote", BUILD)
    assert said.code == 0
    assert "git" not in said.out
    assert set(team(plain.cwd)) == names(BUILD)


def test_a_bare_repository_has_no_place_for_notes(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    bare = Standing(repository(tmp_path / "bare.git", bare=True), tmp_path / "home")

    def said(*words: str) -> "subprocess.CompletedProcess[str]":
        """By the script: its folder `hindnote` would be taken for our package by `python -m`."""
        command = [str(Path(PYTHON).parent / "hindnote"), *words]
        return subprocess.run(command, cwd=bare.cwd, env=bare.env(), capture_output=True, text=True)

    fixed = ("--expected", "a", "--evidence", "b", "--answers", "c")
    assert said("remember", "--observed", "The build needs make.", *fixed).returncode == 0
    refused = said("promote", BUILD)
    assert refused.returncode == 1
    assert "a bare repository has no files" in refused.stderr
    assert "worktrees" in refused.stderr
    assert set(local(bare)) == names(BUILD)
    assert not list(bare.cwd.rglob("*.md"))


def test_no_command_of_the_repositorys_own_config_is_run(here: Standing, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    for setting in ("core.fsmonitor", "filter.x.clean", "core.pager", "core.editor"):
        git(here.cwd, "config", setting, f"touch {trace}; cat")
    (here.cwd / ".gitattributes").write_text("* filter=x\n")
    assert here.run("promote", BUILD).code == 0
    assert not trace.exists()


# --- disks ------------------------------------------------------------------------------


def in_namespace(here: Standing, mount: str, *words: str) -> "subprocess.CompletedProcess[str]":
    command = f"{mount} && exec {PYTHON} -m hindnote {' '.join(words)}"
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", command], cwd=here.cwd, env=here.env(), capture_output=True, text=True
    )


@needs_mounts
def test_a_read_only_repository_and_a_read_only_home_leave_both_layers_as_they_were(here: Standing) -> None:
    before = local(here)
    (here.cwd / ".hindnote/notes").mkdir(parents=True, exist_ok=True)
    (folder,) = here.home.rglob("stores/*/local")
    for place in (here.cwd / ".hindnote", folder):
        said = in_namespace(here, read_only(place), "promote", BUILD)
        assert said.returncode == 1, said
        assert "Read-only file system" in said.stderr
        assert (local(here), team(here.cwd)) == (before, {})


@needs_mounts
def test_a_full_disk_leaves_both_layers_as_they_were(here: Standing, tmp_path: Path) -> None:
    """The repository itself is on the small disk, for git does not look for one beyond a mount."""
    small = tmp_path / "small"
    small.mkdir()
    (tmp_path / "template").mkdir()
    script = f"""{tiny(small, 200)} && cd {small} && git init -q --template={tmp_path}/template || exit 9
        for n in 1 2 3 4 5 6 7 8 9 10; do
            {PYTHON} -m hindnote remember --observed "Fault $n." --expected a --answers c --evidence "{"word " * 4_000}"
        done >/dev/null || exit 8
        {PYTHON} -m hindnote promote 'surprise/fault-*'; echo "code $?"
        find .hindnote -name '*.md' | wc -l"""
    said = subprocess.run(["unshare", "-m", "sh", "-c", script], env=here.env(), capture_output=True, text=True)
    assert said.stdout.split() == ["code", "1", "0"], said
    assert "No space left" in said.stderr
    assert len([path for path in here.home.rglob("fault-*.md") if path.stat().st_size > 20_000]) == 10


# --- a person -----------------------------------------------------------------------------


def typed(here: Standing, keys: str, **env: str) -> str:
    """What a person at a terminal sees who types these."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hindnote", "review"],
        cwd=here.cwd,
        env=here.env(**env),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, keys.encode())
    seen = b""
    try:
        while data := os.read(ours, 4096):
            seen += data
    except OSError:  # the other end is gone
        pass
    process.wait()
    os.close(ours)
    assert process.returncode == 0, seen
    return seen.decode()


def test_a_person_walks_through_the_notes(here: Standing) -> None:
    here.remember("The third is wrong.")
    seen = typed(here, "s\np\nn\nr\ny\n")
    assert "1 of 3" in seen
    assert "## Evidence" in seen
    assert set(team(here.cwd)) == names(BUILD)
    assert set(local(here)) == names(DISK)


def test_what_a_person_writes_is_saved_or_kept_beside_with_the_reason(here: Standing, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.sh", tmp_path / "bad.sh"
    good.write_text('#!/bin/sh\nsed -i "s/the log/the whole log/" "$1"\n')
    bad.write_text('#!/bin/sh\nsed -i "s/## Evidence/## Proof/" "$1"\n')
    for script in (good, bad):
        script.chmod(0o700)
    assert "saved" in typed(here, "e\nq\n", EDITOR=str(good))
    assert b"the whole log" in local(here)[f"{BUILD}.md"]
    before = local(here)
    seen = typed(here, "e\nq\n", EDITOR=str(bad))
    assert "MissingSection" in seen
    assert local(here) == before
    (copy,) = here.home.rglob("review/**/*.md")
    assert "## Proof" in copy.read_text()
    assert f"an earlier text of yours is kept in {copy}" in typed(here, "e\nq\n", EDITOR=str(good))
    assert list(here.home.rglob("review/**/*.md")) == [copy]
    assert "## Proof" in copy.read_text()
    assert "did not leave a text" in typed(here, "e\nq\n", EDITOR="/no/such/editor")


def test_a_sessions_notes_are_found_however_their_keys_are_cased(here: Standing) -> None:
    """As where a person renamed a file on a disk that folds case."""
    (folder,) = here.home.rglob("stores/*/local")
    path = folder / f"{BUILD}.md"
    path.write_text(path.read_text().replace(BUILD, BUILD.upper()))
    assert here.run("review", "--session", "s03", "--json").out.count('"key"') == 2


def test_without_a_terminal_the_notes_are_listed(here: Standing) -> None:
    said = here.run("review")
    assert said.code == 0
    assert BUILD in said.out
    assert here.run("review", "--session", "s03", "--json").out.count('"key"') == 2
