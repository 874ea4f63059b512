"""Glance: whether a folder's notes are as they were, at the price of looking at each and of nothing else.

It stands before a listing at every question, so it makes no value for a file that has not changed.
It may say that something changed when nothing did, never the reverse.

Effects: walks a folder.
"""

from collections.abc import Mapping
from pathlib import Path

from ..noteswalk import SKIPPED, opened_folder
from .stamps import Stamp

Tree = Mapping[str, Mapping[str, Stamp]]  # by folder below the layer's, "" or ending in `/`, then by name


def tree_of(stamps: Mapping[str, Stamp]) -> Tree:
    tree: dict[str, dict[str, Stamp]] = {}
    for path, stamp in stamps.items():
        folder, slash, name = path.rpartition("/")
        tree.setdefault(folder + slash, {})[name] = stamp
    return tree


def is_unchanged(folder: Path, tree: Tree) -> bool:
    below, met = [""], 0
    while below:
        prefix = below.pop()
        known = tree.get(prefix, {})
        met += bool(known)
        try:
            found = _below(f"{folder}/{prefix}", known)
        except OSError:
            return False
        if found is None:
            return False
        below += (f"{prefix}{name}/" for name in found)
    return met == len(tree)


def _below(folder: str, known: Mapping[str, Stamp]) -> list[str] | None:
    """The folders in a folder whose notes are all as known; None when they are not."""
    below: list[str] = []
    same = 0
    with opened_folder(folder) as entries:
        for entry in entries:
            stamp = known.get(entry.name)
            if stamp is not None:
                told = entry.stat(follow_symlinks=False)
                if (told.st_size, told.st_mtime_ns, told.st_ino) != stamp:
                    return None
                same += 1
            elif entry.is_dir(follow_symlinks=False):
                below += [entry.name] if entry.name not in SKIPPED else []
            elif entry.name.lower().endswith(".md"):
                return None
    return below if same == len(known) else None
