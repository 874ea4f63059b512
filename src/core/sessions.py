"""Sessions: what one session recorded, recalled, read, removed and was refused, folded from the ledger.

A fold and nothing else: the same events in the same order give the same story.
"""

from collections.abc import Iterable

from msgspec import Struct

from .events import Accessed, AnyEvent, Failed, Recalled, Refused, Remembered, Removed, SessionStarted
from .quoted import key_text
from .render import counted, table

# --- values ---------------------------------------------------------------


class Step(Struct, frozen=True):
    """One thing that happened: `did` is the event's name in the past tense."""

    at: str
    did: str
    key: str = ""
    layer: str = ""
    detail: str = ""


class Story(Struct, frozen=True, kw_only=True):
    session: str
    clients: tuple[str, ...] = ()
    recorded: tuple[Step, ...] = ()
    recalled: tuple[Step, ...] = ()
    read: tuple[Step, ...] = ()
    removed: tuple[Step, ...] = ()
    refused: tuple[Step, ...] = ()
    failed: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        told = (self.recorded, self.recalled, self.read, self.removed, self.refused, self.failed)
        return tuple(sorted((step for part in told for step in part), key=lambda step: step.at))


# --- decisions ------------------------------------------------------------


def story(session: str, events: Iterable[AnyEvent]) -> Story:
    """The session's part of the ledger, told by kind."""
    own = [event for event in events if event.stamp.session == session]
    steps = [(type(event), step) for event in own for step in _steps(event)]

    def of(kind: type[AnyEvent]) -> tuple[Step, ...]:
        return tuple(step for each, step in steps if each is kind)

    return Story(
        session=session,
        clients=tuple(dict.fromkeys(event.stamp.client for event in own)),
        recorded=of(Remembered),
        recalled=of(Recalled),
        read=of(Accessed),
        removed=of(Removed),
        refused=of(Refused),
        failed=of(Failed),
    )


def _steps(event: AnyEvent) -> tuple[Step, ...]:  # noqa: PLR0911  (one return an event)
    at = event.stamp.at
    match event:
        case Remembered():
            return (Step(at, event.how, event.key, event.layer),)
        case Recalled():
            return tuple(_recalled(at, named) for named in event.keys) or (Step(at, "recalled", detail="nothing"),)
        case Accessed():
            return (Step(at, "read", event.key, event.layer),)
        case Removed():
            return (Step(at, "removed", event.key, event.layer),)
        case Refused():
            return (Step(at, "refused", event.key, detail=event.why),)
        case Failed():
            return (Step(at, "failed", detail=event.why),)
        case SessionStarted():
            return ()


def _recalled(at: str, named: str) -> Step:
    layer, _, key = named.partition("/")
    return Step(at, "recalled", key, layer)


# --- functions ------------------------------------------------------------


def story_text(told: Story) -> str:
    """In the order it happened, each note with its layer."""
    if not told.steps:
        return f"{key_text(told.session)} did nothing that was recorded"
    rows = [[step.at, step.did, step.layer, key_text(step.key), step.detail] for step in told.steps]
    by = f" ({', '.join(map(key_text, told.clients))})" if any(told.clients) else ""
    return "\n".join([f"{key_text(told.session)}{by}: {counted(len(rows), 'event')}", table(rows)])
