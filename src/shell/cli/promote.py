"""The `promote` command."""

from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct

from ...core.outcome import Explained
from ...core.quoted import key_text, line
from ...core.render import counted, table
from ..app.promote import PromoteAnswer
from ..app.promote import promote as move
from ..app.world import World
from .injected import Here, Json
from .output import USAGE, answered, refused
from .standing import in_world

# --- refusals -------------------------------------------------------------


class NothingNamed(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        mend = "Name keys or patterns for keys, or all that a session recorded with --session ID."
        return Explained("nothing is named to promote", "command line", mend)


# --- functions ------------------------------------------------------------


def promote(
    *keys: Annotated[str, Parameter(help="Keys as any command prints them, or patterns: `surprise/*`, `**`.")],
    session: Annotated[str | None, Parameter(help="Only what this session recorded; without keys, all of it.")] = None,
    dry_run: Annotated[bool, Parameter(help="Show the plan, or what is in its way, and move nothing.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Move local notes to the team, all of them or none.

    They go to `.hindnote/notes` of the worktree you stand in, under the same keys and byte for byte. What is in the way of
    one note (a link to a note that others do not have, a breach of the schema, a secret, a key that the team has, a place
    that git ignores) stops the batch, and all of it is told. A document's stub goes only where its key is said in full.
    Committing them is yours to do.

    JSON: `{"notes": [{"key", "path"}], "dry_run", "next"}`
    """
    if not keys and session is None:
        return refused(NothingNamed(), json=json, code=USAGE)

    def promoted(world: World) -> int:
        return answered(move(world, keys, session, dry_run=dry_run), as_text, json=json)

    return in_world(settings, promoted, json=json)


def as_text(answer: PromoteAnswer) -> str:
    did = "would promote" if answer.dry_run else "promoted"
    rows = [[f"  {key_text(each.key)}", line(each.path)] for each in answer.notes]
    told = [f"{did} {counted(len(rows), 'note')} to the team:", table(rows)]
    if answer.next and not answer.dry_run:
        told += ["To share them:", f"  {answer.next}"]
    return "\n".join(told)
