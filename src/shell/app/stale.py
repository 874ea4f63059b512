"""Stale: every note that could expire, joined with the facts of this moment.

Effects: refreshes the index; those of gathering facts anew.
"""

from collections.abc import Iterable, Sequence

from ...core.keys import Layer
from ...core.staleness import Expiring, StaleReport, report
from ..index.index import Index, open_index
from ..index.reading import IndexedNote
from .branch import keep_branch
from .caveats import notices
from .facts import Effort, gather
from .world import World

LAYERS = (Layer.TEAM, Layer.LOCAL)  # a vault's notes are about no one repository


def stale(world: World) -> StaleReport:
    """Exit codes are the front end's. Archived notes are out."""
    with open_index(world) as index:
        met = index.refresh(vectors=False)
        notes = index.notes()
    return _joined(world, notes, "anew", (*world.warnings, *notices(met)))


def glance(world: World, index: Index) -> None:
    """Brings the verdicts that are kept up to every note and file, for who reads only those: a hook at a session's start.

    Costs about what recall's own look does, for all notes; git is asked about files that changed since the last time.
    """
    index.refresh(vectors=False)
    _joined(world, index.notes(), "glance")


def _joined(world: World, notes: Iterable[IndexedNote], effort: Effort, said: Sequence[str] = ()) -> StaleReport:
    own = [_expiring(note) for note in notes if note.layer in LAYERS]
    facts = gather(world, [note.invalidated_by for note in own if note.invalidated_by], effort=effort)
    found = report(own, facts, str(world.places.root), said)
    keep_branch(world, found, anew=effort == "anew")
    return found


def _expiring(note: IndexedNote) -> Expiring:
    return Expiring(
        layer=note.layer,
        key=note.key,
        date=note.date,
        title=note.title,
        path=note.path,
        invalidated_by=note.invalidated_by,
    )
