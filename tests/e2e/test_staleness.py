"""From recording to refreshing: the exit code tells a script, the clone tells a colleague."""

import json
from pathlib import Path

from ..shell.places import git
from .standing import standing_in

KEY = "surprise/mounting-returns-ebusy"


def test_a_note_expires_and_is_pinned_again(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    (here.cwd / "mount.rs").write_text("a\n")
    assert here.remember("Mounting returns EBUSY.", "--invalidated-by", "file:/work/mount.rs@current").code == 0
    fresh = here.run("stale", "--json")
    assert (fresh.code, json.loads(fresh.out)["current"]) == (0, 1)
    (here.cwd / "mount.rs").write_text("b\n")
    stale = here.run("stale", "--json")
    assert stale.code == 1
    (found,) = json.loads(stale.out)["stale"]
    assert found["key"] == KEY
    assert found["invalidated_by"] == f"file:mount.rs@{found['recorded']}"
    assert found["present"] == git(here.cwd, "hash-object", "mount.rs")
    assert "stale: mount.rs changed" in here.run("recall", "what about mounting").out
    (hit,) = json.loads(here.run("search", "mounting", "--json").out)["hits"]
    assert hit["flags"]["stale"] == "mount.rs changed"
    refreshed = here.run("refresh", KEY, "--json")
    assert (refreshed.code, json.loads(refreshed.out)["how"]) == (0, "refreshed")
    assert here.run("stale").code == 0
    assert "stale:" not in here.run("recall", "what about mounting").out


def test_a_refusal_to_pin_is_told_in_three_parts(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    here.remember("Mounting returns EBUSY.")
    refused = here.run("refresh", KEY, "--json")
    assert (refused.code, refused.out) == (1, "")
    assert set(json.loads(refused.err)) == {"error", "where", "mend"}


def test_a_clone_comes_to_the_same_verdict(tmp_path: Path) -> None:
    """Even one whose git turns line ends: the note was pinned to the blob."""
    here = standing_in(tmp_path)
    (here.cwd / "f").write_text("a\nb\n")
    notes = here.cwd / ".hindnote" / "notes"
    notes.mkdir(parents=True)
    blob = git(here.cwd, "hash-object", "f")
    fields = f"key: a\ntype: topic\nsource: hand\nrecorded: 2026-08-07\ninvalidated_by: file:f@{blob}\n"
    (notes / "a.md").write_text(f"---\n{fields}---\n# A\n\n## About\n\ntext\n")
    git(here.cwd, "add", ".")
    git(here.cwd, "commit", "-qm", "x")
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(here.cwd), "clone")
    assert (tmp_path / "clone" / "f").read_bytes() == b"a\r\nb\r\n"
    there = here._replace(cwd=tmp_path / "clone")
    assert json.loads(there.run("stale", "--json").out)["current"] == 1
    (there.cwd / "f").write_text("other\n")
    assert there.run("stale").code == 1
