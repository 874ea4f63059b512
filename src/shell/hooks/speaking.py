"""Speaking: what a hook says at a moment, decided and recorded in one step.

What was decided is recorded while the session's file is held, so that hooks that run at once spend one
budget; what cannot be recorded is not said. Each surface's modules are its own: a process that is there
for one event imports those of one.

Effects: reads the store's indexes; reads and appends the ledger.
"""

from collections.abc import Sequence

from ...core import records
from ...core.budgets import heard
from ...core.hints import Hint, Silence
from ...core.hookanswers import hears
from ...core.records import Hook, Record
from . import journal
from .scene import Scene

SPEAKING: dict[str, Hook] = {
    "session-start": "session-start",
    "user-prompt-submit": "preflight",
    "post-tool-use": "tool-hints",
    "post-tool-use-failure": "tool-hints",
    "stop": "stop",
}


def spoken(scene: Scene, stamp: Record) -> str:
    """The text; nothing when there is nothing to say."""
    hook, session = SPEAKING.get(scene.moment.event), str(stamp["session"])
    if hook is None:
        return ""

    def choose(told: journal.Records) -> tuple[Sequence[Record], str]:
        said = decided(hook, scene, session, told)
        text = said.text if isinstance(said, Hint) else ""
        return [*_happened(hook, scene, stamp), _record(stamp, hook, said)], text

    text = journal.decide(scene.here.ledger, session, choose) or ""
    if hook == "tool-hints":
        _adopt(scene, session)
    return text


def decided(hook: Hook, scene: Scene, session: str, told: journal.Records) -> Hint | Silence:
    if not hears(scene.moment):
        return Silence("unheard")
    if hook == "stop":
        from .leaving import session_notice  # noqa: PLC0415  (see above)

        return session_notice(scene, session, told)
    already = heard(told, scene.switches)
    if hook == "session-start":
        from .capsule import session_capsule  # noqa: PLC0415  (see above)

        return session_capsule(scene, already)
    if hook == "preflight":
        from .prompts import prompt_hint  # noqa: PLC0415  (see above)

        return prompt_hint(scene, already)
    from .toolhints import tool_hint  # noqa: PLC0415  (see above)

    return tool_hint(scene, already)


def _happened(hook: Hook, scene: Scene, stamp: Record) -> list[Record]:
    """What is to be remembered of the moment itself."""
    if hook == "session-start":
        return [records.started(stamp)]
    if hook != "tool-hints":
        return []
    from ...core.filetools import is_edit  # noqa: PLC0415  (see above)

    if scene.moment.failed:
        return [records.worked(stamp, "failed")]
    return [records.worked(stamp, "edited")] if is_edit(scene.moment.tool) else []


def _record(stamp: Record, hook: Hook, said: Hint | Silence) -> Record:
    """What only a person sees costs no characters."""
    if isinstance(said, Silence):
        return records.withheld(stamp, hook, said.why, said.withheld)
    if hook == "stop":
        return records.hinted(stamp, hook, records.said("", said.keys))
    cost = records.said(said.text, said.keys, said.names, said.timelines)
    return records.hinted(stamp, hook, cost, said.withheld)


def _adopt(scene: Scene, session: str) -> None:
    """What a server was asked in this session is told as this session's, whatever the server calls it."""
    from ...core.namehints import is_own_tool  # noqa: PLC0415  (see above)

    if is_own_tool(scene.moment.tool):
        journal.adopt(scene.here.ledger, session, scene.moment.typed)
