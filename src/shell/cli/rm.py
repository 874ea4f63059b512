"""The `rm` command."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from ...core.keys import Identity
from ...core.quoted import key_text, line
from ...core.render import counted, place, table
from ..app.reading import dates
from ..app.rm import RemovedAnswer
from ..app.rm import rm as remove
from ..app.world import World
from .injected import Here, InLayer, Json
from .output import answered
from .standing import in_world


def rm(
    key: Annotated[str, Parameter(help="A key as any command prints it.")],
    /,
    *,
    layer: InLayer = None,
    at: Annotated[str | None, Parameter(help="The note's file, where several go by the key.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Remove exactly one note.

    Notes that link to it are told and left alone. Where several notes go by the key none is removed, and each is named.

    JSON: `{"key", "layer", "path", "inbound": [{"layer", "key"}]}`
    """

    def removed(world: World) -> int:
        return answered(
            remove(world, key, layer, at), lambda answer: as_text(answer, dates(world, answer.inbound)), json=json
        )

    return in_world(settings, removed, json=json)


def as_text(answer: RemovedAnswer, dated: Mapping[Identity, str]) -> str:
    gone = f"removed {key_text(answer.key)} ({answer.layer})\nfile: {line(answer.path)}"
    if not answer.inbound:
        return gone
    rows = [[f"  {key_text(each.key)}", place(each.layer, dated.get(each, ""))] for each in answer.inbound]
    return f"{gone}\n{counted(len(rows), 'note')} still naming it:\n{table(rows)}"
