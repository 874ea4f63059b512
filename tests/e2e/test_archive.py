"""A note set aside is in no answer, and comes back as it was, byte for byte."""

import json
from pathlib import Path

import pytest

from .standing import Standing, standing_in

KEY = "surprise/the-build-needs-make"


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    assert here.remember("The build needs make.", "--tag", "build").code == 0
    return here


def file(here: Standing) -> Path:
    (found,) = here.home.rglob(f"{KEY}.md")
    return found


def test_an_archived_note_is_in_no_answer_and_restored_it_is_as_before(here: Standing) -> None:
    before = file(here).read_bytes()
    assert here.run("archive", KEY).out.startswith(f"archived {KEY} (local)\n")
    assert "nothing recorded" in here.run("recall", "what does the build need").out
    assert here.run("list").out.startswith("no notes yet")
    assert json.loads(here.run("archive", KEY, "--json").out)["how"] == "unchanged"
    assert here.run("restore", KEY).out.startswith(f"restored {KEY} (local)\n")
    assert file(here).read_bytes() == before
    assert KEY in here.run("recall", "what does the build need").out


def test_only_the_one_field_changes(here: Standing) -> None:
    text = file(here).read_text().replace("tags: [build]", "# mine\ntags: [build]\nodd:   'spaced'")
    file(here).write_text(text)
    here.run("archive", KEY)
    assert file(here).read_text().replace("archived: true\n", "") == text


def test_a_key_that_is_nobodys_and_a_note_that_cannot_be_read_are_refused(here: Standing) -> None:
    assert here.run("archive", "surprise/none").code == 1
    file(here).write_text("---\nkey: [\n---\n# The build needs make.\n")
    said = here.run("archive", KEY, "--json")
    assert said.code == 1
    assert set(json.loads(said.err)) == {"error", "where", "mend"}
    assert file(here).read_text().startswith("---\nkey: [")


def test_a_list_is_of_a_tag_a_type_or_from_a_day_on(here: Standing) -> None:
    day = json.loads(here.run("list", "--json").out)["notes"][0]["date"]
    assert KEY in here.run("list", "--tag", "build", "--type", "surprise", "--since", day).out
    for words in (("--tag", "other"), ("--type", "topic"), ("--since", "2999-01-01")):
        assert here.run("list", *words).out == "no such notes\n"
    assert here.run("list", "--since", "yesterday").code == 2
