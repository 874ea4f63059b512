"""Build and refresh against their baselines: one Markdown row for a folder of notes, in CPU time.

CPU time of this process, since other work on the machine moves the wall clock; the ratios are what to compare.
The build's baseline reads, parses, analyses and inserts the same notes once in one transaction, and no more.

    python benchmarks/latency_build.py FOLDER
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from hindnote.core.analysis import analyse
from hindnote.core.document import read_document
from hindnote.core.keys import Layer
from hindnote.shell.index.connection import connect
from hindnote.shell.index.entry import searchable
from hindnote.shell.index.folders import Source
from hindnote.shell.index.schema import create
from hindnote.shell.index.shelf import Shelf, Work

REFRESHES = 100
BUILDS = 6


def seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def baseline(notes: Path, file: Path) -> None:
    con = connect(str(file))
    create(con, full_text=True)
    con.execute("BEGIN IMMEDIATE")
    for number, path in enumerate(sorted(notes.rglob("*.md"))):
        terms = analyse(searchable(read_document(path.read_bytes().decode(), path.name)))
        columns = (" ".join(each) for each in (terms.words, terms.exact, terms.parts))
        con.execute("INSERT INTO terms(rowid, words, exact, parts) VALUES(?, ?, ?, ?)", (number, *columns))
    con.execute("COMMIT")
    con.close()


def build(notes: Path, file: Path) -> None:
    shelf = Shelf([Source(Layer.VAULT, notes)], file, None)
    shelf.refresh(Work())
    shelf.close()


def walk(notes: Path) -> None:
    below = [str(notes)]
    while below:
        with os.scandir(below.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    below.append(entry.path)
                else:
                    entry.stat(follow_symlinks=False)


def beside(rounds: int, one: Callable[[int], float], other: Callable[[int], float]) -> tuple[float, float]:
    """The least of each, in turns: other work on the machine only ever adds, and hits both alike."""
    told = [(one(each), other(each)) for each in range(rounds)]
    return min(first for first, _ in told), min(second for _, second in told)


def row(notes: Path, scratch: Path) -> str:
    plain, ours = beside(
        BUILDS,
        lambda one: seconds(partial(baseline, notes, scratch / f"plain{one}.db")),
        lambda one: seconds(partial(build, notes, scratch / f"ours{one}.db")),
    )
    shelf = Shelf([Source(Layer.VAULT, notes)], scratch / "ours0.db", None)
    shelf.refresh(Work())
    bare, noop = beside(
        REFRESHES, lambda _: seconds(lambda: walk(notes)), lambda _: seconds(lambda: shelf.refresh(Work()))
    )
    count = sum(1 for _ in notes.rglob("*.md"))
    shelf.close()
    return (
        f"| {count:,} | {plain:.2f} s | {ours:.2f} s | {ours / plain:.2f} | {bare * 1000:.2f} ms | {noop * 1000:.2f} ms"
        f" | {noop / bare:.2f} |"
    )


if __name__ == "__main__":
    with TemporaryDirectory() as scratch:
        print(row(Path(sys.argv[1]).resolve(), Path(scratch)))
