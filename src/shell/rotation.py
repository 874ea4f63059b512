"""Rotation: a ledger's files stay few and small, and no total changes by it.

A session that grew long is summarised in its own file, in one step. Old sessions are summarised into
the archive, which names what it covers before that is removed: a kill in between counts nothing twice.

Effects: replaces and removes the ledger's files.
"""

import contextlib
import datetime
import os
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from returns.result import Failure

from ..core.budgets import SECOND, nanoseconds
from ..core.days import parse_day
from ..core.events import AnyEvent, Covered, Summarised
from ..core.log import encode
from ..core.tally import lasting, latest_silences, recent, summarise
from . import files
from .eventfile import covers_of, read_log, standing
from .ledgerfile import ARCHIVE, JUST, Limits, covered, digest, opened
from .ledgerfolder import sessions, settled

# --- one session ------------------------------------------------------------


def rotate_session(path: str, handle: int, limits: Limits) -> None:
    """`handle` is the file, locked. What was told in a call just now stays as it is: a hook may yet say whose it was."""
    events = standing(os.pread(handle, os.fstat(handle).st_size, 0)).events
    just = max((nanoseconds(event.stamp.at) for event in events), default=0) - JUST * SECOND
    kept = [event for event in events if event.stamp.call and nanoseconds(event.stamp.at) >= just]
    old = [event for event in events if not event.stamp.call or nanoseconds(event.stamp.at) < just]
    if summary := summarise(old):
        lines = [encode(_aged(summary, limits), os.urandom(4).hex()), *map(encode, kept)]
        files.write(Path(path), b"".join(lines), private=True)


def _aged(summary: Summarised, limits: Limits) -> Summarised:
    """A read counts for so many days, and of what was withheld the latest is asked about: no summary carries the rest."""
    totals = recent(summary.totals, _cutoff(summary.totals.last[:10], limits))
    return replace(summary, totals=latest_silences(totals, limits.silences))


def _cutoff(said: str, limits: Limits) -> str:
    """What is no day lets nothing age."""
    day = parse_day(said)
    return (day - datetime.timedelta(limits.days)).isoformat() if day else ""


# --- many sessions ----------------------------------------------------------


def archive(place: str, limits: Limits) -> None:
    """The oldest sessions' files go into the archive, when there are too many; one process does it, others go on.

    What it cannot do is for the next one to do.
    """
    folder = Path(place)
    with contextlib.suppress(OSError), opened(f"{place}/~archive.lock", 0), contextlib.ExitStack() as held:
        known = read_log(folder / ARCHIVE).events
        old = [path for name in settled(sessions(place), limits) if _hold(held, path := folder / name)]
        if not old:
            return
        summaries = [made for path in old if (made := _summary(path, known, limits))]
        data = b"".join(map(encode, _bounded(folder, [*known, *summaries], limits)))
        if not isinstance(files.write(folder / ARCHIVE, data, private=True), Failure):
            for path in old:
                path.unlink(missing_ok=True)


def _hold(held: contextlib.ExitStack, path: Path) -> bool:
    try:
        held.enter_context(opened(str(path), 0))
    except TimeoutError:
        return False
    return True


def _summary(path: Path, known: Sequence[AnyEvent], limits: Limits) -> Summarised | None:
    data = path.read_bytes()
    events = standing(data[covered(data, path.name, covers_of(known)) :]).events
    made = summarise(events, Covered(path.name, len(data), digest(data)))
    return made and _aged(made, limits)


def _bounded(folder: Path, lines: Sequence[AnyEvent], limits: Limits) -> Sequence[AnyEvent]:
    """Old reads go, and the oldest sessions are told together; one whose file is still there stays apart."""
    last = max((line.stamp.day for line in lines), default="")
    summaries = [line for line in lines if isinstance(line, Summarised)]
    kept = [replace(line, totals=recent(line.totals, _cutoff(last, limits))) for line in summaries]
    kept.sort(key=lambda line: line.totals.last)
    oldest = [line for line in kept[: max(0, len(kept) - limits.archived)] if not _is_there(folder, line.covers)]
    rest = [line for line in kept if line not in oldest]
    together = summarise(oldest)
    return [_nobodys(together), *rest] if together else rest


def _nobodys(together: Summarised) -> Summarised:
    return replace(together, stamp=replace(together.stamp, session=""), totals=lasting(together.totals))


def _is_there(folder: Path, covers: Covered | None) -> bool:
    return covers is not None and os.path.lexists(folder / covers.file)
