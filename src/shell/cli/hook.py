"""The `hook` command."""

import os
import sys
from typing import Annotated

from cyclopts import Parameter

from ...core.moments import Event
from ..hooks.answering import respond
from ..hooks.asked import Asked
from .injected import Here, Json
from .output import DONE, say, say_json


def hook(
    event: Annotated[Event, Parameter(help="What happened, in our words whatever the harness calls it.")],
    /,
    *,
    harness: Annotated[str, Parameter(help="The harness that tells of it; otherwise recognised.")] = "",
    json: Json = False,
    settings: Here,
) -> int:
    """Answer what a harness tells on stdin, as its hook would.

    `hindnote setup` registers a script that does the same in a fraction of the time; this is for trying it out. What is
    said counts towards the session's budget; `hindnote-hook EVENT` is the same without any error.

    JSON: `{"answer"}`, the text that the harness would read
    """
    named = {"HINDNOTE_TEAM": settings.team, "HINDNOTE_LOCAL": settings.local}
    env = {**os.environ, **{name: str(folder) for name, folder in named.items() if folder}}
    stdin = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    vaults = tuple(map(str, settings.vaults))
    answer = respond(Asked(event, harness, str(settings.cwd), env, stdin, vaults)).decode()
    if json:
        say_json({"answer": answer})
    elif answer:
        say(answer)
    return DONE
