"""Tally: what a ledger's events come to, the same whether they are told one by one or summarised.

Totals add up: those of a whole log are those of its parts, in any order. Whatever is asked of old
events (what was read and when, what a session did, what it cost) is asked of totals.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from .events import (
    Accessed,
    AnyEvent,
    Cost,
    Covered,
    Failed,
    Recalled,
    Refused,
    Remembered,
    Removed,
    SessionStarted,
    Summarised,
    Tally,
    Told,
    Totals,
)

# --- values ---------------------------------------------------------------


class Reads(Struct, frozen=True):
    """How often a note was read whole, and when last."""

    times: int
    last: str


# --- functions ------------------------------------------------------------


def total(events: Iterable[AnyEvent]) -> Totals:
    return added(*map(_alone, events))


def added(*all_totals: Totals) -> Totals:
    return Totals(
        first=min((each.first for each in all_totals if each.first), default=""),
        last=max((each.last for each in all_totals), default=""),
        clients=tuple(sorted({client for each in all_totals for client in each.clients})),
        tallies=_tallies(tally for each in all_totals for tally in each.tallies),
        costs=_costs(cost for each in all_totals for cost in each.costs),
    )


def summarise(events: Iterable[AnyEvent], covers: Covered | None = None) -> Summarised | None:
    """One event in the place of many, stamped as the last of them; nothing of nothing."""
    told = list(events)
    if not told:
        return None
    last = max(told, key=lambda event: event.stamp.at)
    return Summarised(stamp=last.stamp, surface=last.surface, channel=last.channel, totals=total(told), covers=covers)


def recent(totals: Totals, since: str) -> Totals:
    """Without the days before `since`: costs have no day, and stay."""
    return replace(totals, tallies=tuple(tally for tally in totals.tallies if tally.day >= since))


def lasting(totals: Totals) -> Totals:
    """Without what was merely listed, which nobody asks about once its session cannot be told apart."""
    return replace(totals, tallies=tuple(tally for tally in totals.tallies if tally.did != Recalled.__name__))


def reads(totals: Totals, since: str = "") -> Mapping[tuple[str, str], Reads]:
    """By (layer, key), from the day `since` on."""
    found: dict[tuple[str, str], Reads] = {}
    for tally in totals.tallies:
        if tally.did == Accessed.__name__ and tally.day >= since:
            before = found.get((tally.layer, tally.key), Reads(0, ""))
            found[tally.layer, tally.key] = Reads(before.times + tally.times, max(before.last, tally.last))
    return found


def _alone(event: AnyEvent) -> Totals:
    at = event.stamp.at
    match event:
        case Summarised():
            return event.totals
        case Recalled():
            cost = Cost(event.channel, event.surface, 1, event.omitted, event.characters, event.tokens)
            return Totals(at, at, (event.stamp.client,), _tallies(_told(event)), (cost,))
        case _:
            return Totals(at, at, (event.stamp.client,), _tallies(_told(event)))


def _told(event: Told) -> Iterator[Tally]:
    def tally(layer: str = "", key: str = "", detail: str = "") -> Tally:
        return Tally(event.stamp.day, type(event).__name__, layer, key, detail, 1, event.stamp.at)

    match event:
        case SessionStarted():
            yield tally()
        case Remembered():
            yield tally(event.layer, event.key, event.how)
        case Recalled():
            named = [each.partition("/") for each in event.keys]
            yield from (tally(layer, key) for layer, _, key in named) if named else (tally(),)
        case Accessed() | Removed():
            yield tally(event.layer, event.key)
        case Refused():
            yield tally("", event.key, event.why)
        case Failed():
            yield tally(detail=event.why)
        case _:
            assert_never(event)


def _tallies(told: Iterable[Tally]) -> tuple[Tally, ...]:
    found: dict[tuple[str, ...], Tally] = {}
    for each in told:
        same = (each.day, each.did, each.layer, each.key, each.detail)
        before = found.get(same)
        found[same] = (
            replace(each, times=before.times + each.times, last=max(before.last, each.last)) if before else each
        )
    return tuple(sorted(found.values()))


def _costs(told: Iterable[Cost]) -> tuple[Cost, ...]:
    found: dict[tuple[str, str], Cost] = {}
    for each in told:
        before = found.get((each.channel, each.surface), Cost(each.channel, each.surface))
        found[each.channel, each.surface] = Cost(
            each.channel,
            each.surface,
            before.answers + each.answers,
            before.omitted + each.omitted,
            before.characters + each.characters,
            before.tokens + each.tokens,
        )
    return tuple(sorted(found.values()))
