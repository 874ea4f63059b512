"""Bed: the notes that a bench runs over, in an index of the product's own code that is only ever in memory.

The notes of a folder are read leniently: a note's key is its path without `.md`, no schema applies.

Effects: reads notes; writes nothing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ...core.document import read_document
from ...core.keys import Layer
from ...core.outcome import Explained, Outcome
from .. import embedding
from ..app.world import World
from ..index.folders import Source
from ..index.index import Index
from ..index.shelf import Shelf

# --- refusals -------------------------------------------------------------


class NoSuchFolder(Struct, frozen=True, tag=True):
    folder: str

    def explain(self) -> Explained:
        return Explained("there is no such folder of notes", self.folder, "Name a folder that holds Markdown files.")


# --- functions ------------------------------------------------------------


def over_folder(folder: Path, choice: str | None) -> Outcome[Index, NoSuchFolder]:
    """`choice` is what HINDNOTE_MODEL says. A link on the way to the folder is the caller's own, so it is followed."""
    if not folder.is_dir():
        return Failure(NoSuchFolder(str(folder)))
    return Success(_in_memory([[Source(Layer.VAULT, folder.resolve())]], choice))


def over_store(world: World) -> Index:
    places = world.places
    own = [Source(Layer.TEAM, places.team), Source(Layer.LOCAL, places.local)]
    vaults = [[Source(Layer.VAULT, vault)] for vault in places.vaults]
    return _in_memory([own, *vaults], world.settings.env.get("HINDNOTE_MODEL"))


def bodies(index: Index) -> Mapping[str, str]:
    """The text after the frontmatter of every note that is not archived, by key in their order."""
    texts = ((note, index.text(note)) for note in sorted(index.notes(), key=lambda note: note.key))
    return {note.key: read_document(text.unwrap(), note.path).body for note, text in texts if isinstance(text, Success)}


def _in_memory(shelves: Sequence[Sequence[Source]], choice: str | None) -> Index:
    match embedding.load(choice):
        case Success(model):
            return Index([Shelf(sources, None, model) for sources in shelves])
        case Failure(unusable):
            return Index([Shelf(sources, None, None) for sources in shelves], [unusable.message()])
