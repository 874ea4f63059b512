"""A client sees two tools whose schemas every client can read and whose words are shorter than what clients keep."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from hindnote.core.census import TEXT_LIMIT
from hindnote.shell.server.tools import RECALL, REMEMBER, REMEMBER_DESCRIPTION, TOOLS, ToolSpec, parameters_for

from ...pages import page

__all__ = ["page"]


@pytest.mark.parametrize("tool", TOOLS)
def test_a_schema_is_an_object_with_nothing_combined_at_its_root(tool: ToolSpec) -> None:
    schema = json.loads(json.dumps(tool.schema()))
    assert schema["type"] == "object"
    assert not {"anyOf", "oneOf", "allOf"} & set(schema)
    assert set(schema["required"]) <= set(schema["properties"])


@pytest.mark.parametrize("tool", TOOLS)
def test_every_list_may_be_sent_as_a_string(tool: ToolSpec) -> None:
    lists = [parameter.schema() for parameter in tool.parameters if parameter.many]
    assert lists
    for schema in lists:
        assert schema["anyOf"] == [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]


def test_there_are_two_tools_and_the_first_four_of_remember_are_required() -> None:
    assert [tool.name for tool in TOOLS] == ["recall", "remember"]
    assert REMEMBER.schema()["required"] == ["expected", "observed", "evidence", "answers"]
    assert RECALL.schema()["required"] == ["question"]


def test_an_update_needs_only_what_it_adds() -> None:
    assert [p.name for p in parameters_for(REMEMBER, {"update": "a"}) if p.required] == ["observed", "evidence"]
    for said in (None, {}, {"update": ""}, {"update": None}, "update", 7):
        assert parameters_for(REMEMBER, said) == REMEMBER.parameters


def test_no_tool_lets_a_model_overwrite_or_name_its_source() -> None:
    assert not {"if_exists", "source", "layer", "key"} & {p.name for p in REMEMBER.parameters}


def test_what_remember_says_of_itself(page: SnapshotAssertion) -> None:
    described = "\n".join(f"{p.name}: {p.description}" for p in REMEMBER.parameters)
    assert len(REMEMBER_DESCRIPTION) < TEXT_LIMIT
    assert f"{REMEMBER_DESCRIPTION}\n\n{described}" == page
