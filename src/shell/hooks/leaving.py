"""Leaving: what a person is told as an agent stops, each note under the key that it has by now.

Effects: reads the ledger; keeps what its files came to; reads the clock.
"""

import time

from ...core.hints import Hint, Silence
from ...core.stopping import stop_notice
from .journal import Records
from .readings import readings
from .scene import Scene


def session_notice(scene: Scene, session: str, told: Records) -> Hint | Silence:
    """Who renamed a note of this session may have been another."""
    return stop_notice(session, told, lambda: readings(scene.here.ledger, time.time_ns()).moves)
