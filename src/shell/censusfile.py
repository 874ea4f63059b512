"""Census file: what a session's start counts of the store, kept for as long as there is the same to count.

The count is of the folders' files and of what the indexes know of them. `census.json` lies in the worktree's
state folder and is as disposable as the index beside it: who has walked the folders looks whether the count is still
theirs, and need not ask an index. Standard library only: hooks stand on this module.

Effects: looks at the indexes' files; reads and replaces one file.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple  # Any: what a JSON file holds is known when it was looked at

from ..core.census import Census, Group
from ..core.layers import Layer
from .counting import Listings
from .smallfile import read_small, write_small
from .storepaths import digest
from .written import Written, written

FILE = "census.json"
VERSION = 1

# --- values ---------------------------------------------------------------


class Count(NamedTuple):
    census: Census
    pending: int  # local notes that the team has none of


# --- functions ------------------------------------------------------------


def mark(found: Listings, indexes: Iterable[str]) -> str:
    """Of all that is counted, as it is now: to be made before it is counted."""
    files = [(str(layer), *folder.stamps) for layer, folders in found.items() for folder in folders]
    return digest(repr([files, *map(_stands, indexes)]))


def last_count(state: str, of: str, day: str) -> Count | None:
    """As if it had been counted on that day."""
    found: Any = read_small(state, FILE)
    try:
        if (found["version"], found["of"]) != (VERSION, of):
            return None
        layers = tuple((Layer(layer), int(notes)) for layer, notes in found["layers"])
        groups = tuple(Group(str(label), int(notes)) for label, notes in found["groups"])
        return Count(Census(day, layers, groups, int(found["other"])), int(found["pending"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def keep_count(state: str, of: str, count: Count) -> None:
    census = count.census
    told = {"layers": census.layers, "groups": census.groups, "other": census.other, "pending": count.pending}
    write_small(state, FILE, {"version": VERSION, "of": of, **told})


def _stands(index: str) -> tuple[Written | None, Written | None]:
    """With what was written to it and is in a file beside it; an empty one is as good as none, and comes by reading."""
    log = written(f"{index}-wal")
    return written(index), log if log is not None and log.size else None
