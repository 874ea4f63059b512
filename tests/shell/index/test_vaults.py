"""Several indexes answer as one: a term is as rare as it is in all notes, wherever a note lives."""

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindnote.core.analysis import analyse
from hindnote.core.keys import Identity, Layer, VaultKey
from hindnote.core.vaultlinks import claims_over
from hindnote.shell.index.ambiguous import keys_meant, unsure_in, unsure_links
from hindnote.shell.index.filters import EVERY, Filter
from hindnote.shell.index.folders import Source
from hindnote.shell.index.index import Index
from hindnote.shell.index.reading import IndexedNote
from hindnote.shell.index.resolving import claims
from hindnote.shell.index.retrieval import keyword_leg, semantic_leg
from hindnote.shell.index.shelf import Shelf
from hindnote.shell.index.wholevault import called_in

from .stores import Spelled, write

TEXTS = {
    "a": "the flywheel stalls when it is cold",
    "b": "a flywheel is a wheel, and a sprocket is a wheel too",
    "c": "gears mesh; the sprocket does not",
    "d": "nothing of the kind",
    "e": "it stalls, and it stalls again",
    "f": "cold, cold, cold",
}
QUESTIONS = ["flywheel", "it stalls when cold", "the sprocket is a wheel", "kind of cold"]


def folder_of(tmp: Path, name: str, keys: str) -> Path:
    for key in keys:
        write(tmp / name, f"{key}.md", TEXTS[key])
    (tmp / name).mkdir(exist_ok=True)
    return tmp / name


def index_over(*folders: Path, memory: bool = True) -> Index:
    shelves = [
        Shelf([Source(Layer.VAULT, folder)], None if memory else folder.with_suffix(".db"), Spelled())
        for folder in folders
    ]
    index = Index(shelves)
    index.refresh()
    return index


def scores(index: Index, question: str) -> dict[str, float]:
    return {one.note.key: one.score for one in keyword_leg(index, analyse(question), EVERY, 10)}


