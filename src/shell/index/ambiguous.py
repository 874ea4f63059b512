"""Ambiguous: names and links that may mean several notes, over every shelf of an open index; none of those is reached.

Effects: reads indexes.
"""

from ...core.keys import Layer, NoteKey
from ...core.reach import meant
from .index import Index
from .opening import Opened
from .reading import IndexedNote, Mention, notes_named, unsure
from .resolving import resolver

Unsure = tuple[Mention, tuple[NoteKey, ...]]
"""A link, and the keys among which nobody guesses."""


def unsure_links(index: Index, note: IndexedNote) -> dict[str, tuple[NoteKey, ...]]:
    """Those of a note, by target."""
    found = [one for shelf in index.shelves for one in shelf.ask(lambda opened: _of_note(opened, note))]
    return {mention.target: keys for mention, keys in found}


def unsure_in(index: Index, layer: Layer) -> list[Unsure]:
    """Those of a whole layer."""
    shelves = [shelf for shelf in index.shelves if any(source.layer is layer for source in shelf.sources)]
    found = [one for shelf in shelves for one in shelf.ask(lambda opened: unsure(opened.con))]
    return [one for one in found if one[0].source.layer is layer]


def keys_meant(index: Index, name: str, layer: Layer | None = None) -> list[tuple[NoteKey, ...]]:
    """What a name may mean as a link's target, in each layer that has any such note."""
    layers = [layer] if layer else list(Layer)
    found = [shelf.ask(lambda opened: meant(name, layers, resolver(opened.con))) for shelf in index.shelves]
    return [keys for of_shelf in found for _, keys in of_shelf]


def _of_note(opened: Opened, note: IndexedNote) -> list[Unsure]:
    rows = [one.row for one in notes_named(opened.con, note.layer, note.key) if one == note]
    return [one for row in rows for one in unsure(opened.con, row)]
