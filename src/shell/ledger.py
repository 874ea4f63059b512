"""Ledger: the folder of event logs, one file a session.

A ledger that cannot be written never fails the command that has something to tell it: the person is
told once on stderr. A line is in the file once `append` returns, after a kill too, though not after
a power cut.

Effects: reads and appends files; writes to stderr.
"""

import functools
import hashlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from returns.result import Failure, Success

from ..core.events import AnyEvent
from ..core.log import ReadLog, decode, encode
from .files import make_folder

SAFE = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")  # lower case: some disks fold case, two sessions must not meet


def file_name(session: str) -> str:
    """A session's file, whatever its id holds: an id that had to be altered carries a hash of what it was."""
    if SAFE.fullmatch(session):
        return f"{session}.jsonl"
    plain = re.sub(r"[^a-z0-9._-]+", "-", session.lower()).strip("-._")[:60]
    digest = hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{plain}~{digest}.jsonl" if plain else f"~{digest}.jsonl"


def append(folder: Path, events: Sequence[AnyEvent]) -> None:
    """Each event goes to the file of its stamp's session."""
    for event in events:
        match make_folder(folder, private=True):
            case Failure(fault):
                _say_once(f"hindnote: the ledger cannot be written: {fault.problem} ({fault.path})")
            case Success():
                _append(folder / file_name(event.stamp.session), encode(event))


def session(folder: Path, session_id: str) -> ReadLog:
    return _read(folder / file_name(session_id))


def everything(folder: Path) -> ReadLog:
    """All sessions' events, in the order in which they happened."""
    try:
        logs = [_read(path) for path in sorted(folder.glob("*.jsonl"))]
    except OSError:
        logs = []
    events = sorted((event for log in logs for event in log.events), key=lambda event: event.stamp.at)
    return ReadLog(tuple(events), sum(log.skipped for log in logs))


def _read(path: Path) -> ReadLog:
    try:
        return decode(path.read_bytes())
    except OSError:
        return ReadLog()


def _append(path: Path, line: bytes) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "ab") as file:
            file.write(line)
    except OSError as fault:
        _say_once(f"hindnote: the ledger cannot be written: {fault.strerror} ({path})")


@functools.cache
def _say_once(message: str) -> None:
    print(message, file=sys.stderr)
