"""Audit: what speaking cost and whether it was worth it, push and pull apart, from the ledger alone.

A *hint* is what one hook said at one second of a session. It was *used* when a note that it showed was recalled,
read whole or listed under its name in that session afterwards; *precision* is the share of the hints that showed
a note which were used. *Ignored* are the notes a surface showed to a session that were never so looked at again.
What a summary stands for is judged as it was before. Sessions that the archive tells together are left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from .budgets import PUSH_CHARACTERS
from .config import Thresholds
from .counting import counted
from .events import Accessed, Advised, AnyEvent, Channel, Hinted, Recalled, Totals, Withheld
from .hints import NAME_CHARACTERS
from .latency import quantile
from .recall import ANSWER_TOKENS
from .records import Hook
from .render import table
from .tally import WRITE_CONTEXT, total
from .tokens import ASCII_PER_TOKEN

# --- values ---------------------------------------------------------------

SURFACES = (*get_args(Hook), WRITE_CONTEXT)
FOR_PEOPLE: Hook = "stop"  # no agent sees what it shows, so it is judged by nobody's reading
TYPICAL, WORST = 0.5, 0.99
SHIPPED = Thresholds(  # what the budgets themselves come to; benchmarks/ledger.md says why precision has none
    p50_tokens=NAME_CHARACTERS // ASCII_PER_TOKEN,  # half of the sessions spend all that names may cost
    p99_tokens=PUSH_CHARACTERS // ASCII_PER_TOKEN,
    pull_p50_tokens=10 * ANSWER_TOKENS,
    pull_p99_tokens=50 * ANSWER_TOKENS,
)


class Tokens(Struct, frozen=True):
    """Of a session, by nearest rank."""

    p50_tokens: int = 0
    p99_tokens: int = 0
    pull_p50_tokens: int = 0
    pull_p99_tokens: int = 0


class Surface(Struct, frozen=True, kw_only=True):
    channel: Channel
    fired: int = 0
    withheld: Mapping[str, int] = {}  # by reason
    judged: int = 0  # hints that showed a note
    used: int = 0
    precision: float | None = None
    ignored: int = 0
    characters: int = 0
    tokens: int = 0
    timelines: int = 0


class Crossed(Struct, frozen=True):
    name: str
    value: float
    limit: float


class Audit(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    days: int
    since: str
    sessions: int
    session: Tokens
    surfaces: Mapping[str, Surface]
    thresholds: Thresholds
    crossed: tuple[Crossed, ...] = ()


# --- decisions --------------------------------------------------------------


def audit(events: Iterable[AnyEvent], days: int, since: str, thresholds: Thresholds) -> Audit:
    """Of the sessions that did something on the day `since` or later."""
    sessions = [totals for totals in _by_session(events) if totals.last[:10] >= since]
    found = Audit(
        days=days,
        since=since,
        sessions=len(sessions),
        session=_tokens(sessions),
        surfaces={by: _surface(by, sessions) for by in SURFACES},
        thresholds=thresholds,
    )
    return replace(found, crossed=tuple(_crossed(found)))


def _by_session(events: Iterable[AnyEvent]) -> Sequence[Totals]:
    own: dict[str, list[AnyEvent]] = {}
    for event in events:
        own.setdefault(event.stamp.session, []).append(event)
    return [total(told) for session, told in own.items() if session]


def _tokens(sessions: Sequence[Totals]) -> Tokens:
    push = [sum(cost.tokens for cost in each.costs if cost.channel == "push") for each in sessions]
    pull = [sum(cost.tokens for cost in each.costs if cost.channel == "pull") for each in sessions]
    return Tokens(*(int(quantile(spent, share)) for spent in (push, pull) for share in (TYPICAL, WORST)))


def _surface(by: str, sessions: Sequence[Totals]) -> Surface:
    costs = [cost for totals in sessions for cost in totals.costs if cost.by == by]
    judged = [used for totals in sessions for used in _judged(by, totals)]
    return Surface(
        channel="pull" if by == WRITE_CONTEXT else "push",
        fired=sum(cost.answers for cost in costs),
        withheld=_reasons(by, sessions),
        judged=len(judged),
        used=sum(judged),
        precision=sum(judged) / len(judged) if judged else None,
        ignored=sum(_ignored(by, totals) for totals in sessions),
        characters=sum(cost.characters for cost in costs),
        tokens=sum(cost.tokens for cost in costs),
        timelines=sum(cost.timelines for cost in costs),
    )


def _reasons(hook: str, sessions: Sequence[Totals]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for each in (tally for totals in sessions for tally in totals.tallies):
        by, _, why = each.detail.partition(" ")
        if each.did == Withheld.__name__ and not each.key and by == hook:
            found[why] = found.get(why, 0) + each.times
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


# --- was it looked at afterwards? -------------------------------------------


def _shown(by: str, totals: Totals) -> Iterator[tuple[str, tuple[str, str]]]:
    """When a note was shown by this surface, and the note."""
    for each in totals.tallies if by != FOR_PEOPLE else ():
        speaker, _, at = each.detail.partition(" ")
        if each.did in {Hinted.__name__, Advised.__name__} and each.layer and speaker == by:
            yield at, (each.layer, each.key)


def _looked_at(totals: Totals) -> Mapping[tuple[str, str], str]:
    """Each note the session asked for, and when last."""
    latest: dict[tuple[str, str], str] = {}
    for each in totals.tallies:
        if each.did in {Recalled.__name__, Accessed.__name__} and each.layer:
            note = each.layer, each.key
            latest[note] = max(each.last, latest.get(note, ""))
    return latest


def _judged(by: str, totals: Totals) -> Iterable[bool]:
    """Of each hint that showed a note, whether it was used."""
    looked, used = _looked_at(totals), dict[str, bool]()
    for at, note in _shown(by, totals):
        used[at] = used.get(at, False) or looked.get(note, "") >= at
    return used.values()


def _ignored(by: str, totals: Totals) -> int:
    looked, first = _looked_at(totals), dict[tuple[str, str], str]()
    for at, note in _shown(by, totals):
        first[note] = min(at, first.get(note, at))
    return sum(looked.get(note, "") < at for note, at in first.items())


# --- thresholds -------------------------------------------------------------


def _crossed(found: Audit) -> Iterator[Crossed]:
    limits = found.thresholds
    for name in Tokens.__struct_fields__:
        value, limit = getattr(found.session, name), getattr(limits, name)
        if limit is not None and value > limit:
            yield Crossed(f"session.{name}", value, limit)
    for by, surface in found.surfaces.items():
        if limits.precision is not None and surface.precision is not None and surface.precision < limits.precision:
            yield Crossed(f"{by}.precision", surface.precision, limits.precision)


# --- text -------------------------------------------------------------------


def audit_text(found: Audit) -> str:
    spent, limits = found.session, found.thresholds
    head = f"{counted(found.sessions, 'session')} since {found.since}"
    rows = [
        ["pushed", "p50", f"{spent.p50_tokens:,} tokens", _limit(limits.p50_tokens)],
        ["pushed", "p99", f"{spent.p99_tokens:,} tokens", _limit(limits.p99_tokens)],
        ["pulled", "p50", f"{spent.pull_p50_tokens:,} tokens", _limit(limits.pull_p50_tokens)],
        ["pulled", "p99", f"{spent.pull_p99_tokens:,} tokens", _limit(limits.pull_p99_tokens)],
    ]
    surfaces = [_surface_row(by, surface) for by, surface in found.surfaces.items()]
    titles = ["surface", "fired", "withheld", "precision", "ignored", "tokens"]
    reasons = [[by, f"{times:,}", why] for by, each in found.surfaces.items() for why, times in each.withheld.items()]
    parts = [head, table(rows, {2}), "", table([titles, *surfaces], {1, 2, 3, 4, 5})]
    if reasons:
        parts += ["", "withheld:", table(reasons, {1})]
    parts += ["", *(_crossing(each) for each in found.crossed)] if found.crossed else []
    return "\n".join(parts)


def _limit(tokens: int | None) -> str:
    return "" if tokens is None else f"at most {tokens:,}"


def _surface_row(by: str, surface: Surface) -> list[str]:
    precision = "" if surface.precision is None else f"{surface.precision:.0%} of {surface.judged:,}"
    silent = sum(surface.withheld.values())
    return [by, f"{surface.fired:,}", f"{silent:,}", precision, f"{surface.ignored:,}", f"{surface.tokens:,}"]


def _crossing(crossed: Crossed) -> str:
    than = "below" if crossed.name.endswith("precision") else "above"
    return f"crossed: {crossed.name} is {crossed.value:,g}, {than} {crossed.limit:,g}"
