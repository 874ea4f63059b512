"""The `refresh` command."""

from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import key_text, line
from ..app.refresh import RefreshedAnswer
from ..app.refresh import refresh as pin
from ..app.world import World
from .injected import Here, InLayer, Json
from .output import answered
from .standing import in_world


def refresh(
    key: Annotated[str, Parameter(help="A key as any command prints it.")],
    /,
    *,
    layer: InLayer = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Pin a note to what it depends on as that is now, after you looked.

    Of the note's file only `invalidated_by` changes; a note that is current stays as it is. A team note may be
    refreshed too: commit it afterwards. Nothing is pinned to a file that is gone or that git alone can read.

    JSON: `{"key", "layer", "path", "how": "refreshed" or "unchanged", "invalidated_by", "was"}`
    """

    def pinned(world: World) -> int:
        return answered(pin(world, key, layer), as_text, json=json)

    return in_world(settings, pinned, json=json)


def as_text(answer: RefreshedAnswer) -> str:
    said = f"{key_text(answer.key)} ({answer.layer})\nfile: {line(answer.path)}"
    if answer.how == "unchanged":
        return f"current already: {said}\n{line(answer.invalidated_by)}"
    return f"refreshed {said}\n{line(answer.was)} -> {line(answer.invalidated_by)}"
