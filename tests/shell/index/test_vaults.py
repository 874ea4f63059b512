"""Several indexes answer as one: a term is as rare as it is in all notes, wherever a note lives."""

from pathlib import Path

import pytest

from hindnote.core.analysis import analyse
from hindnote.core.keys import Identity, Layer, VaultKey
from hindnote.shell.index.filters import EVERY, Filter
from hindnote.shell.index.folders import Source
from hindnote.shell.index.index import Index
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
