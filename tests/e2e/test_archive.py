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


def test_the_ledger_tells_what_was_set_aside_brought_back_and_refused(here: Standing) -> None:
    for words in (("archive", KEY), ("restore", KEY), ("archive", "surprise/none")):
        here.run(*words)
    told = " ".join(here.run("session", "s03").out.split())
    assert f"archived local {KEY}" in told
    assert f"restored local {KEY}" in told
    assert "NoSuchNote" in told


def test_a_vaults_note_gets_its_own_programs_mark_and_comes_back_as_it_was(here: Standing, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    omi, plain = tmp_path / "vault/Omi.md", tmp_path / "vault/Plain.md"
    omi.write_bytes(b"# Omi\r\n\r\n## Metadata\r\n\r\n- created: 2026-05-04\r\n\r\n## Details\r\n\r\nAs30p hums.\r\n")
    plain.write_bytes(b"\xef\xbb\xbf# Plain\nAs30p hums, too.\n")
    before = {path: path.read_bytes() for path in (omi, plain)}
    vault = ("--vault", str(tmp_path / "vault"))
    for key in ("Omi", "Plain"):
        assert here.run("archive", key, *vault).out.startswith(f"archived {key} (vault)\n")
    assert omi.read_bytes() == before[omi].replace(b"05-04\r\n", b"05-04\r\n- Disabled: true\r\n")
    assert b"archived: true" in plain.read_bytes()
    assert "nothing recorded" in here.run("recall", "As30p", *vault).out
    for key in ("Omi", "Plain"):
        assert here.run("restore", key, *vault).code == 0
    assert {path: path.read_bytes() for path in (omi, plain)} == before


def test_a_key_in_two_layers_says_so_and_archives_neither(here: Standing, tmp_path: Path) -> None:
    note = tmp_path / "vault" / f"{KEY}.md"
    note.parent.mkdir(parents=True)
    note.write_text("# The build needs make\n")
    vault = ("--vault", str(tmp_path / "vault"))
    said = here.run("archive", KEY, *vault)
    assert (said.code, "--layer" in said.err) == (1, True)
    assert note.read_text() == "# The build needs make\n"
    assert here.run("archive", KEY, "--layer", "vault", *vault).code == 0
    assert "archived" not in file(here).read_text()
