"""Ledger: the folder of event logs, one file a session, and an archive of what old sessions came to.

A ledger that cannot be written never fails the command that has something to tell it: the person is
told once on stderr. A line is in its file once `append` returns, after a kill too, though not after a
power cut. Files stay few and small by rotation, which changes no total.

Effects: reads and appends files; writes to stderr.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from ..core.events import AnyEvent
from ..core.log import ReadLog, encode
from .eventfile import covers_of, read_log
from .ledgerfile import ARCHIVE, LIMITS, Limits, file_name
from .telling import tell

T = TypeVar("T")

# --- writing --------------------------------------------------------------


def append(folder: Path, events: Sequence[AnyEvent], limits: Limits = LIMITS) -> None:
    """Each event goes to the file of its stamp's session."""
    for session_id in dict.fromkeys(event.stamp.session for event in events):
        own = [event for event in events if event.stamp.session == session_id]
        decide(folder, session_id, partial(_without_looking, own), limits)


def _without_looking(events: Sequence[AnyEvent], _: Callable[[], ReadLog]) -> tuple[Sequence[AnyEvent], None]:
    return events, None


def decide(
    folder: Path,
    session_id: str,
    choose: Callable[[Callable[[], ReadLog]], tuple[Sequence[AnyEvent], T]],
    limits: Limits = LIMITS,
) -> T | None:
    """Check and append in one step: nobody writes to the session in between. None when the ledger cannot be written."""
    try:
        return tell(str(folder), session_id, lambda: choose(lambda: session(folder, session_id)), encode, limits)
    except OSError as fault:
        path = folder / file_name(session_id)
        return _say_once(f"hindnote: the ledger cannot be written: {fault.strerror or fault} ({path})")


@cache
def _say_once(message: str) -> None:
    print(message, file=sys.stderr)


# --- reading --------------------------------------------------------------


def session(folder: Path, session_id: str) -> ReadLog:
    """One session's events in the order they were written, what was summarised of them first."""
    return _steady(folder, lambda: _read(folder, [folder / file_name(session_id)], session_id))


def everything(folder: Path) -> ReadLog:
    """All sessions' events, in the order in which they happened."""
    return _steady(folder, lambda: _read(folder, sorted(folder.glob("*.jsonl")), None))


def _read(folder: Path, paths: Sequence[Path], session_id: str | None) -> ReadLog:
    archived = read_log(folder / ARCHIVE)
    covers = covers_of(archived.events)
    logs = [read_log(path, covers) for path in paths if path.name != ARCHIVE]
    told = [event for event in archived.events if session_id in {None, event.stamp.session}]
    events = sorted((*told, *(event for log in logs for event in log.events)), key=lambda event: event.stamp.at)
    return ReadLog(tuple(events), archived.skipped + sum(log.skipped for log in logs))


def _steady(folder: Path, reading: Callable[[], ReadLog]) -> ReadLog:
    """Read again when old sessions went into the archive meanwhile: they would be missed, or told twice."""
    while True:
        before = _age(folder)
        log = reading()
        if _age(folder) == before:
            return log


def _age(folder: Path) -> tuple[int, int]:
    try:
        told = (folder / ARCHIVE).stat()
    except OSError:
        return 0, 0
    return told.st_ino, told.st_mtime_ns
