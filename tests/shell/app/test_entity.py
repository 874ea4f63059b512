"""A name lists the live notes that hold it, newest first, and is refused when it is in too many to tell anything."""

from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.core.outcome import Outcome
from hindnote.shell.app.entity import BlankName, Entity, NamesOff, SecretName, TooCommon, entity

from ..index.stores import Store, store_in, surprise, write


def asked(
    store: Store, name: str, *, every: bool = False
) -> Outcome[Entity, BlankName | SecretName | NamesOff | TooCommon]:
    with store.open() as index:
        return entity(store.world, index, name, every=every)


def titles(answer: Outcome[Entity, BlankName | SecretName | NamesOff | TooCommon]) -> list[str]:
    return [note.title for note in answer.unwrap().notes]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path)
    write(store.team, "a.md", surprise("a", "As30p is slow", recorded="2026-08-01"))
    write(store.local, "b.md", surprise("b", "The new cable works with as30p", recorded="2026-08-05", supersedes="a"))
    write(store.local, "c.md", surprise("c", "Something else on /srv/AS30P/x", recorded="2026-08-03"))
    write(store.local, "d.md", surprise("d", "As30p was sold", recorded="2026-08-06", archived="true"))
    write(store.local, "e.md", surprise("e", "As30p-2 is another", recorded="2026-08-07"))
    return store


def test_the_newest_comes_first_with_what_became_of_each(store: Store) -> None:
    found = asked(store, "AS30P").unwrap()
    assert [(note.key, note.titled, note.marks) for note in found.notes] == [
        ("b", True, ("replaces an older note",)),
        ("c", False, ()),
        ("a", True, ("superseded",)),
    ]
    assert (found.name, found.count, found.too_common) == ("AS30P", 3, False)


@pytest.mark.parametrize("name", ["As30p", "[[as30p]]", "/Volumes/As30p", " As30p "])
def test_a_name_is_taken_as_anyone_writes_it(store: Store, name: str) -> None:
    assert len(titles(asked(store, name))) == 3


def test_a_name_in_too_many_notes_is_refused_and_listed_when_all_are_asked_for(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    for number in range(12):
        write(store.local, f"n{number}.md", surprise(f"n{number}", f"As30p again {number}"))
    assert asked(store, "As30p") == Failure(TooCommon("As30p", 12, 12))
    assert len(titles(asked(store, "As30p", every=True))) == 12
    assert asked(store, "As30p", every=True).unwrap().too_common


def test_how_many_are_too_many_can_be_said(tmp_path: Path) -> None:
    store = store_in(tmp_path, HINDNOTE_NAME_MAX_DF="12")
    for number in range(12):
        write(store.local, f"n{number}.md", surprise(f"n{number}", f"As30p again {number}"))
    assert len(titles(asked(store, "As30p"))) == 12


def test_what_nothing_names_is_an_empty_answer(store: Store) -> None:
    assert asked(store, "Zz99x").unwrap().notices == ()
    assert titles(asked(store, "Zz99x")) == []


def test_a_plain_word_is_told_to_be_none(store: Store) -> None:
    assert "no name" in asked(store, "cable").unwrap().notices[0]


def test_a_blank_name_is_refused(store: Store) -> None:
    assert asked(store, " [[]] ") == Failure(BlankName())


def test_names_can_be_switched_off(tmp_path: Path) -> None:
    assert asked(store_in(tmp_path, HINDNOTE_NAMES="0"), "As30p") == Failure(NamesOff())


def test_asking_for_a_name_is_told_to_the_ledger_and_reads_no_note(store: Store) -> None:
    assert isinstance(asked(store, "As30p"), Success)
    lines = "".join(path.read_text("utf-8") for path in store.world.places.ledger.glob("*.jsonl"))
    assert '"recalled"' in lines.lower()
    assert "accessed" not in lines.lower()
