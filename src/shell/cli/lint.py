"""The `lint` command."""

from ...core.lint import as_json, as_text
from ..app.lint import lint as judge
from ..app.world import World
from .injected import Here, Json
from .output import DONE, REFUSED, say, say_json
from .standing import in_world


def lint(*, json: Json = False, settings: Here) -> int:
    """Judge every note, and the store as a whole.

    One line a violation, and a count for each rule. What would be refused on writing exits with 1; a warning does not,
    and comes again until it is mended. Of a vault only the links that may mean several notes are told.

    JSON: `{"violations": [{"rule", "severity", "where", "line" or null, "detail", "mend"}], "counts": {rule: number},
    "notes", "refused", "warnings"}`
    """

    def judged(world: World) -> int:
        report = judge(world)
        if json:
            say_json(as_json(report))
        else:
            say(as_text(report))
        return REFUSED if report.refused else DONE

    return in_world(settings, judged, json=json)
