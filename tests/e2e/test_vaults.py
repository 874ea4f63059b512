"""A vault beside the repository: in every answer, never changed, and whatever its file system or its program left there."""

import hashlib
import json
import os
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from .standing import standing_in

NOTE = "---\naliases: [the cellar disk]\ntags: [disk]\ncreated: 2026-05-04\n---\n# As30p hums in the cellar\n\nIt hums when it is cold. See [[Zx91p]].\n"
OTHER = "# Zx91p replaced it\n\nSince May. Before: [[the cellar disk]] #hardware\n"


class Kept:
    """A repository with a vault beside it, named by the person's own configuration."""

    def __init__(self, tmp: Path) -> None:
        self.here = standing_in(tmp)
        self.here.run("init")  # hooks are silent in a folder that nobody initialised
        self.vault = tmp / "vault"
        (self.vault / "Disks").mkdir(parents=True)
        (self.vault / "Disks/As30p hums.md").write_text(NOTE)
        (self.vault / "2026-06-01 Zx91p.md").write_text(OTHER)
        (self.vault / ".obsidian").mkdir()
        (self.vault / ".obsidian/workspace.md").write_text("not a note")
        config = self.here.home / ".config/hindnote"
        config.mkdir(parents=True)
        (config / "config.toml").write_text(f'vaults = ["{self.vault}"]\n')

    def json(self, *words: str) -> Mapping[str, object]:
        said = self.here.run(*words, "--json")
        assert said.code == 0, said
        told: Mapping[str, object] = json.loads(said.out)
        return told

    def note(self, key: str) -> Mapping[str, object]:
        """The one note that `show KEY --json` tells."""
        told = msgspec.convert(self.json("show", key)["notes"], list[dict[str, object]])
        assert len(told) == 1, told
        return told[0]

    def hashes(self) -> Mapping[str, tuple[str, int]]:
        return {
            str(path): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
            for path in sorted(self.vault.rglob("*"))
            if path.is_file()
        }


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_its_notes_are_in_every_answer_with_their_layer_and_not_a_byte_changes(kept: Kept) -> None:
    before = kept.hashes()
    assert "Disks/As30p hums" in kept.here.run("recall", "what hums when it is cold").out
    assert "vault · 2026-05-04" in kept.here.run("recall", "what hums when it is cold").out
    assert "Disks/As30p hums" in kept.here.run("search", "hums").out
    assert "vault" in kept.here.run("entity", "As30p").out
    assert "(2 vault)" in kept.here.run("list").out
    assert "2026-06-01 Zx91p" in kept.here.run("list", "--tag", "hardware").out
    hook = {"session_id": "h", "tool_name": "Bash", "tool_input": {"command": "lsblk"}, "tool_response": "As30p As30p"}
    said = kept.here.run("hook", "post-tool-use", stdin=json.dumps(hook).encode())
    assert "[[As30p hums in the cellar]] (vault 2026-05-04)" in said.out
    assert kept.hashes() == before


def test_a_date_says_where_it_comes_from(kept: Kept) -> None:
    (kept.vault / "Plain.md").write_text("# Plain\n\nNothing is declared.\n")
    os.utime(kept.vault / "Plain.md", (1_770_000_000, 1_770_000_000))
    dated = {key: kept.note(key) for key in ("Disks/As30p hums", "2026-06-01 Zx91p", "Plain")}
    assert {key: (note["dated"], note["date"]) for key, note in dated.items()} == {
        "Disks/As30p hums": ("declared", "2026-05-04"),
        "2026-06-01 Zx91p": ("name", "2026-06-01"),
        "Plain": ("modified", "2026-02-02"),
    }


