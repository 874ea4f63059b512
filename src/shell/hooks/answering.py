"""Answering: what a hook says to one event, decided and recorded in one step; a fault is silence and one line in the ledger.

Nobody but the harness hears of a fault: no turn of an agent may fail for a hook. What was decided is
recorded while the session's file is held, so that hooks that run at once spend one budget.

Effects: reads the store's indexes; reads and appends the ledger.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH112, PTH117

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress

from ...core import records
from ...core.budgets import heard
from ...core.hints import Heard, Hint, Silence
from ...core.hookanswers import answer, hears
from ...core.moments import read_moment
from ...core.records import Hook, Record
from ...core.switches import read_switches
from ...core.tokens import estimate
from . import journal
from .asked import Asked
from .here import Here, here
from .scene import Finding, Scene, opened

SPEAKING: dict[str, Hook] = {
    "user-prompt-submit": "preflight",
    "post-tool-use": "tool-hints",
    "post-tool-use-failure": "tool-hints",
}

# --- from stdin to stdout -----------------------------------------------------


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
        scene = Scene(moment, place, read_switches(asked.env), finding)
        return answer(moment, _spoken(scene, asked, session)).encode("utf-8", "replace")
    except Exception as fault:  # noqa: BLE001  (whatever it is, it must not be the agent's trouble)
        if place is not None and not place.foreign:
            _confess(fault, place, session)
        return b""


def _said(stdin: bytes) -> object:
    return json.loads(stdin.decode("utf-8", "replace") or "{}")


def _named(asked: Asked, session: str, harness: str) -> str:
    """The session's id; of a harness that tells none, what it does in a day is one session."""
    said = asked.env.get("HINDNOTE_SESSION", "") or session or f"{harness}-{time.strftime('%Y-%m-%d', time.gmtime())}"
    return " ".join(said.encode("utf-8", "replace").decode().split())


def _confess(fault: Exception, place: Here, session: str) -> None:
    """By its name alone: what it says may quote a note."""
    with suppress(Exception):
        journal.append(place.ledger, session, [records.failed(_stamp(session, "hook"), type(fault).__name__)])


def _stamp(session: str, client: str) -> Record:
    return records.stamped(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), session, client)


# --- what is said ---------------------------------------------------------------


def _spoken(scene: Scene, asked: Asked, session: str) -> str:
    hook = SPEAKING.get(scene.moment.event)
    if hook is None:
        return ""
    stamp = _stamp(session, asked.env.get("HINDNOTE_CLIENT", "") or scene.moment.harness)

    def choose(told: journal.Records) -> tuple[Sequence[Record], str]:
        said = _decided(hook, scene, heard(told, scene.switches))
        return [_record(stamp, hook, said)], said.text if isinstance(said, Hint) else ""

    said = journal.decide(scene.here.ledger, session, choose) or ""
    if hook == "tool-hints":
        _adopted(scene, session)
    return said


def _adopted(scene: Scene, session: str) -> None:
    """What a server was asked in this session is told as this session's, whatever the server calls it."""
    from ...core.namehints import is_own_tool  # noqa: PLC0415  (for tools' events alone)

    if is_own_tool(scene.moment.tool):
        journal.adopt(scene.here.ledger, session, scene.moment.typed)


def _decided(hook: Hook, scene: Scene, heard: Heard) -> Hint | Silence:
    """Each surface's modules are its own: a process that is there for one event imports one."""
    if not hears(scene.moment):
        return Silence("unheard")
    if hook == "preflight":
        from .prompts import prompt_hint  # noqa: PLC0415  (see above)

        return prompt_hint(scene, heard)
    from .toolhints import tool_hint  # noqa: PLC0415  (see above)

    return tool_hint(scene, heard)


def _record(stamp: Record, hook: Hook, said: Hint | Silence) -> Record:
    if isinstance(said, Silence):
        return records.withheld(stamp, hook, said.why, said.withheld)
    about_names = len(said.text) if said.names else 0
    cost = records.Said(len(said.text), estimate(said.text), said.keys, said.names, about_names, said.timelines)
    return records.hinted(stamp, hook, cost)
