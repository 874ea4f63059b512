"""New: a topic that a person or an agent writes, in the local layer or in a vault, and never over what is there.

As strict as `remember`: a secret, the schema and a key that is taken refuse it.

Effects: writes one note; appends to the ledger; refreshes the index.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.arguments import SecretSaid, UnusableArguments
from ...core.authoring import NewTopic as NewTopic  # noqa: PLC0414  (told to the type checkers: found here too)
from ...core.authoring import drafted, drafted_for_vault, read_topic
from ...core.events import Remembered
from ...core.keys import Layer, MintRefusal, NoteKey, fold_key, vault_key
from ...core.outcome import Explained, Outcome
from ...core.toml import InvalidConfig
from ...core.vaultpaths import path_in_vault
from ...core.versions import version_of
from ...core.writing import BreaksSchema, Present, warnings
from .. import files, notesdir
from ..lock import LockTimeout
from ..notesdir import Scan, Unavailable
from ..noteswalk import is_walked
from ..repository import LocateRefusal, note_checkout
from .layers import Home, claimed, home, listed_at, locked, put_at, sweep
from .refreshing import refresh_after_write
from .remember import RememberAnswer, advised
from .world import World, established

# --- refusals -------------------------------------------------------------


class TopicTaken(Struct, frozen=True, tag=True):
    key: NoteKey
    layer: Layer
    path: str

    def explain(self) -> Explained:
        mend = f'Change that note (`hindnote edit "{self.key}" --layer {self.layer}`, or `edit_note`), or say in the title what differs.'
        return Explained(f"a {self.layer} note has the key `{self.key}` already", self.path, mend)


class WhichVault(Struct, frozen=True, tag=True):
    vaults: tuple[str, ...]

    def explain(self) -> Explained:
        if not self.vaults:
            mend = 'Name one with --vault DIR, or for good in your config.toml: vaults = ["DIR"]. Nothing was written.'
            return Explained("you have no vault", "layer", mend)
        mend = f"Say which (--vault DIR, or `vault`): {', '.join(self.vaults)}. Nothing was written."
        return Explained(f"you have {len(self.vaults)} vaults", "layer", mend)


NewRefusal: TypeAlias = (
    SecretSaid
    | UnusableArguments
    | WhichVault
    | TopicTaken
    | MintRefusal
    | BreaksSchema
    | Unavailable
    | LockTimeout
    | LocateRefusal
    | InvalidConfig
    | files.CannotWrite
    | files.OutsideFolder
)

# --- functions ------------------------------------------------------------


def new(world: World, said: NewTopic) -> Outcome[RememberAnswer, NewRefusal]:
    """In git the store is made when there is none yet; a vault needs none."""
    match established(world) if said.layer is Layer.LOCAL else Success(world):
        case Failure(nowhere):
            return Failure(nowhere)
        case Success(here):
            pass
    match read_topic(said):
        case Failure(unusable):
            return here.refused(unusable)
        case Success(topic):
            pass
    match _local(here, topic) if topic.layer is Layer.LOCAL else _in_vault(here, topic):
        case Failure(refusal):
            return here.refused(refusal, refusal.key if isinstance(refusal, TopicTaken) else "")
        case Success(answer):
            here.append(Remembered(stamp=here.stamp(), surface=here.surface, key=answer.key, layer=answer.layer))
            refresh_after_write(here)
            return Success(advised(here, answer, "\n".join((topic.title, topic.text, *topic.tags))))


# --- the two places ---------------------------------------------------------


def _local(world: World, topic: NewTopic) -> Outcome[RememberAnswer, NewRefusal]:
    match drafted(topic, world.stamp(), world.config.keys.topic):
        case Failure(refusal):
            return Failure(refusal)
        case Success(draft):
            note = _Drafted(draft.key, draft.path, draft.text or "")

    def told(local: Scan) -> Iterator[str]:
        team = notesdir.scan(world.places.team)  # one that cannot be read keeps nobody from writing local notes
        return warnings(draft.key, {"relates_to": topic.relates_to}, Present(claimed(local), claimed(team)))

    match _written(world, home(world, Layer.LOCAL), note, told):
        case Failure(fault):
            return Failure(fault)
        case Success(answer):
            note_checkout(world.places)
            return Success(answer)


def _in_vault(world: World, topic: NewTopic) -> Outcome[RememberAnswer, NewRefusal]:
    if len(world.places.vaults) != 1:
        return Failure(WhichVault(tuple(map(str, world.places.vaults))))
    match drafted_for_vault(topic, world.stamp()):
        case Failure(unnamed):
            return Failure(unnamed)
        case Success(draft):
            note = _Drafted(draft.key, draft.path, draft.text)
    if not is_walked(note.path):
        return Failure(UnusableArguments((("folder", "is one in which notes are never looked for"),), "new"))

    def told(vault: Scan) -> Iterator[str]:
        name = fold_key(note.key).rpartition("/")[2]
        also = [path for fold, path in claimed(vault).items() if fold.rpartition("/")[2] == name]
        yield from (f"`{path}` has that name too: a link by the name alone may mean either" for path in also)

    return _written(world, Home(Layer.VAULT, world.places.vaults[0]), note, told)


# --- the write ---------------------------------------------------------------


class _Drafted(Struct, frozen=True):
    key: NoteKey
    path: str
    text: str


def _written(
    world: World, at: Home, note: _Drafted, told: Callable[[Scan], Iterator[str]]
) -> Outcome[RememberAnswer, NewRefusal]:
    """From looking what is there until the note is on disk, nobody else writes."""
    match locked(world, at):
        case Failure(busy):
            return Failure(busy)
        case Success(held):
            pass
    with held:
        match listed_at(at):
            case Failure(unavailable):
                return Failure(unavailable)
            case Success(scan):
                taken = claimed(scan).get(fold_key(note.key))
        if taken is not None:
            return Failure(TopicTaken(note.key, at.layer, str(at.folder / taken)))
        sweep(at.folder, scan)
        there = (file.path for file in scan.files)
        path = path_in_vault(vault_key(note.path), there) if at.layer is Layer.VAULT else note.path
        match put_at(at, path, note.text, replaces=False):
            case Failure(problem):
                return Failure(
                    TopicTaken(note.key, at.layer, problem.path) if isinstance(problem, files.Exists) else problem
                )
            case Success(place):
                pass
    return Success(
        RememberAnswer(
            key=note.key,
            layer=at.layer,
            path=str(place),
            warnings=tuple(told(scan)),
            version=version_of(note.text),
            date=world.stamp().day,
        )
    )
