"""The `rm` command."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter
from returns.result import Failure, Success

from ...core.keys import Identity
from ...core.quoted import key_text, line
from ...core.render import counted, place, table
from ..app.reading import dates
from ..app.rm import RemovedAnswer
from ..app.rm import rm as remove
from ..app.world import World
from .injected import Here, InLayer, Json
from .output import DONE, refused, say, say_json
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
        match remove(world, key, layer, at):
            case Failure(refusal):
                return refused(refusal, json=json)
            case Success(answer) if json:
                say_json(answer)
            case Success(answer):
                say(as_text(answer, dates(world, answer.inbound)))
        return DONE

    return in_world(settings, removed, json=json)


def as_text(answer: RemovedAnswer, dated: Mapping[Identity, str]) -> str:
    gone = f"removed {key_text(answer.key)} ({answer.layer})\nfile: {line(answer.path)}"
    if not answer.inbound:
        return gone
    rows = [[f"  {key_text(each.key)}", place(each.layer, dated.get(each, ""))] for each in answer.inbound]
    return f"{gone}\n{counted(len(rows), 'note')} still naming it:\n{table(rows)}"
