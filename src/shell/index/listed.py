"""Listed: of each note what a list says of it, for whoever lists a page of very many: a whole row costs three times as much.

Effects: reads indexes.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from typing import NamedTuple

from ...core.keys import Identity, Layer, NoteKey, VaultKey
from .filters import Filter, condition
from .index import Index
from .opening import Opened


class Listed(NamedTuple):
    layer: Layer
    key: NoteKey
    path: str
    title: str
    date: str
    dated: str

    @property
    def identity(self) -> Identity:
        return Identity(self.layer, self.key)


LAYERS = {str(layer): layer for layer in Layer}
ORDER = {layer: place for place, layer in enumerate(Layer)}

# --- functions ------------------------------------------------------------


def listed(index: Index, only: Filter) -> list[Listed]:
    """The live notes, in the order of `Index.notes`."""
    where = condition(only)
    sql = f"SELECT layer, key, path, title, date, dated FROM notes WHERE {where.sql}"

    def told(opened: Opened) -> list[Listed]:
        rows = opened.con.execute(sql, where.values)
        return [Listed(LAYERS[str(layer)], VaultKey(str(key)), *map(str, more)) for layer, key, *more in rows]

    found = [note for shelf in index.shelves for note in shelf.ask(told)]
    return sorted(found, key=lambda note: (ORDER[note.layer], note.key, note.path))
