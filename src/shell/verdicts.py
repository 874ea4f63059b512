"""Verdicts: what was last found of notes that expire, for who must be quick and may not import much.

`verdicts.json` lies in the worktree's state folder, beside the index, and is as disposable. It is written by
`factfile` whenever facts were found anew: by `hindnote stale` for every note, by recall and search for the notes they
show. Its "verdicts" are by trigger, as the note's `invalidated_by` has it, so that a note that was pinned again
matches no old one, and an index joins them by that column:

    {"version": 1, "verdicts": {"file:src/mount.rs@8370720": ["stale", "src/mount.rs", "src/mount.rs changed"]}, ...}

Standard library only: hooks stand on this module.

Effects: reads one file.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH118, PTH123

import json
import os
from typing import Any, NamedTuple  # Any: what a JSON file holds is known when it was looked at

FILE = "verdicts.json"
VERSION = 1
STALE, CANNOT_TELL, CURRENT = "stale", "cannot tell", "current"


class Last(NamedTuple):
    """The verdict on one trigger when it was last looked at."""

    verdict: str  # STALE, CANNOT_TELL or CURRENT
    path: str  # the file it depends on, below the repository; "" for a base or a symbol
    said: str  # for a reader: what changed, or why it cannot be told


def last_verdicts(state: str) -> dict[str, Last]:
    """By trigger; nothing where nobody has looked yet or the file is not to be understood."""
    try:
        with open(os.path.join(state, FILE), "rb") as file:
            found: Any = json.loads(file.read())
        if found["version"] != VERSION:
            return {}
        return {str(trigger): Last(*map(str, last)) for trigger, last in found["verdicts"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def stale_about(state: str, paths: "set[str] | frozenset[str]") -> dict[str, Last]:
    """Of these files, such as those changed on a branch, the triggers that were stale, with what a reader is told."""
    found = last_verdicts(state)
    return {trigger: last for trigger, last in found.items() if last.verdict == STALE and last.path in paths}
