"""Event file: a session's file, or the archive, read as events.

Effects: reads a file.
"""

from collections.abc import Iterable
from pathlib import Path

from ..core.events import AnyEvent, Covered, Summarised
from ..core.log import ReadLog, decode
from .ledgerfile import contents, covered


def read_log(path: Path, covers: Iterable[Covered] = ()) -> ReadLog:
    """What no summary stands for yet."""
    data = contents(str(path))
    return decode(data[covered(data, path.name, covers) :])


def covers_of(events: Iterable[AnyEvent]) -> tuple[Covered, ...]:
    return tuple(event.covers for event in events if isinstance(event, Summarised) and event.covers)
