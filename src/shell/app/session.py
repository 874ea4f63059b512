"""Session: what a session did, from the ledger.

Effects: reads the ledger.
"""

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome, shown
from ...core.sessions import Story, story
from .. import ledger
from .world import World

RECENT = 5  # sessions named when the one asked for is unknown

# --- refusals -------------------------------------------------------------


class NoSuchSession(Struct, frozen=True, tag=True):
    session: str
    recent: tuple[str, ...]

    def explain(self) -> Explained:
        mend = (
            f"The latest are {', '.join(map(shown, self.recent))}."
            if self.recent
            else "No session has recorded anything yet."
        )
        return Explained(f"the ledger knows no session `{shown(self.session)}`", "session", mend)


# --- functions ------------------------------------------------------------


def tell_session(world: World, session: str) -> Outcome[Story, NoSuchSession]:
    told = story(session, ledger.session(world.places.ledger, session).events)
    return Success(told) if told.clients else Failure(NoSuchSession(session, recent(world)))


def recent(world: World) -> tuple[str, ...]:
    """The latest first."""
    events = ledger.everything(world.places.ledger).events
    return tuple(dict.fromkeys(event.stamp.session for event in reversed(events)))[:RECENT]
