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
    Advised,
    AnyEvent,
    Cost,
    Covered,
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
    Said,
    SessionStarted,
    Summarised,
    Tally,
    Told,
    Totals,
    Withheld,
    Worked,
)

# --- values ---------------------------------------------------------------


class Reads(Struct, frozen=True):
    """How often a note was read whole, and when last."""

    times: int
    last: str


WRITE_CONTEXT = "write-context"  # what speaks when a write is answered, beside the hooks
UNNAMED = "Unnamed"  # of what was withheld: names that nobody knows, by reason
LISTED = frozenset({*(kind.__name__ for kind in (Recalled, Advised, Hinted)), UNNAMED})

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
    stamp = replace(last.stamp, call="")  # no later word about one call is about all of them
    return Summarised(stamp=stamp, surface=last.surface, totals=total(told), covers=covers)


def recent(totals: Totals, since: str) -> Totals:
    """Without the days before `since`. Costs have no day, and stay; so does what was hinted, for a name is once a session."""
    kept = (tally for tally in totals.tallies if tally.day >= since or tally.did == Hinted.__name__)
    return replace(totals, tallies=tuple(kept))


def latest_silences(totals: Totals, most: int) -> Totals:
    """Of the names that were withheld only so many, the latest; all reasons are still counted."""
    named = [tally for tally in totals.tallies if tally.did == Withheld.__name__ and tally.key]
    gone = set(sorted(named, key=lambda tally: tally.last)[: max(0, len(named) - most)])
    return replace(totals, tallies=tuple(tally for tally in totals.tallies if tally not in gone)) if gone else totals


def lasting(totals: Totals) -> Totals:
    """Without what was merely listed, which nobody asks about once its session cannot be told apart."""
    kept = (tally for tally in totals.tallies if tally.did not in LISTED)
    return replace(totals, tallies=tuple(tally for tally in kept if not (tally.key and tally.did == Withheld.__name__)))


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
        case Recalled() | Advised() | Hinted():
            return Totals(at, at, (event.stamp.client,), _tallies(_told(event)), (_cost(event),))
        case _:
            return Totals(at, at, (event.stamp.client,), _tallies(_told(event)))


def _cost(event: Said) -> Cost:
    cost = Cost(event.channel, event.surface, 1, 0, event.characters, event.tokens)
    match event:
        case Recalled():
            return replace(cost, omitted=event.omitted)
        case Advised():
            return replace(cost, by=WRITE_CONTEXT, timelines=event.timelines)
        case Hinted():
            return replace(cost, by=event.hook, name_characters=event.name_characters, timelines=event.timelines)
        case _:
            assert_never(event)


def _told(event: Told) -> Iterator[Tally]:  # noqa: C901  (a case an event)
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
        case Advised() | Hinted():
            yield from _shown(event)
        case Withheld():
            yield tally(detail=f"{event.hook} {event.why}")
            yield from _left_out(event, event.names)
        case Worked():
            yield tally(detail=event.did)
        case Accessed() | Removed() | Refreshed() | Renamed():
            yield tally(event.layer, event.key, event.to if isinstance(event, Renamed) else "")
        case Promoted():
            yield tally("team", event.key)
        case Refused():
            yield tally("", event.key, event.why)
        case Failed():
            yield tally(detail=event.why)
        case Moved():
            pass
        case _:
            assert_never(event)


def _shown(event: Advised | Hinted) -> Iterator[Tally]:
    """What was shown together is judged together: each tally says who spoke, and when."""
    at = event.stamp
    by = f"{event.hook if isinstance(event, Hinted) else WRITE_CONTEXT} {at.at}"

    def tally(layer: str, key: str) -> Tally:
        return Tally(at.day, type(event).__name__, layer, key, by, 1, at.at)

    yield tally("", "")
    yield from (tally(layer, key) for layer, _, key in (each.partition("/") for each in event.keys))
    if isinstance(event, Hinted):
        yield from (tally("", name) for name in event.names)
        yield from _left_out(event, event.withheld)


def _left_out(event: Hinted | Withheld, names: Iterable[tuple[str, str]]) -> Iterator[Tally]:
    at = event.stamp

    def tally(did: str, name: str, why: str, times: int = 1) -> Tally:
        return Tally(at.day, did, "", name, f"{event.hook} {why}", times, at.at)

    yield from (tally(Withheld.__name__, name, why) for name, why in names)
    yield from (tally(UNNAMED, "", why, times) for why, times in event.unnamed)


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
    found: dict[tuple[str, str, str], Cost] = {}
    for each in told:
        same = (each.channel, each.surface, each.by)
        before = found.get(same)
        found[same] = _sum(before, each) if before else each
    return tuple(sorted(found.values()))


def _sum(one: Cost, more: Cost) -> Cost:
    return replace(
        one,
        answers=one.answers + more.answers,
        omitted=one.omitted + more.omitted,
        characters=one.characters + more.characters,
        tokens=one.tokens + more.tokens,
        name_characters=one.name_characters + more.name_characters,
        timelines=one.timelines + more.timelines,
    )
