"""The `entity` command."""

from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import clipped, key_text, line
from ...core.render import counted, place, table
from ..app.entity import Entity, EntityNote
from ..app.entity import entity as find_entity
from ..app.world import World
from ..index.index import Index
from .injected import Here, Json
from .output import answered
from .progress import Progress
from .standing import with_index

TITLE_COLUMNS = 100


def entity(
    name: Annotated[
        str, Parameter(help="A host, address, disk, serial, issue or repository; its case does not matter.")
    ],
    /,
    *,
    every: Annotated[
        bool, Parameter(name="--all", help="Also when the name is in too many notes to tell anything.")
    ] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """List the notes that name a thing, newest first.

    The name itself, exactly, wherever a live note's title, tags or body has it: `As30p` is not `As30p-2`.

    JSON: `{"name", "count", "too_common", "notes": [{"key", "layer", "date", "title", "titled", "marks": [], "dated"}], "notices"}`
    """

    def found(world: World, index: Index) -> int:
        return answered(
            find_entity(world, index, name, every=every, progress=Progress("reading notes")), as_text, json=json
        )

    return with_index(settings, found, json=json)


def as_text(found: Entity) -> str:
    rows = [[key_text(each.key), place(each.layer, each.date, each.dated), _title(each)] for each in found.notes]
    total = (
        f"{line(found.name)}: {counted(found.count, 'note')}" if rows else f"nothing recorded names {line(found.name)}"
    )
    return "\n".join(filter(None, [table(rows), total, *(f"notice: {line(each)}" for each in found.notices)]))


def _title(note: EntityNote) -> str:
    return " ".join((clipped(line(note.title), TITLE_COLUMNS), *(f"({mark})" for mark in note.marks)))
