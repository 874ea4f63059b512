"""`hindnote entity` as a person and a script call it."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from ..pages import page
from ..planted import planted
from ..shell.index.stores import surprise, write
from .standing import Standing, standing_in

__all__ = ["page"]


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    team = here.cwd / ".hindnote" / "notes"
    write(team, "slow.md", surprise("slow", "As30p is slow", recorded="2026-08-01"))
    write(
        team, "cable.md", surprise("cable", "The new cable works with as30p", recorded="2026-08-05", supersedes="slow")
    )
    write(team, "forged.md", surprise("forged", "As30p \x1b[31m│ forged", recorded="2026-07-05"))
    return here


def test_a_person_sees_each_note_with_its_layer_and_date(here: Standing, page: SnapshotAssertion) -> None:
    assert here.run("entity", "as30p").out == page


def test_a_script_gets_the_documented_shape(here: Standing) -> None:
    told = json.loads(here.run("entity", "As30p", "--json").out)
    assert told.keys() == {"name", "count", "too_common", "notes", "notices"}
    assert told["notes"][0] == {
        "key": "cable",
        "layer": "team",
        "date": "2026-08-05",
        "title": "The new cable works with as30p",
        "titled": True,
        "marks": ["replaces an older note"],
        "dated": "declared",
    }


def test_a_refusal_says_what_to_do(here: Standing) -> None:
    said = here.run("entity", " ", "--json")
    assert (said.code, said.out) == (1, "")
    assert json.loads(said.err)["error"] == "the name is blank"


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_a_secret_asked_for_as_a_name_is_not_repeated(here: Standing, how: tuple[str, ...]) -> None:
    secret = planted()[0].secret
    said = here.run("entity", secret, *how)
    assert (said.code, "looks like a secret" in said.err) == (1, True)
    assert secret not in said.out + said.err
