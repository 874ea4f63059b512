"""Spending: what a session was told and what it cost, from the ledger.

Effects: reads the ledger.
"""

from returns.result import Failure, Success

from ...core import spending as core
from ...core.events import Advised, Hinted, Recalled
from ...core.outcome import Outcome
from ...core.switches import read_switches
from .. import ledger
from .session import NoSuchSession, recent
from .world import World


def spending(world: World, session: str = "", *, withheld: bool = False) -> Outcome[core.Spending, NoSuchSession]:
    """Of the session that told something last, when none is named."""
    latest = recent(world)
    named = session or next(iter((*recent(world, Hinted, Recalled, Advised), *latest)), "")
    split = read_switches(world.settings.env).split_budget
    found = core.spending(named, ledger.session(world.places.ledger, named).events, withheld=withheld, split=split)
    return Success(found) if found.clients else Failure(NoSuchSession(named, latest))
