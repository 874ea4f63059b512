"""Serving: `serve` from a shell, whoever read its words.

Effects: those of a server, until stdin ends; writes stderr.
"""

import sys

from msgspec import structs

from ..server.desk import Desk
from ..settings import Settings
from .output import DONE


def serve_here(settings: Settings) -> int:
    """The desk is ready before the SDK is imported: what we say first must not wait for it, nor it for us."""
    desk = Desk(structs.replace(settings, surface="mcp"))
    from ..server.protocol import run  # noqa: PLC0415  (the SDK: a second)

    if sys.stdin.isatty():
        print("hindnote serves MCP here and waits for a client on stdin; Ctrl-C ends it.", file=sys.stderr)
    run(desk)
    return DONE