def test_every_answer_says_where_a_date_comes_from(kept: Kept) -> None:
    (kept.vault / "2026-07-01 Zx91p again.md").write_text("# Zx91p squeaks\n\nSince [[2026-06-01 Zx91p]].\n")
    by_name = "vault · 2026-07-01 by file name"
    questions = [
        ("recall", "what squeaks"),
        ("search", "squeaks"),
        ("entity", "Zx91p"),
        ("list",),
        ("show", "2026-07-01 Zx91p again"),
    ]
    for words in questions:
        assert by_name in kept.here.run(*words).out, words
    assert "vault · 2026-06-01 by file name" in kept.here.run("recall", "what squeaks").out  # the neighbour
    rows = {
        "list": kept.json("list")["notes"],
        "search": kept.json("search", "squeaks")["hits"],
        "entity": kept.json("entity", "Zx91p")["notes"],
        "recall": kept.json("recall", "what squeaks")["roots"],
    }
    for command, told in rows.items():
        dated = {row["key"]: row["dated"] for row in msgspec.convert(told, list[dict[str, object]])}
        assert dated["2026-07-01 Zx91p again"] == "name", command
    hook = {"session_id": "h", "tool_name": "Bash", "tool_input": {"command": "lsblk"}, "tool_response": "Zx91p Zx91p"}
    said = kept.here.run("hook", "post-tool-use", stdin=json.dumps(hook).encode())
    assert "[[Zx91p squeaks]] (vault 2026-07-01 by file name)" in said.out
    (kept.vault / "2026-07-02 Zx91p.md").write_text(
        '---\nsupersedes: "[[2026-07-01 Zx91p again]]"\n---\n# Zx91p is still\n'
    )
    assert kept.here.run("search", "still").code == 0
    said = kept.here.run(
        "hook", "post-tool-use", stdin=json.dumps(hook).encode(), env=kept.here.env(HINDNOTE_SESSION="h2")
    )
    assert "vault 2026-07-01 by file name [[Zx91p squeaks]] (superseded)" in said.out
    told = kept.here.remember("Zx91p stopped again.")
    assert "vault 2026-07-02 by file name" in told.out


def test_an_ambiguous_link_is_told_and_not_followed(kept: Kept) -> None:
    (kept.vault / "Old").mkdir()
    (kept.vault / "Old/As30p hums.md").write_text("# Another\n")
    (kept.vault / "From.md").write_text("# From\n\nSee [[As30p hums]].\n")
    told = "[[As30p hums]] may mean Disks/As30p hums or Old/As30p hums"
    assert told in kept.here.run("show", "From").out
    assert told in kept.here.run("recall", "[[From]]").out
    assert f"notice: {told}: a longer path says which" in kept.here.run("recall", "[[As30p hums]]").out
    assert f"{kept.vault}/From.md:3: warning: AmbiguousLink: {told}" in kept.here.run("lint").out
    assert kept.here.run("recall", "[[Old/As30p hums]]").out.startswith("Old/As30p hums")
    assert "may mean" not in kept.here.run("recall", "[[the cellar disk]]").out
    assert kept.here.run("recall", "[[the cellar disk]]").out.startswith("Disks/As30p hums")


def test_names_in_another_normal_form_are_one_name(kept: Kept) -> None:
    """As macOS gives them out."""
    (kept.vault / unicodedata.normalize("NFD", "Übergänge.md")).write_text("# Übergänge\n\nThe gate sticks.\n")
    (kept.vault / "From.md").write_text("# From\n\nSee [[Übergänge]] and [[übergänge]].\n")
    assert unicodedata.normalize("NFC", "Übergänge") in kept.here.run("recall", "the gate sticks").out
    (whole,) = [kept.json("show", unicodedata.normalize("NFC", "Übergänge"))]
    assert whole["notes"]
    assert "Übergänge" in kept.here.run("recall", "[[From]]").out


