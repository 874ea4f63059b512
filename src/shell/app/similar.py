"""Similar: the notes nearest to a note, and the nearest two of all, by cosine of the vectors in the index.

A listing, not a judgement: how near is too near is for whoever asks to say. Archived notes are out, and so are
credential notes, except for one asked about by its key. A note is never near itself. Being listed is no access.

Effects: refreshes and reads the index.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Identity, Layer, NoteKey
from ...core.origins import DECLARED
from ...core.outcome import Explained, Outcome
from ...core.quoted import key_text
from .. import embedding
from ..embedding import ModelUnusable
from ..index.cosines import cosines, pairs
from ..index.filters import Filter
from ..index.index import Index
from ..index.reading import IndexedNote
from ..index.refresh import Progress
from ..index.stored import Stored, no_vectors, stored, vector_of
from ..index.troubles import NoVectors
from .caveats import notices
from .reading import missing
from .show import NoSuchNote, notes_called
from .world import World

LIMIT = 10
FARTHEST = -1.0  # every cosine is at least that
DIGITS = 4  # of a cosine that are told: int8 components say no more

# --- values ---------------------------------------------------------------


class Wanted(Struct, frozen=True, kw_only=True):
    layer: Layer | None = None  # of the note asked about; of both notes of a pair
    limit: int = LIMIT
    least: float = FARTHEST  # cosine


EVERY = Wanted()


class Near(Struct, frozen=True):
    key: NoteKey
    layer: Layer
    date: str
    title: str
    cosine: float
    dated: str = DECLARED  # where the date is from


class Around(Struct, frozen=True):
    """A note and those nearest to it, nearest first."""

    key: NoteKey
    layer: Layer
    date: str
    title: str
    vector: bool  # False where the note has none, so that nothing can be near it
    similar: tuple[Near, ...]
    dated: str = DECLARED


class Similar(Struct, frozen=True):
    """The public `--json` shape: add to it, never rename."""

    notes: tuple[Around, ...]  # several where layers share the key
    notices: tuple[str, ...]


class Side(Struct, frozen=True):
    key: NoteKey
    layer: Layer
    date: str
    title: str
    dated: str = DECLARED


class NearPair(Struct, frozen=True):
    cosine: float
    notes: tuple[Side, Side]


class NearPairs(Struct, frozen=True):
    """As above, for `--pairs`."""

    pairs: tuple[NearPair, ...]
    omitted: int  # pairs as near as was asked for, beyond the limit
    notices: tuple[str, ...]


# --- refusals -------------------------------------------------------------


class ModelOff(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained(
            "the embedding model is off, so notes have no vectors to compare",
            "HINDNOTE_MODEL",
            "Unset HINDNOTE_MODEL for the model that ships; `hindnote search` finds notes by their words.",
        )


# --- functions ------------------------------------------------------------


def similar(
    world: World, index: Index, key: str, wanted: Wanted = EVERY, progress: Progress | None = None
) -> Outcome[Similar, NoSuchNote | ModelOff | ModelUnusable | NoVectors]:
    """Around every note that goes by the key; their neighbours are of any layer."""
    report = index.refresh(progress=progress)
    if (unable := _unable(world, index)) is not None:
        return Failure(unable)
    match notes_called(index, key, wanted.layer):
        case Failure(nobodys):
            return Failure(nobodys)
        case Success(notes):
            pass
    around = tuple(_around(index, note, wanted) for note in _one_each(notes))
    said = (*world.warnings, *notices(report), *map(_without, (each for each in around if not each.vector)))
    return Success(Similar(around, said))


def similar_pairs(
    world: World, index: Index, wanted: Wanted = EVERY, progress: Progress | None = None
) -> Outcome[NearPairs, ModelOff | ModelUnusable | NoVectors]:
    """The nearest two of all notes first; with a layer, both are of it."""
    report = index.refresh(progress=progress)
    if (unable := _unable(world, index)) is not None:
        return Failure(unable)
    notes = stored(index, Filter(layer=wanted.layer))
    found = pairs([each.vector for each in notes], least=wanted.least, most=max(wanted.limit, 1))
    told = tuple(
        NearPair(round(cosine, DIGITS), (_side(notes[first]), _side(notes[second])))
        for first, second, cosine in found.best
    )
    return Success(NearPairs(told, found.count - len(told), (*world.warnings, *missing(world), *notices(report))))


def _unable(world: World, index: Index) -> ModelOff | ModelUnusable | NoVectors | None:
    """Why nothing can be compared."""
    if index.model is None:
        match embedding.load(world.settings.env.get("HINDNOTE_MODEL", "").strip() or None):
            case Failure(unusable):
                return unusable
            case Success(_):
                return ModelOff()
    problem = no_vectors(index)
    return NoVectors(problem) if problem else None


def _one_each(notes: Sequence[IndexedNote]) -> Iterable[IndexedNote]:
    """Of several files with one key the first."""
    seen: dict[Identity, IndexedNote] = {}
    for note in notes:
        seen.setdefault(note.identity, note)
    return seen.values()


def _around(index: Index, note: IndexedNote, wanted: Wanted) -> Around:
    vector = vector_of(index, note)
    near = _near(_others(index, note), vector, wanted) if vector else ()
    return Around(note.key, note.layer, note.date, note.title, vector is not None, tuple(near), note.dated)


def _others(index: Index, note: IndexedNote) -> Sequence[Stored]:
    return [each for each in stored(index, credentials=note.credential) if each.identity != note.identity]


def _near(others: Sequence[Stored], vector: bytes, wanted: Wanted) -> Iterable[Near]:
    """Nearest first, equals by layer and key."""
    scored = zip(cosines(vector, [each.vector for each in others]), others, strict=True)
    enough = sorted((pair for pair in scored if pair[0] >= wanted.least), key=lambda pair: -pair[0])
    for cosine, each in enough[: max(wanted.limit, 1)]:
        yield Near(each.identity.key, each.identity.layer, each.date, each.title, round(cosine, DIGITS), each.dated)


def _side(note: Stored) -> Side:
    return Side(note.identity.key, note.identity.layer, note.date, note.title, note.dated)


def _without(note: Around) -> str:
    return f"{key_text(note.key)} ({note.layer}) has no vector: there is no word that the model knows in it"
