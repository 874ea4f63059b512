"""Ledger of hooks: what 10,000 hook runs leave on disk, and what reading before each costs, in one session and in many.

    python benchmarks/ledger_hooks.py

Prints one Markdown row a way of living: bytes on disk at the end and at most, files, milliseconds to decide and
append (median, 99th of a hundred), and how often a hook summarised, which imports more than a hook may.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from hindnote.core import records
from hindnote.core.budgets import heard
from hindnote.core.records import Record, Said
from hindnote.core.switches import Switches
from hindnote.shell.hooks import journal

RUNS = 10_000
HOSTS = 2_000  # names that the index knows
REASONS = ("hinted", "untitled", "too-common", "seen", "credential")


def main() -> None:
    row("one session", 1)
    row("ten hooks a session", RUNS // 10)
    row("a hundred hooks a session", RUNS // 100)


def row(name: str, sessions: int) -> None:
    chance = random.Random(1)  # noqa: S311  (a made-up day)
    with tempfile.TemporaryDirectory() as folder:
        taken: list[float] = []
        largest = summaries = 0
        for n in range(RUNS):
            session = f"session{n * sessions // RUNS:05}"
            path = Path(folder, f"{session}.jsonl")
            before = path.stat().st_size if path.exists() else 0
            begun = time.perf_counter()
            journal.decide(folder, session, partial(hook, n, session, chance))
            taken.append((time.perf_counter() - begun) * 1e3)
            summaries += path.stat().st_size < before
            largest = max(largest, size(folder)) if n % 100 == 0 else largest
        p99 = statistics.quantiles(taken, n=100)[98]
        files = len(list(Path(folder).iterdir()))
        cost = f"{statistics.median(taken):.2f} | {p99:.2f} | {summaries}"
        print(f"| {name} | {size(folder):,} | {largest:,} | {files} | {cost} |", flush=True)


def hook(n: int, session: str, chance: random.Random, told: Sequence[Record]) -> tuple[list[Record], None]:
    return lived(n, session, chance, told), None


def lived(n: int, session: str, chance: random.Random, told: Sequence[Record]) -> list[Record]:
    """Mostly silence with reasons; now and then a prompt; a hint while there is budget."""
    stamp = records.stamped(f"2026-08-{n * 28 // RUNS + 1:02}T{n // 60 % 24:02}:{n % 60:02}:00Z", session, "claude")
    left = heard(told, Switches())
    name = f"host{chance.randrange(HOSTS)}.example.com"
    if n % 10 == 0 and name not in left.hinted and left.push_left > 400 and left.name_characters < 7_600:
        return [records.hinted(stamp, "tool-hints", Said(400, 100, (f"local/surprise/{name}-hums",), (name,), 400))]
    if n % 4 == 0:
        return [records.withheld(stamp, "preflight", "too-few-terms"), records.worked(stamp, "edited")]
    if n % 2:
        return [records.withheld(stamp, "tool-hints", "nothing-to-ask")]
    names = [(f"host{chance.randrange(HOSTS)}.example.com", chance.choice(REASONS)) for _ in range(5)]
    return [records.withheld(stamp, "tool-hints", names[0][1], [*names, ("x1y2", "unknown"), ("z3", "typed")])]


def size(folder: str) -> int:
    return sum(path.stat().st_size for path in Path(folder).iterdir())


if __name__ == "__main__":
    main()
