"""A client writes topics as a person does, never over what is there, and nothing is written where it is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hindnote.shell.server.desk import Desk
from hindnote.shell.server.moretools import FULL

from ..index.stores import Store, store_in, surprise, write

TOPIC = {"title": "The build farm", "text": "Two hosts build: bld-07 and bld-08."}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path, vault=True)


@pytest.fixture
def desk(store: Store) -> Iterator[Desk]:
    desk = Desk(store.world.settings, FULL)
    yield desk
    desk.close()


def files(store: Store) -> dict[str, str]:
    folders = (store.team, store.local, store.vault)
    return {str(each): each.read_text() for folder in folders for each in folder.rglob("*.md")}


def test_a_topic_is_a_new_local_note_and_the_census_has_changed(store: Store, desk: Desk) -> None:
    reply = desk.call("create_note", {**TOPIC, "tags": "ci, hosts", "relates_to": "some/key"})
    assert (reply.is_error, reply.changed) == (False, True)
    text = (store.local / "the-build-farm.md").read_text()
    assert "Two hosts build" in text
    assert "[[some/key]]" in text
    assert "ci" in text


def test_in_a_vault_a_topic_lies_in_its_folder_as_it_was_written(store: Store, desk: Desk) -> None:
    assert not desk.call("create_note", {**TOPIC, "layer": "vault", "folder": "Work/CI"}).is_error
    assert "Two hosts build" in (store.vault / "Work/CI/The build farm.md").read_text()


def test_the_answer_says_what_other_notes_say_of_its_names(store: Store, desk: Desk) -> None:
    write(store.local, "a.md", surprise("a", "Host bld-07 loses its clock."))
    assert "bld-07" in desk.call("create_note", TOPIC).text.partition("version:")[2]


REFUSED: list[dict[str, Any]] = [
    {**TOPIC, "title": " "},
    {**TOPIC, "title": "!!!"},
    {**TOPIC, "layer": "team"},
    {**TOPIC, "folder": "x"},
    {**TOPIC, "folder": "../out", "layer": "vault"},
    {**TOPIC, "relates_to": ["../../etc/passwd"]},
    {**TOPIC, "text": "password = hunter2-correct-horse-battery"},
    {**TOPIC, "override": True},
]


@pytest.mark.parametrize("said", REFUSED)
def test_what_is_refused_says_how_to_mend_it_and_wrote_nothing(store: Store, desk: Desk, said: dict[str, Any]) -> None:
    reply = desk.call("create_note", said)
    assert (reply.is_error, reply.changed) == (True, False)
    assert reply.text.endswith(".")
    assert "hunter2" not in reply.text
    assert files(store) == {}


def test_a_title_that_is_taken_writes_over_nothing(store: Store, desk: Desk) -> None:
    desk.call("create_note", TOPIC)
    before = files(store)
    reply = desk.call("create_note", {"title": "the BUILD  farm.", "text": "Other."})
    assert reply.is_error
    assert "`the-build-farm`" in reply.text
    assert files(store) == before


@given(st.text(st.characters(), max_size=200), st.text(st.characters() | st.sampled_from("\n#`-> \0"), max_size=400))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_title_and_text_are_a_note_or_a_refusal(desk: Desk, title: str, text: str) -> None:
    reply = desk.call("create_note", {"title": title, "text": text})
    assert "internal error" not in reply.text
