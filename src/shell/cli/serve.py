"""The `serve` command."""

from .injected import Here, Json
from .serving import serve_here


def serve(*, json: Json = False, settings: Here) -> int:  # noqa: ARG001  (every command takes it; a server prints nothing)
    """Serve coding agents over MCP, on stdin and stdout.

    Until stdin ends. Two tools, `recall` and `remember`, and the notes as resources. A harness starts this; a person need
    not. In the harness's configuration the command is `hindnote` and the argument `serve`.

    JSON: nothing is printed but the protocol.
    """
    return serve_here(settings)
