"""`remember` answers with what other notes say of the names in the note, and is never failed by that."""

import os
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from hindnote.core.events import Advised, Failed
from hindnote.core.writecontext import WriteContext, Written
from hindnote.shell import ledger
from hindnote.shell.app import told
from hindnote.shell.app.remember import IfExists, RememberAnswer, RememberRequest, remember
from hindnote.shell.app.world import World
from hindnote.shell.app.writecontext import context_after_write

from ..index.stores import Store, store_in, surprise, write

REQUEST = RememberRequest(
    expected="It mounts.", observed="As30p does not mount.", evidence="mount: no such device", answers=("why no mount",)
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return filled(store_in(tmp_path))


def filled(store: Store) -> Store:
    write(store.team, "old.md", surprise("old", "As30p is read-only", recorded="2026-08-01"))
    write(store.local, "new.md", surprise("new", "As30p was swapped", recorded="2026-08-05", supersedes="old"))
    write(store.local, "gone.md", surprise("gone", "As30p was sold", archived="true"))
    return store


def remembered(world: World, request: RememberRequest = REQUEST) -> RememberAnswer:
    return remember(world, request).unwrap()


def test_the_answer_lists_the_notes_about_the_name_and_its_history(store: Store) -> None:
    answer = remembered(store.world)
    assert [(each.name, each.key, each.layer, each.updated) for each in answer.related_by_entity] == [
        ("As30p", "new", "local", "2026-08-05"),
        ("As30p", "old", "team", "2026-08-01"),
    ]
    assert answer.related_by_entity[0].summary == "As30p was swapped"
    assert answer.related_by_entity_note == "advisory; the write succeeded"
    assert [each.mark for each in answer.name_timelines[0].notes] == ["superseded", "replaces an older note, newest"]


def test_the_json_has_the_public_shape(store: Store) -> None:
    shape = json.decode(json.encode(remembered(store.world)))
    assert shape["related_by_entity"][0].keys() == {"name", "key", "layer", "title", "summary", "updated", "dated"}
    assert shape["name_timelines"][0].keys() == {"name", "notes"}
    assert shape["name_timelines"][0]["notes"][0].keys() == {"key", "layer", "date", "title", "mark", "dated"}


def test_what_was_listed_is_told_to_the_ledger_as_pulled(store: Store) -> None:
    text = told.remembered(remembered(store.world), "2026-08-07")
    (event,) = (each for each in ledger.session(store.world.places.ledger, "s03").events if isinstance(each, Advised))
    assert (event.channel, event.keys, event.timelines) == ("pull", ("local/new", "team/old"), 1)
    assert text.endswith(text[-event.characters :])
    assert text[-event.characters :].startswith("related notes (advisory")


def test_a_reader_of_words_is_told_the_same(store: Store) -> None:
    text = told.remembered(remembered(store.world), "2026-08-07")
    assert "related notes (advisory; the write succeeded):\n  As30p: [[As30p was swapped]] (local 2026-08-05): " in text


def test_the_note_itself_is_not_among_them(tmp_path: Path) -> None:
    answer = remembered(store_in(tmp_path).world)
    assert (answer.related_by_entity, answer.related_by_entity_note, answer.name_timelines) == ((), "", ())


def test_an_update_is_known_by_its_key_and_by_what_it_adds(store: Store) -> None:
    key = remembered(store.world).key
    added = RememberRequest(expected="", observed="Another cable helped.", evidence="it mounts", answers=(), update=key)
    assert {each.key for each in remembered(store.world, added).related_by_entity} == {"new", "old"}


def test_what_was_there_already_has_no_context(store: Store) -> None:
    remembered(store.world)
    assert remembered(store.world, replace(REQUEST, if_exists=IfExists.SKIP)).related_by_entity == ()


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    silent = store_in(tmp_path / "silent", HINDNOTE_WRITE_CONTEXT="0")
    nameless = store_in(tmp_path / "nameless", HINDNOTE_NAMES="0")
    assert remembered(filled(silent).world).related_by_entity == ()
    assert remembered(filled(nameless).world).related_by_entity == ()


def test_timelines_can_be_switched_off(tmp_path: Path) -> None:
    answer = remembered(filled(store_in(tmp_path, HINDNOTE_TIMELINES="0")).world)
    assert (len(answer.related_by_entity), answer.name_timelines) == (2, ())


def test_a_broken_index_costs_the_context_and_not_the_write(store: Store) -> None:
    store.file.parent.mkdir(parents=True, exist_ok=True)
    store.file.mkdir()
    answer = remembered(store.world)
    assert Path(answer.path).exists()


def test_a_fault_in_here_is_told_to_the_ledger_alone(store: Store) -> None:
    places = replace(store.world.places, vaults=(None,))  # no folder at all: whatever comes upon it breaks
    broken = replace(store.world, places=places)
    assert context_after_write(broken, Written("local/x", "As30p")) == WriteContext()
    (event,) = ledger.session(places.ledger, "s03").events
    assert isinstance(event, Failed)
    assert event.why.startswith("write-context: ")


def test_a_note_that_went_away_has_no_summary(store: Store) -> None:
    remembered(store.world)
    (store.local / "new.md").chmod(0)
    if os.access(store.local / "new.md", os.R_OK):
        pytest.skip("whoever runs this may read everything")
    found = context_after_write(store.world, Written("local/x", "As30p"))
    assert next(each.summary for each in found.related if each.key == "new") == ""
