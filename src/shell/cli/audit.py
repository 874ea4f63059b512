"""The `audit` command."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from returns.result import Failure, Success

from ...core.audit import audit_text
from ..app.audit import audit as judge
from ..app.world import World
from .injected import Here, Json
from .output import DONE, REFUSED, refused, say, say_json
from .standing import in_world

DAYS = 30


def audit(
    *,
    days: Annotated[int, Parameter(help="How far to look back.", validator=Number(gte=0, lte=36_500))] = DAYS,
    json: Json = False,
    settings: Here,
) -> int:
    """Judge what speaking to agents cost, and whether it was worth it.

    Push and pull apart. A hint is used when a note that it showed was recalled, read whole or listed by `entity` in the
    same session afterwards; precision is the share of such hints among those that showed a note; ignored are notes shown
    and never looked at again. Exit code 1 when a threshold is crossed: `[audit]` in a config.toml sets them.

    JSON: `{"days", "since", "sessions", "session": {"p50_tokens", "p99_tokens", "pull_p50_tokens", "pull_p99_tokens"},
    "surfaces": {"preflight" | "tool-hints" | "session-start" | "stop" | "write-context": {"channel", "fired", "withheld":
    {reason: number}, "judged", "used", "precision" or null, "ignored", "characters", "tokens", "timelines"}}, "thresholds":
    {"p50_tokens", "p99_tokens", "pull_p50_tokens", "pull_p99_tokens", "precision"}, "crossed": [{"name", "value", "limit"}]}`
    """

    def judged(world: World) -> int:
        match judge(world, days):
            case Failure(invalid):
                return refused(invalid, json=json)
            case Success(found):
                pass
        if json:
            say_json(found)
        else:
            say(audit_text(found))
        return REFUSED if found.crossed else DONE

    return in_world(settings, judged, json=json)
