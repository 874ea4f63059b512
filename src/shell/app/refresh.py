"""Refresh: a person looked at what a note depends on, and the note is pinned to it as it is now.

A team note may be refreshed too: a person does it, and commits it. Only the field moves, and only in the version of
the note that was read: one that was changed meanwhile is refused.

Effects: reads and writes one note; those of gathering facts; appends to the ledger; refreshes the index.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.document import read_document
from ...core.events import Refreshed
from ...core.keys import Layer, NoteKey
from ...core.outcome import Outcome
from ...core.repin import NothingToPin, RepinRefusal, repin, repinned
from ...core.writing import BreaksSchema
from ..notesdir import Unreadable
from .facts import gather
from .refreshing import refresh_after_write
from .swapping import Meant, MeantRefusal, NotOurs, SwapRefusal, meant, swap
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

    found: Meant
    text: str
    trigger: str


# --- refusals -------------------------------------------------------------


RefreshRefusal: TypeAlias = MeantRefusal | SwapRefusal | Unreadable | RepinRefusal | BreaksSchema

# --- functions ------------------------------------------------------------


def refresh(world: World, key: str, layer: Layer | None = None) -> Outcome[RefreshedAnswer, RefreshRefusal]:
    match meant(world, key, layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(found):
            return _pinned(world, found)


def _pinned(world: World, found: Meant) -> Outcome[RefreshedAnswer, RefreshRefusal]:
    match _version(found):
        case Failure(unusable):
            return Failure(unusable)
        case Success(version):
            note = found.note
    facts = gather(world, [version.trigger], effort="written")
    match repin(note.key, version.trigger, facts, str(world.places.root)):
        case Failure(refusal):
            return Failure(refusal)
        case Success(trigger):
            return _performed(world, version, trigger)


def _version(found: Meant) -> Outcome[Version, Unreadable | NotOurs | NothingToPin]:
    match found.changeable():
        case Failure(closed):
            return Failure(closed)
        case Success(text):
            return Success(Version(found, text, read_document(text, found.note.path).invalidated_by or ""))


def _performed(world: World, version: Version, trigger: str) -> Outcome[RefreshedAnswer, RefreshRefusal]:
    note = version.found.note
    answer = RefreshedAnswer(
        key=note.key,
        layer=note.layer,
        path=str(version.found.place),
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
    match swap(world, version.found.at, note.path, version.text, text):
        case Failure(refusal):
            return Failure(refusal)
        case Success(_):
            world.append(Refreshed(stamp=world.stamp(), surface=world.surface, key=note.key, layer=note.layer))
            refresh_after_write(world)
            return Success(answer)
