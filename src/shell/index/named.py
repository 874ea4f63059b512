"""Named: the notes that name a thing, over every shelf of an open index.

Effects: reads indexes.
"""

from collections.abc import Sequence

from ...core.namenotes import NamedNote, Snapshot, merged
from .index import Index
from .naming import notes_naming, standings, total


def look_up(index: Index, folds: Sequence[str]) -> Snapshot:
    """What the index says of these names, as a decision wants it."""
    parts = [shelf.ask(lambda opened: (total(opened.con), standings(opened.con, folds))) for shelf in index.shelves]

    def naming(fold: str) -> list[NamedNote]:
        found = [shelf.ask(lambda opened: notes_naming(opened.con, [fold])) for shelf in index.shelves]
        return [note for part in found for note in part.get(fold, [])]

    return Snapshot(*merged(parts), naming)
