"""Edit: one note changed in the version that was read, and in nothing but what was named.

Whatever changes a note's text by hand goes through `rewritten`: it judges the text as every write is judged, swaps it
for the one that was read, and tells the ledger. A team note may link only to what a reader of it has.

Effects: reads and writes one note; those of gathering facts; appends to the ledger; refreshes the index.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.arguments import SecretSaid, UnusableArguments
from ...core.changing import EditRequest as EditRequest  # noqa: PLC0414  (told to the type checkers: found here too)
from ...core.changing import changed, read_edit
from ...core.document import read_document
from ...core.events import Remembered
from ...core.expiry import UnevaluatableTrigger
from ...core.hygiene import StoredNote, judge_store, targets
from ...core.keys import Layer, NoteKey
from ...core.outcome import Outcome, shown
from ...core.promotion import UNSHARED
from ...core.sectionedits import SectionRefusal
from ...core.vaultnotes import read_vault_note
from ...core.versions import version_of
from ...core.violations import Violation
from ...core.writing import BreaksSchema, breaches_of
from ..notesdir import Unreadable
from .facts import resolved
from .layers import Home
from .lint import stored, tracked
from .refreshing import refresh_after_write
from .remember import RememberAnswer, advised
from .swapping import ChangedMeanwhile, Meant, MeantRefusal, SwapRefusal, meant, swap
from .world import World

# --- values ---------------------------------------------------------------


class Open(Struct, frozen=True):
    """A note as it was read, to be written over while it is that still."""

    key: NoteKey
    at: Home
    path: str
    text: str

    @property
    def place(self) -> Path:
        return self.at.folder / self.path


EVERY = frozenset(Layer)

EditRefusal: TypeAlias = (
    MeantRefusal
    | Unreadable
    | SwapRefusal
    | SecretSaid
    | UnusableArguments
    | UnevaluatableTrigger
    | SectionRefusal
    | BreaksSchema
)
OpenRefusal: TypeAlias = MeantRefusal | Unreadable | ChangedMeanwhile
RewriteRefusal: TypeAlias = BreaksSchema | SwapRefusal

# --- functions ------------------------------------------------------------


def edit(world: World, request: EditRequest, among: frozenset[Layer] = EVERY) -> Outcome[RememberAnswer, EditRefusal]:
    """Of the note that the key means; `among` are the layers that whoever asks may write to."""
    match opened(world, request, among):
        case Failure(closed):
            return Failure(closed)
        case Success(was):
            pass
    match _edited(world, request, was):
        case Failure(refusal):
            return world.refused(refusal, was.key)
        case Success(text):
            return rewritten(world, was, text, said=_said(request))


def opened(world: World, request: EditRequest, among: frozenset[Layer] = EVERY) -> Outcome[Open, OpenRefusal]:
    """The note that is meant, where it is the version that is meant."""
    match meant(world, request.key, request.layer, among):
        case Failure(nobodys):
            return world.refused(nobodys)
        case Success(found):
            pass
    match _open(found, request.version):
        case Failure(closed):
            return world.refused(closed, found.note.key)
        case Success(was):
            return Success(was)


def _open(found: Meant, version: str | None) -> Outcome[Open, OpenRefusal]:
    match found.changeable():
        case Failure(closed):
            return Failure(closed)
        case Success(text):
            pass
    if version is not None and version.strip() != version_of(text):
        return Failure(ChangedMeanwhile(str(found.place)))
    return Success(Open(found.note.key, found.at, found.note.path, text))


def copy_place(world: World, was: Open) -> Path:
    """Where a person's copy of the note is kept while they write."""
    if was.at.layer is Layer.VAULT:
        return world.vault_state(was.at.folder) / "edit" / was.path
    return world.places.state / "edit" / was.at.layer / was.path


def rewritten(world: World, was: Open, text: str, *, said: str) -> Outcome[RememberAnswer, RewriteRefusal]:
    """`said` is what was changed: by it the names are known that the answer tells of."""
    layer = was.at.layer
    document = (read_vault_note if layer is Layer.VAULT else read_document)(text, was.path)
    answer = RememberAnswer(
        key=was.key, layer=layer, path=str(was.place), how="updated", version=version_of(text), date=document.date
    )
    if text == was.text:
        return Success(replace(answer, how="unchanged"))
    match _judged(world, was, text):
        case Failure(breaches):
            return world.refused(breaches, was.key)
        case Success():
            pass
    match swap(world, was.at, was.path, was.text, text):
        case Failure(fault):
            return world.refused(fault, was.key)
        case Success(_):
            event = Remembered(stamp=world.stamp(), surface=world.surface, key=was.key, layer=layer, how="updated")
            world.append(event)
            refresh_after_write(world)
            return Success(advised(world, answer, f"{document.title}\n{said}"))


def _edited(world: World, request: EditRequest, was: Open) -> Outcome[str, EditRefusal]:
    match read_edit(request, was.at.layer):
        case Failure(unusable):
            return Failure(unusable)
        case Success(read):
            pass
    match _resolved(world, read, was.at.layer):
        case Failure(never):
            return Failure(never)
        case Success(ready):
            return changed(was.text, was.at.layer, ready)


def _resolved(world: World, request: EditRequest, layer: Layer) -> Outcome[EditRequest, UnevaluatableTrigger]:
    trigger = request.fields.get("invalidated_by")
    if layer is Layer.VAULT or not isinstance(trigger, str):
        return Success(request)
    match resolved(world, trigger):
        case Failure(never):
            return Failure(never)
        case Success(stored):
            return Success(replace(request, fields={**request.fields, "invalidated_by": stored}))


def _said(request: EditRequest) -> str:
    values = [each if isinstance(each, str) else "\n".join(each) for each in request.fields.values() if each]
    return "\n".join((*values, *filter(None, request.sections.values()), *request.append.values()))


# --- verdicts -----------------------------------------------------------------


def _judged(world: World, was: Open, text: str) -> Outcome[None, BreaksSchema]:
    """The schema is not a vault's."""
    if was.at.layer is Layer.VAULT:
        return Success(None)
    breaches = breaches_of(text, was.path)
    if breaches is not None:
        return Failure(breaches.below(str(was.at.folder)))
    unshared = tuple(_unshared(world, was, text)) if was.at.layer is Layer.TEAM else ()
    return Failure(BreaksSchema(unshared)) if unshared else Success(None)


def _unshared(world: World, was: Open, text: str) -> Iterator[Violation]:
    """What a reader of the team's note could not follow; what it linked to before is lint's to tell."""
    path, place = was.path, str(was.place)
    document = read_document(text, path)
    new = set(targets(document)) - set(targets(read_document(was.text, path)))
    if not new:
        return
    others = [each for each in stored(world) if each.where != place]
    for breach in judge_store([*others, StoredNote(Layer.TEAM, path, document, place)], tracked(world.places)):
        if (
            breach.where == place
            and breach.rule in UNSHARED
            and any(f"`{shown(each)}`" in breach.detail for each in new)
        ):
            yield breach
