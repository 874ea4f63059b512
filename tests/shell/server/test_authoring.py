"""A client writes topics as a person does, never over what is there, and changes only the version that it read.

Where it is refused nothing is written.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from hindnote.core.schema import judge
from hindnote.shell.server.desk import Desk
from hindnote.shell.server.moretools import FULL
from hindnote.shell.server.reply import Reply

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


def test_of_several_vaults_the_one_that_is_named_gets_it(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    desk = Desk(structs.replace(store.world.settings, vaults=(store.vault, other)), FULL)
    said = {**TOPIC, "layer": "vault"}
    for unclear in ({}, {"vault": "nowhere"}, {"vault": str(tmp_path)}):
        reply = desk.call("create_note", {**said, **unclear})
        assert reply.is_error
        assert str(other) in reply.text
    assert files(store) == {}
    assert not desk.call("create_note", {**said, "vault": "other"}).is_error
    assert [file.name for file in other.iterdir()] == ["The build farm.md"]
    assert not desk.call("create_note", {**said, "vault": str(store.vault)}).is_error
    assert desk.call("read_note", {"key": "The build farm"}).text.count("file: ") == 2
    desk.close()


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


# --- edit_note ---------------------------------------------------------------


def version_of(desk: Desk, key: str) -> str:
    return str(re.findall(r"version: (\w+)", desk.call("read_note", {"key": key}).text)[0])


def change(desk: Desk, key: str, **said: Any) -> Reply:  # noqa: ANN401  (whatever a client sends)
    return desk.call("edit_note", {"key": key, "version": version_of(desk, key), **said})


@pytest.fixture
def note(store: Store) -> Path:
    return write(store.local, "a.md", surprise("a", "It broke.", tags="old"), settled=False)


@pytest.mark.parametrize(
    ("said", "before", "after"),
    [
        ({"fields": {"tags": ["x", "y"]}}, "tags: [old]", "tags: [x, y]"),
        ({"fields": '{"tags": "x, y"}'}, "tags: [old]", "tags: [x, y]"),
        ({"fields": {"tags": None}}, "tags: [old]\n", ""),
        ({"sections": {"Evidence": "run 7"}}, "## Evidence\nthe log", "## Evidence\nrun 7"),
        ({"append": {"Evidence": "run 7"}}, "the log\n", "the log\n\nrun 7\n"),
        ({"title": "It is whole"}, "# It broke.", "# It is whole"),
    ],
)
def test_what_is_named_is_changed_and_nothing_else(
    desk: Desk, note: Path, said: dict[str, Any], before: str, after: str
) -> None:
    was = note.read_text()
    reply = change(desk, "a", **said)
    assert (reply.is_error, reply.changed) == (False, True), reply.text
    assert note.read_text() == was.replace(before, after, 1)


def test_the_answer_gives_the_version_for_the_next_change(desk: Desk, note: Path) -> None:
    reply = change(desk, "a", append={"Evidence": "run 7"})
    (version,) = re.findall(r"version: (\w+)", reply.text)
    again = desk.call("edit_note", {"key": "a", "version": version, "append": {"Evidence": "run 8"}})
    assert not again.is_error
    assert note.read_text().index("run 7") < note.read_text().index("run 8")


@pytest.mark.usefixtures("note")
def test_a_change_that_changes_nothing_announces_nothing(desk: Desk) -> None:
    reply = change(desk, "a", title="It broke.")
    assert (reply.is_error, reply.changed) == (False, False)


def test_of_two_that_read_the_same_version_one_changes_it_and_the_other_is_told(desk: Desk, note: Path) -> None:
    read = version_of(desk, "a")
    assert not desk.call("edit_note", {"key": "a", "version": read, "title": "Mine"}).is_error
    late = desk.call("edit_note", {"key": "a", "version": read, "title": "Theirs"})
    assert late.is_error
    assert "changed since it was read" in late.text
    assert "# Mine" in note.read_text()


@pytest.mark.usefixtures("note")
@pytest.mark.parametrize(
    "said",
    [
        {},
        {"version": "0" * 16, "title": "x"},
        {"title": " \n", "fields": {}},
        {"fields": {"key": "b"}},
        {"fields": {"confidence": "certain"}},
        {"fields": {"conflicts_with": ["../../etc/passwd"]}},
        {"sections": {"Observed": None}},
        {"sections": {"": "x"}},
        {"append": {"Nobody": " "}},
        {"append": {"Answers": "no bullet"}},
        {"sections": {"Evidence": "password = hunter2-correct-horse-battery"}},
    ],
)
def test_a_change_that_is_refused_says_how_to_mend_it_and_wrote_nothing(
    store: Store, desk: Desk, said: dict[str, Any]
) -> None:
    before = files(store)
    reply = change(desk, "a", **said)
    assert (reply.is_error, reply.changed) == (True, False)
    assert reply.text.rstrip().endswith(".")
    assert "hunter2" not in reply.text
    assert files(store) == before


def test_an_agent_does_not_change_what_the_team_has(store: Store, desk: Desk) -> None:
    write(store.team, "t.md", surprise("t", "It broke."))
    before = files(store)
    assert "the team's" in change(desk, "t", title="x").text
    assert files(store) == before


def test_a_vaults_note_keeps_every_byte_that_is_not_named(store: Store, desk: Desk) -> None:
    said = "---\r\nmine: yes # why\r\n---\r\n# T\r\n\r\n## Log\r\nold\r\n\r\n## Rest\r\n\ttabs  \r\n"
    file = write(store.vault, "N.md", said, settled=False)
    assert not change(desk, "N", sections={"Log": "new"}).is_error
    assert file.read_bytes() == said.replace("old", "new").encode()


names = st.sampled_from(["Observed", "Answers", "tags", "confidence", "supersedes", "x"]) | st.text(max_size=20)
entries = st.dictionaries(
    names, st.none() | st.text(st.characters(), max_size=60) | st.lists(st.text(max_size=9)), max_size=3
)
changes = st.fixed_dictionaries({}, optional=dict.fromkeys(("fields", "sections", "append"), entries))


@given(changes)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_change_is_made_or_refused_and_leaves_a_note_that_can_be_read(
    store: Store, desk: Desk, said: dict[str, Any]
) -> None:
    note = write(store.local, "a.md", surprise("a", "It broke."), settled=False)
    before = note.read_bytes()
    reply = change(desk, "a", **said)
    assert "internal error" not in reply.text
    assert (note.read_bytes() != before) == reply.changed
    assert judge(note.read_text(), "a.md") == ()
