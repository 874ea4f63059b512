"""The `show` command."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from cyclopts import Parameter
from msgspec import structs

from ...core.quoted import line
from ...core.recall import Root, Whole
from ...core.render import root_text
from ...core.versions import version_of
from ..app.reading import Opened
from ..app.show import show as show_notes
from ..app.world import World
from ..index.index import Index
from .injected import Here, InLayer, Json
from .output import answered, palette
from .standing import with_index


def show(
    key: Annotated[str, Parameter(help="A key as any command prints it, `[[key]]`, or a note's address.")],
    /,
    *,
    layer: InLayer = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Print a note whole.

    And where its file is. Two layers may hold one key: both are printed. Each was then read, which the ledger notes.

    JSON: `{"notes": [{"key", "layer", "date", "title", "path", "text", "flags": {"superseded_by", "conflicts_with",
    "unacknowledged", "confidence", "stale"}, "dated", "unsure", "version"}]}`: the text as the file has it; `dated` is
    `declared`, `name` or `modified`; `unsure` holds the links that may mean several notes, by target; `version` is
    what `edit --if-version` takes.
    """

    def shown(world: World, index: Index) -> int:
        return answered(
            show_notes(world, index, key, layer), as_text, lambda notes: {"notes": list(map(as_json, notes))}, json=json
        )

    return with_index(settings, shown, json=json)


def as_json(opened: Opened) -> Mapping[str, object]:
    note = opened.note
    return {
        "key": note.key,
        "layer": note.layer,
        "date": note.date,
        "title": note.title,
        "path": opened.path,
        "text": opened.text,
        "flags": note.flags,
        "dated": note.dated,
        "unsure": opened.unsure,
        "version": version_of(opened.text),
    }


def as_text(notes: Sequence[Opened]) -> str:
    lines: list[str] = []
    for each in notes:
        note = structs.replace(each.note, excerpt=each.text.rstrip("\n"))
        lines += [root_text(Root(note, whole=Whole(note.lines[1], cut=False)), palette()), f"file: {line(each.path)}"]
        lines += (f"notice: {notice}" for notice in each.notices)
    return "\n".join(lines)
