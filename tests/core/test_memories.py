"""What other programs remembered becomes notes that may be written, with their source and their date kept."""

import datetime
import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.document import read_document
from hindnote.core.keys import MintRefusal, path_of
from hindnote.core.memories import (
    Entity,
    Graph,
    NoGraph,
    Relation,
    Remembered,
    Told,
    of_graph,
    of_instructions,
    of_memory,
    read_graph,
)
from hindnote.core.note import Note, render
from hindnote.core.outcome import Outcome
from hindnote.core.schema import judge

DAY = datetime.date(2026, 8, 7)
TOPIC = "{{slug}}"
INDEX = "# Memory\n\n- [Testing](feedback_testing.md) - run it twice\n- The proxy needs a restart on Mondays.\n"
FEEDBACK = """\
---
name: testing
description: How tests are run here
type: feedback
modified: 2026-06-01T10:00:00Z
---
Run the suite twice.

## Why
The first run warms the cache.
"""
ROWS: list[dict[str, object]] = [
    {"type": "entity", "name": "Build Box", "entityType": "machine", "observations": ["has 2 cores", "## is slow"]},
    {"type": "entity", "name": "Ada", "entityType": "person", "observations": []},
    {"type": "relation", "from": "Ada", "to": "Build Box", "relationType": "owns"},
    {"type": "relation", "from": "Ada", "to": "Nobody", "relationType": "knows"},
]
LINES = "\n".join(map(json.dumps, ROWS))


def notes(made: list[Outcome[Note, MintRefusal]]) -> list[Note]:
    return [outcome.unwrap() for outcome in made]


def test_a_memory_folder_gives_a_topic_a_file_and_keeps_what_the_index_alone_says() -> None:
    index, testing = notes(
        of_memory(
            [Remembered("MEMORY.md", INDEX, DAY), Remembered("feedback_testing.md", FEEDBACK, DAY)],
            TOPIC,
            "agent memory",
        )
    )
    assert "restart on Mondays" in render(index)
    assert "feedback_testing" not in render(index)
    assert (testing.key, testing.tags, testing.recorded) == ("testing", ("feedback",), datetime.date(2026, 6, 1))
    assert testing.source == "agent memory, feedback_testing.md"
    assert [section.name for section in testing.sections] == ["Details", "Why"]
    assert index.recorded == DAY


def test_instructions_keep_their_sections() -> None:
    (note,) = notes(
        of_instructions(
            Remembered("AGENTS.md", "# Rules\n\n## Style\nShort.\n\n## Tests\nTwice.\n", DAY), TOPIC, "import"
        )
    )
    assert (note.title, [section.name for section in note.sections]) == ("Rules", ["Style", "Tests"])


def test_a_memory_servers_store_gives_a_topic_an_entity_and_its_links() -> None:
    graph = read_graph(LINES.encode()).unwrap()
    box, ada = notes(of_graph(graph, Told("memory server", DAY), TOPIC))
    assert (box.key, box.title, box.tags) == ("build-box", "Build Box", ("machine",))
    links = read_document(render(ada), "ada.md").links
    assert [link.target for link in links] == ["build-box"]
    assert [section.name for section in box.sections] == ["Observations"]


def test_one_document_reads_like_its_lines() -> None:
    rows = [json.loads(line) for line in LINES.splitlines()]
    whole = {
        "entities": [row for row in rows if row["type"] == "entity"],
        "relations": [row for row in rows if row["type"] == "relation"],
    }
    assert read_graph(json.dumps(whole).encode()) == read_graph(LINES.encode())
    bare = {
        name: [{key: value for key, value in row.items() if key != "type"} for row in each]
        for name, each in whole.items()
    }
    assert read_graph(json.dumps(bare).encode()) == read_graph(LINES.encode())


class Counted(str):
    """A name that counts how often it is compared."""

    compared = 0
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)


def test_a_large_graph_costs_as_much_as_its_parts() -> None:
    names = [Counted(f"Entity {n}") for n in range(200)]
    relations = tuple(Relation(a, b, "before") for a, b in itertools.pairwise(names))
    made = of_graph(Graph(tuple(map(Entity, names)), relations), Told("memory server", DAY), TOPIC)
    assert sum(len(note.sections) == 2 for note in notes(made)) == len(relations)
    assert Counted.compared < 20 * len(names)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"[]", b"{}", b'{"type":"entity"}', b"\xff", LINES.encode() + b"\ntorn {"),
        *(b'{"entities":[{"x":' + b"[" * 100_000, b'{"type":"entity","name":"a","x":' + b"[" * 100_000),
        *(b'{"entities":[1]}', b'{"entities":[],"relations":[null]}'),
    ],
)
def test_what_is_no_store_is_refused_with_its_line(data: bytes) -> None:
    match read_graph(data):
        case Failure(NoGraph() as refusal):
            assert refusal.line >= 1
        case other:
            pytest.fail(f"{other}")


def is_a_note(outcome: Outcome[Note, MintRefusal]) -> bool:
    match outcome:
        case Failure(_):  # a name without a letter names nothing
            return True
        case Success(note):
            refused = [each.rule for each in judge(render(note), path_of(note.key)) if each.rule != "SecretInNote"]
            return not refused


@given(st.text(), st.text())
def test_any_text_becomes_a_note_that_may_be_written(name: str, text: str) -> None:
    held = Remembered(f"{name}.md", text, DAY)
    assert all(map(is_a_note, of_memory([held, Remembered("MEMORY.md", text, DAY)], TOPIC, "x")))
    assert all(map(is_a_note, of_instructions(held, TOPIC, "x")))


@given(
    st.lists(st.tuples(st.text(), st.text(), st.lists(st.text())), max_size=4),
    st.lists(st.tuples(st.text(), st.text(), st.text()), max_size=3),
)
def test_any_graph_becomes_notes_that_may_be_written(
    entities: list[tuple[str, str, list[str]]], relations: list[tuple[str, str, str]]
) -> None:
    rows = [{"type": "entity", "name": name, "entityType": kind, "observations": told} for name, kind, told in entities]
    more = [{"type": "relation", "from": a, "to": b, "relationType": kind} for a, b, kind in relations]
    data = "\n".join(map(json.dumps, [*rows, *more])).encode()
    match read_graph(data):
        case Success(Graph() as graph):
            assert all(map(is_a_note, of_graph(graph, Told("x", DAY), TOPIC)))
        case Failure(_):
            pass
