"""An edit changes what it names in the version that was read, and not one other byte; what it refuses it leaves."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hindnote.core.versions import version_of

from ..planted import planted
from ..shell.places import git
from .standing import PYTHON, Said, Standing, standing_in

KEY = "surprise/the-build-needs-make"
OMI = b"\xef\xbb\xbf# As30p\r\n\r\n## Metadata\r\n\r\n- tags: disk\r\n\r\n## Details\r\n\r\nIt hums.\r\n"


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    assert here.remember("The build needs make.", "--tag", "build").code == 0
    return here


def file(here: Standing) -> Path:
    (found,) = here.home.rglob(f"stores/*/local/{KEY}.md")
    return found


def told(said: Said) -> Mapping[str, object]:
    assert said.code == 0, said
    answer: Mapping[str, object] = json.loads(said.out)
    return answer


def version(here: Standing) -> str:
    (note,) = json.loads(here.run("show", KEY, "--json").out)["notes"]
    return str(note["version"])


# --- what changes ---------------------------------------------------------------


def test_fields_and_sections_change_and_every_other_byte_stays(here: Standing) -> None:
    odd = file(here).read_text().replace("tags: [build]", "# mine\ntags: [build]   # and yours\nodd:   'x: y'")
    file(here).write_bytes(odd.replace("\n", "\r\n").encode())
    words = ("--set", "tags=build, make", "--set", "confidence=low", "--section", "Evidence=the whole log")
    answer = told(here.run("edit", KEY, *words, "--append", "Answers=- how to build", "--json"))
    expected = (
        odd.replace("tags: [build]", "tags: [build, make]")
        .replace("odd:   'x: y'\n", "odd:   'x: y'\nconfidence: low\n")
        .replace("the log", "the whole log")
        .replace("- what about it\n", "- what about it\n- how to build\n")
    )
    assert file(here).read_bytes() == expected.replace("\n", "\r\n").encode()
    assert (answer["how"], answer["version"]) == ("updated", version_of(file(here).read_bytes()))
    assert KEY in here.run("recall", "what about the whole log").out


def test_the_answer_tells_the_notes_own_day_and_not_that_of_the_edit(here: Standing) -> None:
    file(here).write_text(re.sub(r"recorded: .*", "recorded: 2026-08-07", file(here).read_text()))
    assert here.run("edit", KEY, "--title", "New").out.startswith(f"updated {KEY} (local 2026-08-07)\n")


def test_of_two_who_edit_two_sections_at_once_nobodys_text_is_lost(here: Standing) -> None:
    """Whoever is not told of a conflict has written; each edits the note as it is when that edit begins."""
    names = [f"W{n}" for n in range(5)]
    several = [
        subprocess.Popen(
            [PYTHON, "-m", "hindnote", "edit", KEY, "--section", f"{name}=by {name}"],
            cwd=here.cwd,
            env=here.env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for name in names
    ]
    for process in several:
        process.communicate()
    written = {name for name, process in zip(names, several, strict=True) if process.returncode == 0}
    assert {name for name in names if f"## {name}\n\nby {name}\n" in file(here).read_text()} == written
    assert written


def test_an_edit_and_its_inverse_leave_the_file_that_was(here: Standing) -> None:
    before = file(here).read_bytes()
    here.run("edit", KEY, "--set", "confidence=low", "--section", "Place=the cellar", "--title", "New")
    assert file(here).read_bytes() != before
    here.run("edit", KEY, "--unset", "confidence", "--remove", "Place", "--title", "The build needs make")
    assert file(here).read_bytes() == before


def test_a_trigger_is_resolved_and_what_says_the_same_writes_nothing(here: Standing) -> None:
    (here.cwd / "Makefile").write_text("all:\n")
    here.run("edit", KEY, "--set", "invalidated_by=file:Makefile@current")
    blob = git(here.cwd, "hash-object", "Makefile")
    assert f"invalidated_by: file:Makefile@{blob}" in file(here).read_text()
    stamp = file(here).stat().st_mtime_ns
    assert here.run("edit", KEY, "--set", "tags=build").out.startswith(f"unchanged {KEY} (local")
    assert file(here).stat().st_mtime_ns == stamp


def test_what_other_notes_say_of_the_names_in_it_rides_in_the_answer(here: Standing) -> None:
    here.remember("As30p hums when it is cold.")
    answer = told(here.run("edit", KEY, "--append", "Observed=On As30p, too.", "--json"))
    assert "surprise/as30p-hums-when-it-is-cold" in json.dumps(answer["related_by_entity"])


def test_a_team_note_is_changed_where_it_links_to_what_the_team_has(here: Standing) -> None:
    here.remember("The disk is slow.")
    here.run("promote", KEY)
    note = here.cwd / f".hindnote/notes/{KEY}.md"
    before = note.read_bytes()
    for link in ("surprise/the-disk-is-slow", "surprise/nobody"):
        said = here.run("edit", KEY, "--append", f"Related=- [[{link}]]")
        assert (said.code, note.read_bytes()) == (1, before)
        assert link in said.err
    assert here.run("edit", KEY, "--append", f"Related=- [[{KEY}]]", "--append", "Evidence=more").code == 0
    assert b"more" in note.read_bytes()


def test_a_vaults_note_keeps_its_form_and_its_programs_own_list(here: Standing, tmp_path: Path) -> None:
    note = tmp_path / "vault/As30p.md"
    note.parent.mkdir()
    note.write_bytes(OMI)
    note.chmod(0o664)
    vault = ("--vault", str(note.parent))
    here.run("edit", "As30p", "--set", "tags=disk, cellar", "--append", "Details=And it is cold.", *vault)
    assert note.read_bytes() == OMI.replace(b"disk", b"disk, cellar").replace(b"hums.", b"hums.\r\n\r\nAnd it is cold.")
    assert note.stat().st_mode & 0o777 == 0o664
    assert (
        "cellar" in here.run("list", "--tag", "cellar", *vault).out
        or "As30p" in here.run("list", "--tag", "cellar", *vault).out
    )
    assert not [path for path in note.parent.iterdir() if path != note]


# --- what is refused ------------------------------------------------------------


def test_a_version_that_is_not_the_notes_is_refused_with_what_to_do(here: Standing) -> None:
    read = version(here)
    assert here.run("edit", KEY, "--if-version", read, "--section", "Evidence=one").code == 0
    before = file(here).read_bytes()
    said = here.run("edit", KEY, "--if-version", read, "--section", "Evidence=two", "--json")
    assert (said.code, file(here).read_bytes()) == (1, before)
    assert json.loads(said.err)["error"] == "the note was changed since it was read"
    assert "hindnote show" in json.loads(said.err)["mend"]
    assert "ChangedMeanwhile" in here.run("session", "s03").out


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("--set", "key=surprise/x"), 1, "hindnote rename"),
        (("--set", "archived=true"), 1, "hindnote archive"),
        (("--set", "source=me"), 1, "stays"),
        (("--set", "confidence=very"), 1, "high, medium, low"),
        (("--set", "supersedes=No Key"), 1, "no key"),
        (("--set", "invalidated_by=soon"), 1, "file:"),
        (("--set", "tags"), 2, "NAME=VALUE"),
        (("--section", "A=x", "--section", "A=y"), 2, "twice"),
        (("--section", "Evidence="), 1, "blank"),
        (("--remove", "Evidence"), 1, "Evidence"),
        (("--remove", "Nowhere"), 1, "no section"),
        (("--append", "Answers=prose"), 1, "bullets"),
        (("--section", f"Evidence={planted()[0].evidence}"), 1, "looks like a secret"),
    ],
)
def test_what_may_not_be_changed_is_refused_and_nothing_is(
    here: Standing, words: tuple[str, ...], code: int, why: str
) -> None:
    before = file(here).read_bytes()
    said = here.run("edit", KEY, *words)
    assert (said.code, file(here).read_bytes()) == (code, before), said
    assert why in said.err
    assert planted()[0].secret not in said.err + here.run("session", "s03").out


def test_a_key_of_nobody_of_two_layers_and_of_ingest_is_refused(here: Standing, tmp_path: Path) -> None:
    assert here.run("edit", "surprise/none", "--title", "x").code == 1
    note = tmp_path / f"vault/{KEY}.md"
    note.parent.mkdir(parents=True)
    note.write_text("# x\n")
    assert "--layer" in here.run("edit", KEY, "--title", "x", "--vault", str(tmp_path / "vault")).err
    (here.cwd / "README.md").write_text("# A\n\n## B\n")
    git(here.cwd, "add", "README.md")
    here.run("ingest")
    assert "ingest" in here.run("edit", "readme", "--title", "x").err


def test_a_megabyte_and_nul_stay_in_their_section(here: Standing) -> None:
    big = (b"plain words and more of them, " * 35 + b"\r\n") * 1_000 + b"\x00 ## x [[y]] <!--\r\n"
    said = here.run("edit", KEY, "--section", "Evidence=-", stdin=big)
    assert said.code == 0, said.err
    assert file(here).read_bytes().count(b"plain words") == 35_000
    assert file(here).read_bytes().endswith(b"## Answers\n\n- what about it\n")


def test_a_folder_nobody_may_write_to_leaves_the_note(here: Standing) -> None:
    if os.getuid() == 0:
        script = f"mount --bind {file(here).parent} {file(here).parent} && mount -o remount,bind,ro {file(here).parent}"
        command = ["unshare", "-m", "sh", "-c", f"{script} && exec {PYTHON} -m hindnote edit {KEY} --title x"]
    else:
        file(here).parent.chmod(0o500)
        command = [PYTHON, "-m", "hindnote", "edit", KEY, "--title", "x"]
    before = file(here).read_bytes()
    done = subprocess.run(command, cwd=here.cwd, env=here.env(), capture_output=True, text=True)
    if "unshare" in done.stderr:
        pytest.skip("no mounts here")
    file(here).parent.chmod(0o700)
    assert (done.returncode, file(here).read_bytes()) == (1, before), done
    assert "cannot write" in done.stderr


# --- in an editor ---------------------------------------------------------------


def by_hand(here: Standing, script: str, *words: str) -> Said:
    """With an editor that does this to the file it is given."""
    program = here.home / "editor.sh"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o700)
    return here.run("edit", KEY, *words, env=here.env(EDITOR=str(program)))


def copies(here: Standing) -> list[Path]:
    return [path for path in here.home.rglob("*.md") if "edit" in path.parts]


def test_what_a_person_writes_is_saved_and_the_copy_is_gone(here: Standing) -> None:
    assert by_hand(here, 'sed -i "s/the log/the whole log/" "$1"').out.startswith(f"updated {KEY}")
    assert b"the whole log" in file(here).read_bytes()
    assert by_hand(here, ":").out.startswith(f"unchanged {KEY}")
    assert copies(here) == []


@pytest.mark.parametrize(
    "script",
    [
        'sed -i "s/## Evidence/## Proof/" "$1"',
        'sed -i "s/^key: .*/key: surprise\\/other/" "$1"',
        'sed -i "s/log/whole log/" "$1"; exit 3',
        'sed -i "s/log/whole log/" "$1"; kill -9 $$',
        'sed -i "s/log/whole log/" "$1"; kill -35 $$',
        'printf "\\377" > "$1"',
    ],
)
def test_what_may_not_be_saved_leaves_the_note_and_keeps_the_text(here: Standing, script: str) -> None:
    before = file(here).read_bytes()
    said = by_hand(here, script, "--json")
    assert (said.code, file(here).read_bytes()) == (1, before)
    (copy,) = copies(here)
    assert copy.read_bytes() != before
    assert str(copy) in json.loads(said.err)["mend"]
    assert "an earlier text of yours is kept" in by_hand(here, ":").out


def test_ctrl_c_is_the_editors_while_it_runs(here: Standing) -> None:
    said = by_hand(here, 'kill -INT $PPID; sed -i "s/the log/the whole log/" "$1"')
    assert (said.code, copies(here)) == (0, []), said
    assert b"the whole log" in file(here).read_bytes()


def test_an_editor_that_leaves_no_file_is_told_and_not_waited_for(here: Standing) -> None:
    said = by_hand(here, 'rm "$1"; mkfifo "$1"')
    assert (said.code, "not a regular file" in said.err) == (1, True)


def test_whoever_saves_second_is_refused_and_keeps_the_text(here: Standing) -> None:
    other = f'{sys.executable} -m hindnote edit {KEY} --section "Evidence=theirs" >/dev/null || exit 9'
    said = by_hand(here, f'{other}; sed -i "s/the log/mine/" "$1"')
    assert (said.code, "changed since it was read" in said.err) == (1, True)
    assert b"theirs" in file(here).read_bytes()
    assert b"mine" in copies(here)[0].read_bytes()


def test_a_device_is_no_text(here: Standing) -> None:
    """There are some that never end."""
    said = here.run("edit", KEY, "--section", f"Evidence=@{os.devnull}")
    assert (said.code, "a device" in said.err) == (2, True)


def test_an_editor_that_is_not_there_or_not_named_is_told(here: Standing) -> None:
    assert "did not leave a text" in here.run("edit", KEY, env=here.env(EDITOR="/no/such/editor")).err
    for blank in ({}, {"VISUAL": " ", "EDITOR": "  "}):  # else the note would be what is run
        said = here.run("edit", KEY, env=here.env(**blank))
        assert said.code == 2
        assert "--section" in said.err


# --- at once --------------------------------------------------------------------


def test_of_two_who_edit_one_version_at_once_one_is_told_of_a_conflict(here: Standing) -> None:
    for turn in range(6):
        read = version(here)
        both = [
            subprocess.Popen(
                [PYTHON, "-m", "hindnote", "edit", KEY, "--if-version", read, "--section", f"Evidence={name} {turn}"],
                cwd=here.cwd,
                env=here.env(),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for name in ("ann", "bob")
        ]
        said = [process.communicate() for process in both]
        codes = [process.returncode for process in both]
        assert sorted(codes) == [0, 1], said
        assert "changed since it was read" in said[codes.index(1)][1]
        assert f"{('ann', 'bob')[codes.index(0)]} {turn}" in file(here).read_text()
