"""The notes nearest to a note, and the nearest two of all, by the vectors that the index holds."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from hindnote.core.keys import Layer
from hindnote.shell import ledger
from hindnote.shell.app.show import NoSuchNote
from hindnote.shell.app.similar import ModelOff, Near, NearPairs, Similar, Wanted, similar, similar_pairs
from hindnote.shell.embedding import ModelUnusable
from hindnote.shell.index.index import Index
from hindnote.shell.index.stored import stored
from hindnote.shell.index.troubles import NoVectors

from ..index.stores import Spelled, Store, store_in, surprise, write

EVERY = Wanted(limit=99)
Named: TypeAlias = list[tuple[str, str]]


def opened(store: Store) -> Index:
    """With a model whose vectors a reader of this file can tell."""
    index = store.open()
    for shelf in index.shelves:
        shelf.model = Spelled()
    return index


def near(store: Store, key: str, wanted: Wanted = EVERY) -> Similar:
    with opened(store) as index:
        return similar(store.world, index, key, wanted).unwrap()


def near_pairs(store: Store, wanted: Wanted = EVERY) -> NearPairs:
    with opened(store) as index:
        return similar_pairs(store.world, index, wanted).unwrap()


def named(notes: Iterable[Near]) -> Named:
    return [(note.layer, note.key) for note in notes]


def both(pairs: NearPairs) -> list[tuple[str, str]]:
    return [(first.key, second.key) for first, second in (pair.notes for pair in pairs.pairs)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path, vault=True)
    write(store.team, "a.md", "# aaaa\n")
    write(store.team, "twin.md", "# aaaa\n")
    write(store.local, "b.md", "# aaab\n")
    write(store.local, "twin.md", "# bbbb\n")
    write(store.vault, "far.md", "# ccccccccccccc\n")
    return store


# --- near a note ------------------------------------------------------------


def test_the_nearest_note_comes_first_and_copies_are_at_one(store: Store) -> None:
    (told,) = near(store, "a").notes
    assert (told.key, told.layer, told.title, told.vector) == ("a", "team", "aaaa", True)
    assert named(told.similar) == [("team", "twin"), ("local", "b"), ("local", "twin"), ("vault", "far")]
    assert [note.cosine for note in told.similar] == [1.0, 0.9487, 0.0, 0.0]


@pytest.mark.parametrize("key", ["a", "twin", "b", "far"])
def test_a_note_is_never_near_itself(store: Store, key: str) -> None:
    assert all((note.layer, note.key) not in named(note.similar) for note in near(store, key).notes)


def test_a_key_of_two_layers_is_told_for_each(store: Store) -> None:
    assert [note.layer for note in near(store, "twin").notes] == ["team", "local"]
    assert [note.layer for note in near(store, "twin", Wanted(layer=Layer.LOCAL)).notes] == ["local"]
    assert ("local", "twin") in named(near(store, "twin", Wanted(layer=Layer.TEAM)).notes[0].similar)


@pytest.mark.parametrize("printed", ["far", "[[far]]", "note://vault/far"])
def test_a_key_is_taken_as_it_is_printed(store: Store, printed: str) -> None:
    assert [note.key for note in near(store, printed).notes] == ["far"]


def test_a_key_that_is_nobodys_names_those_near_it(store: Store) -> None:
    with opened(store) as index:
        assert similar(store.world, index, "fax", EVERY).failure() == NoSuchNote("fax", "", ("far",))


def test_only_so_many_and_only_so_near(store: Store) -> None:
    assert named(near(store, "a", Wanted(limit=1)).notes[0].similar) == [("team", "twin")]
    assert len(near(store, "a", Wanted(limit=99, least=0.9)).notes[0].similar) == 2
    assert len(near(store, "a", Wanted(limit=-5)).notes[0].similar) == 1


def test_an_archived_note_is_near_nothing_but_can_be_asked_about(store: Store) -> None:
    write(store.local, "old.md", surprise("old", "aaaa", archived="true"))
    assert ("local", "old") not in named(near(store, "a").notes[0].similar)
    assert near(store, "old").notes[0].similar


def test_a_credential_note_is_named_only_to_who_asks_about_one(store: Store) -> None:
    for key in ("key", "other-key"):
        write(store.local, f"{key}.md", surprise(key, "aaaa", credential="true"))
    assert not {("local", "key"), ("local", "other-key")} & set(named(near(store, "a").notes[0].similar))
    assert ("local", "other-key") in named(near(store, "key").notes[0].similar)


def test_a_note_in_which_the_model_knows_nothing_is_told_to_have_no_vector(store: Store) -> None:
    write(store.local, "empty.md", "# 1234\n")
    told = near(store, "empty")
    assert (told.notes[0].vector, told.notes[0].similar) == (False, ())
    assert "no word that the model knows" in told.notices[0]
    assert ("local", "empty") not in named(near(store, "a").notes[0].similar)


def test_several_files_with_one_key_are_one_note(store: Store) -> None:
    write(store.local, "x/1.md", surprise("c", "aaaa"))
    write(store.local, "x/2.md", surprise("c", "aaaa"))
    (told,) = near(store, "c").notes
    assert ("local", "c") not in named(told.similar)
    assert named(near(store, "a").notes[0].similar).count(("local", "c")) == 1


def test_nothing_is_told_to_the_ledger(store: Store) -> None:
    near(store, "a")
    near_pairs(store)
    assert not ledger.everything(store.world.places.ledger).events


# --- near each other --------------------------------------------------------


def test_the_nearest_two_come_first_whatever_their_layers(store: Store) -> None:
    found = near_pairs(store)
    assert len(found.pairs) == 10
    assert both(found)[:2] == [("a", "twin"), ("a", "b")]
    first, second = found.pairs[0].notes
    assert (first.layer, first.title, second.layer, found.pairs[0].cosine) == ("team", "aaaa", "team", 1.0)


def test_a_pair_is_as_near_as_each_is_to_the_other(store: Store) -> None:
    for pair in near_pairs(store).pairs:
        one, other = ((note.layer, note.key) for note in pair.notes)
        for (layer, key), there in ((one, other), (other, one)):
            (told,) = near(store, key, Wanted(limit=99, layer=Layer(layer))).notes
            assert pair.cosine in [note.cosine for note in told.similar if (note.layer, note.key) == there]


def test_what_is_beyond_the_limit_is_counted(store: Store) -> None:
    found = near_pairs(store, Wanted(limit=1, least=0.9))
    assert (both(found), found.omitted) == ([("a", "twin")], 2)


def test_pairs_can_be_of_one_layer(store: Store) -> None:
    assert both(near_pairs(store, Wanted(layer=Layer.LOCAL))) == [("b", "twin")]
    assert both(near_pairs(store, Wanted(layer=Layer.VAULT))) == []


def test_a_credential_note_an_archived_one_and_a_second_file_are_in_no_pair(store: Store) -> None:
    before = both(near_pairs(store))
    write(store.team, "key.md", surprise("key", "aaaa", credential="true"))
    write(store.team, "old.md", surprise("old", "aaaa", archived="true"))
    write(store.team, "again.md", surprise("a", "aaaa"))
    assert both(near_pairs(store)) == before


def test_an_empty_store_has_no_pairs(tmp_path: Path) -> None:
    assert near_pairs(store_in(tmp_path)).pairs == ()


# --- without vectors --------------------------------------------------------


def refused(store: Store) -> list[object]:
    with store.open() as index:
        index.refresh()
        return [
            similar(store.world, index, "a", EVERY).failure(),
            similar_pairs(store.world, index, EVERY).failure(),
        ]


def test_without_a_model_the_refusal_says_how_to_have_one(store: Store) -> None:
    assert refused(store) == [ModelOff()] * 2
    assert "Unset HINDNOTE_MODEL" in ModelOff().explain().mend


def test_a_model_that_cannot_be_used_is_refused_by_its_path(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    found = refused(store_in(tmp_path, model=gone))
    assert [each.path for each in found if isinstance(each, ModelUnusable)] == [gone] * 2


def test_the_vectors_of_another_model_are_nobodys(store: Store) -> None:
    """As where another process holds the index, so that nothing could be embedded anew."""
    near(store, "a")
    with opened(store) as index:
        index.refresh()
        for shelf in index.shelves:
            shelf.ask(lambda opened: opened.con.execute("UPDATE meta SET value = 'other' WHERE name = 'model'").get)
        assert stored(index) == ()


def test_without_sqlite_vec_the_refusal_names_it(store: Store) -> None:
    with opened(store) as index:
        index.refresh()
        for shelf in index.shelves:
            serving = shelf.file
            assert serving is not None
            serving.opened = replace(serving.opened, vectors="no such module")
        assert similar(store.world, index, "a", EVERY).failure() == NoVectors("no such module")


def test_the_model_that_ships_finds_the_same_thing_said_again(tmp_path: Path) -> None:
    store = store_in(tmp_path, model="")
    write(store.local, "one.md", surprise("one", "The container loses its login token after each restart"))
    write(store.local, "two.md", surprise("two", "After every restart the container has lost its login token"))
    write(store.local, "six.md", surprise("six", "The linker is slow with debug symbols"))
    with store.open() as index:
        (told,) = similar(store.world, index, "one", EVERY).unwrap().notes
        assert named(told.similar) == [("local", "two"), ("local", "six")]
        assert both(similar_pairs(store.world, index, Wanted(limit=1)).unwrap()) == [("one", "two")]
