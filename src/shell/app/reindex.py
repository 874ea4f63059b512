"""Reindex: the index brought up to the notes, or emptied and built again; no answer depends on it.

Effects: empties and writes index files.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from ..index.index import open_index
from ..index.opening import mend
from ..index.refresh import Progress
from ..index.troubles import FILE_TROUBLES, trouble_of
from .caveats import notices
from .world import World

PATIENCE_MS = 10_000  # somebody asked for this: it waits longer for another process than a question would

# --- values ---------------------------------------------------------------


class Reindexed(Struct, frozen=True, kw_only=True):
    """The public `--json` shape."""

    notes: int
    broken: int
    mode: str  # "scan" where there can be no index file
    notices: tuple[str, ...] = ()


# --- functions ------------------------------------------------------------


def reindex(world: World, progress: Progress | None = None, *, rebuild: bool = False) -> Reindexed:
    with open_index(world) as index:
        held = [said for shelf in index.shelves if rebuild and shelf.path for said in _emptied(shelf.path)]
        report = index.refresh(patience_ms=PATIENCE_MS, progress=progress)
        return Reindexed(
            notes=len(index.notes(archived=True)),
            broken=len(report.broken),
            mode=report.mode,
            notices=(*world.warnings, *held, *notices(report)),
        )


def _emptied(path: Path) -> Iterator[str]:
    """What prevented it. A file that is not there is empty enough."""
    if not path.exists():
        return
    try:
        mend(path)
    except FILE_TROUBLES as error:
        yield trouble_of(error, str(path)).explain().message()
