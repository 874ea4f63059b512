"""Serving: `serve` from a shell, whoever read its words.

Effects: those of a server, until stdin or a signal ends it; writes stderr, and stdout when asked for JSON.
"""

import sys
from functools import partial
from pathlib import Path

from msgspec import structs
from returns.result import Failure, Success

from ..hooks.listener import Listener
from ..paths import home_expanded
from ..server.desk import Desk
from ..server.moretools import FULL
from ..server.tools import TOOLS
from ..settings import Settings
from .output import DONE, refused, say_json

PORT = 7433  # in no registry of ports that we know of; any other does as well


def serve_here(settings: Settings, *, full: bool = False) -> int:
    """The desk is ready before the SDK is imported: what we say first must not wait for it, nor it for us."""
    desk = _desk(settings, full=full)
    with Listener(str(settings.cwd), settings.env):
        from ..server.protocol import run  # noqa: PLC0415  (the SDK: a second)

        if sys.stdin.isatty():
            print("hindnote serves MCP here and waits for a client on stdin; Ctrl-C ends it.", file=sys.stderr)
        run(desk)
    return DONE


def serve_http(settings: Settings, port: int, token_file: str | None, *, full: bool = False, json: bool) -> int:
    from ..server.door import opened  # noqa: PLC0415  (a server on stdin has none)

    file = settings.cwd / home_expanded(token_file) if token_file else settings.homes.state / "http-token"
    match opened(port, file):
        case Failure(refusal):
            return refused(refusal, json=json)
        case Success(door):
            from ..server.http import run  # noqa: PLC0415  (the SDK: a second)

            desk = _desk(settings, full=full)
            with Listener(str(settings.cwd), settings.env):
                run(desk, door, partial(_announce, door.url, file, json=json))
            return DONE


def _desk(settings: Settings, *, full: bool) -> Desk:
    return Desk(structs.replace(settings, surface="mcp"), FULL if full else TOOLS)


def _announce(url: str, token_file: Path, *, json: bool) -> None:
    if json:
        say_json({"url": url, "token_file": str(token_file)})
        sys.stdout.flush()
    else:
        print(f"hindnote serves MCP at {url}; the bearer token is in {token_file}. Ctrl-C ends it.", file=sys.stderr)
