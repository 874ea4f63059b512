"""The `archive` and `restore` commands."""

from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import key_text, line
from ..app.archive import ArchiveAnswer
from ..app.archive import archive as set_archived
from ..app.world import World
from ..settings import Settings
from .injected import Here, InLayer, Json
from .output import answered
from .standing import in_world

Key = Annotated[str, Parameter(help="A key as any command prints it.")]


def archive(key: Key, /, *, layer: InLayer = None, json: Json = False, settings: Here) -> int:
    """Set a note aside: it is in no answer any more, and still a file.

    Nothing but its field `archived` changes, or in an OMI note of a vault its `Disabled`. `list --archived` has what is set
    aside, and `restore` brings it back.

    JSON: `{"key", "layer", "path", "how"}`; `how` is `archived` or `unchanged`.
    """
    return _run(key, layer, archived=True, json=json, settings=settings)


def restore(key: Key, /, *, layer: InLayer = None, json: Json = False, settings: Here) -> int:
    """Bring back a note that was archived.

    JSON: `{"key", "layer", "path", "how"}`; `how` is `restored` or `unchanged`.
    """
    return _run(key, layer, archived=False, json=json, settings=settings)


def _run(key: str, layer: InLayer, *, archived: bool, json: bool, settings: Settings) -> int:
    def done(world: World) -> int:
        return answered(set_archived(world, key, layer, archived=archived), as_text, json=json)

    return in_world(settings, done, json=json)


def as_text(answer: ArchiveAnswer) -> str:
    return f"{answer.how} {key_text(answer.key)} ({answer.layer})\nfile: {line(answer.path)}"
