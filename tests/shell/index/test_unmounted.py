"""A folder that is not mounted is unavailable: nothing is dropped on its account, and it is said."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from .stores import store_in, write
from .test_degrade import ROOT, in_private_mounts, needs_mounts

# Asks while the folder's disk is there, after it went, and after it came back.
SCRIPT = """
import json, subprocess, sys
from pathlib import Path
from typing import Any
from hindnote.shell.app.search import find
from hindnote.shell.app.finding import Query
from tests.shell.index.stores import store_in, write
tmp, layer = Path(sys.argv[1]), sys.argv[2]
store = store_in(tmp, vault=True)
folder = getattr(store, layer)
def mount(): subprocess.run(["mount", "-t", "tmpfs", "none", str(folder)], check=True)
def ask():
    with store.open() as index:
        found = find(store.world, Query(question="flywheel"), index=index).unwrap()
    print(json.dumps([[[hit.key, hit.title, hit.excerpt] for hit in found.hits], found.notices, found.mode]))
mount()
write(folder, "wheel.md", "# Wheel\\n\\nthe flywheel stalls\\n")
ask()
subprocess.run(["umount", str(folder)], check=True)
ask()
if sys.argv[3] == "removed":
    folder.rmdir()
    ask()
    folder.mkdir()
mount()
write(folder, "wheel.md", "# Wheel\\n\\nthe flywheel stalls\\n")
ask()
"""


def asked(tmp: Path, layer: str, how: str) -> list[list[Any]]:
    done = subprocess.run(
        in_private_mounts("true", [sys.executable, "-c", SCRIPT, str(tmp), layer, how]),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


WHOLE = ["wheel", "Wheel", "the flywheel stalls"]


@needs_mounts
def test_an_unmounted_vault_keeps_its_notes_in_the_index(tmp_path: Path) -> None:
    there, gone, back = asked(tmp_path, "vault", "empty")
    assert there == back == [[WHOLE], [], "index"]
    hits, notices, _ = gone
    assert hits == [["wheel", "Wheel", ""]]
    assert [str(tmp_path / "vault") in notice for notice in notices] == [True]


@needs_mounts
def test_a_mount_point_that_is_removed_is_no_empty_folder(tmp_path: Path) -> None:
    """As when a stick is pulled out. A layer of the repository may be gone for good, so its disk must tell."""
    for layer in ("vault", "local"):
        there, _, removed, back = asked(tmp_path / layer, layer, "removed")
        assert there == back == [[WHOLE], [], "index"]
        assert removed[0] == [["wheel", "Wheel", ""]]
        assert len(removed[1]) == 1


def test_a_vault_that_is_not_there_hides_no_other_note(tmp_path: Path) -> None:
    store = store_in(tmp_path, vault=True)
    store.vault.rmdir()
    write(store.local, "a.md", "# flywheel\n")
    with store.open() as index:
        report = index.refresh()
        assert [str(store.vault) in said for said in report.unavailable] == [True]
        assert [note.key for note in index.notes()] == ["a"]
