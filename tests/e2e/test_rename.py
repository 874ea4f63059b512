"""Renamed, a note is found under its new key by all that linked to it; killed or refused, nothing has moved."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from ..shell.places import git
from ..shell.test_faults import needs_mounts, read_only
from .standing import PYTHON, Standing, standing_in

BUILD, DISK, CLOCK = "surprise/the-build-needs-make", "surprise/the-disk-is-read-only", "surprise/the-clock-is-slow"
NEW = "make"


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    """A local note, another that links to it and supersedes it, and a team note that links to neither."""
    here = standing_in(tmp_path)
    git(here.cwd, "commit", "-q", "--allow-empty", "-m", "begin")
    assert here.remember("The clock is slow.").code == 0
    assert here.run("promote", CLOCK).code == 0
    assert here.remember("The build needs make.", "--relates-to", CLOCK).code == 0
    assert here.remember("The disk is read-only.", "--relates-to", BUILD, "--supersedes", BUILD).code == 0
    return here


def local(here: Standing) -> Path:
    (folder,) = here.home.rglob("stores/*/local")
    return folder


def notes(here: Standing) -> Mapping[str, bytes]:
    folders = (local(here), here.cwd / ".hindnote/notes")
    return {f"{at.name}/{path.relative_to(at)}": path.read_bytes() for at in folders for path in at.rglob("*.md")}


def test_the_note_is_found_under_its_new_key_and_the_links_lead_there(here: Standing) -> None:
    before = notes(here)
    plan = here.run("rename", BUILD, NEW, "--dry-run").out
    assert notes(here) == before
    said = here.run("rename", BUILD, NEW)
    assert said.out == plan.replace("would rename", "renamed")
    assert said.out.startswith(f"renamed {BUILD} to {NEW} (local)\n")
    assert f"  {DISK} " in said.out
    after = notes(here)
    assert set(after) == {each.replace(BUILD, NEW) for each in before}
    assert after[f"local/{NEW}.md"] == before[f"local/{BUILD}.md"].replace(BUILD.encode(), NEW.encode())
    linked = before[f"local/{DISK}.md"].decode().replace(f"supersedes: {BUILD}", f"supersedes: {NEW}")
    assert after[f"local/{DISK}.md"].decode() == linked.replace(f"[[{BUILD}]]", f"[[{NEW}|{BUILD}]]")
    assert here.run("lint").code == 0
    assert here.run("show", NEW).out.startswith(f"{NEW} local ")
    assert f"{NEW} local " in here.run("recall", "what does the build need").out
    assert f"renamed local {BUILD} {NEW}" in " ".join(here.run("session", "s03").out.split())
    assert here.run("rename", NEW, BUILD).code == 0
    assert notes(here) == before


def test_a_team_note_goes_with_the_local_links_to_it(here: Standing) -> None:
    said = json.loads(here.run("rename", CLOCK, "slow-clock", "--json").out)
    path = str(here.cwd / ".hindnote/notes/slow-clock.md")
    assert said == {
        "key": "slow-clock",
        "was": CLOCK,
        "layer": "team",
        "path": path,
        "met": [],
        "left": [],
        "unread": [],
        "dry_run": False,
        "relinked": [{"layer": "local", "key": BUILD, "links": 1}],
    }
    assert b"[[slow-clock|" in notes(here)[f"local/{BUILD}.md"]


# --- what is refused --------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((BUILD, DISK), "a local note has the key"),
        ((BUILD, CLOCK), "a team note has the key"),
        ((BUILD, BUILD.upper()), "has the key"),
        ((BUILD, "surprise/../x"), "is not a key"),
        ((BUILD, ""), "is not a key"),
        ((BUILD, "con"), "reserved name"),
        (("surprise/none", NEW), "no note goes by"),
    ],
)
def test_what_cannot_be_is_refused_with_the_mend_and_changes_nothing(
    here: Standing, words: tuple[str, str], said: str
) -> None:
    before = notes(here)
    refused = here.run("rename", *words, "--json")
    assert refused.code == 1
    told = json.loads(refused.err)
    assert said in told["error"]
    assert told["mend"]
    assert notes(here) == before
    assert json.loads(here.run("session", "s03", "--json").out)["refused"]


def test_a_stub_goes_where_its_document_goes(here: Standing) -> None:
    (here.cwd / "AGENTS.md").write_text("# Agents\n")
    assert here.run("ingest").code == 0
    said = here.run("rename", "agents", NEW)
    assert said.code == 1
    assert "ingest" in said.err


@pytest.mark.parametrize("key", [BUILD, DISK])
def test_a_file_that_is_marked_read_only_is_not_replaced(here: Standing, key: str) -> None:
    before = notes(here)
    (local(here) / f"{key}.md").chmod(0o400)
    said = here.run("rename", BUILD, NEW)
    assert said.code == 1
    assert "read-only" in said.err
    assert notes(here) == before


@needs_mounts
def test_a_disk_that_is_read_only_for_one_layer_leaves_both_as_they_were(here: Standing) -> None:
    before = notes(here)
    mount = read_only(local(here) / "surprise")
    script = f"{mount} && exec {PYTHON} -m hindnote rename {CLOCK} slow-clock"
    said = subprocess.run(
        ["unshare", "-m", "sh", "-c", script], cwd=here.cwd, env=here.env(), capture_output=True, text=True
    )
    assert said.returncode == 1, said
    assert "Read-only file system" in said.stderr
    assert notes(here) == before


def test_something_in_the_new_place_is_not_written_over(here: Standing) -> None:
    before = notes(here)
    (local(here) / f"{NEW}.md").mkdir()
    assert here.run("rename", BUILD, NEW).code == 1
    (local(here) / f"{NEW}.md").rmdir()
    (local(here) / f"{NEW}.md").symlink_to(here.cwd / "elsewhere.md")
    assert here.run("rename", BUILD, NEW).code == 1
    assert not (here.cwd / "elsewhere.md").exists()
    (local(here) / f"{NEW}.md").unlink()
    assert notes(here) == before


def test_a_team_note_does_not_go_where_git_would_keep_it_from_others(here: Standing) -> None:
    before = notes(here)
    (here.cwd / ".gitignore").write_text("/.hindnote/notes/make.md\n")
    said = here.run("rename", CLOCK, NEW)
    assert said.code == 1
    assert ".gitignore:1: /.hindnote/notes/make.md" in said.err
    assert notes(here) == before
    assert here.run("rename", CLOCK, "slow-clock").code == 0


# --- who comes in between -----------------------------------------------------------

CRASHING = """
import itertools, os, signal, sys
from hindnote.shell.cli.main import run
STEPS = {"open", "os.link", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod"}
seen, kill, old, new = itertools.count(1), int(sys.argv[1]), sys.argv[2], sys.argv[3]
def step(event, arguments):
    place = str(arguments[0]) if arguments else ""
    writes = event != "open" or arguments[2] & (os.O_WRONLY | os.O_RDWR)
    if event in STEPS and writes and (".md" in place or "journal" in place) and next(seen) == kill:
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(step)
sys.exit(run(["rename", old, new]))
"""


def test_after_a_kill_at_any_step_the_next_command_finds_all_or_nothing(here: Standing) -> None:
    """A team note, so that both layers change."""
    disk = local(here) / f"{DISK}.md"
    disk.write_bytes(disk.read_bytes().replace(b"## Related\n", b"## Related\n\n- [[" + CLOCK.encode() + b"]]\n"))
    before = notes(here)
    assert here.run("rename", CLOCK, NEW).code == 0
    after = notes(here)
    assert sum(before.get(each) != text for each, text in after.items()) == 3
    assert here.run("rename", NEW, CLOCK).code == 0
    assert notes(here) == before
    ends: list[bool] = []
    done = 1
    while done:
        words = [PYTHON, "-c", CRASHING, str(len(ends) + 1), CLOCK, NEW]
        done = subprocess.run(words, cwd=here.cwd, env=here.env(), capture_output=True).returncode
        assert here.run("lint").code == 0
        assert notes(here) in (before, after)
        assert not [*local(here).rglob(".hn-*"), *here.cwd.rglob(".hn-*"), *here.home.rglob("*.journal")]
        ends.append(notes(here) == after)
        if ends[-1]:
            assert here.run("rename", NEW, CLOCK).code == 0
    assert ends == sorted(ends), "taken back until all have come, completed from then on"
    assert ends.count(False) > 10
    assert ends.count(True) > 2


EDITED = """
import os, sys
from hindnote.shell.cli.main import run
file, when = sys.argv[1], sys.argv[2]
def step(event, arguments):
    if event == "os.rename" and when in str(arguments[1]):
        with open(os.open(file, os.O_WRONLY | os.O_APPEND), "a") as note:
            note.write("mine\\n")
        globals()["when"] = "never"
sys.addaudithook(step)
sys.exit(run(["rename", sys.argv[3], sys.argv[4]]))
"""


def test_a_note_that_is_edited_meanwhile_is_refused_and_keeps_the_edit(here: Standing) -> None:
    """The edit comes when the journal is written: what was to be written is decided by then."""
    before = notes(here)
    disk = local(here) / f"{DISK}.md"
    said = subprocess.run(
        [PYTHON, "-c", EDITED, str(disk), "journal", BUILD, NEW],
        cwd=here.cwd,
        env=here.env(),
        capture_output=True,
        text=True,
    )
    assert said.returncode == 1, said
    assert "changed since it was read" in said.stderr
    place = f"local/{DISK}.md"
    assert notes(here) == {**before, place: before[place] + b"mine\n"}


def test_two_who_rename_and_one_who_records_lose_nothing(here: Standing) -> None:
    both = [
        subprocess.Popen(
            [PYTHON, "-m", "hindnote", "rename", BUILD, new],
            cwd=here.cwd,
            env=here.env(),
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for new in ("one", "two")
    ]
    here.remember("Written meanwhile.", "--relates-to", DISK)
    for process in both:
        process.communicate()
    assert sorted(process.returncode for process in both) == [0, 1]
    kept = "one" if both[0].returncode == 0 else "two"
    assert set(notes(here)) == {
        *(f"local/{key}.md" for key in (kept, DISK, "surprise/written-meanwhile")),
        f"notes/{CLOCK}.md",
    }
    assert here.run("lint").code == 0
