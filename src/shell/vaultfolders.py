"""Vault folders: of the folders that a person names, those that are vaults of their own, so that no note is there twice.

One answer for commands and hooks. Standard library only: hooks stand on this module.

Effects: looks at the folders.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH116

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .noteswalk import is_walked


class Vaults(NamedTuple):
    folders: tuple[str, ...]
    left_out: tuple[str, ...] = ()  # a sentence on each


def vaults_among(named: Sequence[str], own: Mapping[str, str]) -> Vaults:
    """`own`: the folder of each layer of the store; every path absolute, its links followed."""
    once = _each_once(named)
    kept: list[str] = []
    left_out: list[str] = []
    for folder in once:
        others = [other for other in once if other != folder]
        if why := _store_in_the_way(folder, own) or _outer(folder, others):
            left_out.append(f"the vault {folder} is left out: {why}")
        else:
            kept.append(folder)
    return Vaults(tuple(kept), tuple(left_out))


def _each_once(named: Sequence[str]) -> list[str]:
    places: dict[object, str] = {}
    for folder in named:
        places.setdefault(_place(folder), folder)
    return list(places.values())


def _store_in_the_way(folder: str, own: Mapping[str, str]) -> str:
    for layer, notes in own.items():
        if folder == notes or _holds(notes, folder):
            return f"its notes are the {layer} layer's"
        if _holds(folder, notes):
            return f"the {layer} notes are in it ({notes})"
    return ""


def _outer(folder: str, others: Sequence[str]) -> str:
    return next((f"it is in the vault {other}" for other in others if _holds(other, folder)), "")


def _holds(outer: str, inner: str) -> bool:
    """Whether a walk of the one comes to the other's notes."""
    top = outer.rstrip(os.sep) + os.sep
    return inner.startswith(top) and is_walked(f"{inner[len(top) :].replace(os.sep, '/')}/note.md")


def _place(folder: str) -> object:
    """One folder, however a file system that ignores case lets it be spelled."""
    try:
        found = os.stat(folder)
    except (OSError, ValueError):
        return folder
    return found.st_dev, found.st_ino
