"""The SDK's own client before the real server process, in both eras of the protocol."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypeVar

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.session import MessageHandlerFnT
from mcp_types import CallToolResult, Implementation, TextContent

from .standing import PYTHON, Standing

Era = Literal["legacy", "auto"]
ERAS: tuple[Era, ...] = ("legacy", "auto")
T = TypeVar("T")


@asynccontextmanager
async def client(
    here: Standing, era: Era, *words: str, name: str = "tester", hear: MessageHandlerFnT | None = None
) -> AsyncGenerator[Client]:
    started = StdioServerParameters(
        command=PYTHON, args=["-m", "hindnote", "serve", *words], cwd=here.cwd, env=dict(here.env())
    )
    known = Implementation(name=name, version="1")
    async with Client(started, mode=era, client_info=known, message_handler=hear) as connected:
        yield connected


def asking(here: Standing, era: Era, ask: Callable[[Client], Awaitable[T]], *words: str) -> T:
    """What one client gets to hear, from start to end of a server."""

    async def connected() -> T:
        async with client(here, era, *words) as one:
            return await ask(one)

    return anyio.run(connected)


def text(result: object) -> str:
    assert isinstance(result, CallToolResult)
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.structured_content is None
    return content.text
