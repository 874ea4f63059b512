"""Remember: the local layer is locked and listed, the core decides, and the note is written and found at once.

Neither ledger nor index can fail a write that happened.

Effects: writes one note; appends to the ledger; refreshes the index.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.document import read_document
from ...core.events import Remembered
from ...core.expiry import UnevaluatableTrigger
from ...core.keys import Key, Layer, MintRefusal, NoteKey
from ...core.outcome import Outcome
from ...core.remember import KeyTaken, destroyed, draft
from ...core.remember import remember as decide
from ...core.slugs import first_sentence
from ...core.surprise import IfExists as IfExists  # noqa: PLC0414  (told to the type checkers: found here too)
from ...core.surprise import RememberRequest as RememberRequest  # noqa: PLC0414  (as above)
from ...core.surprise import SecretSaid, Surprise, UnusableArguments, read_request
from ...core.toml import InvalidConfig
from ...core.update import Existing, NoLocalNote, OnlyInTeam, to_update
from ...core.update import update as decide_update
from ...core.versions import version_of
from ...core.writecontext import NameTimeline, RelatedNote, Written
from ...core.writing import BreaksSchema, How, Present, Writing
from .. import files, notesdir
from ..lock import LockTimeout
from ..repository import LocateRefusal, note_checkout
from .facts import resolved
from .layers import claimed, listed, put, sweep
from .refreshing import refresh_after_write
from .world import World, established
from .writecontext import context_after_write

# --- values ---------------------------------------------------------------


class RememberAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: NoteKey
    layer: Layer
    path: str
    related_by_entity: tuple[RelatedNote, ...] = ()
    related_by_entity_note: str = ""
    name_timelines: tuple[NameTimeline, ...] = ()
    how: How = "created"
    warnings: tuple[str, ...] = ()
    version: str = ""  # of the note as it now is: what an edit of it names
    date: str = ""  # the note's own day; of an older note not the day of the write


RememberRefusal: TypeAlias = (
    SecretSaid
    | UnusableArguments
    | UnevaluatableTrigger
    | MintRefusal
    | KeyTaken
    | OnlyInTeam
    | NoLocalNote
    | BreaksSchema
    | notesdir.Unavailable
    | notesdir.Unreadable
    | LockTimeout
    | files.CannotWrite
    | files.OutsideFolder
    | LocateRefusal
    | InvalidConfig
)

# --- functions ------------------------------------------------------------


def remember(world: World, request: RememberRequest) -> Outcome[RememberAnswer, RememberRefusal]:
    """Only in `local`. In git the store is made when there is none yet."""
    match established(world):
        case Failure(nowhere):
            return Failure(nowhere)
        case Success(here):
            pass
    match _read(here, request):
        case Failure(refusal):
            return _refused(here, refusal)
        case Success(said):
            pass
    match _drafted(here, said):
        case Failure(refusal):
            return _refused(here, refusal)
        case Success(drafted):
            pass
    match _locked(here, said, drafted):
        case Failure(refusal):
            return _refused(here, refusal)
        case Success(answer):
            event = Remembered(
                stamp=here.stamp(), surface=here.surface, key=answer.key, layer=answer.layer, how=answer.how
            )
            here.append(event)
            refresh_after_write(here)
            return Success(_advised(here, said, answer))


def _advised(world: World, said: Surprise, answer: RememberAnswer) -> RememberAnswer:
    """An update is known by what it adds."""
    if answer.how == "skipped":
        return answer
    title, fields = first_sentence(said.observed), (said.expected, *said.answers, *said.tags)
    if answer.how == "updated":
        title, fields = answer.key.rpartition("/")[2].replace("-", " "), ()
    return advised(world, answer, "\n".join((title, said.observed, said.evidence, *fields)))


def advised(world: World, answer: RememberAnswer, text: str) -> RememberAnswer:
    """With what other notes say of the names in what was just written."""
    found = context_after_write(world, Written(f"{answer.layer}/{answer.key}", text))
    return replace(
        answer, related_by_entity=found.related, related_by_entity_note=found.note, name_timelines=found.timelines
    )


def _refused(world: World, refusal: RememberRefusal) -> Failure[RememberRefusal]:
    return world.refused(refusal, refusal.key if isinstance(refusal, KeyTaken | OnlyInTeam | NoLocalNote) else "")


def _read(world: World, request: RememberRequest) -> Outcome[Surprise, RememberRefusal]:
    match read_request(request):
        case Failure(refusal):
            return Failure(refusal)
        case Success(said):
            pass
    if said.invalidated_by is None:
        return Success(said)
    match resolved(world, said.invalidated_by):
        case Failure(never):
            return Failure(never)
        case Success(trigger):
            return Success(replace(said, invalidated_by=trigger))


def _drafted(world: World, said: Surprise) -> Outcome[Writing | Key, RememberRefusal]:
    """What takes time, before anybody is kept waiting. An update has but the key of the note that it depends on."""
    return Success(said.update) if said.update else draft(said, world.stamp(), world.config.keys.surprise)


def _locked(world: World, said: Surprise, drafted: Writing | Key) -> Outcome[RememberAnswer, RememberRefusal]:
    """From reading what is there until the note is on disk, nobody else writes."""
    match world.lock(Layer.LOCAL):
        case Failure(refusal):
            return Failure(refusal)
        case Success(held):
            with held:
                return _written(world, said, drafted)


def _written(world: World, said: Surprise, drafted: Writing | Key) -> Outcome[RememberAnswer, RememberRefusal]:
    match listed(world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(local):
            pass
    sweep(world.places.local, local)
    team = notesdir.scan(world.places.team)  # a team layer that cannot be read keeps nobody from writing local notes
    match _decided(world, said, drafted, Present(claimed(local), claimed(team))):
        case Failure(refusal):
            return Failure(refusal)
        case Success(writing):
            return _performed(world, writing)


def _decided(
    world: World, said: Surprise, drafted: Writing | Key, present: Present
) -> Outcome[Writing, RememberRefusal]:
    match (
        decide(said, drafted, present, world.stamp())
        if isinstance(drafted, Writing)
        else _updated(world, said, drafted, present)
    ):
        case Failure(refusal):
            return Failure(_openable(world, refusal))
        case Success(writing):
            return Success(writing)


def _openable(world: World, refusal: RememberRefusal) -> RememberRefusal:
    """Naming files as a person can open them."""
    local, team = world.places.local, world.places.team
    match refusal:
        case KeyTaken() | notesdir.Unreadable():
            return replace(refusal, path=str(local / refusal.path))
        case OnlyInTeam():
            return replace(refusal, path=str(team / refusal.path))
        case BreaksSchema():
            return refusal.below(str(local))
        case _:
            return refusal


def _updated(world: World, said: Surprise, named: Key, present: Present) -> Outcome[Writing, RememberRefusal]:
    match to_update(named, present):
        case Failure(refusal):
            return Failure(refusal)
        case Success((key, path)):
            pass
    match notesdir.read(world.places.local, path):
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(text):
            return decide_update(said, Existing(key, path, text), world.stamp())


def _performed(world: World, writing: Writing) -> Outcome[RememberAnswer, RememberRefusal]:
    if writing.text is None:
        return Success(_answer(writing, str(world.places.local / writing.path)))
    lost = _destroyed(world, writing) if writing.how == "overrode" else ()
    match put(world, Layer.LOCAL, writing.path, writing.text, replaces=writing.replaces):
        case Failure(problem):
            return Failure(KeyTaken(writing.key, problem.path) if isinstance(problem, files.Exists) else problem)
        case Success(place):
            note_checkout(world.places)
            return Success(_answer(writing, str(place), *lost))


def _destroyed(world: World, writing: Writing) -> tuple[str, ...]:
    return (destroyed(writing.path, notesdir.read(world.places.local, writing.path).value_or("")),)


def _answer(writing: Writing, path: str, *lost: str) -> RememberAnswer:
    return RememberAnswer(
        key=writing.key,
        layer=Layer.LOCAL,
        path=path,
        how=writing.how,
        warnings=(*lost, *writing.warnings),
        version="" if writing.text is None else version_of(writing.text),
        date=read_document(writing.text or "", writing.path).date,
    )
