"""The `session` command."""

from typing import Annotated

from cyclopts import Parameter

from ...core.sessions import story_text
from ..app.session import tell_session
from ..app.world import World
from .injected import Here, Json
from .output import answered
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

    Also what it read whole, promoted, removed, renamed, refreshed, archived and restored, and what failed in it; all of it from the
    ledger, in the order it happened. A note that was renamed since, in whichever session, is told with the key it has now.

    JSON: `{"session", "clients", "recorded": [{"at", "did", "key", "layer", "detail", "times", "now"}], "recalled", "read", "promoted",
    "removed", "renamed", "refreshed", "archived", "refused", "failed"}`, each a list of the same; `now` is the note's key by
    now, where it is another
    """

    def told(world: World) -> int:
        return answered(tell_session(world, session_id), story_text, json=json)

    return in_world(settings, told, json=json)
