"""Several indexes answer as one: a term is as rare as it is in all notes, wherever a note lives."""

from pathlib import Path

import pytest

from hindnote.core.analysis import analyse
from hindnote.core.keys import Identity, Layer, VaultKey
from hindnote.shell.index.filters import EVERY, Filter
from hindnote.shell.index.folders import Source
from hindnote.shell.index.index import Index
from hindnote.shell.index.reading import IndexedNote
from hindnote.shell.index.retrieval import keyword_leg, semantic_leg
from hindnote.shell.index.shelf import Shelf

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
    ],
)
def test_a_link_means_a_path_then_a_name_then_an_alias_and_is_never_guessed(
    tmp_path: Path, target: str, meant: list[str]
) -> None:
    vault = tmp_path / "vault"
    write(vault, "a.md", "---\naliases: [b, same]\n---\nx")
    write(vault, "deep/b.md", "---\naliases:\n  - the flywheel\n  - same\n---\nx")
    write(vault, "deep/er/c.md", "x")
    write(vault, "one/d.md", "x")
    write(vault, "two/d.md", "x")
    write(vault, "from.md", f"see [[{target}]]")
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
    assert index.unsure(note_called(index, "from")) == {"d": ("one/d", "two/d")}
    (vault / "two/d.md").unlink()
    index.refresh()
    assert index.unsure(note_called(index, "from")) == {}
    assert reached(index) == ["one/d", "e"]


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
