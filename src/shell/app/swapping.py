"""Swapping: one note, found by its key, and its text replaced only while it is the text that was read.

Effects: reads the index; reads and writes one note.
"""

from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.ingest import existing
from ...core.keys import Layer
from ...core.outcome import Explained, Outcome, shown
from .. import files
from ..index.index import open_index
from ..index.reading import IndexedNote
from ..lock import LockTimeout
from ..notesdir import Unreadable, read, scan
from ..unchanged import ChangedMeanwhile as ChangedMeanwhile  # noqa: PLC0414  (told to the type checkers: found here too)
from ..unchanged import swap as swap_file
from .layers import Home, locked, sweep
from .show import NoSuchNote, notes_called
from .world import World

# --- values ---------------------------------------------------------------


class Meant(Struct, frozen=True):
    """The one note that a key means, and where it is."""

    note: IndexedNote
    at: Home

    @property
    def place(self) -> Path:
        return self.at.folder / self.note.path

    def text(self) -> Outcome[str, Unreadable]:
        """As its file has it now."""
        match read(self.at.folder, self.note.path):
            case Failure(unreadable):
                return Failure(Unreadable(str(self.place), unreadable.problem))
            case Success(text):
                return Success(text)

    def changeable(self) -> "Outcome[str, Unreadable | NotOurs]":
        """Its text, where nobody but the program that made the note would undo a change of it."""
        match self.text():
            case Failure(unreadable):
                return Failure(unreadable)
            case Success(text):
                pass
        if self.note.layer is Layer.LOCAL and existing(self.note.path, text).made:
            mend = "`hindnote ingest` brings it up to its document."
            return Failure(NotOurs(str(self.place), "ingest made this note and keeps it", mend))
        return Success(text)


OWN = frozenset({Layer.TEAM, Layer.LOCAL})

# --- refusals -------------------------------------------------------------


class SeveralNotes(Struct, frozen=True, tag=True):
    key: str
    places: tuple[tuple[str, str], ...]  # layer and file

    def explain(self) -> Explained:
        listed = ", ".join(f"{place} ({layer})" for layer, place in self.places)
        mend = f"Say which layer (--layer); two of one layer must be merged first. Notes: {listed}. None was changed."
        return Explained(f"{len(self.places)} notes go by the key `{shown(self.key)}`", "key", mend)


class NotOurs(Struct, frozen=True, tag=True):
    """Who keeps the note would undo it, or it is about no one repository."""

    path: str
    problem: str
    mend: str

    def explain(self) -> Explained:
        return Explained(self.problem, self.path, f"{self.mend} Nothing was changed.")


MeantRefusal: TypeAlias = NoSuchNote | SeveralNotes | NotOurs
SwapRefusal: TypeAlias = ChangedMeanwhile | LockTimeout | files.CannotWrite | files.OutsideFolder

# --- functions ------------------------------------------------------------


def meant(world: World, key: str, layer: Layer | None, among: frozenset[Layer] = OWN) -> Outcome[Meant, MeantRefusal]:
    """The one note of these layers that goes by the key."""
    with open_index(world) as index:
        index.refresh(vectors=False)
        match notes_called(index, key, layer):
            case Failure(nobodys):
                return Failure(nobodys)
            case Success(found):
                every = [Meant(note, Home(note.layer, index.folder(note))) for note in found]
    own = [each for each in every if each.note.layer in among]
    if not own:
        return Failure(_out_of_reach(every[0]))
    places = tuple((each.note.layer, str(each.place)) for each in every)
    return Success(own[0]) if len(own) == 1 else Failure(SeveralNotes(key, places))


def _out_of_reach(found: Meant) -> NotOurs:
    if found.note.layer is Layer.VAULT:
        mend = "Change it in the program that you write your vault with."
        return NotOurs(str(found.place), "a vault's notes are not ours to change", mend)
    mend = f"Change it as a person (`hindnote edit {shown(found.note.key)}`), or write a note that supersedes it."
    return NotOurs(str(found.place), "this note is the team's", mend)


def swap(world: World, at: Home, path: str, before: str, after: str) -> Outcome[Path, SwapRefusal]:
    """While nobody else writes, and only over what was read."""
    match locked(world, at):
        case Failure(refusal):
            return Failure(refusal)
        case Success(held):
            pass
    with held:
        sweep(at.folder, scan(at.folder))
        match files.contained(at.folder, path):
            case Failure(outside):
                return Failure(outside)
            case Success(place):
                pass
        match swap_file(place, before.encode(), after.encode(), private=at.layer is Layer.LOCAL):
            case Failure(fault):
                return Failure(fault)
            case Success():
                return Success(place)
