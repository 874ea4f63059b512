"""Refreshing: the index is brought up to a write before the writer answers, and no fault of it reaches the write.

Effects: refreshes the index; a fault goes to the ledger.
"""

from ...core.events import Failed
from ..index.index import open_index
from .world import World

WRITER_PATIENCE_MS = 5_000  # a writer's note must be found by whoever asks next: it waits for another's refresh


def refresh_after_write(world: World) -> None:
    """The index is disposable, the note is not: whatever breaks here is told to the ledger alone."""
    try:
        with open_index(world) as index:
            index.refresh(vectors=False, patience_ms=WRITER_PATIENCE_MS)
    except Exception as fault:  # noqa: BLE001  (the write has happened, and must not be told as failed)
        world.append(Failed(stamp=world.stamp(), surface=world.surface, why=f"index: {type(fault).__name__}"))
