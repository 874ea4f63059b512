"""Marks: what a reader is told beside a note that has expired; the verdict is that of `stale`, from what is kept.

Effects: those of gathering facts at a glance.
"""

from collections.abc import Iterable, Mapping

from ...core.keys import Layer
from ...core.staleness import mark, verdict
from ..index.reading import IndexedNote
from .facts import gather
from .world import World


def marks(world: World, notes: Iterable[IndexedNote]) -> Mapping[str | None, str]:
    """By `invalidated_by`, of the notes that are stale. A vault's notes are about no one repository."""
    said = {note.invalidated_by for note in notes if note.invalidated_by and note.layer is not Layer.VAULT}
    triggers = sorted(filter(None, said))
    if not triggers:
        return {}
    facts, root = gather(world, triggers, effort="glance"), str(world.places.root)
    found = {trigger: mark(verdict(trigger, facts, root)) for trigger in triggers}
    return {trigger: what for trigger, what in found.items() if what}
