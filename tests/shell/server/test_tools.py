"""A client sees two tools, or the full set, whose schemas every client can read and whose words are shorter than what clients keep."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from hindnote.core.census import TEXT_LIMIT
from hindnote.core.tokens import estimate
from hindnote.shell.server.desk import Desk
from hindnote.shell.server.moretools import FULL
from hindnote.shell.server.tools import RECALL, REMEMBER, REMEMBER_DESCRIPTION, TOOLS, ToolSpec, parameters_for

from ...pages import page
from ..index.stores import store_in

__all__ = ["page"]


@pytest.mark.parametrize("tool", FULL, ids=lambda tool: tool.name)
def test_a_schema_is_an_object_with_nothing_combined_at_its_root(tool: ToolSpec) -> None:
    schema = json.loads(json.dumps(tool.schema()))
    assert schema["type"] == "object"
    assert not {"anyOf", "oneOf", "allOf"} & set(schema)
    assert set(schema["required"]) <= set(schema["properties"])


@pytest.mark.parametrize("tool", FULL, ids=lambda tool: tool.name)
def test_every_list_may_be_sent_as_a_string(tool: ToolSpec) -> None:
    for schema in [parameter.schema() for parameter in tool.parameters if parameter.many and parameter.form == "text"]:
        assert schema["anyOf"] == [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]


@pytest.mark.parametrize("tool", FULL, ids=lambda tool: tool.name)
def test_every_object_may_be_sent_as_a_string(tool: ToolSpec) -> None:
    for schema in [parameter.schema() for parameter in tool.parameters if parameter.form == "map"]:
        (entries, text) = json.loads(json.dumps(schema["anyOf"]))
        assert entries["type"] == "object"
        assert text == {"type": "string"}


def test_there_are_two_tools_and_the_first_four_of_remember_are_required() -> None:
    assert [tool.name for tool in TOOLS] == ["recall", "remember"]
    assert REMEMBER.schema()["required"] == ["expected", "observed", "evidence", "answers"]
    assert RECALL.schema()["required"] == ["question"]


def test_the_full_set_begins_with_the_two_and_no_name_is_taken_twice() -> None:
    assert list(FULL[:2]) == list(TOOLS)
    assert len({tool.name for tool in FULL}) == len(FULL)
    assert [tool.name for tool in FULL if tool.always] == ["recall", "remember"]


def test_what_a_client_is_told_of_each_tool_and_what_that_costs_it(tmp_path: Path, page: SnapshotAssertion) -> None:
    """Of the store that is counted in `recall`'s description there is none here."""
    told = Desk(store_in(tmp_path).world.settings, FULL).tools()
    said = {
        spec.name: json.dumps({"name": spec.name, "description": description, "inputSchema": spec.schema()})
        for spec, description in told
    }
    costs = {name: estimate(text) for name, text in said.items()}
    two, more = sum(costs[each.name] for each in TOOLS), sum(costs.values())
    lines = [f"{name}: about {tokens:,} tokens" for name, tokens in costs.items()]
    lines += [f"both that every client gets: {two:,}", f"all of the full set: {more:,}", ""]
    lines += [f"{spec.name}\n  {description}\n{_parameters(spec)}" for spec, description in told[2:]]
    assert all(len(description) < TEXT_LIMIT for _, description in told)
    assert "\n".join(lines) == page


def _parameters(spec: ToolSpec) -> str:
    return "\n".join(
        f"  - {each.name}{' (required)' if each.required else ''}: {each.description}" for each in spec.parameters
    )


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
