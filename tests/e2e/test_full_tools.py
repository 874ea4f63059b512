"""The server with the full set of tools, a real process before the SDK's own client: over stdio and over HTTP.

What a tool answers is text and nothing beside it, within the tokens of a page; what the calls that it
names answer is the same whole as the commands print.
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from hindnote.core.paging import PAGE_TOKENS
from hindnote.core.tokens import estimate

from .clients import ERAS, Era, asking, text
from .standing import Standing, standing_in
from .test_http import Served, meet, start

NAMES = ["recall", "remember", "search", "read_note", "list_notes", "create_note", "edit_note", "entity"]
FULL = ("--tools", "full")
LONG = "".join(f"{n} line of the log │ \x1b[31mred\x1b[0m \u202e\u05e9\u05dc ]] \n" for n in range(900))


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    here = standing_in(tmp_path)
    notes = here.cwd / ".hindnote" / "notes"
    notes.mkdir(parents=True)
    for n in range(60):
        (notes / f"n{n:02}.md").write_text(f"# Note {n}\n\nThe flywheel WD40EFRX-{n % 9} broke.\n")
    (notes / "long.md").write_text(f"# Long\n\n## Log\n{LONG}\n## After\nthe end\n")
    return here


async def told(one: Client, tool: str, **said: object) -> str:
    result = await one.call_tool(tool, said)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, result.content
    assert estimate(text(result)) <= PAGE_TOKENS
    return text(result)


async def pages(one: Client, tool: str, **said: object) -> list[str]:
    read = [await told(one, tool, **said)]
    while named := re.search(r'^[^│\n]*cursor="(\w+)"\)$', read[-1].rpartition("\n")[2]):
        read.append(await told(one, tool, **said, cursor=named[1]))
    return read


def quoted(read: list[str]) -> list[str]:
    return [each for page in read for each in page.split("\n") if each.startswith("│")]


@pytest.mark.parametrize("era", ERAS)
def test_a_client_sees_the_full_set_and_what_each_may_do(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        tools = {tool.name: tool for tool in (await one.list_tools()).tools}
        assert list(tools) == NAMES
        assert all(tool.output_schema is None for tool in tools.values())
        for name, tool in tools.items():
            assert tool.annotations
            assert tool.annotations.open_world_hint is False
            assert tool.annotations.read_only_hint is (name not in {"remember", "create_note", "edit_note"})
            assert (tool.meta == {"anthropic/alwaysLoad": True}) is (name in NAMES[:2])

    asking(here, era, ask, *FULL)


@pytest.mark.parametrize("era", ERAS)
def test_what_the_pages_say_is_what_the_commands_print(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> dict[str, list[str]]:
        return {
            "list": await pages(one, "list_notes"),
            "show": await pages(one, "read_note", key="long"),
            "search": await pages(one, "search", question="flywheel"),
            "entity": await pages(one, "entity", name="WD40EFRX-3", all=True),
        }

    read = asking(here, era, ask, *FULL)
    assert _keys(read["list"]) == [each["key"] for each in json.loads(here.run("list", "--json").out)["notes"]]
    shown = [each for each in here.run("show", "long").out.split("\n") if each.startswith("│")]
    assert [each.rstrip() for each in quoted(read["show"])] == shown
    hits = json.loads(here.run("search", "flywheel", "--limit", "100", "--json").out)["hits"]
    assert _keys(read["search"]) == [each["key"] for each in hits]
    named = json.loads(here.run("entity", "WD40EFRX-3", "--all", "--json").out)["notes"]
    assert _keys(read["entity"]) == [each["key"] for each in named]


def _keys(read: list[str]) -> list[str]:
    return re.findall(r"^(long|n\d\d) +team ", "\n".join(read), re.MULTILINE)


HOSTILE = {
    "huge": "a line of a log that nobody ends\n" * 300_000,  # 10 MB
    "nothing": "a\0b\n" * 9_000,
    "brackets": "]]" * 9_000 + "\n[[",
    "backwards": "\u202e\u05e9\u05dc\u200f\n" * 5_000,
}


def test_no_note_is_too_hostile_to_be_read_a_page_at_a_time(here: Standing) -> None:
    for key, said in HOSTILE.items():
        (here.cwd / ".hindnote" / "notes" / f"{key}.md").write_text(f"# Odd\n{said}")

    async def ask(one: Client) -> None:
        for key in HOSTILE:
            first = await told(one, "read_note", key=key)
            (cursor,) = re.findall(r'cursor="(\w+)"\)$', first)
            second = await told(one, "read_note", key=key, cursor=cursor)
            assert quoted([first])[0] == "│ # Odd"
            assert quoted([second])
            assert not re.search("[\0\u202e\u200f]", first + second)

    asking(here, "legacy", ask, *FULL)


@pytest.mark.parametrize("era", ERAS)
def test_a_topic_is_written_read_changed_and_refused_a_second_time(here: Standing, era: Era) -> None:
    said = {"title": "The build farm", "text": "Two hosts build: bld-07 and bld-08.", "tags": "ci, hosts"}

    async def ask(one: Client) -> None:
        made = await told(one, "create_note", **said)
        assert made.startswith("created the-build-farm (local ")
        read = await told(one, "read_note", key="the-build-farm")
        assert "Two hosts build" in read
        assert re.findall(r"version: \w+", made) == re.findall(r"version: \w+", read)
        (version,) = re.findall(r"version: (\w+)", read)
        change = {"key": "the-build-farm", "version": version, "append": {"Details": "Both need make 4.4."}}
        edited = await told(one, "edit_note", **change)
        assert edited.startswith("updated the-build-farm (local ")
        assert "Both need make 4.4." in await told(one, "read_note", key="the-build-farm")
        late = await one.call_tool("edit_note", change)
        assert isinstance(late, CallToolResult)
        assert late.is_error
        assert "changed since it was read" in text(late)
        again = await one.call_tool("create_note", said)
        assert isinstance(again, CallToolResult)
        assert again.is_error
        assert "has the key `the-build-farm` already" in text(again)

    asking(here, era, ask, *FULL)
    assert "source: session s03, tester" in here.run("show", "the-build-farm").out


BAD: list[tuple[str, Mapping[str, Any]]] = [
    ("search", {}),
    ("search", {"question": "x", "layer": "nowhere"}),
    ("read_note", {"key": "nobody"}),
    ("read_note", {"key": "long", "section": "nothing"}),
    ("read_note", {"key": "long", "cursor": "x"}),
    ("list_notes", {"since": "yesterday"}),
    ("entity", {"name": "x", "all": "perhaps"}),
    ("create", {}),
    ("edit_note", {}),
    ("edit_note", {"key": "long"}),
    ("edit_note", {"key": "nobody", "version": "0", "title": "x"}),
    ("edit_note", {"key": "long", "version": "0", "title": "x"}),
    ("edit_note", {"key": "long", "version": "0", "layer": "team", "title": "x"}),
    ("edit_note", {"key": "long", "version": "0", "sections": "Log"}),
    ("create_note", {}),
    ("create_note", {"title": " ", "text": "x"}),
    ("create_note", {"title": "x", "text": ""}),
    ("create_note", {"title": "!!!", "text": "x"}),
    ("create_note", {"title": "x", "text": "x", "layer": "team"}),
    ("create_note", {"title": "x", "text": "x", "layer": "vault"}),
    ("create_note", {"title": "x", "text": "x", "folder": "../../etc"}),
    ("create_note", {"title": "x", "text": "x", "relates_to": ["../../etc/passwd"]}),
    ("create_note", {"title": "x", "text": "password = hunter2-correct-horse-battery"}),
    ("create_note", {"title": "x", "text": "x", "if_exists": "override"}),
]


@pytest.mark.parametrize("era", ERAS)
def test_what_cannot_be_done_is_a_result_that_says_how_to_mend_it(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        for tool, said in BAD:
            result = await one.call_tool(tool, dict(said))
            assert isinstance(result, CallToolResult)
            assert result.is_error, (tool, said)
            assert text(result).endswith("."), text(result)
            assert "internal error" not in text(result)
        assert "flywheel" in await told(one, "search", question="flywheel")

    asking(here, era, ask, *FULL)


@pytest.mark.parametrize("era", ERAS)
def test_without_asking_there_are_two_tools_and_the_others_are_refused_by_name(here: Standing, era: Era) -> None:
    async def ask(one: Client) -> None:
        assert [tool.name for tool in (await one.list_tools()).tools] == NAMES[:2]
        result = await one.call_tool("read_note", {"key": "long"})
        assert isinstance(result, CallToolResult)
        assert result.is_error
        assert "Call recall or remember." in text(result)

    asking(here, era, ask)


# --- over HTTP --------------------------------------------------------------


@pytest.fixture
def served(here: Standing) -> Iterator[Served]:
    process = start(here, *FULL)
    yield meet(here, process)
    process.kill()
    process.communicate()


def over_http(served: Served, era: Era, ask: Callable[[Client], Awaitable[None]]) -> None:
    async def talk() -> None:
        headers = {"Authorization": f"Bearer {served.token}"}
        async with (
            httpx2.AsyncClient(headers=headers) as carrier,
            Client(streamable_http_client(served.url, http_client=carrier), mode=era) as one,
        ):
            await ask(one)

    anyio.run(talk)


@pytest.mark.parametrize("era", ERAS)
def test_over_http_they_are_the_same(served: Served, era: Era) -> None:
    async def ask(one: Client) -> None:
        assert [tool.name for tool in (await one.list_tools()).tools] == NAMES
        assert len(_keys(await pages(one, "list_notes"))) == 61
        assert quoted(await pages(one, "read_note", key="long"))[-1] == "│ the end"
        refused = await one.call_tool("read_note", {"key": "nobody"})
        assert isinstance(refused, CallToolResult)
        assert refused.is_error

    over_http(served, era, ask)
