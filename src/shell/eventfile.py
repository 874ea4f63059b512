"""Event file: a session's file, or the archive, read as events: what was moved to another session is told there.

Effects: reads a file.
"""

from collections.abc import Iterable
from pathlib import Path

from ..core.attribution import Mark, remaining
from ..core.events import AnyEvent, Covered, Moved, Summarised
from ..core.log import ReadLog, decode
from .ledgerfile import contents, covered


def read_log(path: Path, covers: Iterable[Covered] = ()) -> ReadLog:
    """What no summary stands for yet."""
    data = contents(str(path))
    return standing(data[covered(data, path.name, covers) :])


def standing(data: bytes) -> ReadLog:
    log = decode(data)
    return ReadLog(tuple(remaining(log.events, _mark)), log.skipped)


def _mark(event: AnyEvent) -> Mark:
    return Mark(event.call, moved=True) if isinstance(event, Moved) else Mark(event.stamp.call)


def covers_of(events: Iterable[AnyEvent]) -> tuple[Covered, ...]:
    return tuple(event.covers for event in events if isinstance(event, Summarised) and event.covers)