def test_a_vault_in_the_repository_and_a_repository_in_the_vault_hold_no_note_twice(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    assert kept.here.remember("The build needs make.").code == 0
    inside = kept.here.cwd / "notes"
    inside.mkdir()
    (inside / "Within.md").write_text("# Within\n\nThe lamp flickers.\n")
    nested = inside / "project"
    (nested / ".git").mkdir(parents=True)
    (nested / ".git/description.md").write_text("# Not a note\n")
    (nested / ".hindnote/notes").mkdir(parents=True)
    (nested / ".hindnote/notes/theirs.md").write_text("# Of that repository\n\nThe lamp is off.\n")
    words = ("--vault", str(inside))
    assert kept.here.run(*words, "recall", "the lamp flickers").out.count("Within ") == 1
    assert "1 vault" in kept.here.run(*words, "list").out


def test_folders_that_overlap_hold_no_note_twice_and_it_is_said_once(kept: Kept) -> None:
    notes = kept.here.cwd / ".hindnote/notes"
    words = [f"--vault={folder}" for folder in (kept.vault, kept.vault, kept.vault / "Disks", notes)]
    said = kept.here.run(*words, "recall", "what hums when it is cold").out
    assert said.count("Disks/As30p hums ") == 1
    assert said.count(f"the vault {kept.vault}/Disks is left out: it is in the vault {kept.vault}") == 1
    assert said.count(f"the vault {notes} is left out: its notes are the team layer's") == 1
    assert "2 notes (2 vault)" in kept.here.run(*words, "list").out


def test_notes_of_one_name_in_two_vaults_are_two_notes_in_every_answer(kept: Kept, tmp_path: Path) -> None:
    """As the daily notes of any two are."""
    other = tmp_path / "other"
    other.mkdir()
    (kept.vault / "Inbox.md").write_text("# Inbox\n\nThe flywheel stalls.\n")
    (other / "Inbox.md").write_text("# Inbox\n\nThe flywheel squeaks.\n")
    words = (f"--vault={kept.vault}", f"--vault={other}")
    for command in (("search", "flywheel"), ("recall", "flywheel"), ("recall", "[[Inbox]]"), ("show", "Inbox")):
        said = kept.here.run(*words, *command).out
        assert "The flywheel stalls." in said, command
        assert "The flywheel squeaks." in said, command
    said = kept.here.run(*words, "show", "Inbox").out
    assert f"file: {kept.vault}/Inbox.md" in said
    assert f"file: {other}/Inbox.md" in said
    refused = kept.here.run(*words, "archive", "Inbox")
    assert refused.code == 1
    assert f"{kept.vault}/Inbox.md (vault), {other}/Inbox.md (vault)" in refused.err


def test_placeholders_loops_and_what_cannot_be_read_hide_nothing_else(kept: Kept) -> None:
    (kept.vault / ".Big.md.icloud").write_bytes(b"bplist00")
    (kept.vault / "Empty.md").touch()
    (kept.vault / "Binary.md").write_bytes(b"\xff\xfe\x00\x01")
    (kept.vault / "Sparse.md").write_bytes(b"")
    os.truncate(kept.vault / "Sparse.md", 4_096)
    (kept.vault / "loop").symlink_to(kept.vault, target_is_directory=True)
    (kept.vault / "self.md").symlink_to("self.md")
    (kept.vault / "Broken.md").write_text("---\n[not yaml: {\n---\n# Broken front\n\nThe valve leaks.\n")
    (kept.vault / "Many.md").write_text(
        "# Many\n\n" + " ".join(f"#t{n}" for n in range(100_000)) + " the hinge squeaks\n"
    )
    assert "Broken" in kept.here.run("recall", "the valve leaks").out
    assert "Many" in kept.here.run("recall", "the hinge squeaks").out
    said = kept.here.run("recall", "what hums when it is cold").out
    assert "Disks/As30p hums" in said
    assert "Binary.md" in said


def test_a_vault_that_is_not_mounted_loses_nothing_and_is_said(kept: Kept) -> None:
    assert "As30p hums" in kept.here.run("recall", "what hums when it is cold").out
    away = kept.vault.with_name("away")
    kept.vault.rename(away)
    said = kept.here.run("recall", "what hums when it is cold").out
    assert str(kept.vault) in said
    away.rename(kept.vault)
    assert "As30p hums" in kept.here.run("recall", "what hums when it is cold").out
