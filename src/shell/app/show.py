"""Show: notes whole, by anything we print of them; each that is shown was read, and the ledger says so.

Effects: reads the index and the notes; appends to the ledger.
"""

import difflib

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.outcome import Explained, Outcome, shown
from ...core.quoted import key_text
from ..index.index import Index
from ..index.reading import IndexedNote
from .reading import CannotOpen, Opened, accessed, called, opened
from .world import World

NEAR = 3  # keys named when the one asked for is nobody's

# --- refusals -------------------------------------------------------------


class NoSuchNote(Struct, frozen=True, tag=True):
    key: str
    layer: str
    near: tuple[str, ...]

    def explain(self) -> Explained:
        mend = f"Near it: {', '.join(self.near)}." if self.near else "`hindnote list` prints every key."
        return Explained(f"no note goes by the key `{shown(self.key)}`", self.layer or "any layer", mend)


# --- functions ------------------------------------------------------------


def show(
    world: World, index: Index, key: str, layer: Layer | None = None
) -> Outcome[tuple[Opened, ...], NoSuchNote | CannotOpen]:
    """Every note that goes by the key: two layers may hold one, and neither shadows the other."""
    match looked_up(world, index, key, layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(whole):
            accessed(world, [each.note for each in whole])
            return Success(whole)


def looked_up(
    world: World, index: Index, key: str, layer: Layer | None = None
) -> Outcome[tuple[Opened, ...], NoSuchNote | CannotOpen]:
    """As `show`, for who decides what of them is read."""
    index.refresh()
    match notes_called(index, key, layer):
        case Failure(nobodys):
            return Failure(nobodys)
        case Success(notes):
            pass
    read = opened(world, index, notes)
    whole = [each.unwrap() for each in read if isinstance(each, Success)]
    return Success(tuple(whole)) if whole else Failure(read[0].failure())


def notes_called(index: Index, key: str, layer: Layer | None = None) -> Outcome[tuple[IndexedNote, ...], NoSuchNote]:
    """At least one."""
    notes = called(index, key, layer)
    return Success(notes) if notes else Failure(NoSuchNote(key, layer or "", _near(index, key)))


def _near(index: Index, key: str) -> tuple[str, ...]:
    """Keys spelled nearly so, or ending so: people remember the last part."""
    keys = list(dict.fromkeys(key_text(note.key) for note in index.notes()))
    ending = [each for each in keys if key and each.endswith(f"/{key}")]
    return tuple(dict.fromkeys((*ending, *difflib.get_close_matches(key[:200], keys, NEAR))))[:NEAR]
