"""A vault's note goes to another path with every link of its vault that must, each file whole: killed or refused, nothing has."""

import hashlib
import json
import os
import stat
import subprocess
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import apsw
import pytest

from .standing import PYTHON, Standing, standing_in
from .test_rename import CRASHING, EDITED

DISK = "---\naliases: [the disk]\n---\n# The disk\n\nSee [[../Lamp|the lamp]].\n"
LAMP = "# Lamp\n\nBeside [[disk]], [[Old/disk|it]], [it](Old/disk.md), [[the disk]] and `[[disk]]`.\r\n"
OTHER = "# Other\n\n## Metadata\n- Supersedes: [[disk]]\n\nAnd [[Lamp]].\n"
AFTER = {
    "New/drive.md": DISK,
    "Lamp.md": "# Lamp\n\nBeside [[drive|disk]], [[New/drive|it]], [it](New/drive.md), [[the disk]] and `[[disk]]`.\r\n",
    "Old/Other.md": OTHER.replace("[[disk]]", "[[drive|disk]]"),
}


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    here.run("init")  # the ledger hears nothing of a folder that nobody initialised
    vault = tmp_path / "vault"
    (vault / "Old").mkdir(parents=True)
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/app.json").write_text("{}")
    for path, text in {"Old/disk.md": DISK, "Lamp.md": LAMP, "Old/Other.md": OTHER}.items():
        (vault / path).write_bytes(text.encode())
    config = here.home / ".config/hindnote"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(f'vaults = ["{vault}"]\n')
    return here


def vault_of(here: Standing) -> Path:
    return here.home.parent / "vault"


def notes(here: Standing) -> Mapping[str, str]:
    vault = vault_of(here)
    files = [path for path in vault.rglob("*") if path.is_file() and ".obsidian" not in path.parts]
    return {str(path.relative_to(vault)): path.read_bytes().decode() for path in files}


def test_the_file_moves_and_the_links_that_said_its_place_with_it(here: Standing) -> None:
    before = notes(here)
    plan = here.run("rename", "Old/disk", "New/drive", "--dry-run").out
    assert notes(here) == before
    said = here.run("rename", "Old/disk", "New/drive")
    assert said.out == plan.replace("would rename", "renamed"), said
    assert notes(here) == AFTER
    assert "4 links went along" in said.out
    assert here.run("recall", "[[the disk]]").out.startswith("New/drive ")
    assert f"file: {vault_of(here)}/New/drive.md" in said.out
    assert "AmbiguousLink" not in here.run("lint").out
    assert here.run("rename", "New/drive", "Old/disk").code == 0
    assert notes(here) == before


def test_scripts_are_told_what_went_along(here: Standing) -> None:
    told = json.loads(here.run("rename", "the disk", "[[New/drive.md]]", "--layer", "vault", "--json").out)
    assert (told["key"], told["was"], told["layer"]) == ("New/drive", "Old/disk", "vault")
    assert told["relinked"] == [
        {"layer": "vault", "key": "Lamp", "links": 3},
        {"layer": "vault", "key": "Old/Other", "links": 1},
    ]
    assert [step["detail"] for step in json.loads(here.run("session", "s03", "--json").out)["renamed"]] == ["New/drive"]


def test_a_move_changes_only_what_said_the_folder_and_keeps_date_and_permissions(here: Standing) -> None:
    path = vault_of(here) / "Lamp.md"
    path.chmod(0o640)
    os.utime(path, (1_770_000_000, 1_770_000_000))
    before = notes(here)
    assert here.run("rename", "Lamp", "Rooms/Lamp").code == 0
    now = vault_of(here) / "Rooms/Lamp.md"
    assert (stat.S_IMODE(now.stat().st_mode), now.stat().st_mtime) == (0o640, 1_770_000_000)
    changed = {"Old/disk.md": DISK.replace("../Lamp", "../Rooms/Lamp")}
    assert notes(here) == {"Rooms/Lamp.md": LAMP, "Old/Other.md": OTHER, **changed}
    assert before["Lamp.md"] == LAMP
    assert "vault · 2026-02-02 by file date" in here.run("show", "Rooms/Lamp").out


