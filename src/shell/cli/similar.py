"""The `similar` command."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct

from ...core.hits import Neighbour
from ...core.keys import Layer
from ...core.outcome import Explained
from ...core.quoted import clipped, key_text, line
from ...core.render import counted, named, place, table
from ..app.similar import FARTHEST, LIMIT, Around, Near, NearPairs, Side, Similar, Wanted, similar_pairs
from ..app.similar import similar as find_similar
from ..app.world import World
from ..index.index import Index
from .injected import Here, Json
from .output import USAGE, answered, palette, refused
from .progress import Progress
from .standing import with_index

TITLE_COLUMNS = 60

# --- refusals -------------------------------------------------------------


class OneOfTwo(Struct, frozen=True, tag=True):
    both: bool

    def explain(self) -> Explained:
        error = "a key and --pairs were given at once" if self.both else "no key was given"
        mend = "`hindnote similar KEY` tells what is near a note, `hindnote similar --pairs` what is near each other."
        return Explained(error, "command line", mend)


# --- functions ------------------------------------------------------------


def similar(  # noqa: PLR0913  (a keyword an option)
    key: Annotated[
        str | None, Parameter(help="A key as any command prints it, `[[key]]`, or a note's address.")
    ] = None,
    /,
    *,
    pairs: Annotated[bool, Parameter(help="The nearest two of all notes, instead of those nearest to one.")] = False,
    layer: Annotated[
        Layer | None, Parameter(help="The layer of the note that KEY names; with --pairs, of both notes of a pair.")
    ] = None,
    above: Annotated[float, Parameter(help="Only what has at least this cosine; copies have 1.")] = FARTHEST,
    limit: Annotated[int, Parameter(help="How many at most.")] = LIMIT,
    json: Json = False,
    settings: Here,
) -> int:
    """List the notes nearest to one, or to each other.

    Near in meaning, as the embedding model has it, by the cosine of whole notes. It is a listing without judgement: no
    cosine makes two notes say the same. Archived notes are out, and so are credential notes unless KEY is one. Two
    layers may hold KEY: each is told. With `HINDNOTE_MODEL=off` there is nothing to compare, and exit code 1.

    JSON: `{"notes": [{"key", "layer", "date", "title", "vector", "similar": [{"key", "layer", "date", "title",
    "cosine", "dated"}], "dated"}], "notices"}`, `vector` false where the model knows no word of the note; with --pairs
    `{"pairs": [{"cosine", "notes": [{"key", "layer", "date", "title", "dated"}, {..}]}], "omitted", "notices"}`
    """
    if pairs == (key is not None):
        return refused(OneOfTwo(pairs), json=json, code=USAGE)
    wanted = Wanted(layer=layer, limit=limit, least=above)

    def compared(world: World, index: Index) -> int:
        progress = Progress("reading notes")
        if key is None:
            return answered(similar_pairs(world, index, wanted, progress), as_text, json=json)
        return answered(find_similar(world, index, key, wanted, progress), as_text, json=json)

    return with_index(settings, compared, json=json)


# --- text -----------------------------------------------------------------


def as_text(found: Similar | NearPairs) -> str:
    told = _pairs(found) if isinstance(found, NearPairs) else "\n".join(map(_around, found.notes))
    return "\n".join([told, *(f"notice: {line(each)}" for each in found.notices)])


def _around(note: Around) -> str:
    whose = named(Neighbour(note.key, note.layer, note.date, note.title, dated=note.dated), 0, palette())
    near = table([_row(f"{each.cosine:.4f}", each) for each in note.similar]) or "nothing is near it"
    return f"{whose}\n{near}"


def _pairs(found: NearPairs) -> str:
    rows = [_row(*each) for pair in found.pairs for each in zip((f"{pair.cosine:.4f}", ""), pair.notes, strict=True)]
    more = f"; {found.omitted:,} more with --limit" if found.omitted else ""
    total = f"{counted(len(found.pairs), 'pair')}{more}" if rows else "no two notes are that near"
    return "\n".join(filter(None, [table(rows), total]))


def _row(cosine: str, note: Near | Side) -> Sequence[str]:
    return [
        cosine,
        key_text(note.key),
        place(note.layer, note.date, note.dated),
        clipped(line(note.title), TITLE_COLUMNS),
    ]
