"""Audit: what speaking to agents cost in this store of late, and whether it was worth it.

Effects: reads the ledger and the person's own config.
"""

import datetime

from returns.result import Failure, Success

from ...core.audit import SHIPPED, Audit
from ...core.audit import audit as judge
from ...core.outcome import Outcome
from ...core.toml import InvalidConfig
from .. import ledger
from .world import World, user_config


def audit(world: World, days: int) -> Outcome[Audit, InvalidConfig]:
    """Thresholds: the person's own, else the repository's, else what ships."""
    match user_config(world.settings):
        case Failure(invalid):
            return Failure(invalid)
        case Success(own):
            thresholds = own.audit.over(world.config.audit.over(SHIPPED))
    since = datetime.date.fromisoformat(world.stamp().day) - datetime.timedelta(days)
    return Success(judge(ledger.everything(world.places.ledger).events, days, since.isoformat(), thresholds))
