"""`hindnote consolidate --apply`: killed at any step, the next command finds both notes or the one made of them."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from .standing import PYTHON, standing_in
from .test_rename import CRASHING

TOLD = (
    ("Mounting a token file returns EBUSY. The client saves it by rename.", "strace: rename gives EBUSY on the mount"),
    ("A mounted token file gives EBUSY. Its client writes it with a rename.", "rename on a mount: EBUSY in strace"),
)
APPLYING = CRASHING.replace('["rename", old, new]', "[old, new, *sys.argv[4:]]")


def test_after_a_kill_at_any_step_the_next_command_finds_all_or_nothing(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    for observed, evidence in TOLD:
        said = ("--observed", observed, "--expected", "it works", "--evidence", evidence, "--answers", "why EBUSY")
        assert here.run("remember", *said).code == 0
    (folder,) = here.home.rglob("stores/*/local")

    def notes() -> Mapping[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.md")}

    before = notes()
    (plan,) = json.loads(here.run("consolidate", "--json", env=here.env(HINDNOTE_MODEL="")).out)["plans"]
    draft = Path(plan["draft"]).read_bytes()
    ends: list[bool] = []
    done = 1
    while done:
        words = [PYTHON, "-c", APPLYING, str(len(ends) + 1), "consolidate", "--apply", plan["id"]]
        done = subprocess.run(words, cwd=here.cwd, env=here.env(), capture_output=True).returncode
        assert here.run("list").code == 0
        after = notes()
        ends.append(after != before)
        if ends[-1]:
            assert after[f"{plan['key']}.md"] == draft
            assert all(b"archived: true" in after[path] for path in before)
            for path in after.keys() - before.keys():
                (folder / path).unlink()
            for path, text in before.items():
                (folder / path).write_bytes(text)
            again = here.run("consolidate", "--json", env=here.env(HINDNOTE_MODEL="")).out
            assert json.loads(again)["plans"][0]["id"] == plan["id"]
        assert not [*folder.rglob(".hn-*"), *here.home.rglob("*.journal")]
    assert ends == sorted(ends), "taken back until all have come, completed from then on"
    assert ends.count(False) > 10
    assert ends.count(True) > 2
