"""`hindnote similar` as a person and a script call it, with the model that ships."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from ..pages import page
from ..shell.index.stores import surprise, write
from .standing import Said, Standing, standing_in

__all__ = ["page"]

TOKEN = "The container loses its login token after each restart"


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    team = here.cwd / ".hindnote" / "notes"
    write(team, "token.md", surprise("token", TOKEN, recorded="2026-08-01"))
    write(team, "surprise/login.md", surprise("surprise/login", "The login token of the container is lost on restart"))
    write(team, "forged.md", surprise("forged", "The linker \x1b[31m│ is slow with debug symbols"))
    write(team, "copy.md", surprise("copy", TOKEN))
    return here


def similar(here: Standing, *words: str, model: str = "") -> Said:
    return here.run("similar", *words, env=here.env(HINDNOTE_MODEL=model))


def test_a_person_sees_how_near_each_note_is_with_its_layer_and_date(here: Standing, page: SnapshotAssertion) -> None:
    assert similar(here, "token").out == page


def test_a_person_sees_both_notes_of_a_pair(here: Standing, page: SnapshotAssertion) -> None:
    assert similar(here, "--pairs", "--limit", "2").out == page


def test_what_is_left_out_of_those_near_enough_is_counted(here: Standing) -> None:
    assert similar(here, "--pairs", "--limit", "1", "--above", "0").out.splitlines()[-1].startswith("1 pair; ")
    assert similar(here, "--pairs", "--above", "1.01").out == "no two notes are that near\n"


def test_a_script_gets_the_documented_shape(here: Standing) -> None:
    told = json.loads(similar(here, "token", "--json").out)
    assert told.keys() == {"notes", "notices"}
    (note,) = told["notes"]
    assert {name: note[name] for name in note if name != "similar"} == {
        "key": "token",
        "layer": "team",
        "date": "2026-08-01",
        "title": TOKEN,
        "vector": True,
        "dated": "declared",
    }
    assert [near["key"] for near in note["similar"]] == ["copy", "surprise/login", "forged"]
    assert note["similar"][0].keys() == {"key", "layer", "date", "title", "cosine", "dated"}


def test_a_script_gets_the_documented_shape_of_pairs(here: Standing) -> None:
    told = json.loads(similar(here, "--pairs", "--limit", "1", "--json").out)
    assert told.keys() == {"pairs", "omitted", "notices"}
    (pair,) = told["pairs"]
    assert [note["key"] for note in pair["notes"]] == ["copy", "token"]
    assert pair["notes"][0].keys() == {"key", "layer", "date", "title", "dated"}
    assert (pair["cosine"], told["omitted"]) == (1.0, 5)


@pytest.mark.parametrize(
    ("words", "code", "mend"),
    [
        ((), 2, "--pairs"),
        (("token", "--pairs"), 2, "similar KEY"),
        (("tokn",), 1, "token"),
        (("token", "--above", "near"), 2, "--help"),
    ],
)
def test_a_refusal_says_what_to_do(here: Standing, words: tuple[str, ...], code: int, mend: str) -> None:
    said = similar(here, *words)
    assert (said.code, said.out) == (code, "")
    assert mend in said.err
    assert mend in json.loads(similar(here, *words, "--json").err)["mend"]


@pytest.mark.parametrize("words", [("token",), ("--pairs",)])
def test_without_a_model_it_is_refused(here: Standing, words: tuple[str, ...]) -> None:
    said = similar(here, *words, model="off")
    assert (said.code, said.out) == (1, "")
    assert "HINDNOTE_MODEL" in said.err


@pytest.mark.parametrize("above", ["nan", "inf", "-inf", "1e999"])
def test_any_number_is_an_answer(here: Standing, above: str) -> None:
    assert similar(here, "token", "--above", above).code == 0
    assert similar(here, "--pairs", f"--above={above}").code == 0
