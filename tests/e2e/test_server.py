"""The server, a real process, before the SDK's own client: the same two tools and the same words in both eras.

Whatever a client sends, it gets words back: a refusal is a result marked as an error that says how to
mend the call, never a fault of the transport, and the server goes on.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp_types import CallToolResult, TextResourceContents

from hindnote.core.census import TEXT_LIMIT

from ..planted import planted
from .clients import ERAS, Era, asking, client, text
from .standing import Standing, standing_in

pytestmark = pytest.mark.parametrize("era", ERAS)
KEY = "surprise/the-build-needs-make"
SURPRISE = {
    "expected": "pip builds it",
    "observed": "The build needs make. Without it there is no wheel.",
    "evidence": "`make: not found` in the log",
    "answers": ["why does the build fail"],
}


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    return standing_in(tmp_path)


async def call(one: Client, tool: str, said: Mapping[str, Any]) -> CallToolResult:
    result = await one.call_tool(tool, dict(said))
    assert isinstance(result, CallToolResult)
    return result


# --- what a client sees ---------------------------------------------------


def test_exactly_two_tools_with_the_census_first_and_again(here: Standing, era: Era) -> None:
    here.remember("The build needs make.", "--tag", "build")

    async def ask(one: Client) -> None:
        tools = {tool.name: tool for tool in (await one.list_tools()).tools}
        assert list(tools) == ["recall", "remember"]
        assert "1 note (1 local): build 1." in (one.instructions or "")
        assert "1 note (1 local): build 1." in (tools["recall"].description or "")
        for said in (one.instructions, *(tool.description for tool in tools.values())):
            assert said is not None
            assert len(said) < TEXT_LIMIT
            assert "make" not in said  # counts and groups, never titles
        for tool in tools.values():
            assert tool.meta == {"anthropic/alwaysLoad": True}
            assert tool.annotations
            assert tool.annotations.open_world_hint is False
        assert tools["recall"].annotations
        assert tools["recall"].annotations.read_only_hint is True
        assert "if_exists" not in tools["remember"].input_schema["properties"]

    asking(here, era, ask)


def test_the_census_is_as_new_as_the_listing(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        before = (await one.list_tools()).tools[0].description or ""
        await call(one, "remember", SURPRISE)
        after = (await one.list_tools(cache_mode="bypass")).tools[0].description or ""
        assert "no notes yet" in before
        assert "1 note (1 local)" in after

    asking(here, era, ask)


def test_a_change_of_the_census_is_announced_as_the_era_has_it(here: Standing, era: Era) -> None:
    heard: list[str] = []

    async def hear(message: object) -> None:
        heard.append(type(message).__name__)

    async def ask() -> None:
        async with client(here, era, hear=hear) as one:
            if era == "legacy":
                await call(one, "remember", SURPRISE)
                await one.list_tools()  # whatever was sent before its answer has been heard
                return
            async with one.listen(tools_list_changed=True) as changes:
                await call(one, "remember", SURPRISE)
                async for change in changes:
                    heard.append(type(change).__name__)
                    break

    anyio.run(ask)
    assert {"ToolListChangedNotification", "ToolsListChanged"} & set(heard)


def test_a_surprise_is_remembered_and_recalled_with_its_source(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> tuple[str, str]:
        told = await call(one, "remember", SURPRISE)
        assert not told.is_error
        return text(told), text(await call(one, "recall", {"question": "why is there no wheel"}))

    told, recalled = asking(here, era, ask)
    assert told.startswith(f"created {KEY} (local ")
    assert recalled.startswith(f"{KEY} local · ")
    assert "source: session s03, tester" in here.run("show", KEY).out


def test_an_update_needs_only_what_it_adds(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        await call(one, "remember", SURPRISE)
        taken = await call(one, "remember", SURPRISE)
        assert taken.is_error
        assert f'update="{KEY}"' in text(taken)
        more = {"update": KEY, "observed": "Still so.", "evidence": "run 7"}
        assert text(await call(one, "remember", more)).startswith(f"updated {KEY} (local ")

    asking(here, era, ask)


def test_a_key_is_read_whole_and_read_as_a_resource_and_both_are_accesses(here: Standing, era: Era) -> None:
    here.remember("The build needs make.")

    async def ask(one: Client) -> tuple[str, str]:
        whole = text(await call(one, "recall", {"question": f"[[{KEY}]]"}))
        (listed,) = (await one.list_resources()).resources
        assert listed.uri == f"note://local/{KEY}"
        (template,) = (await one.list_resource_templates()).resource_templates
        assert template.uri_template.startswith("note://{layer}/")
        (content,) = (await one.read_resource(listed.uri)).contents
        assert isinstance(content, TextResourceContents)
        return whole, content.text

    whole, resource = asking(here, era, ask)
    assert whole == resource
    story = json.loads(here.run("session", "s03", "--json").out)
    assert [step["key"] for step in story["read"]] == [KEY, KEY]


def test_resources_come_in_pages(here: Standing, era: Era) -> None:
    notes = here.cwd / ".hindnote" / "notes"
    notes.mkdir(parents=True)
    for n in range(120):
        (notes / f"n{n:03}.md").write_text(f"# Note {n}\n")

    async def ask(one: Client) -> list[str]:
        first = await one.list_resources()
        second = await one.list_resources(cursor=first.next_cursor)
        assert second.next_cursor is None
        return [each.name for each in (*first.resources, *second.resources)]

    assert asking(here, era, ask) == [f"n{n:03}" for n in range(120)]


# --- whatever is sent -----------------------------------------------------

BAD: list[tuple[str, Any]] = [
    ("recall", {}),
    ("recall", {"question": ""}),
    ("recall", {"question": " "}),
    ("recall", {"question": None}),
    ("recall", {"question": 7}),
    ("recall", {"question": 1.5}),
    ("recall", {"question": True}),
    ("recall", {"question": ["a"]}),
    ("recall", {"question": {"a": "b"}}),
    ("recall", {"question": "x", "also_phrased_as": 7}),
    ("recall", {"question": "x", "also_phrased_as": ["a", 7]}),
    ("recall", {"question": "x", "limit": 3}),
    ("recall", {"query": "x"}),
    ("remember", {}),
    ("remember", {**SURPRISE, "answers": []}),
    ("remember", {**SURPRISE, "answers": " "}),
    ("remember", {**SURPRISE, "observed": "  "}),
    ("remember", {**SURPRISE, "observed": "!!!"}),
    ("remember", {**SURPRISE, "if_exists": "override"}),
    ("remember", {**SURPRISE, "source": "somebody else"}),
    ("remember", {**SURPRISE, "layer": "team"}),
    ("remember", {**SURPRISE, "confidence": "certain"}),
    ("remember", {**SURPRISE, "invalidated_by": "when it rains"}),
    ("remember", {**SURPRISE, "relates_to": ["../../etc/passwd"]}),
    ("remember", {**SURPRISE, "update": "nobody"}),
    ("remember", {**SURPRISE, "evidence": "password = hunter2-correct-horse-battery"}),
    ("forget", {"key": "x"}),
    ("", {}),
]


def test_what_cannot_be_done_is_a_result_that_says_how_to_mend_it(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        for tool, said in BAD:
            result = await call(one, tool, said)
            assert result.is_error, (tool, said)
            assert len(text(result).split(". ")) >= 2 or text(result).endswith("."), text(result)
            assert "internal error" not in text(result), (tool, said, text(result))
        assert not (await call(one, "recall", {"question": "x"})).is_error

    asking(here, era, ask)
    assert not list(here.home.rglob("*.md"))


QUESTIONS = [
    "x",
    "?",
    "🙂🙃",
    "a\x00b",
    "NEAR(a b)",
    '"',
    "a* OR b:c ^d -e",
    "(((",
    "[[",
    "note://x",
    "w " * 5_000,
    "w" * 10_000,
]


def test_any_question_is_answered(here: Standing, era: Era) -> None:
    here.remember("The build needs make.")

    async def ask(one: Client) -> None:
        for question in QUESTIONS:
            assert not (await call(one, "recall", {"question": question})).is_error, question[:20]

    asking(here, era, ask)


def test_lists_may_come_as_strings(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        said = {**SURPRISE, "answers": '["why", "so"]', "tags": "build, ci", "relates_to": "a/b"}
        assert not (await call(one, "remember", said)).is_error
        assert not (await call(one, "recall", {"question": "x", "also_phrased_as": "make\nwheel"})).is_error

    asking(here, era, ask)
    shown = here.run("show", KEY).out
    for part in ("- why\n", "- so\n", "build", "ci", "[[a/b]]"):
        assert part in shown


def test_a_huge_argument_is_taken_or_refused_in_words(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        told = await call(one, "remember", {**SURPRISE, "evidence": "a line of the log\n" * 200_000})
        assert told.is_error or text(told).startswith("created")
        assert not (await call(one, "recall", {"question": "make"})).is_error
        assert (await call(one, "recall", {"question": "x", "also_phrased_as": ["y"] * 10_000})).content

    asking(here, era, ask)


def test_an_address_that_is_nobodys_is_an_error_and_the_server_goes_on(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        for uri in ("note://local/nobody", "note://else/x", "file:///etc/passwd", "note://local/../../etc/passwd", "x"):
            with pytest.raises(MCPError):
                await one.read_resource(uri)
        with pytest.raises(MCPError):
            await one.list_resources(cursor="none of ours")
        assert (await one.list_tools()).tools

    asking(here, era, ask)


def test_an_address_that_holds_a_secret_is_not_repeated(here: Standing, era: Era) -> None:
    secret = planted()[0].secret

    async def ask(one: Client) -> None:
        for uri in (f"note://local/{secret}", f"hindnote://{secret}"):
            with pytest.raises(MCPError) as refusal:
                await one.read_resource(uri)
            assert secret not in f"{refusal.value.error}"

    asking(here, era, ask)


# --- places and processes -------------------------------------------------


def test_outside_a_repository_it_serves_and_says_what_would_make_a_store(tmp_path: Path, era: Era) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "foreign").mkdir()
    here = Standing(tmp_path / "foreign", tmp_path / "home")

    async def ask(one: Client) -> None:
        assert len((await one.list_tools()).tools) == 2
        assert text(await call(one, "recall", {"question": "x"})).startswith("nothing recorded")
        told = await call(one, "remember", SURPRISE)
        assert told.is_error
        assert "hindnote init" in text(told)
        assert here.run("init").code == 0
        assert not (await call(one, "remember", SURPRISE)).is_error

    asking(here, era, ask)


def test_two_clients_at_once_and_many_calls_at_once_lose_nothing(here: Standing, era: Era) -> None:
    async def work(name: str) -> None:
        async with client(here, era, name=name) as one, anyio.create_task_group() as calls:
            for n in range(10):
                said = {**SURPRISE, "observed": f"Number {n} of {name} happened."}
                calls.start_soon(call, one, "remember", said)
                calls.start_soon(call, one, "recall", {"question": f"number {n}"})

    async def both() -> None:
        async with anyio.create_task_group() as clients:
            clients.start_soon(work, "one")
            clients.start_soon(work, "two")

    anyio.run(both)
    assert len(json.loads(here.run("list", "--json").out)["notes"]) == 20
