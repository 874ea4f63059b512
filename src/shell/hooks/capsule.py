"""Capsule: the store as a session finds it at its start, gathered from what is on disk and in the indexes.

Nothing is brought up to date and nothing is run: what cannot be known for certain so is left out.

Effects: reads directory entries, indexes, the ledger and what was last found of the store.
"""

from ...core.census import take
from ...core.hints import Heard, Hint, Silence
from ...core.priming import Found, capsule
from .scene import Scene


def session_capsule(scene: Scene, heard: Heard, day: str) -> Hint | Silence:
    """For a session's start, whatever its source; `day` is today."""
    with scene.finding(scene.here.indexes):
        return capsule(Found(take([], day)), heard.push_left)
