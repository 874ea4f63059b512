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
# ruff: noqa: PTH118

import json
import os
from typing import Any, NamedTuple  # Any: what a JSON file holds is known when it was looked at

from .regular import read_regular

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
        return _verdicts(_kept(state))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return {}


def still_stale(state: str, root: str, paths: "set[str] | frozenset[str]") -> dict[str, Last]:
    """Of these files, such as those changed on a branch, the stale triggers; only where the file is as it was then."""
    try:
        kept = _kept(state)
        found, seen = _verdicts(kept), kept["seen"]
        stale = {trigger: last for trigger, last in found.items() if last.verdict == STALE and last.path in paths}
        return {trigger: last for trigger, last in stale.items() if _is_same(root, last.path, seen.get(last.path))}
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return {}


def _kept(state: str) -> Any:  # noqa: ANN401  (whatever the file holds)
    try:
        return json.loads(read_regular(os.path.join(state, FILE)))
    except OSError:
        return {}


def _verdicts(kept: Any) -> dict[str, Last]:  # noqa: ANN401  (as above)
    if kept["version"] != VERSION:
        return {}
    return {str(trigger): Last(*map(str, last)) for trigger, last in kept["verdicts"].items()}


def _is_same(root: str, path: str, seen: Any) -> bool:  # noqa: ANN401  (as above)
    """By its stamp; a file of which none was kept was not there."""
    try:
        told = os.lstat(os.path.join(root, path))
    except OSError:
        return seen is None
    stamp = [told.st_mode, told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino]
    return seen is not None and list(seen[0]) == stamp
