"""Hooking: whether the hooks that are set up can run, and whether any ever did in this store.

Effects: reads the ledger; looks at files.
"""

import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...core.checkup import HookFact
from ...core.events import AnyEvent, Summarised
from ..harnesses.configured import Started


def hook_facts(hooks: Sequence[Started], events: Iterable[AnyEvent], env: Mapping[str, str]) -> list[HookFact]:
    """One for each harness and file."""
    fired = _clients(events)
    return [
        HookFact(
            title=each.harness.title,
            name=each.harness.name,
            where=str(each.file),
            scope=each.scope,
            broken=_broken(each.command[0], env),
            fired=each.harness.name in fired,
        )
        for each in hooks
    ]


def _clients(events: Iterable[AnyEvent]) -> set[str]:
    """The harnesses whose hooks have left a line in the ledger."""
    found: set[str] = set()
    for event in events:
        if event.surface == "hook":
            found.add(event.stamp.client)
        elif isinstance(event, Summarised):
            found.update(event.totals.clients)
    return found


def _broken(command: str, env: Mapping[str, str]) -> str:
    """Its program and its script must be there."""
    try:
        program, *rest = shlex.split(command)
    except ValueError:
        return "its command cannot be read"
    if shutil.which(program, path=env.get("PATH")) is None:
        return f"`{program}` is not there"
    missing = [each for each in rest if each.endswith(".py") and not Path(each).is_file()]
    return f"`{missing[0]}` is not there" if missing else ""