def test_a_folder_in_another_normal_form_is_the_folder_that_is_there(here: Standing) -> None:
    folder = vault_of(here) / unicodedata.normalize("NFD", "Übergänge")
    folder.mkdir()
    (folder / "a.md").write_text("# A\n")
    assert here.run("rename", "Lamp", "Übergänge/Lamp").code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["Lamp.md", "a.md"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Old/disk", "lamp"), "a vault note has the key"),
        (("Old/disk", "Old/disk"), "has the key"),
        (("Old/disk", "../out"), "begins with a dot"),
        (("Old/disk", ".obsidian/x"), "begins with a dot"),
        (("Old/disk", "a//b"), "is empty"),
        (("Old/disk", ""), "is empty"),
        (("Old/disk", "what?"), "no link and not every disk can say `?`"),
        (("Old/disk", "CON"), "reserved name"),
        (("none", "x"), "no note goes by"),
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


def test_a_link_that_may_mean_several_notes_stops_it(here: Standing) -> None:
    (vault_of(here) / "Else").mkdir()
    (vault_of(here) / "Else/Lamp.md").write_text("# Else\n")
    (vault_of(here) / "From.md").write_text("[[Lamp|x]] [[Else/Lamp]]\n")
    before = notes(here)
    said = here.run("rename", "Else/Lamp", "Else/Candle")
    assert said.code == 0, "[[Lamp]] means the one at the top"
    assert notes(here)["From.md"] == "[[Lamp|x]] [[Else/Candle|Else/Lamp]]\n"
    assert here.run("rename", "Else/Candle", "Else/Lamp").code == 0
    assert notes(here) == before
    assert here.run("rename", "Lamp", "Rooms/Lamp").code == 0
    assert notes(here)["From.md"] == "[[Rooms/Lamp|x]] [[Else/Lamp]]\n"
    (vault_of(here) / "From.md").write_text("[[Lamp]]\n")
    before = notes(here)
    said = here.run("rename", "Else/Lamp", "Candle")
    assert said.code == 1
    assert "would come to mean another note" in said.err
    assert notes(here) == before


def test_a_file_that_could_not_be_looked_through_is_named(here: Standing) -> None:
    (vault_of(here) / "bad.md").write_bytes(b"\xff [[disk]]")
    said = here.run("rename", "Old/disk", "New/drive")
    assert said.code == 0
    place = vault_of(here) / "bad.md"
    assert f"could not be read, and may link to it:\n  {place}: not UTF-8: byte 0 is 0xff" in said.out
    told = json.loads(here.run("rename", "New/drive", "Old/disk", "--json").out)
    assert told["unread"] == [{"path": str(place), "problem": "not UTF-8: byte 0 is 0xff"}]


# --- who comes in between -----------------------------------------------------------


def test_after_a_kill_at_any_step_the_next_command_finds_all_or_nothing(here: Standing) -> None:
    before = notes(here)
    ends: list[bool] = []
    done = 1
    while done:
        words = [PYTHON, "-c", CRASHING, str(len(ends) + 1), "Old/disk", "New/drive"]
        done = subprocess.run(words, cwd=here.cwd, env=here.env(), capture_output=True).returncode
        assert here.run("list").code == 0
        assert notes(here) in (before, AFTER)
        assert not [*vault_of(here).rglob(".hn-*"), *here.home.rglob("*.journal")]
        ends.append(notes(here) == AFTER)
        if ends[-1]:
            assert here.run("rename", "New/drive", "Old/disk").code == 0
            assert notes(here) == before
    assert ends == sorted(ends), "taken back until all have come, completed from then on"
    assert ends.count(False) > 10
    assert ends.count(True) > 2


def test_what_another_repositorys_command_left_is_brought_to_its_end_too(here: Standing, tmp_path: Path) -> None:
    words = [PYTHON, "-c", CRASHING, "12", "Old/disk", "New/drive"]
    assert subprocess.run(words, cwd=here.cwd, env=here.env(), capture_output=True).returncode
    assert [*here.home.rglob("*.journal")]
    (tmp_path / "elsewhere").mkdir()
    elsewhere = Standing(tmp_path / "elsewhere", here.home)
    assert elsewhere.run("list").code == 0
    assert notes(here)["Old/disk.md"] == DISK
    assert not [*here.home.rglob("*.journal")]


def test_a_note_that_is_edited_meanwhile_is_refused_and_keeps_the_edit(here: Standing) -> None:
    before = notes(here)
    lamp = vault_of(here) / "Lamp.md"
    words = [PYTHON, "-c", EDITED, str(lamp), "journal", "Old/disk", "New/drive"]
    said = subprocess.run(words, cwd=here.cwd, env=here.env(), capture_output=True, text=True)
    assert said.returncode == 1, said
    assert "changed since it was read" in said.stderr
    assert notes(here) == {**before, "Lamp.md": LAMP + "mine\n"}


def test_while_another_brings_the_index_up_nothing_is_renamed(here: Standing) -> None:
    """What it has not read yet may link to the note."""
    assert here.run("list").code == 0
    (vault_of(here) / "New link.md").write_text("[[disk]]\n")
    before = notes(here)
    (path,) = here.home.rglob("vaults/*/index.db")
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    said = here.run("rename", "Old/disk", "New/drive", env=here.env(HINDNOTE_LOCK_TIMEOUT="0.2"))
    other.close()
    assert said.code == 1
    assert "another hindnote is reading" in said.err
    assert notes(here) == before
    assert here.run("rename", "Old/disk", "New/drive").code == 0
    assert notes(here)["New link.md"] == "[[drive|disk]]\n"


def test_a_journal_that_names_a_place_elsewhere_is_none_of_ours(here: Standing, tmp_path: Path) -> None:
    assert here.run("rename", "Old/disk", "New/drive").code == 0
    (lock,) = here.home.rglob("vaults/*/vault.lock")
    mine = tmp_path / "mine.md"
    mine.write_text("mine")
    digest = hashlib.sha256(b"mine").hexdigest()
    entry = {"coming": [], "going": [{"path": str(mine), "digest": digest}], "come": True, "version": 1}
    lock.with_suffix(".journal").write_text(json.dumps(entry))
    assert here.run("list").code == 0
    assert mine.read_text() == "mine"
