"""HTTP: the same server over streamable HTTP, one process for the several agents of a machine.

It listens on the loopback address alone. A request must name this machine as its host, come from no
foreign page, and carry the token of a file that only its owner can read; all else gets a status and
nothing of ours. Each client's conversation is a session of its own in the ledger.

Effects: listens until a signal ends it.
"""

import hmac
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from .desk import Desk
from .door import LOOPBACK, PATH, Door
from .protocol import build

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

# --- values ---------------------------------------------------------------

NAMES = (LOOPBACK, "localhost")  # of this machine, as a request's Host or Origin may say it
GOODBYE = 3  # seconds that open streams get to end: a client may listen for ever


# --- functions ------------------------------------------------------------


def run(desk: Desk, door: Door, ready: Callable[[], None]) -> None:
    """Until SIGTERM or SIGINT; `ready` is called once requests are answered."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _heard)  # uvicorn ends, and then raises the signal again
    try:
        anyio.run(_serve, desk, door, ready)
    finally:
        desk.close()


def _heard(_signal: int, _frame: FrameType | None) -> None:
    pass


async def _serve(desk: Desk, door: Door, ready: Callable[[], None]) -> None:
    server = build(desk)
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,  # an event stream is cut when the server is told to end, an answer under way is not
        transport_security=_this_machine(door.port),
    )
    config = uvicorn.Config(
        Guarded(app, door.token),
        log_config=None,  # a URL or a header is nobody's business
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )
    await _Announcing(config, ready).serve(sockets=[door.listening])


def _this_machine(port: int) -> TransportSecuritySettings:
    return TransportSecuritySettings(
        allowed_hosts=[f"{name}:{port}" for name in NAMES],
        allowed_origins=[f"http://{name}:{port}" for name in NAMES],
    )


class _Announcing(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


class Guarded:
    """An application behind a bearer token (RFC 6750)."""

    def __init__(self, app: "ASGIApp", token: str) -> None:
        self.app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "http" and not self._opens(Headers(scope=scope)):
            denied = PlainTextResponse("a bearer token is needed", 401, {"WWW-Authenticate": "Bearer"})
            await denied(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _opens(self, headers: Headers) -> bool:
        said = headers.get("authorization", "").encode("utf-8", "surrogatepass")
        return hmac.compare_digest(said, self._expected)
