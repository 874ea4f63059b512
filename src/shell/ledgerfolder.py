"""Ledger folder: the sessions' files in it as they stand, and which of them are old enough for the archive.

Runs in hooks, so it imports next to nothing. Not here: what is in the files.

Effects: reads directory entries.
"""

import os
from collections.abc import Mapping

from .ledgerfile import ARCHIVE, Limits
from .written import Written, written

SETTLED_NS = 24 * 3600 * 10**9  # a session that wrote within a day of the newest may be alive

# --- functions ------------------------------------------------------------


def sessions(folder: str) -> dict[str, Written]:
    """Each session's file by its name; one that went into the archive meanwhile is not there."""
    try:
        with os.scandir(folder) as entries:
            names = [each.name for each in entries if each.name.endswith(".jsonl") and each.name != ARCHIVE]
    except OSError:
        return {}
    return {name: file for name in names if (file := written(f"{folder}/{name}")) is not None}


def settled(files: Mapping[str, Written], limits: Limits) -> list[str]:
    """Those to archive, when there are too many: the oldest, without those that may be alive."""
    if len(files) <= limits.files:
        return []
    by_age = sorted(files, key=lambda name: (files[name].at, name))
    newest = files[by_age[-1]].at
    return [name for name in by_age[: len(by_age) - limits.kept_files] if files[name].at < newest - SETTLED_NS]
