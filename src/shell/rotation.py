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

from ..core.events import AnyEvent, Covered, Summarised
from ..core.log import decode, encode
from ..core.tally import lasting, recent, summarise
from . import files
from .eventfile import covers_of, read_log, standing
from .ledgerfile import ARCHIVE, Limits, covered, digest, opened

SETTLED_NS = 24 * 3600 * 10**9  # a session that wrote within a day of the newest may be alive

# --- one session ------------------------------------------------------------


def rotate_session(path: str, handle: int, limits: Limits) -> None:
    """`handle` is the file, locked. What was summarised before does not count towards its size."""
    size = os.fstat(handle).st_size
    if size <= limits.session_bytes:
        return
    data = os.pread(handle, size, 0)
    first, _, rest = data.partition(b"\n")
    grown = rest if any(isinstance(event, Summarised) for event in decode(first).events) else data
    summary = summarise(standing(data).events)
    if summary and len(grown) > limits.session_bytes:
        files.write(Path(path), encode(_aged(summary, limits), os.urandom(4).hex()), private=True)


def _aged(summary: Summarised, limits: Limits) -> Summarised:
    """A read counts for so many days; the archive need not carry it longer."""
    return replace(summary, totals=recent(summary.totals, _cutoff(summary.totals.last[:10], limits)))


def _cutoff(day: str, limits: Limits) -> str:
    return (datetime.date.fromisoformat(day) - datetime.timedelta(limits.days)).isoformat()


# --- many sessions ----------------------------------------------------------


def archive(place: str, limits: Limits) -> None:
    """The oldest sessions' files go into the archive, when there are too many; one process does it, others go on.

    What it cannot do is for the next one to do.
    """
    folder = Path(place)
    if len(_sessions(folder)) <= limits.files:
        return
    with contextlib.suppress(OSError), opened(f"{place}/~archive.lock", 0), contextlib.ExitStack() as held:
        known = read_log(folder / ARCHIVE).events
        old = [path for path in _settled(_sessions(folder), limits) if _hold(held, path)]
        if not old:
            return
        summaries = [made for path in old if (made := _summary(path, known))]
        data = b"".join(map(encode, _bounded(folder, [*known, *summaries], limits)))
        if not isinstance(files.write(folder / ARCHIVE, data, private=True), Failure):
            for path in old:
                path.unlink(missing_ok=True)


def _sessions(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.jsonl") if path.name != ARCHIVE]


def _settled(paths: Sequence[Path], limits: Limits) -> Sequence[Path]:
    """The oldest, without those that may be alive."""
    written = sorted((path.stat().st_mtime_ns, path) for path in paths)
    newest = written[-1][0]
    return [path for at, path in written[: len(written) - limits.kept_files] if at < newest - SETTLED_NS]


def _hold(held: contextlib.ExitStack, path: Path) -> bool:
    try:
        held.enter_context(opened(str(path), 0))
    except TimeoutError:
        return False
    return True


def _summary(path: Path, known: Sequence[AnyEvent]) -> Summarised | None:
    data = path.read_bytes()
    events = standing(data[covered(data, path.name, covers_of(known)) :]).events
    return summarise(events, Covered(path.name, len(data), digest(data)))


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
