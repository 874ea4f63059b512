"""Ledger: what telling an event costs, and reading a ledger at the sizes where it rotates.

    python benchmarks/ledger.py

Prints one Markdown row a measurement: medians in milliseconds, and the bytes on disk.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hindnote.core.events import Accessed, Recalled, Stamp
from hindnote.core.tally import reads, total
from hindnote.shell import ledger
from hindnote.shell.ledgerfile import LIMITS, file_name

DAYS_AGO = 40


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        long, many = Path(folder, "long"), Path(folder, "many")
        row("append one event", lambda: ledger.append(long, [told("long")]), long)
        while size(long) < LIMITS.session_bytes - 4_000:
            ledger.append(long, [told("long", n) for n in range(20)])
        row("append to a session about to be summarised", lambda: ledger.append(long, [told("long")]), long, 3)
        row("read that session", lambda: ledger.session(long, "long"), long)
        fill(many, 2_200)
        row("total all sessions", lambda: reads(total(ledger.everything(many).events)), many, 5)


def fill(folder: Path, sessions: int) -> None:
    """A month of ten-event sessions, each older than the one after it."""
    for n in range(sessions):
        session = f"session{n:05}"
        ledger.append(folder, [told(session, n + each) for each in range(10)])
        at = time.time() - DAYS_AGO * 86_400 + n * 600
        os.utime(folder / file_name(session), (at, at))


def told(session: str, n: int = 0) -> Accessed | Recalled:
    stamp = Stamp(f"2026-08-{n % 28 + 1:02}T12:00:00Z", session, "claude")
    if n % 2:
        return Accessed(stamp=stamp, key=f"surprise/what-was-observed-and-named-{n % 300}", layer="local")
    keys = tuple(f"local/surprise/what-was-observed-and-named-{each % 300}" for each in range(n, n + 8))
    return Recalled(stamp=stamp, channel="pull", keys=keys, omitted=3, characters=4_000, tokens=1_000)


def row(name: str, step: Callable[[], object], folder: Path, times: int = 20) -> None:
    taken: list[float] = []
    for _ in range(times):
        begun = time.perf_counter()
        step()
        taken.append((time.perf_counter() - begun) * 1e3)
    print(f"| {name} | {statistics.median(taken):.2f} | {len(list(folder.iterdir()))} | {size(folder):,} |")


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


if __name__ == "__main__":
    main()
