"""A topic is written once, where it was asked for, and is found at once; what is there already stays as it is."""

import json
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import pytest

from hindnote.core.schema import judge

from ..planted import planted
from .standing import Standing, standing_in


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    (tmp_path / "vault").mkdir()
    return standing_in(tmp_path)


def told(here: Standing, *words: str, stdin: bytes = b"") -> Mapping[str, object]:
    said = here.run("new", *words, "--json", stdin=stdin)
    assert said.code == 0, said
    answer: Mapping[str, object] = json.loads(said.out)
    return answer


def vault(here: Standing) -> Path:
    return here.cwd.parent / "vault"


def test_a_topic_is_a_local_note_that_is_found_at_once(here: Standing) -> None:
    answer = told(here, "Where the cellar disks are", "--text", "As30p is on the left.", "--tag", "disk")
    path = Path(str(answer["path"]))
    assert answer["key"] == "where-the-cellar-disks-are"
    assert judge(path.read_text(), "where-the-cellar-disks-are.md") == ()
    assert "where-the-cellar-disks-are" in here.run("recall", "which disks are in the cellar").out
    assert "created local where-the-cellar-disks-are" in " ".join(here.run("session", "s03").out.split())


def test_a_key_that_is_taken_is_refused_with_what_changes_that_note(here: Standing) -> None:
    path = Path(str(told(here, "Disks", "--text", "one")["path"]))
    before = path.read_bytes()
    said = here.run("new", "DISKS!", "--text", "two")
    assert (said.code, path.read_bytes()) == (1, before)
    assert 'hindnote edit "disks" --layer local' in said.err
    assert "TopicTaken" in here.run("session", "s03").out


def test_what_other_notes_say_of_its_names_rides_in_the_answer(here: Standing) -> None:
    here.remember("As30p hums when it is cold.")
    answer = told(here, "Where As30p is", "--text", "In the cellar.")
    assert "surprise/as30p-hums-when-it-is-cold" in json.dumps(answer["related_by_entity"])
    assert answer["related_by_entity_note"]


def test_in_a_vault_the_text_is_as_it_was_said_and_nothing_there_is_replaced(here: Standing) -> None:
    one = ("--vault", str(vault(here)), "--layer", "vault")
    answer = told(here, "The cellar: disks", "--text", "-", *one, "--folder", "Disks", stdin=b"As30p #disk\r\n\r\n## x")
    path = vault(here) / "Disks/The cellar disks.md"
    assert (answer["key"], answer["layer"], answer["path"]) == ("Disks/The cellar disks", "vault", str(path))
    assert path.read_text().endswith("# The cellar: disks\n\nAs30p #disk\n\n## x\n")
    assert "Disks/The cellar disks" in here.run("recall", "As30p", "--vault", str(vault(here))).out
    before = path.read_bytes()
    assert here.run("new", "the CELLAR disks", "--text", "y", *one, "--folder", "disks").code == 1
    assert path.read_bytes() == before
    assert "has that name too" in here.run("new", "The cellar disks", "--text", "y", *one).out
    assert path.stat().st_mode & 0o077, "as the person's own programs write there"


def test_a_folder_in_another_normal_form_is_the_folder_that_is_there(here: Standing) -> None:
    """As a vault from a Mac has them."""
    folder = vault(here) / unicodedata.normalize("NFD", "Übergänge")
    folder.mkdir()
    (folder / "a.md").write_text("# A\n")
    told(here, "B", "--text", "x", "--vault", str(vault(here)), "--layer", "vault", "--folder", "Übergänge")
    assert sorted(path.name for path in folder.iterdir()) == ["B.md", "a.md"]


def test_a_vault_is_named_where_there_is_none_or_are_several_and_a_place_below_it(here: Standing) -> None:
    said = here.run("new", "x", "--text", "y", "--layer", "vault")
    assert said.code == 1
    assert "--vault DIR" in said.err
    (here.cwd.parent / "other").mkdir()
    both = ("--vault", str(vault(here)), "--vault", str(here.cwd.parent / "other"))
    assert "you have 2 vaults" in here.run("new", "x", "--text", "y", "--layer", "vault", *both).err
    one = ("--layer", "vault", "--vault", str(vault(here)))
    for folder in ("../out", ".obsidian", "a/../../b", "a\0b"):
        if "\0" not in folder:
            assert here.run("new", "x", "--text", "y", *one, "--folder", folder).code == 1
    (vault(here) / "link").symlink_to(here.cwd.parent / "other")
    assert here.run("new", "x", "--text", "y", *one, "--folder", "link").code == 1
    assert not list(here.cwd.parent.rglob("*.md"))
    gone = ("--layer", "vault", "--vault", str(here.cwd.parent / "gone"))
    assert "is not there" in here.run("new", "x", "--text", "y", *gone).err


def test_a_secret_a_blank_and_a_title_without_a_letter_are_refused(here: Standing) -> None:
    secret = planted()[0]
    for words in (("x", "--text", secret.evidence), ("x",), (" ", "--text", "y"), ("!?", "--text", "y")):
        said = here.run("new", *words)
        assert said.code == 1, words
        assert secret.secret not in said.err
    assert not list(here.home.rglob("*.md"))


def test_ten_megabytes_and_nul_and_carriage_returns_are_text_like_any_other(here: Standing, tmp_path: Path) -> None:
    big = tmp_path / "big.md"
    plain = b"a word and another " * 50 + b"\r\n"
    big.write_bytes(b"\xef\xbb\xbf## A\r\n\r\n" + plain * 10_000 + b"word \x00 # <!-- ``` [[x]]\r\n" * 1_000)
    answer = told(here, "Big", "--text", f"@{big}")
    text = Path(str(answer["path"])).read_bytes()
    assert text.count(b"word") == 50 * 10_000 + 1_000
    assert b"\r" not in text
