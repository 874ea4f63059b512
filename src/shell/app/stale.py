"""Stale: every note that could expire, joined with the facts of this moment.

Effects: refreshes the index; those of gathering facts anew.
"""

from ...core.keys import Layer
from ...core.staleness import Expiring, StaleReport, report
from ..index.index import open_index
from ..index.reading import IndexedNote
from .caveats import notices
from .facts import gather
from .world import World

LAYERS = (Layer.TEAM, Layer.LOCAL)  # a vault's notes are about no one repository


def stale(world: World) -> StaleReport:
    """Exit codes are the front end's. Archived notes are out."""
    with open_index(world) as index:
        met = index.refresh(vectors=False)
        notes = [_expiring(note) for note in index.notes() if note.layer in LAYERS]
    facts = gather(world, [note.invalidated_by for note in notes if note.invalidated_by], effort="anew")
    return report(notes, facts, str(world.places.root), (*world.warnings, *notices(met)))


def _expiring(note: IndexedNote) -> Expiring:
    return Expiring(
        layer=note.layer,
        key=note.key,
        date=note.date,
        title=note.title,
        path=note.path,
        invalidated_by=note.invalidated_by,
    )
