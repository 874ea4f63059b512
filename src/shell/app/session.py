"""Session: what a session did, from the ledger.

Effects: reads the ledger.
"""

from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Event
from ...core.followed import following
from ...core.keys import Layer, fold_key
from ...core.outcome import Explained, Outcome, shown
from ...core.sessions import Story, moves_in, story
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
    everything = ledger.everything(world.places.ledger).events
    told = story(session, ledger.session(world.places.ledger, session).events, moves_in(everything))
    return Success(told) if told.clients else Failure(NoSuchSession(session, recent(world)))


def recorded_by(world: World, session: str) -> Outcome[frozenset[str], NoSuchSession]:
    """The local notes that a session recorded, by folded key, whichever session renamed or promoted them since."""
    match tell_session(world, session):
        case Failure(unknown):
            return Failure(unknown)
        case Success(told):
            now = following(moves_in(ledger.everything(world.places.ledger).events))
            notes = (now(f"{step.layer}/{step.key}", step.at).partition("/") for step in told.recorded)
            return Success(frozenset(fold_key(key) for layer, _, key in notes if layer == Layer.LOCAL))


def recent(world: World, *kinds: type[Event]) -> tuple[str, ...]:
    """The latest first; of one kind or another where some are named."""
    events = [event for event in ledger.everything(world.places.ledger).events if isinstance(event, kinds or Event)]
    return tuple(dict.fromkeys(event.stamp.session for event in reversed(events)))[:RECENT]
