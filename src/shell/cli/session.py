"""The `session` command."""

from typing import Annotated

from cyclopts import Parameter
from returns.result import Failure, Success

from ...core.sessions import story_text
from ..app.session import tell_session
from ..app.world import World
from .injected import Here, Json
from .output import DONE, refused, say, say_json
from .standing import in_world


def session(
    session_id: Annotated[
        str, Parameter(name="ID", help="The session's id, as the harness or a note's source has it.")
    ],
    /,
    *,
    json: Json = False,
    settings: Here,
) -> int:
    """Tell what a session recorded, recalled and was refused.

    Also what it read whole, promoted and removed, and what failed in it; all of it from the ledger, in the order it happened.

    JSON: `{"session", "clients", "recorded": [{"at", "did", "key", "layer", "detail", "times"}], "recalled", "read", "promoted",
    "removed", "refused", "failed"}`, each a list of the same
    """

    def told(world: World) -> int:
        match tell_session(world, session_id):
            case Failure(unknown):
                return refused(unknown, json=json)
            case Success(story) if json:
                say_json(story)
            case Success(story):
                say(story_text(story))
        return DONE

    return in_world(settings, told, json=json)