@pytest.mark.parametrize("question", ["zirkonium", "glass eye", "polished", "workshop", "shelf", "Overview"])
def test_a_note_is_found_by_its_files_name_its_aliases_and_what_its_frontmatter_says(
    tmp_path: Path, question: str
) -> None:
    """Whatever its first heading is: a vault's program shows the file's name as the note's."""
    head = "---\naliases: [Glass eye]\nstatus: polished\nplaces:\n  - workshop\n---\n"
    write(tmp_path / "mine", "optics/Zirkonium lens.md", f"{head}# Overview\n\nIt is on the shelf.\n")
    write(tmp_path / "mine", "other.md", "nothing of the kind\n")
    assert list(scores(index_over(tmp_path / "mine"), question)) == ["optics/Zirkonium lens"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("parts", [("abc", "def"), ("a", "bcdef"), ("abcdef", "")])
def test_notes_in_two_indexes_score_as_in_one(tmp_path: Path, question: str, parts: tuple[str, str]) -> None:
    whole = index_over(folder_of(tmp_path, "whole", "abcdef"))
    split = index_over(*(folder_of(tmp_path, f"part{number}", keys) for number, keys in enumerate(parts)))
    assert scores(split, question) == pytest.approx(scores(whole, question))
    assert list(scores(split, question)) == list(scores(whole, question))


@pytest.mark.parametrize("question", QUESTIONS)
def test_meaning_is_compared_over_all_of_them(tmp_path: Path, question: str) -> None:
    whole = index_over(folder_of(tmp_path, "whole", "abcdef"))
    split = index_over(folder_of(tmp_path, "one", "abc"), folder_of(tmp_path, "other", "def"))
    assert [one.note.key for one in semantic_leg(split, question, EVERY, 10)] == [
        one.note.key for one in semantic_leg(whole, question, EVERY, 10)
    ]


def test_two_vaults_may_hold_one_key_and_each_note_is_read_from_its_own(tmp_path: Path) -> None:
    one, other = folder_of(tmp_path, "one", "a"), folder_of(tmp_path, "other", "")
    write(other, "a.md", "another flywheel")
    index = index_over(one, other, memory=False)
    texts = {index.text(found.note).unwrap() for found in keyword_leg(index, analyse("flywheel"), EVERY, 10)}
    assert texts == {TEXTS["a"], "another flywheel"}
    assert len(index.named("a")) == 2
    index.close()


def test_a_vaults_links_stay_within_it(tmp_path: Path) -> None:
    one, other = folder_of(tmp_path, "one", "a"), folder_of(tmp_path, "other", "b")
    write(one, "deep/from.md", "see [[a]] and [[b]]")
    index = index_over(one, other)
    named = [note.key for note in index.links_out(Identity(Layer.VAULT, VaultKey("deep/from")))]
    assert named == ["a"]
    assert [note.key for note in index.links_in(Identity(Layer.VAULT, VaultKey("a")))] == ["deep/from"]
    assert index.links_in(Identity(Layer.VAULT, VaultKey("b"))) == ()


def test_a_filter_holds_in_every_index(tmp_path: Path) -> None:
    index = index_over(folder_of(tmp_path, "one", "abc"), folder_of(tmp_path, "other", "def"))
    assert keyword_leg(index, analyse("cold"), Filter(layer=Layer.TEAM), 10) == ()
    assert len(keyword_leg(index, analyse("cold"), Filter(layer=Layer.VAULT), 10)) == 2


# --- links as Obsidian resolves them ----------------------------------------------


def reached(index: Index, key: str = "from") -> list[str]:
    return [str(note.key) for note in index.links_out(Identity(Layer.VAULT, VaultKey(key)))]


def note_called(index: Index, key: str) -> IndexedNote:
    (note,) = index.named(key)
    return note


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        ("a", ["a"]),  # its path
        ("deep/b", ["deep/b"]),
        ("b", ["deep/b"]),  # its name, when only one note has it
        ("er/c", ["deep/er/c"]),  # the end of its path
        ("the flywheel", ["deep/b"]),  # another name of its own
        ("The Flywheel|alias", ["deep/b"]),
        ("d", []),  # two have it
        ("one/d", ["one/d"]),
        ("same", []),  # two have it as an alias
        ("none", []),
        ("deep/er/c.md", ["deep/er/c"]),
    ],
)
@pytest.mark.parametrize("written", ["[[{}]]", "[text]({}.md)"])
def test_a_link_means_a_path_then_a_name_then_an_alias_and_is_never_guessed(
    tmp_path: Path, target: str, meant: list[str], written: str
) -> None:
    vault = tmp_path / "vault"
    write(vault, "a.md", "---\naliases: [b, same]\n---\nx")
    write(vault, "deep/b.md", "---\naliases:\n  - the flywheel\n  - same\n---\nx")
    write(vault, "deep/er/c.md", "x")
    write(vault, "one/d.md", "x")
    write(vault, "two/d.md", "x")
    target = target if written == "[[{}]]" else target.partition("|")[0].removesuffix(".md").replace(" ", "%20")
    write(vault, "from.md", f"see {written.format(target)}")
    index = index_over(vault)
    assert reached(index) == meant
    for key in meant:
        assert [note.key for note in index.links_in(Identity(Layer.VAULT, VaultKey(key)))] == ["from"]


