"""The `serve` command."""

import sys

from msgspec import structs

from ..server.desk import Desk
from .injected import Here, Json
from .output import DONE


def serve(*, json: Json = False, settings: Here) -> int:  # noqa: ARG001  (every command takes --json; a server prints nothing)
    """Serve coding agents over MCP, on stdin and stdout.

    Until stdin ends. Two tools, `recall` and `remember`, and the notes as resources. A harness starts this; a person need not. In the
    harness's configuration the command is `hindnote` and the argument `serve`.

    JSON: nothing is printed but the protocol.
    """
    from ..server.protocol import run  # noqa: PLC0415  (the SDK: a second that `--help` need not wait)

    if sys.stdin.isatty():
        print("hindnote serves MCP here and waits for a client on stdin; Ctrl-C ends it.", file=sys.stderr)
    run(Desk(structs.replace(settings, surface="mcp")))
    return DONE
