"""Swapping: one note of ours, found by its key, and its text replaced only while it is the text that was read.

Effects: reads the index; reads and writes one note.
"""

from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer
from ...core.outcome import Explained, Outcome, shown
from .. import files
from ..index.index import open_index
from ..index.reading import IndexedNote
from ..lock import LockTimeout
from ..notesdir import read
from .layers import put
from .show import NoSuchNote, notes_called
from .world import World

# --- refusals -------------------------------------------------------------


class SeveralNotes(Struct, frozen=True, tag=True):
    key: str
    places: tuple[tuple[str, str], ...]  # layer and file

    def explain(self) -> Explained:
        listed = ", ".join(f"{place} ({layer})" for layer, place in self.places)
        mend = f"Say which with --layer; two of one layer must be merged first. Notes: {listed}. None was changed."
        return Explained(f"{len(self.places)} notes go by the key `{shown(self.key)}`", "key", mend)


class NotOurs(Struct, frozen=True, tag=True):
    """Who keeps the note would undo it, or it is about no one repository."""

    path: str
    problem: str
    mend: str

    def explain(self) -> Explained:
        return Explained(self.problem, self.path, f"{self.mend} Nothing was changed.")


class ChangedMeanwhile(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained("the note was changed meanwhile", self.path, "Look at it again, then try again.")


MeantRefusal: TypeAlias = NoSuchNote | SeveralNotes | NotOurs
SwapRefusal: TypeAlias = ChangedMeanwhile | LockTimeout | files.CannotWrite | files.Exists | files.OutsideFolder

# --- functions ------------------------------------------------------------


def meant(world: World, key: str, layer: Layer | None) -> Outcome[IndexedNote, MeantRefusal]:
    """The one note of the two layers that goes by the key."""
    with open_index(world) as index:
        index.refresh(vectors=False)
        match notes_called(index, key, layer):
            case Failure(nobodys):
                return Failure(nobodys)
            case Success(found):
                places = tuple((note.layer, str(index.place(note))) for note in found)
    own = [note for note in found if note.layer is not Layer.VAULT]
    if not own:
        mend = "Change it in the program that you write your vault with."
        return Failure(NotOurs(places[0][1], "a vault's notes are not ours to change", mend))
    return Success(own[0]) if len(own) == 1 else Failure(SeveralNotes(key, places))


def swap(world: World, layer: Layer, path: str, before: str, after: str) -> Outcome[Path, SwapRefusal]:
    """While nobody else writes, and only over what was read."""
    match world.lock(layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(held):
            pass
    with held:
        if read(world.places.folder(layer), path).value_or(None) != before:
            return Failure(ChangedMeanwhile(str(world.places.folder(layer) / path)))
        match put(world, layer, path, after, replaces=True):
            case Failure(problem):
                return Failure(problem)
            case Success(place):
                return Success(place)
