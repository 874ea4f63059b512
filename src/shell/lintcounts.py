"""Lint counts: what lint found last, and when, for who must be quick.

A day is told with them, for notes change and nobody looks at each again to say what it found before. `lint.json` lies
in the worktree's state folder, beside the index, and is as disposable. Standard library only: hooks stand on this module.

Effects: reads and replaces one file.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..core.records import as_mapping
from .smallfile import read_small, write_small

FILE = "lint.json"
VERSION = 2


class Linted(NamedTuple):
    """Nothing where nobody has linted, or nothing was found."""

    counts: Mapping[str, int] = {}  # breaches by rule
    day: str = ""


def last_linted(state: str) -> Linted:
    found = read_small(state, FILE)
    day, counts = found.get("day"), as_mapping(found.get("counts"))
    if found.get("version") != VERSION or not isinstance(day, str):
        return Linted()
    return Linted({rule: count for rule, count in counts.items() if isinstance(count, int)}, day)


def keep_linted(state: str, linted: Linted) -> None:
    write_small(state, FILE, {"version": VERSION, "day": linted.day, "counts": dict(linted.counts)})
