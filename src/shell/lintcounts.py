"""Lint counts: what lint found last, for who must be quick, and only while every note is the file that it judged.

`lint.json` lies in the worktree's state folder, beside the index, and is as disposable. Standard library
only: hooks stand on this module.

Effects: reads and replaces one file.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH110, PTH118

import os
from collections.abc import Mapping

from ..core.layers import Layer
from ..core.records import as_mapping
from .counting import Listings
from .smallfile import read_small, write_small
from .storepaths import digest

FILE = "lint.json"
VERSION = 1


def mark(found: Listings) -> str:
    """Of every file that lint judges, and of what it cannot: a change of one is another mark."""
    told = [
        (layer, sorted(each.stamps.items()), each.broken, each.unavailable)
        for layer in (Layer.TEAM, Layer.LOCAL)
        for each in found.get(layer, ())
    ]
    return digest(repr([tuple(map(str, each)) for each in told]))


def are_kept(state: str) -> bool:
    """Whether anybody ever linted here: else there is no mark to compare with."""
    return os.path.exists(os.path.join(state, FILE))


def last_counts(state: str, of: str) -> dict[str, int]:
    """By rule; nothing where nobody has linted these notes yet, or nothing was found."""
    found = read_small(state, FILE)
    if (found.get("version"), found.get("of")) != (VERSION, of):
        return {}
    counts = as_mapping(found.get("counts"))
    return {rule: count for rule, count in counts.items() if isinstance(count, int)}


def keep_counts(state: str, of: str, counts: Mapping[str, int]) -> None:
    write_small(state, FILE, {"version": VERSION, "of": of, "counts": dict(counts)})
