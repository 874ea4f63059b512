"""Reading: a note found by what we print of it, as a value that can be shown; reading one is an access.

Effects: reads notes' files through the index; appends accesses to the ledger.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Accessed, Recalled
from ...core.hits import Hit, Neighbour, Ranks
from ...core.keys import Identity, Layer
from ...core.links import several_text
from ...core.namenotes import title_text
from ...core.noteuri import parse_uri
from ...core.origins import day_text
from ...core.outcome import Explained, Outcome, shown
from ...core.quoted import key_text
from ...core.recall import asked_key
from ...core.timelines import LONGEST_TITLE
from ...core.tokens import estimate
from ..index.ambiguous import keys_meant, unsure_links
from ..index.index import Index, open_index
from ..index.reading import IndexedNote
from .caveats import flags
from .marks import marks
from .world import World

LONGER = ": a longer path says which"  # of notes that a link may mean

# --- values ---------------------------------------------------------------


class Opened(Struct, frozen=True):
    """A note and all of its text as its file has it now."""

    note: Hit
    text: str
    path: str
    unsure: Mapping[str, tuple[str, ...]] = {}  # links that may mean several notes, by target

    @property
    def notices(self) -> tuple[str, ...]:
        return tuple(several_text(target, keys) + LONGER for target, keys in self.unsure.items())


# --- refusals -------------------------------------------------------------


class CannotOpen(Struct, frozen=True, tag=True):
    key: str
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"`{shown(self.key)}` cannot be read: {self.problem}", self.path, "Mend the file; lint names it."
        )


# --- functions ------------------------------------------------------------


def called(index: Index, printed: str, layer: Layer | None = None) -> tuple[IndexedNote, ...]:
    """Every note that goes by this: a key as we print it, `[[key]]`, a note's address, or `[[its title]]` as hints say it."""
    if address := parse_uri(printed.strip()):
        layer, printed = address
    key = asked_key(printed).key
    return (
        index.named(key, layer)
        or _linked(index, key, layer)
        or tuple(
            note for note in index.notes(archived=True) if key_text(note.key) == key and layer in {None, note.layer}
        )
        or _titled(index, printed.strip(), layer)
    )


def _linked(index: Index, name: str, layer: Layer | None) -> tuple[IndexedNote, ...]:
    """What a link of that name reaches: in a vault a note has its name and its aliases besides its key."""
    reached = dict.fromkeys(keys[0] for keys in keys_meant(index, name, layer) if len(keys) == 1)
    return tuple(note for key in reached for note in index.named(key, layer))


def _titled(index: Index, printed: str, layer: Layer | None) -> tuple[IndexedNote, ...]:
    """The one note that a hint names so: a title that several have says nothing."""
    if not (printed.startswith("[[") and printed.endswith("]]")):
        return ()
    title = printed[2:-2]
    notes = [note for note in index.notes(archived=True) if layer in {None, note.layer}]
    found = [note for note in notes if title in {note.title, title_text(note.title, LONGEST_TITLE)}]
    return tuple(found) if len({note.key for note in found}) == 1 else ()


def ambiguous(index: Index, name: str) -> tuple[str, ...]:
    """What to say of a name that may mean several notes."""
    return tuple(several_text(name, keys) + LONGER for keys in keys_meant(index, name) if len(keys) > 1)


def missing(world: World) -> Sequence[str]:
    """What an empty answer may come from: no store at all, or a folder named that is not there, as in a wrong mount."""
    named = (world.settings.team, world.settings.local)
    gone = [
        f"{folder} is not there: it is read as a layer without notes"
        for folder in named
        if folder and not folder.exists()
    ]
    if world.places.foreign and world.places.common is None:
        return [*gone, f"{world.places.root} has no store: `hindnote init` makes one"]
    return gone


def opened(world: World, index: Index, notes: Sequence[IndexedNote]) -> list[Outcome[Opened, CannotOpen]]:
    """Each of the notes, or why it is not to be had."""
    stale = marks(world, notes)
    return [_opened(index, note, stale) for note in notes]


def _opened(index: Index, note: IndexedNote, stale: Mapping[str | None, str]) -> Outcome[Opened, CannotOpen]:
    path = str(index.place(note))
    match index.text(note):
        case Failure(unreadable):
            return Failure(CannotOpen(note.key, path, unreadable.problem))
        case Success(text):
            return Success(Opened(_as_hit(index, note, text, stale), text, path, unsure_links(index, note)))


def _as_hit(index: Index, note: IndexedNote, text: str, stale: Mapping[str | None, str]) -> Hit:
    declared = [each for each in index.declarations([note.identity]) if each.kind == "supersedes"]
    by = note.superseded_by or next((each.source.key for each in declared if each.source != note), None)
    return Hit(
        key=note.key,
        layer=note.layer,
        date=note.date,
        title=note.title,
        section="",
        lines=(1, text.count("\n") + 1),
        excerpt="",
        score=1.0,
        ranks=Ranks(),
        margin=None,
        tokens=0,
        flags=flags(index, note, by, stale),
        dated=note.dated,
    )


def around(index: Index, identity: Identity) -> Sequence[IndexedNote]:
    """What a note links to, then what links to it; archived notes are out."""
    return [note for note in (*index.links_out(identity), *index.links_in(identity)) if not note.archived]


def as_neighbour(note: IndexedNote, stale: str | None = None) -> Neighbour:
    return Neighbour(note.key, note.layer, note.date, note.title, stale, note.dated)


def dates(world: World, notes: Sequence[Identity]) -> Mapping[Identity, str]:
    """Of those that are there; whoever names a note says its date."""
    with open_index(world) as index:
        found = [index.note(each.layer, each.key) for each in notes]
    return {note.identity: day_text(note.date, note.dated) for note in found if note is not None}


def accessed(world: World, notes: Sequence[Hit]) -> None:
    stamp, surface = world.stamp(), world.surface
    world.append(*(Accessed(stamp=stamp, surface=surface, key=note.key, layer=note.layer) for note in notes))


def recalled(world: World, notes: Sequence[Hit], omitted: int, text: str) -> None:
    """A question was answered with `text`, which shows these notes and leaves others out."""
    told = Recalled(
        stamp=world.stamp(),
        surface=world.surface,
        channel="pull",
        keys=tuple(f"{note.layer}/{note.key}" for note in notes),
        omitted=omitted,
        characters=len(text),
        tokens=estimate(text),
    )
    world.append(told)
