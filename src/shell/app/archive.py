"""Archive: a note set aside, out of every answer but still a file, and brought back.

Only the one mark moves, and only in the version of the note that was read.

Effects: reads and writes one note; appends to the ledger; refreshes the index.
"""

from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.archiving import with_archived
from ...core.events import How, Remembered
from ...core.frontmatter import UnparsableFrontmatter
from ...core.keys import Layer, NoteKey
from ...core.outcome import Outcome
from ..notesdir import Unreadable
from .refreshing import refresh_after_write
from .swapping import Meant, MeantRefusal, SwapRefusal, meant, swap
from .world import World

# --- values ---------------------------------------------------------------


class ArchiveAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: NoteKey
    layer: Layer
    path: str
    how: How  # archived, restored or unchanged


ArchiveRefusal: TypeAlias = MeantRefusal | SwapRefusal | Unreadable | UnparsableFrontmatter

EVERY = frozenset(Layer)

# --- functions ------------------------------------------------------------


def archive(
    world: World, key: str, layer: Layer | None = None, *, archived: bool
) -> Outcome[ArchiveAnswer, ArchiveRefusal]:
    """With `archived` false the note is restored."""
    match meant(world, key, layer, EVERY):
        case Failure(refusal):
            return world.refused(refusal)
        case Success(found):
            pass
    match _performed(world, found, archived=archived):
        case Failure(fault):
            return world.refused(fault, found.note.key)
        case Success(answer):
            return Success(answer)


def _performed(world: World, found: Meant, *, archived: bool) -> Outcome[ArchiveAnswer, ArchiveRefusal]:
    match found.text():
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(text):
            pass
    match with_archived(text, found.note.path, found.note.layer, archived=archived):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(changed):
            how: How = "unchanged" if changed == text else "archived" if archived else "restored"
    answer = ArchiveAnswer(key=found.note.key, layer=found.note.layer, path=str(found.place), how=how)
    if how == "unchanged":
        return Success(answer)
    match swap(world, found.at, found.note.path, text, changed):
        case Failure(fault):
            return Failure(fault)
        case Success(_):
            event = Remembered(stamp=world.stamp(), surface=world.surface, key=answer.key, layer=answer.layer, how=how)
            world.append(event)
            refresh_after_write(world)
            return Success(answer)
