"""Checkup: everything the doctor looks at, in the order in which a trouble makes the next ones moot.

Effects: those of looking, serving and hooking; nothing is changed.
"""

from collections.abc import Iterator, Mapping, Sequence

from returns.result import Failure, Success

from ...core import checkup as judged
from ...core.checkup import Finding
from .. import ledger
from ..app.world import World, open_world
from ..harnesses import configured, places
from ..settings import Settings
from . import looking
from .hooking import hook_facts
from .serving import server_fact


def examine(settings: Settings, env: Mapping[str, str]) -> Sequence[Finding]:
    return list(_findings(settings, env))


def _findings(settings: Settings, env: Mapping[str, str]) -> Iterator[Finding]:
    yield from looking.machine_findings(settings)
    match open_world(settings):
        case Failure(refusal):
            told = refusal.explain()
            yield Finding("store", "trouble", f"{told.error} ({told.where})" if told.where else told.error, told.mend)
        case Success(world) if world.places.foreign:
            mend = (
                "hindnote init"
                if world.places.root != world.places.common
                else "In one of its worktrees: hindnote init"
            )
            yield Finding("store", "trouble", f"{world.places.root} has no store", mend)
        case Success(world):
            yield from _of_store(world, env)
    here = ""
    match open_world(settings):
        case Success(world):
            here = world.places.store_id
        case Failure(_):
            pass
    for fact in looking.store_facts(settings):
        if (found := judged.of_store(fact, here)) is not None:
            yield found


def _of_store(world: World, env: Mapping[str, str]) -> Iterator[Finding]:
    layers = looking.layer_facts(world)
    yield from (Finding("settings", "note", each) for each in world.warnings)
    yield from judged.of_layers(layers)
    yield from looking.state_findings(world)
    yield from looking.journal_findings(world)
    yield from looking.git_findings(world)
    yield judged.of_index(looking.index_fact(world))
    yield from _of_harnesses(world, env, sum(layer.notes for layer in layers))


def _of_harnesses(world: World, env: Mapping[str, str], notes: int) -> Iterator[Finding]:
    known = places.roots(env, world.places.root)
    servers = list(configured.servers(known))
    if not servers:
        yield Finding("harnesses", "note", "none starts hindnote yet", judged.SETUP)
    for started in servers:
        yield judged.of_server(server_fact(started, world.places.root, env), notes)
    told = ledger.everything(world.places.ledger)
    if told.skipped:
        yield Finding("ledger", "note", f"{told.skipped:,} lines of it cannot be read, and are skipped")
    for fact in hook_facts(list(configured.hooks(known)), told.events, env):
        yield judged.of_hook(fact)
