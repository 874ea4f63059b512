"""Refresh: a person looked at what a note depends on, and the note is pinned to it as it is now.

A team note may be refreshed too: a person does it, and commits it. Only the field moves, and only in the version of
the note that was read: one that was changed meanwhile is refused.

Effects: reads and writes one note; those of gathering facts; appends to the ledger; refreshes the index.
"""

from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.document import read_document
from ...core.events import Refreshed
from ...core.ingest import existing
from ...core.keys import Layer, NoteKey
from ...core.outcome import Explained, Outcome, shown
from ...core.repin import NothingToPin, RepinRefusal, repin, repinned
from ...core.writing import BreaksSchema
from .. import files
from ..index.index import open_index
from ..index.reading import IndexedNote
from ..lock import LockTimeout
from ..notesdir import Unreadable, read
from .facts import gather
from .layers import put
from .refreshing import refresh_after_write
from .show import NoSuchNote, notes_called
from .world import World

# --- values ---------------------------------------------------------------


class RefreshedAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: NoteKey
    layer: Layer
    path: str
    how: Literal["refreshed", "unchanged"]
    invalidated_by: str
    was: str


class Version(Struct, frozen=True):
    """A note's text as it was read, and what it said it depends on."""

    note: IndexedNote
    text: str
    trigger: str


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
        return Explained("the note was changed while it was refreshed", self.path, "Look at it again, then try again.")


RefreshRefusal: TypeAlias = (
    NoSuchNote
    | SeveralNotes
    | NotOurs
    | Unreadable
    | RepinRefusal
    | BreaksSchema
    | ChangedMeanwhile
    | LockTimeout
    | files.CannotWrite
    | files.Exists
    | files.OutsideFolder
)

# --- functions ------------------------------------------------------------


def refresh(world: World, key: str, layer: Layer | None = None) -> Outcome[RefreshedAnswer, RefreshRefusal]:
    match _meant(world, key, layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(note):
            pass
    match _version(world, note):
        case Failure(refusal):
            return Failure(refusal)
        case Success(version):
            pass
    facts = gather(world, [version.trigger], effort="written")
    match repin(note.key, version.trigger, facts, str(world.places.root)):
        case Failure(refusal):
            return Failure(refusal)
        case Success(trigger):
            return _performed(world, version, trigger)


def _meant(world: World, key: str, layer: Layer | None) -> Outcome[IndexedNote, RefreshRefusal]:
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
        return Failure(NotOurs(places[0][1], "a vault's notes are about no one repository", mend))
    return Success(own[0]) if len(own) == 1 else Failure(SeveralNotes(key, places))


def _version(world: World, note: IndexedNote) -> Outcome[Version, Unreadable | NotOurs | NothingToPin]:
    match read(world.places.folder(note.layer), note.path):
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(text):
            pass
    if note.layer is Layer.LOCAL and existing(note.path, text).made:
        mend = "`hindnote ingest` brings it up to its document."
        return Failure(NotOurs(_place(world, note), "ingest made this note and keeps it", mend))
    return Success(Version(note, text, read_document(text, note.path).invalidated_by or ""))


def _performed(world: World, version: Version, trigger: str) -> Outcome[RefreshedAnswer, RefreshRefusal]:
    note = version.note
    answer = RefreshedAnswer(
        key=note.key,
        layer=note.layer,
        path=_place(world, note),
        how="unchanged" if trigger == version.trigger else "refreshed",
        invalidated_by=trigger,
        was=version.trigger,
    )
    if answer.how == "unchanged":
        return Success(answer)
    match repinned(version.text, note.path, trigger):
        case Failure(breach):
            return Failure(breach)
        case Success(text):
            pass
    match _written(world, version, text):
        case Failure(refusal):
            return Failure(refusal)
        case Success(_):
            world.append(Refreshed(stamp=world.stamp(), surface=world.surface, key=note.key, layer=note.layer))
            refresh_after_write(world)
            return Success(answer)


def _written(world: World, version: Version, text: str) -> Outcome[Path, RefreshRefusal]:
    """While nobody else writes, and only over what was read."""
    note = version.note
    match world.lock(note.layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(held):
            pass
    with held:
        if read(world.places.folder(note.layer), note.path).value_or(None) != version.text:
            return Failure(ChangedMeanwhile(_place(world, note)))
        match put(world, note.layer, note.path, text, replaces=True):
            case Failure(problem):
                return Failure(problem)
            case Success(place):
                return Success(place)


def _place(world: World, note: IndexedNote) -> str:
    return str(world.places.folder(note.layer) / note.path)
