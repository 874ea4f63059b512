"""Sessions: what one session recorded, recalled, read, promoted, removed, refreshed and was refused, folded from the ledger.

A fold and nothing else: the same events in the same order give the same story. Not here: what hooks said
to it, and what that cost (see `spending`).
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from .events import (
    Accessed,
    Advised,
    AnyEvent,
    Failed,
    Hinted,
    Moved,
    Promoted,
    Recalled,
    Refreshed,
    Refused,
    Remembered,
    Removed,
    Renamed,
    SessionStarted,
    Summarised,
    Tally,
    Withheld,
    Worked,
)
from .followed import MOVES, Following, Move, following, move
from .quoted import key_text
from .render import counted, table
from .tally import total

# --- values ---------------------------------------------------------------


class Step(Struct, frozen=True):
    """One thing that happened, `did` in the past tense; of a summary's, how often on that day and when last."""

    at: str
    did: str
    key: str = ""
    layer: str = ""
    detail: str = ""
    times: int = 1
    now: str = ""  # the key that the note has by now, where it is another


class Story(Struct, frozen=True, kw_only=True):
    session: str
    clients: tuple[str, ...] = ()
    recorded: tuple[Step, ...] = ()
    recalled: tuple[Step, ...] = ()
    read: tuple[Step, ...] = ()
    promoted: tuple[Step, ...] = ()
    removed: tuple[Step, ...] = ()
    refreshed: tuple[Step, ...] = ()
    archived: tuple[Step, ...] = ()  # and restored
    renamed: tuple[Step, ...] = ()  # `detail` is the key they went to
    refused: tuple[Step, ...] = ()
    failed: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        done = (
            self.recorded,
            self.recalled,
            self.read,
            self.promoted,
            self.removed,
            self.renamed,
            self.refreshed,
            self.archived,
        )
        told = (*done, self.refused, self.failed)
        return tuple(sorted((step for part in told for step in part), key=lambda step: step.at))


# --- decisions ------------------------------------------------------------

DID = {
    Recalled: "recalled",
    Accessed: "read",
    Promoted: "promoted",
    Removed: "removed",
    Refreshed: "refreshed",
    Renamed: "renamed",
    Refused: "refused",
    Failed: "failed",
}
SET_ASIDE = frozenset({"archived", "restored"})  # of a note that somebody had recorded
WORDS = {kind.__name__: did for kind, did in DID.items()}
THERE = frozenset({Renamed.__name__, Removed.__name__})  # that say themselves where a note went


def story(session: str, events: Iterable[AnyEvent], gone: Iterable[Move] = ()) -> Story:
    """The session's part of the ledger, told by kind; `gone` is what went where in all sessions."""
    own = [event for event in events if event.stamp.session == session]
    now = following([*moves_in(own), *gone])
    steps = [(kind, step if kind in THERE else _by_now(step, now)) for event in own for kind, step in _told(event)]

    def of(kind: type[AnyEvent]) -> tuple[Step, ...]:
        return tuple(step for each, step in steps if each == kind.__name__)

    return Story(
        session=session,
        clients=tuple(dict.fromkeys(client for event in own for client in _clients(event))),
        recorded=tuple(step for step in of(Remembered) if step.did not in SET_ASIDE),
        recalled=of(Recalled),
        read=of(Accessed),
        promoted=of(Promoted),
        removed=of(Removed),
        refreshed=of(Refreshed),
        archived=tuple(step for step in of(Remembered) if step.did in SET_ASIDE),
        renamed=of(Renamed),
        refused=of(Refused),
        failed=of(Failed),
    )


def moves_in(events: Iterable[AnyEvent]) -> Iterator[Move]:
    told = (event for event in events if isinstance(event, Summarised) or type(event).__name__ in MOVES)
    tallies = (tally for event in told for tally in total([event]).tallies)
    made = (move(each.did, each.layer, each.key, each.detail, each.last) for each in tallies)
    yield from (each for each in made if each is not None)


def _by_now(step: Step, now: Following) -> Step:
    _, _, key = now(f"{step.layer}/{step.key}", step.at).partition("/")
    return step if key == step.key else replace(step, now=key)


def _clients(event: AnyEvent) -> tuple[str, ...]:
    return event.totals.clients if isinstance(event, Summarised) else (event.stamp.client,)


def _told(event: AnyEvent) -> Iterator[tuple[str, Step]]:
    """Steps, each under the name of its event."""
    kind, at = type(event).__name__, event.stamp.at
    match event:
        case Remembered():
            yield kind, Step(at, event.how, event.key, event.layer)
        case Recalled():
            named = [each.partition("/") for each in event.keys]
            yield from ((kind, Step(at, "recalled", key, layer)) for layer, _, key in named)
            if not named:
                yield kind, Step(at, "recalled", detail="nothing")
        case Accessed() | Removed() | Refreshed() | Renamed():
            to = event.to if isinstance(event, Renamed) else ""
            yield kind, Step(at, WORDS[kind], event.key, event.layer, to)
        case Promoted():
            yield kind, Step(at, "promoted", event.key, "team")
        case Refused():
            yield kind, Step(at, "refused", event.key, detail=event.why)
        case Failed():
            yield kind, Step(at, "failed", detail=event.why)
        case Summarised():
            yield from ((tally.did, _summed(tally)) for tally in event.totals.tallies)
        case SessionStarted() | Advised() | Hinted() | Withheld() | Worked() | Moved():
            pass
        case _:
            assert_never(event)


def _summed(tally: Tally) -> Step:
    nothing = tally.did == Recalled.__name__ and not tally.key
    if tally.did == Remembered.__name__:
        return Step(tally.last, tally.detail, tally.key, tally.layer, times=tally.times)
    detail = "nothing" if nothing else tally.detail
    return Step(tally.last, WORDS.get(tally.did, tally.did), tally.key, tally.layer, detail, tally.times)


# --- functions ------------------------------------------------------------


def story_text(told: Story) -> str:
    """In the order it happened, each note with its layer."""
    if not told.steps:
        return f"{key_text(told.session)} did nothing that was recorded"
    rows = [[step.at, step.did, step.layer, key_text(step.key), _detail(step)] for step in told.steps]
    by = f" ({', '.join(map(key_text, told.clients))})" if any(told.clients) else ""
    return "\n".join([f"{key_text(told.session)}{by}: {counted(len(rows), 'event')}", table(rows)])


def _detail(step: Step) -> str:
    often = f"({step.times:,} times)" if step.times > 1 else ""
    return " ".join(filter(None, [step.detail, often, f"now {key_text(step.now)}" if step.now else ""]))
