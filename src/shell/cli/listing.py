"""The `list` command, which a bare `hindnote` is too."""

from collections import Counter
from datetime import date
from typing import Annotated

from cyclopts import Parameter

from ...core.keys import Layer
from ...core.quoted import key_text, line
from ...core.render import counted, place, table
from ..app.listing import Listing, listing
from ..app.world import World
from ..index.filters import Filter
from ..index.index import Index
from .injected import Here, InLayer, Json
from .output import DONE, say, say_json
from .progress import Progress
from .standing import with_index

NOTHING_YET = "no notes yet: `hindnote remember --help`"
NOTHING_SUCH = "no such notes"


def list_notes(  # noqa: PLR0913  (a keyword an option)
    *,
    layer: InLayer = None,
    tag: Annotated[str | None, Parameter(help="Only notes with this tag.")] = None,
    type: Annotated[str | None, Parameter(help="Only surprise, topic or stub notes, or a vault's own type.")] = None,  # noqa: A002  (the option's name)
    since: Annotated[date | None, Parameter(help="Only notes dated YYYY-MM-DD or later.")] = None,
    archived: Annotated[bool, Parameter(help="The notes that were set aside, in place of the rest.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """List the notes; also what a bare `hindnote` does.

    A line a note: its key, layer and date, and how many other notes name it (inbound).

    JSON: `{"notes": [{"key", "layer", "date", "inbound", "title", "dated"}], "notices"}`
    """
    only = Filter(layer=layer, tag=tag, type=type, since=since.isoformat() if since else None)

    def listed(world: World, index: Index) -> int:
        found = listing(world, index, only, Progress("reading notes"), archived=archived)
        if json:
            say_json(found)
        else:
            say(as_text(found, nothing=NOTHING_SUCH if only or archived else NOTHING_YET))
        return DONE

    return with_index(settings, listed, json=json)


def as_text(found: Listing, nothing: str = NOTHING_YET) -> str:
    rows = [
        [key_text(each.key), place(each.layer, each.date, each.dated), f"{each.inbound:,} inbound"]
        for each in found.notes
    ]
    layers = Counter(each.layer for each in found.notes)
    parts = ", ".join(f"{layers[layer]:,} {layer}" for layer in Layer if layers[layer])
    total = f"{counted(len(rows), 'note')} ({parts})" if rows else nothing
    return "\n".join(filter(None, [table(rows, {2}), total, *(f"notice: {line(each)}" for each in found.notices)]))
