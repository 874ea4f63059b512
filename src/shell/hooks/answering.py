"""Answering: a hook's event from its stdin to its stdout; a fault is silence, and one line in the ledger.

No turn of an agent may fail for a hook, and nobody but the ledger hears of a fault, by its name alone.
Not here: what is said (`speaking`).

Effects: those of `speaking`.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH112, PTH117

import json
import os
import time
from contextlib import suppress

from ...core import records
from ...core.hookanswers import answer
from ...core.moments import read_moment
from ...core.records import Record
from ...core.switches import read_switches
from . import journal
from .asked import Asked
from .here import Here, here
from .scene import Finding, Scene, indexes_off, opened
from .speaking import spoken

LONGEST_ID = 200  # characters: a harness's has 36, and each line of the ledger carries it


def respond(asked: Asked, finding: Finding = opened) -> bytes:
    """What to print. Whatever is asked, nothing is raised."""
    session = _named(asked, "", "hook")
    place = None
    try:
        place = here(asked.cwd, asked.env, asked.vaults)
        moment = read_moment(_said(asked.stdin), asked.event, asked.harness)
        if moment is None:
            return b""
        session = _named(asked, moment.session, moment.harness)
        if os.path.isabs(moment.cwd) and os.path.isdir(moment.cwd):
            place = here(moment.cwd, asked.env, asked.vaults)
        if place is None or place.foreign:
            return b""
        off = asked.env.get("HINDNOTE_INDEX", "").strip() == "0"
        scene = Scene(moment, place, read_switches(asked.env), indexes_off if off else finding)
        stamp = _stamp(session, asked.env.get("HINDNOTE_CLIENT", "") or moment.harness)
        return answer(moment, spoken(scene, stamp)).encode("utf-8", "replace")
    except Exception as fault:  # noqa: BLE001  (whatever it is, it must not be the agent's trouble)
        if place is not None and not place.foreign:
            _confess(fault, place, session)
        return b""


def _said(stdin: bytes) -> object:
    return json.loads(stdin.decode("utf-8", "replace") or "{}")


def _named(asked: Asked, session: str, harness: str) -> str:
    """The session's id; of a harness that tells none, what it does in a day is one session."""
    said = asked.env.get("HINDNOTE_SESSION", "") or session or f"{harness}-{time.strftime('%Y-%m-%d', time.gmtime())}"
    return " ".join(said[:LONGEST_ID].encode("utf-8", "replace").decode().split())


def _confess(fault: Exception, place: Here, session: str) -> None:
    """By its name alone: what it says may quote a note."""
    with suppress(Exception):
        journal.append(place.ledger, session, [records.failed(_stamp(session, "hook"), type(fault).__name__)])


def _stamp(session: str, client: str) -> Record:
    return records.stamped(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), session, client)
