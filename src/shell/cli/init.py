"""The `init` command."""

from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import line
from ..app.init import InitReport
from ..app.init import init as init_store
from .injected import Here, Json
from .output import answered


def init(
    *,
    adopt: Annotated[str | None, Parameter(help="Take over the store ID, whose checkout is gone.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Make a store for the repository or folder you stand in.

    The team layer is `.hindnote/notes` in the repository, to be committed; the local layer is in your data folder. What
    exists is left as it is: a second time nothing changes.

    JSON: `{"root", "store_id", "team", "local", "config", "created": [path]}`
    """
    return answered(init_store(settings, adopt=adopt), as_text, json=json)


def as_text(report: InitReport) -> str:
    did = [f"created {line(path)}" for path in report.created] or ["everything was there already"]
    return "\n".join([*did, f"team notes:  {line(report.team)}", f"local notes: {line(report.local)}"])
