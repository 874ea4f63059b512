"""Census: the store counted as it is now, from its file names and the tags an index happens to know.

Light on purpose: no note is opened and nothing is indexed, for a server says this before anything else.

Effects: walks the layers' folders; reads an index file.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ...core.census import Census, Counted, take
from ...core.keys import Layer
from ..index.labels import tags_by_file
from ..notesdir import scan
from .world import World


def census(world: World) -> Census:
    places = world.places
    tags = tags_by_file(places.state / "index.db")
    counted = [note for layer in (Layer.TEAM, Layer.LOCAL) for note in _notes(layer, places.folder(layer), tags)]
    counted += (note for vault in places.vaults for note in _notes(Layer.VAULT, vault, {}))
    return take(counted, world.stamp().day)


def _notes(layer: Layer, folder: Path, tags: Mapping[tuple[Layer, str], tuple[str, ...]]) -> Iterable[Counted]:
    """A file's path stands for its key: the one says where the other is."""
    for file in scan(folder).files:
        yield Counted(layer, file.path, tags.get((layer, file.path), ()))
