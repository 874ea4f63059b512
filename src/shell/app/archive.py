"""Archive: a note set aside, out of every answer but still a file, and brought back.

Only the one field moves, and only in the version of the note that was read.

Effects: reads and writes one note; appends to the ledger; refreshes the index.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Remembered
from ...core.frontmatter import UnparsableFrontmatter, set_field
from ...core.keys import Layer, NoteKey
from ...core.outcome import Outcome
from ..index.reading import IndexedNote
from ..notesdir import Unreadable, read
from .refreshing import refresh_after_write
from .swapping import MeantRefusal, SwapRefusal, meant, swap
from .world import World

# --- values ---------------------------------------------------------------


class ArchiveAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: NoteKey
    layer: Layer
    path: str
    how: Literal["archived", "restored", "unchanged"]


ArchiveRefusal: TypeAlias = MeantRefusal | SwapRefusal | Unreadable | UnparsableFrontmatter

# --- functions ------------------------------------------------------------


def archive(
    world: World, key: str, layer: Layer | None = None, *, archived: bool
) -> Outcome[ArchiveAnswer, ArchiveRefusal]:
    """With `archived` false the note is restored."""
    match meant(world, key, layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(note):
            pass
    match read(world.places.folder(note.layer), note.path):
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(text):
            pass
    match set_field(text, "archived", "true" if archived else None):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(changed):
            return _performed(world, note, text, changed, archived=archived)


def _performed(
    world: World, note: IndexedNote, before: str, after: str, *, archived: bool
) -> Outcome[ArchiveAnswer, ArchiveRefusal]:
    answer = ArchiveAnswer(
        key=note.key,
        layer=note.layer,
        path=str(world.places.folder(note.layer) / note.path),
        how="unchanged" if before == after else "archived" if archived else "restored",
    )
    if answer.how == "unchanged":
        return Success(answer)
    match swap(world, note.layer, note.path, before, after):
        case Failure(fault):
            return Failure(fault)
        case Success(_):
            event = Remembered(
                stamp=world.stamp(), surface=world.surface, key=note.key, layer=note.layer, how="updated"
            )
            world.append(event)
            refresh_after_write(world)
            return Success(answer)
