"""Capsule: the store as a session finds it at its start, gathered from what is on disk and in the indexes.

The notes are counted by their files, as the server counts them. Nothing is brought up to date and no process
is started: what stale found last is said only while the files that it judged are the same, what lint found with its
day, and what cannot be known for certain so is left out.

Effects: reads directory entries, indexes, the ledger, and what was last found of the store; keeps what it counted; reads the clock.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH120

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from ...core.census import take
from ...core.earned import Earned, ranked
from ...core.hints import Heard, Hint, Silence
from ...core.namenotes import NamedNote, newest_first
from ...core.priming import Expired, Found, capsule
from .. import censusfile
from ..branchfile import changed_on_branch
from ..censusfile import Count
from ..counting import listings, notes
from ..lintcounts import last_linted
from ..verdicts import still_stale
from .here import Here
from .readings import readings
from .scene import Scene

if TYPE_CHECKING:
    from ..index.lookup import Lookup

    Asked: TypeAlias = Callable[[], Lookup]
    """The indexes, opened when the first question is put to them: most starts have none."""
else:
    Asked = object


def session_capsule(scene: Scene, heard: Heard) -> Hint | Silence:
    """For a session's start, whatever its source."""
    here, today = scene.here, time.strftime("%Y-%m-%d", time.gmtime())
    linted = last_linted(_state(here))
    with ExitStack() as held:
        index = cache(lambda: held.enter_context(scene.finding(here.indexes)))
        count = _count(here, index, today)
        return capsule(
            Found(
                census=count.census,
                stale=_stale(here, index),
                earned=_earned(here, index, today),
                lint=linted.counts,
                linted=linted.day,
                pending=count.pending,
            ),
            heard.push_left,
        )


def _count(here: Here, index: Asked, today: str) -> Count:
    files = listings(here.folders)
    of = censusfile.mark(files, here.indexes)
    if (kept := censusfile.last_count(_state(here), of, today)) is not None:
        return kept
    count = Count(take([*notes(files, index().tags())], today), index().unpromoted())
    if index().is_whole:
        censusfile.keep_count(_state(here), of, count)
    return count


def _earned(here: Here, index: Asked, today: str) -> Iterator[tuple[NamedNote, Earned]]:
    told = readings(here.ledger, time.time_ns())
    for earned in ranked(told.reads, today, told.moves):
        if (note := index().keyed(earned.note)) is not None:
            yield note, earned


def _stale(here: Here, index: Asked) -> list[Expired]:
    """The newest first."""
    state = _state(here)
    changed = changed_on_branch(state, here.root)
    if not changed or not (stale := still_stale(state, here.root, changed)):
        return []
    found = {note: stale[trigger].said for trigger, note in index().expiring(list(stale))}
    return [Expired(note, found[note]) for note in newest_first(list(found))]


def _state(here: Here) -> str:
    """The worktree's folder, beside its index."""
    return os.path.dirname(here.indexes[0])
