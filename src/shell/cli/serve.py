"""The `serve` command."""

from typing import Annotated, Literal

from cyclopts import Parameter

from .injected import Here, Json
from .serving import PORT, serve_here, serve_http


def serve(  # noqa: PLR0913  (a keyword an option)
    *,
    tools: Annotated[
        Literal["two", "full"], Parameter(help="`full` adds tools to browse the notes and to write topics.")
    ] = "two",
    http: Annotated[
        bool, Parameter(help="Over HTTP on this machine's own address, for several agents at once.")
    ] = False,
    port: Annotated[int, Parameter(help=f"With --http: where to listen ({PORT}; 0 for any that is free).")] = PORT,
    token_file: Annotated[str | None, Parameter(help="With --http: the file that holds the bearer token.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Serve coding agents over MCP, on stdin and stdout.

    Until stdin ends. Two tools, `recall` and `remember`, and the notes as resources. A harness starts this; a person need
    not. In the harness's configuration the command is `hindnote` and the argument `serve`.

    With --tools full also `search`, `read_note`, `list_notes`, `create_note`, `edit_note` and `entity`: as the commands
    search, show, list, new, edit and entity; what is read comes a page at a time.

    With --http a person starts it, for several agents of one machine, and it ends by Ctrl-C or SIGTERM. Requests must come
    from this machine and carry `Authorization: Bearer TOKEN`; the token is made once, in a file that only you can read.

    JSON: nothing is printed but the protocol; with --http, once it listens, one line `{"url", "token_file"}`.
    """
    if http:
        return serve_http(settings, port, token_file, full=tools == "full", json=json)
    return serve_here(settings, full=tools == "full")
