"""Pairs cost: what `hindnote similar` takes on a large store, in a fresh process, beside a list of the same notes.

    python -m benchmarks.pairs_cost [--notes 10000] [--rounds 3]

The store is generated and its index built before. One row a command: seconds on the clock and of processor time, both
the least of the rounds, and the peak of memory. What `list` costs is what finding out that nothing has changed costs, so the
difference is the vectors' share: every two of the notes are compared, whatever is then told.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from .latency_generator import notes, write

HINDNOTE = (sys.executable, "-m", "hindnote")
COMMANDS: Sequence[tuple[str, ...]] = (
    ("list",),
    ("similar", "KEY"),
    ("similar", "--pairs"),
    ("similar", "--pairs", "--above", ".95"),
    ("similar", "--pairs", "--limit", "10000"),
)


class Cost(NamedTuple):
    wall: float  # seconds
    cpu: float
    peak: float  # MiB


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--notes", type=int, default=10_000)
    arguments.add_argument("--rounds", type=int, default=3)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        size = write(Path(folder) / "notes", given.notes)
        (Path(folder) / "none").mkdir()
        key = next(notes(given.notes))[0].removesuffix(".md")
        built = cost(("list",), folder)
        print(f"{given.notes:,} notes of {size / 1e6:.0f} MB, indexed in {built.cpu:.0f} s CPU.\n")
        print(f"| command | s | s CPU | peak MiB |\n{'|---' * 4}|")
        for words in COMMANDS:
            asked = [key if word == "KEY" else word for word in words]
            rounds = [cost(asked, folder) for _ in range(given.rounds)]
            wall, cpu = min(each.wall for each in rounds), min(each.cpu for each in rounds)
            print(
                f"| `hindnote {' '.join(words)}` | {wall:.1f} | {cpu:.1f} | {max(each.peak for each in rounds):.0f} |"
            )


def cost(words: Sequence[str], folder: str) -> Cost:
    begun = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603  (ourselves)
        (*HINDNOTE, *words, "--team", f"{folder}/none", "--local", f"{folder}/notes"),
        env=environment(folder),
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{words} ended with {process.returncode}")
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Cost(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def environment(folder: str) -> Mapping[str, str]:
    kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
    homes = {f"HINDNOTE_{kind}_HOME": f"{folder}/{kind.lower()}" for kind in ("DATA", "STATE", "CONFIG")}
    return {**kept, **homes, "HOME": folder}


if __name__ == "__main__":
    main()
