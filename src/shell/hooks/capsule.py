"""Capsule: the store as a session finds it at its start, gathered from what is on disk and in the indexes.

The notes are counted by their files, as the server counts them. Nothing is brought up to date and no process
is started: what lint and stale found last is said only while the files that they judged are the same, and what
cannot be known for certain so is left out.

Effects: reads directory entries, indexes, the ledger, and what was last found of the store; reads the clock.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH120

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.census import take
from ...core.earned import Earned, ranked
from ...core.hints import Heard, Hint, Silence
from ...core.namenotes import NamedNote, newest_first
from ...core.priming import Expired, Found, capsule
from ..branchfile import changed_on_branch
from ..counting import listings, notes
from ..lintcounts import are_kept, last_counts, mark
from ..verdicts import still_stale
from .here import Here
from .readings import readings
from .scene import Scene

if TYPE_CHECKING:
    from ..index.lookup import Lookup


def session_capsule(scene: Scene, heard: Heard) -> Hint | Silence:
    """For a session's start, whatever its source."""
    here = scene.here
    linted = are_kept(_state(here))
    files = listings(here.folders, stamped=linted)
    with scene.finding(here.indexes) as index:
        return capsule(
            Found(
                census=take([*notes(files, index.tags())], time.strftime("%Y-%m-%d", time.gmtime())),
                stale=_stale(here, index),
                earned=_earned(here, index),
                lint=last_counts(_state(here), mark(files)) if linted else {},
                pending=index.unpromoted(),
            ),
            heard.push_left,
        )


def _earned(here: Here, index: "Lookup") -> Iterator[tuple[NamedNote, Earned]]:
    for earned in ranked(readings(here.ledger, time.time_ns()), time.strftime("%Y-%m-%d", time.gmtime())):
        if (note := index.keyed(earned.note)) is not None:
            yield note, earned


def _stale(here: Here, index: "Lookup") -> list[Expired]:
    """The newest first."""
    state = _state(here)
    changed = changed_on_branch(state, here.root)
    if not changed or not (stale := still_stale(state, here.root, changed)):
        return []
    found = {note: stale[trigger].said for trigger, note in index.expiring(list(stale))}
    return [Expired(note, found[note]) for note in newest_first(list(found))]


def _state(here: Here) -> str:
    """The worktree's folder, beside its index."""
    return os.path.dirname(here.indexes[0])