def test_a_link_that_may_mean_several_notes_is_told_with_all_of_them(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    for path in ("one/d.md", "two/d.md", "e.md"):
        write(vault, path, "x")
    write(vault, "from.md", "see [[d]], [[one/d]], [[e]] and [[none]]")
    index = index_over(vault)
    assert unsure_links(index, note_called(index, "from")) == {"d": ("one/d", "two/d")}
    assert [(each.source.key, each.line) for each, _ in unsure_in(index, Layer.VAULT)] == [("from", 1)]
    assert keys_meant(index, "d") == [("one/d", "two/d")]
    (vault / "two/d.md").unlink()
    index.refresh()
    assert unsure_links(index, note_called(index, "from")) == {}
    assert keys_meant(index, "d") == [("one/d",)]
    assert reached(index) == ["one/d", "e"]


def test_of_names_that_differ_in_case_alone_the_exact_one_is_meant_and_else_none(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    for path in ("Disk.md", "disk.md", "one/Lamp.md", "two/lamp.md", "Valve.md"):
        write(vault, path, "x")
    if (vault / "Disk.md").samefile(vault / "disk.md"):
        pytest.skip("this file system ignores case")
    write(vault, "from.md", "see [[disk]] [[Disk]] [[DISK]] [[lamp]] [[LAMP]] [[valve]]")
    index = index_over(vault)
    assert reached(index) == ["disk", "Disk", "two/lamp", "Valve"]
    assert unsure_links(index, note_called(index, "from")) == {
        "DISK": ("Disk", "disk"),
        "LAMP": ("one/Lamp", "two/lamp"),
    }
    assert [note.key for note in index.named("Disk")] == ["Disk"]
    assert [note.key for note in index.links_in(Identity(Layer.VAULT, VaultKey("Disk")))] == ["from"]
    assert [note.key for note in index.named("DISK")] == ["Disk", "disk"]


def test_names_that_differ_in_unicode_form_alone_are_one_note_in_two_files(tmp_path: Path) -> None:
    """Where the file system keeps both apart; elsewhere there is one file."""
    vault = tmp_path / "vault"
    for form in ("NFC", "NFD"):
        write(vault, f"{unicodedata.normalize(form, 'Übergang')}.md", f"in {form}")
    write(vault, "from.md", "see [[Übergang]]")
    index = index_over(vault)
    assert set(reached(index)) == {"Übergang"}
    assert unsure_links(index, note_called(index, "from")) == {}
    files = {index.text(note).unwrap() for note in index.named("Übergang")}
    assert files == ({"in NFC", "in NFD"} if len(list(vault.iterdir())) == 3 else {"in NFD"})


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        ("../x", ["x"]),
        ("../x|up", ["x"]),
        ("./x", ["deep/x"]),
        ("../other/y", ["other/y"]),
        ("/x", ["x"]),
        ("../y", []),  # there is one elsewhere, and a path means what it says
        ("../../x", []),
        ("..", []),
    ],
)
def test_a_link_may_be_a_path_from_its_own_folder(tmp_path: Path, target: str, meant: list[str]) -> None:
    vault = tmp_path / "vault"
    for path in ("x.md", "deep/x.md", "other/y.md"):
        write(vault, path, "x")
    write(vault, "deep/from.md", f"see [[{target}]]")
    index = index_over(vault)
    assert reached(index, "deep/from") == meant
    for key in meant:
        assert [note.key for note in index.links_in(Identity(Layer.VAULT, VaultKey(key)))] == ["deep/from"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_permission_is_named_and_found_once_it_has_it(tmp_path: Path) -> None:
    vault = folder_of(tmp_path, "vault", "ab")
    (vault / "a.md").chmod(0)
    index = index_over(vault)
    assert [note.key for note in index.notes()] == ["b"]
    assert [path for path, _ in index.refresh().broken] == [str(vault / "a.md")]
    (vault / "a.md").chmod(0o600)
    index.refresh()
    assert [note.key for note in index.notes()] == ["a", "b"]


def test_an_alias_goes_with_its_note(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    path = write(vault, "a.md", "---\naliases: [wheel]\n---\nx")
    write(vault, "from.md", "see [[wheel]]")
    index = index_over(vault)
    assert reached(index) == ["a"]
    path.unlink()
    write(vault, "wheel.md", "x")
    index.refresh()
    assert reached(index) == ["wheel"]


def test_nothing_of_a_vault_is_changed_by_reading_it(tmp_path: Path) -> None:
    vault = folder_of(tmp_path, "vault", "abc")
    write(vault, ".obsidian/app.json.md", "{}")
    (vault / "picture.png").write_bytes(b"\x89PNG")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(vault.rglob("*")) if path.is_file()}
    index = index_over(vault, memory=False)
    keyword_leg(index, analyse("flywheel"), EVERY, 10)
    index.close()
    assert before == {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(vault.rglob("*")) if path.is_file()
    }
    assert [note.key for note in index_over(vault).notes()] == ["a", "b", "c"]


NAMES = st.sampled_from(["x", "X", "y", "\u00dc", "U\u0308", "z w"])
PATHS = st.builds("{}{}".format, st.sampled_from(["", "a/", "a/b/", "B/"]), NAMES)


@given(st.dictionaries(PATHS, st.lists(NAMES | st.just("a/x"), max_size=2), min_size=1, max_size=6), PATHS)
@settings(max_examples=40, deadline=None)
def test_the_rule_is_the_same_where_the_notes_are_not_those_on_disk(
    tmp_path_factory: pytest.TempPathFactory, notes: dict[str, list[str]], target: str
) -> None:
    vault = tmp_path_factory.mktemp("vault")
    for path, aliases in notes.items():
        write(vault, f"{path}.md", f"---\naliases: [{', '.join(aliases)}]\n---\n")
    index = index_over(vault)
    (shelf,) = index.shelves
    rule = claims_over([note for _, note in shelf.ask(called_in)])
    names = (target, f"/{target}", target.rpartition("/")[2])
    told = shelf.ask(lambda opened: [claims(opened.con, Layer.VAULT, name) for name in names])
    assert told == [rule(Layer.VAULT, name) for name in names]
    index.close()
