"""The `ledger` command."""

from typing import Annotated

from cyclopts import Parameter

from ...core.spending import spending_text
from ..app.spending import spending
from ..app.world import World
from .injected import Here, Json
from .output import answered
from .standing import in_world


def ledger(
    *,
    session: Annotated[
        str, Parameter(help="The session's id; without one, the session that was told something last.")
    ] = "",
    withheld: Annotated[bool, Parameter(help="Also tell each silence and its reason, name by name.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Tell what a session was told, why, and at what cost.

    Pushed is what hooks said of themselves; pulled is what the agent asked for. Of what was long ago, when a session's
    ledger was summarised, only the sum of the characters is known. Names that no note holds are counted, never kept.

    JSON: `{"session", "clients", "push": {"characters", "tokens", "answers"}, "pull", "push_left", "names_left", "told":
    [{"at", "channel", "by", "keys", "names", "characters" or null, "tokens" or null, "times"}], "withheld": [{"at", "hook",
    "why", "name", "names", "times"}]}`
    """

    def told(world: World) -> int:
        return answered(
            spending(world, session, withheld=withheld),
            lambda spent: spending_text(spent, withheld=withheld),
            json=json,
        )

    return in_world(settings, told, json=json)
