"""Whatever a client sends as arguments becomes a call or a refusal that names every fault; nothing raises."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.shell.server.calls import Arguments, BadArguments, read_arguments
from hindnote.shell.server.parameters import Parameter

QUESTION = Parameter("question", "", required=True)
ALSO = Parameter("also", "", many=True)
KEYS = Parameter("relates_to", "", many=True, keys=True)
PARAMETERS = (QUESTION, ALSO, KEYS)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
arguments = st.dictionaries(st.sampled_from(["question", "also", "relates_to"]) | st.text(), json_values, max_size=4)


def read(said: object) -> Arguments:
    return read_arguments("recall", PARAMETERS, said).unwrap()


def problems(said: object) -> tuple[str, ...]:
    refusal = read_arguments("recall", PARAMETERS, said).failure()
    assert "question, also, relates_to" in refusal.explain().mend
    return refusal.problems


@given(json_values | arguments)
def test_no_arguments_raise_and_what_is_read_is_utf8_text(said: object) -> None:
    match read_arguments("recall", PARAMETERS, said):
        case Success(read):
            assert read.texts["question"].strip()
            assert msgspec.json.encode(read)
        case Failure(BadArguments(problems=problems)):
            assert problems


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (None, "`question` is missing or blank"),
        ({}, "`question` is missing or blank"),
        ({"question": " \n"}, "`question` is missing or blank"),
        ({"question": None}, "`question` is missing or blank"),
        ({"question": 7}, "`question` must be text, not a number"),
        ({"question": True}, "`question` must be text, not a boolean"),
        ({"question": ["a"]}, "`question` must be text, not a list"),
        ({"question": {"a": 1}}, "`question` must be text, not an object"),
        ({"question": "q", "also": 7}, "`also` must be a list of texts, not a number"),
        ({"question": "q", "also": {"a": 1}}, "`also` must be a list of texts, not an object"),
        ({"question": "q", "also": ["a", 7]}, "`also` must be a list of texts: it holds a number"),
        ({"question": "q", "also": [None]}, "`also` must be a list of texts: it holds null"),
        ({"question": "q", "alsso": []}, "unknown argument `alsso` (did you mean `also`?)"),
        ({"question": "q", "x": 1}, "unknown argument `x`"),
        ([], "arguments must be an object, not a list"),
        ("question", "arguments must be an object, not text"),
    ],
)
def test_a_fault_is_named_as_json_calls_it(said: object, problem: str) -> None:
    assert problems(said) == (problem,)


def test_every_fault_is_named_at_once() -> None:
    assert len(problems({"also": 7, "y": 1})) == 3


def test_a_flood_of_unknown_arguments_is_told_in_a_few_words() -> None:
    named = problems({"question": "q"} | {f"x{n}": 1 for n in range(100_000)})
    assert named[:2] == ("unknown argument `x0`", "unknown argument `x1`")
    assert named[-1] == "and 99,992 more unknown arguments"
    assert len(named) == 9


@pytest.mark.parametrize(
    ("said", "items"),
    [
        (["a", "b"], ("a", "b")),
        ("a", ("a",)),
        ('["a", "b"]', ("a", "b")),
        ("- a\n* b\n\n", ("a", "b")),
        ("[[key]] is not JSON", ("[[key]] is not JSON",)),
        ("one, with a comma", ("one, with a comma",)),
        (["", " "], ()),
        (None, ()),
    ],
)
def test_a_list_may_come_as_a_list_or_as_text(said: object, items: tuple[str, ...]) -> None:
    assert read({"question": "q", "also": said}).lists["also"] == items


def test_commas_part_keys_only() -> None:
    assert read({"question": "q", "relates_to": "a/b, c"}).lists["relates_to"] == ("a/b", "c")


def test_a_lone_surrogate_is_no_text_we_keep() -> None:
    assert read({"question": "a\ud800b"}).texts["question"] == "a?b"


SECTIONS = Parameter("sections", "", form="map", removes=True)
FIELDS = Parameter("fields", "", form="map", removes=True, many=True)
APPEND = Parameter("append", "", form="map")
MAPS = (SECTIONS, FIELDS, APPEND)


@pytest.mark.parametrize(
    ("said", "entries"),
    [
        ({"Observed": "It broke.", "Old": None}, {"Observed": "It broke.", "Old": None}),
        ('{"Observed": "It broke.", "Old": null}', {"Observed": "It broke.", "Old": None}),
        ({"A": ""}, {"A": ""}),
        ({"a\ud800": "b\ud800"}, {"a?": "b?"}),
        ({}, {}),
        ("", {}),
        (None, {}),
    ],
)
def test_an_object_may_come_as_an_object_or_as_json(said: object, entries: object) -> None:
    assert read_arguments("edit_note", MAPS, {"sections": said}).unwrap().maps["sections"] == entries


def test_an_entry_of_an_object_may_be_a_list_only_where_that_means_something() -> None:
    read = read_arguments("edit_note", MAPS, {"fields": {"tags": ["a", "b"], "confidence": None}}).unwrap()
    assert read.maps["fields"] == {"tags": ("a", "b"), "confidence": None}


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"sections": "Observed: x"}, "`sections` must be an object of texts, not text"),
        ({"sections": ["Observed"]}, "`sections` must be an object of texts, not a list"),
        ({"sections": "[1]"}, "`sections` must be an object of texts, not text"),
        ({"sections": {"A": ["b"]}}, "`sections` must be an object of texts: `A` is a list"),
        ({"fields": {"A": 7}}, "`fields` must be an object of texts: `A` is a number"),
        ({"fields": {"A": ["b", 7]}}, "`fields` must be an object of texts: `A` is a list"),
        ({"append": {"A": None}}, "`append` must be an object of texts: `A` is null"),
        ({"append": {"A": {}}}, "`append` must be an object of texts: `A` is an object"),
    ],
)
def test_what_is_wrong_with_an_object_is_named(said: object, problem: str) -> None:
    assert read_arguments("edit_note", MAPS, said).failure().problems == (problem,)


@given(json_values)
def test_no_object_raises(said: object) -> None:
    for name in ("sections", "fields", "append"):
        read_arguments("edit_note", MAPS, {name: said})
