"""Stored: every note of a layer, read from its file.

Effects: lists and reads notes.
"""

from returns.result import Failure, Success

from ...core.document import read_document
from ...core.hygiene import StoredNote
from ...core.keys import Layer
from ...core.outcome import Outcome
from ...core.promotion import Local
from .. import notesdir
from ..notesdir import Unavailable
from .layers import listed
from .world import World


def stored(world: World, layer: Layer) -> Outcome[list[Local], Unavailable]:
    """Where the layer cannot be listed whole, none: what is not seen might be what matters."""
    match listed(world, layer):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            return Success([_read(world, layer, file.path) for file in scan.files])


def _read(world: World, layer: Layer, path: str) -> Local:
    folder = world.places.folder(layer)
    match notesdir.read(folder, path):
        case Success(text):
            return Local(StoredNote(layer, path, read_document(text, path), str(folder / path)), text)
        case Failure(unreadable):
            return Local(StoredNote(layer, path, read_document("", path), str(folder / path)), "", unreadable.problem)
