"""Protocol: our desk behind the SDK's low-level server, in both eras of MCP.

The loop only passes messages: whatever touches a file or the index runs in a worker thread. Every
failure of a tool is a result marked as an error, never an exception, for the SDK shows an exception's
text in one era and hides it in the other. stdout carries the protocol and nothing else.

Effects: reads stdin and writes stdout until stdin ends.
"""

import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import anyio.to_thread
import mcp_types as wire
from mcp import MCPError
from mcp.server import NotificationOptions, Server
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ToolsListChanged
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from returns.result import Failure, Success

from ... import __version__
from ...core.noteuri import TEMPLATE
from ...core.secrets import find_secrets
from .calls import NO_OBJECT
from .desk import Caller, Desk
from .reply import Reply
from .stdin import take_over

if TYPE_CHECKING:
    from .notes import Resource

Context = ServerRequestContext[Any, Any]  # Any: the SDK's own bound for a lifespan value, of which we have none
T = TypeVar("T")

READ_ONLY = wire.ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDING = wire.ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
CHANGING = wire.ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
ANNOTATIONS = {"reads": READ_ONLY, "adds": ADDING, "changes": CHANGING}
PLAIN_TEXT = "text/plain"  # a note is quoted under its layer and date; its Markdown is behind our marks
CHANGES = NotificationOptions(tools_changed=True, resources_changed=True)
ALWAYS_LOAD = {"anthropic/alwaysLoad": True}  # else Claude Code shows a model the tool's name and nothing more


def run(desk: Desk) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the thread that waits for stdin cannot be cancelled
    try:
        anyio.run(_serve, desk)
    except* BrokenPipeError:  # the client is gone: nobody is left to be told
        pass
    finally:
        desk.close()


async def _serve(desk: Desk) -> None:
    server = build(desk)
    async with stdio_server(take_over()) as (read, write):
        await server.run(read, write, server.create_initialization_options())


class Changing(Server[Any]):
    """Says over every transport that its lists change."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        told = notification_options or CHANGES
        return super().create_initialization_options(told, experimental_capabilities, extensions)


def build(desk: Desk) -> Server[Any]:
    """A server that says nothing older than the request it answers."""
    bus = InMemorySubscriptionBus()
    server = Changing(
        "hindnote",
        version=__version__,
        title="hindnote",
        on_list_tools=partial(_tools, desk),
        on_call_tool=partial(_call, desk, bus),
        on_list_resources=partial(_resources, desk),
        on_list_resource_templates=_templates,
        on_read_resource=partial(_resource, desk),
        on_subscriptions_listen=ListenHandler(bus),
    )
    server.middleware += [partial(_greet, desk), _wrap_arguments]
    server.add_request_handler("server/discover", wire.RequestParams, partial(_discover, desk, server))
    return server


# --- handlers -------------------------------------------------------------


async def _tools(desk: Desk, _ctx: Context, _params: object) -> wire.ListToolsResult:
    told = await _aside(desk.tools)
    return wire.ListToolsResult(
        tools=[
            wire.Tool(
                name=spec.name,
                title=spec.title,
                description=description,
                input_schema=dict(spec.schema()),
                annotations=ANNOTATIONS[spec.does],
                _meta=ALWAYS_LOAD if spec.always else None,
            )
            for spec, description in told
        ]
    )


async def _call(
    desk: Desk, bus: InMemorySubscriptionBus, ctx: Context, params: wire.CallToolRequestParams
) -> wire.CallToolResult:
    reply = await _aside(partial(desk.call, params.name, params.arguments, _caller(ctx)))
    if reply.changed:
        await _announce(bus, ctx)
    return _result(reply)


def _result(reply: Reply) -> wire.CallToolResult:
    """Text alone: Claude Code shows a model `structuredContent` in place of the text, never both."""
    return wire.CallToolResult(content=[wire.TextContent(text=reply.text)], is_error=reply.is_error)


async def _resources(desk: Desk, _ctx: Context, params: wire.PaginatedRequestParams | None) -> wire.ListResourcesResult:
    match await _aside(partial(desk.resources, params.cursor if params else None)):
        case Failure(told):
            raise MCPError(code=wire.INVALID_PARAMS, message=told.message())
        case Success(page):
            return wire.ListResourcesResult(resources=list(map(_listed, page.resources)), next_cursor=page.next_cursor)


def _listed(each: "Resource") -> wire.Resource:
    return wire.Resource(uri=each.uri, name=each.name, title=each.title, description=each.place, mime_type=PLAIN_TEXT)


async def _templates(_ctx: Context, _params: object) -> wire.ListResourceTemplatesResult:
    note = wire.ResourceTemplate(
        uri_template=TEMPLATE,
        name="note",
        title="A note by its layer and key",
        description="layer is team, local or vault; the key is as recall prints it.",
        mime_type=PLAIN_TEXT,
    )
    return wire.ListResourceTemplatesResult(resource_templates=[note])


async def _resource(desk: Desk, ctx: Context, params: wire.ReadResourceRequestParams) -> wire.ReadResourceResult:
    match await _aside(partial(desk.resource, params.uri, _caller(ctx))):
        case Success(text):
            note = wire.TextResourceContents(uri=params.uri, mime_type=PLAIN_TEXT, text=text)
            return wire.ReadResourceResult(contents=[note])
        case Failure(told):
            asked = None if find_secrets(params.uri) else {"uri": params.uri}
            raise MCPError(code=wire.INVALID_PARAMS, message=told.message(), data=asked)


async def _discover(desk: Desk, server: Server[Any], ctx: Context, _params: object) -> wire.DiscoverResult:
    """As the SDK's own, with the census as it is now."""
    return wire.DiscoverResult(
        supported_versions=list(MODERN_PROTOCOL_VERSIONS),
        capabilities=server.get_capabilities(protocol_version=ctx.protocol_version),
        instructions=await _aside(desk.instructions),
    )


async def _greet(desk: Desk, ctx: Context, call_next: CallNext) -> HandlerResult:
    """The older era's first answer carries the census too, which the SDK would keep as it was at our start."""
    answer = await call_next(ctx)
    if ctx.method == "initialize" and isinstance(answer, Mapping):
        return {**answer, "instructions": await _aside(desk.instructions)}
    return answer


async def _wrap_arguments(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Arguments that are no object would be a transport error of the SDK's; ours names the mend."""
    said = ctx.params.get("arguments") if ctx.method == "tools/call" and ctx.params else None
    if said is None or isinstance(said, Mapping):
        return await call_next(ctx)
    return await call_next(replace(ctx, params={**(ctx.params or {}), "arguments": {NO_OBJECT: said}}))


# --- functions ------------------------------------------------------------


async def _aside(work: Callable[[], T]) -> T:
    return await anyio.to_thread.run_sync(work)


async def _announce(bus: InMemorySubscriptionBus, ctx: Context) -> None:
    """That the census changed: to those who listen, and in the older era to the one client there is."""
    await bus.publish(ToolsListChanged())
    await bus.publish(ResourcesListChanged())
    await ctx.session.send_tool_list_changed()
    await ctx.session.send_resource_list_changed()


def _caller(ctx: Context) -> Caller:
    told = ctx.session.client_params
    name = told.client_info.name if told and told.client_info else ""
    headers: Mapping[str, str] = getattr(ctx.request, "headers", {})
    return Caller(name, headers.get("mcp-session-id", ""))
