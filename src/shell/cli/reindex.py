"""The `reindex` command."""

from typing import Annotated

from cyclopts import Parameter

from ...core.quoted import line
from ...core.render import counted
from ..app.reindex import Reindexed
from ..app.reindex import reindex as bring_up
from ..app.world import World
from .injected import Here, Json
from .output import DONE, say, say_json
from .progress import Progress
from .standing import in_world


def reindex(
    *,
    rebuild: Annotated[bool, Parameter(help="Empty the index first, and build all of it anew.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Bring the index up to the notes; it is never needed for an answer.

    Every question does this by itself. Before a first question it saves that one the wait, and --rebuild is for a disk
    that lost something, or to see that the answers do not depend on it.

    JSON: `{"notes", "broken", "mode": "index" or "scan", "notices"}`
    """

    def rebuilt(world: World) -> int:
        done = bring_up(world, Progress("indexing notes"), rebuild=rebuild)
        if json:
            say_json(done)
        else:
            say(as_text(done))
        return DONE

    return in_world(settings, rebuilt, json=json)


def as_text(done: Reindexed) -> str:
    broken = f", {done.broken:,} unreadable" if done.broken else ""
    where = "indexed" if done.mode == "index" else "read, without an index file"
    return "\n".join(
        [f"{counted(done.notes, 'note')} {where}{broken}", *(f"notice: {line(each)}" for each in done.notices)]
    )
