"""Spending: what one session was told, unasked and asked, when and at what cost, and why nothing was said.

A fold over its events. What a summary stands for keeps its notes, names and reasons, and its cost as a
whole. Not here: what the session did (`sessions`), and whether it was worth it (`audit`).
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from .budgets import PUSH_CHARACTERS
from .counting import counted
from .events import Accessed, Advised, AnyEvent, Channel, Hinted, Recalled, Summarised, Tally, Withheld
from .hints import NAME_CHARACTERS
from .quoted import key_text
from .render import table
from .tally import UNNAMED, WRITE_CONTEXT, total

# --- values ---------------------------------------------------------------


class Entry(Struct, frozen=True):
    """One thing that was told: `keys` are `layer/key`, `characters` null where only the sum is known."""

    at: str
    channel: Channel
    by: str  # a hook, write-context, recall or read
    keys: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    characters: int | None = None
    tokens: int | None = None
    times: int = 1


class Silent(Struct, frozen=True):
    """Why a hook was silent; of a name, or of so many that nobody knows, why they were left out."""

    at: str
    hook: str
    why: str
    name: str = ""
    names: int = 0
    times: int = 1


class Bill(Struct, frozen=True):
    characters: int = 0
    tokens: int = 0
    answers: int = 0


class Spending(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    session: str
    clients: tuple[str, ...] = ()
    push: Bill = Bill()
    pull: Bill = Bill()
    push_left: int = PUSH_CHARACTERS
    names_left: int = NAME_CHARACTERS
    told: tuple[Entry, ...] = ()
    withheld: tuple[Silent, ...] = ()


# --- folds ------------------------------------------------------------------


def spending(session: str, events: Iterable[AnyEvent], *, withheld: bool = False, split: bool = True) -> Spending:
    """Of the session's own events; silences only where they are asked for; one budget for both where it is not split."""
    own = [event for event in events if event.stamp.session == session]
    totals = total(own)
    push, pull = _bill(own, "push"), _bill(own, "pull")
    about_names = sum(cost.name_characters for cost in totals.costs if cost.channel == "push")
    told = sorted((entry for event in own for entry in _entries(event)), key=lambda entry: entry.at)
    silences = sorted((each for event in own for each in _silences(event)), key=lambda each: each.at)
    return Spending(
        session=session,
        clients=totals.clients,
        push=push,
        pull=pull,
        push_left=max(0, PUSH_CHARACTERS - push.characters - (0 if split else pull.characters)),
        names_left=max(0, NAME_CHARACTERS - about_names),
        told=tuple(told),
        withheld=tuple(silences) if withheld else (),
    )


def _bill(events: Sequence[AnyEvent], channel: Channel) -> Bill:
    costs = [cost for cost in total(events).costs if cost.channel == channel]
    return Bill(sum(c.characters for c in costs), sum(c.tokens for c in costs), sum(c.answers for c in costs))


def _entries(event: AnyEvent) -> Iterator[Entry]:
    at = event.stamp.at
    match event:
        case Hinted():
            yield Entry(at, event.channel, event.hook, event.keys, event.names, event.characters, event.tokens)
        case Advised():
            yield Entry(at, event.channel, WRITE_CONTEXT, event.keys, (), event.characters, event.tokens)
        case Recalled():
            yield Entry(at, event.channel, "recall", event.keys, (), event.characters, event.tokens)
        case Accessed():
            yield Entry(at, "pull", "read", (f"{event.layer}/{event.key}",))
        case Summarised():
            yield from _summed(event.totals.tallies)
        case _:
            pass


def _summed(tallies: Sequence[Tally]) -> Iterator[Entry]:
    """Hints as they were said, each with its notes and names; questions by note."""
    spoken: dict[str, tuple[str, list[str], list[str]]] = {}
    for each in tallies:
        if each.did in {Hinted.__name__, Advised.__name__}:
            _, keys, names = spoken.setdefault(each.detail, (each.did, [], []))
            if each.key:
                (keys if each.layer else names).append(f"{each.layer}/{each.key}" if each.layer else each.key)
        elif each.did in {Recalled.__name__, Accessed.__name__}:
            by = "recall" if each.did == Recalled.__name__ else "read"
            keys = [f"{each.layer}/{each.key}"] if each.key else []
            yield Entry(each.last, "pull", by, tuple(keys), times=each.times)
    for said, (did, keys, names) in spoken.items():
        by, _, at = said.partition(" ")
        yield Entry(at, "push" if did == Hinted.__name__ else "pull", by, tuple(keys), tuple(names))


def _silences(event: AnyEvent) -> Iterator[Silent]:
    at = event.stamp.at
    match event:
        case Withheld():
            yield Silent(at, event.hook, event.why)
            yield from _left_out(event, event.names)
        case Hinted():
            yield from _left_out(event, event.withheld)
        case Summarised():
            for each in event.totals.tallies:
                hook, _, why = each.detail.partition(" ")
                if each.did == Withheld.__name__:
                    yield Silent(each.last, hook, why, each.key, times=each.times)
                elif each.did == UNNAMED:
                    yield Silent(each.last, hook, why, names=each.times)
        case _:
            pass


def _left_out(event: Hinted | Withheld, names: Iterable[tuple[str, str]]) -> Iterator[Silent]:
    at = event.stamp.at
    yield from (Silent(at, event.hook, why, name) for name, why in names)
    yield from (Silent(at, event.hook, why, names=many) for why, many in event.unnamed)


# --- text -------------------------------------------------------------------


def spending_text(spent: Spending, *, withheld: bool = False) -> str:
    by = f" ({', '.join(map(key_text, spent.clients))})" if any(spent.clients) else ""
    parts = [
        f"{key_text(spent.session)}{by}",
        f"pushed {_said(spent.push, 'hint')}: {spent.push_left:,} left, for names {spent.names_left:,}",
        f"pulled {_said(spent.pull, 'answer')}",
        *([table([_row(each) for each in spent.told], {3})] if spent.told else ["nothing was told"]),
    ]
    if withheld:
        silent = [[each.at, each.hook, each.why, _named(each), _times(each.times)] for each in spent.withheld]
        parts += ["", "withheld:", table(silent)] if silent else ["", "nothing was withheld"]
    return "\n".join(parts)


def _said(bill: Bill, noun: str) -> str:
    return f"{bill.characters:,} characters (about {bill.tokens:,} tokens) in {counted(bill.answers, noun)}"


def _named(silent: Silent) -> str:
    return counted(silent.names, "name") if silent.names else key_text(silent.name)


def _row(entry: Entry) -> list[str]:
    about = " ".join(map(key_text, entry.names))
    notes = " ".join(map(key_text, entry.keys)) or ("nothing" if entry.by == "recall" else "")
    what = " -> ".join(filter(None, [about, notes]))
    cost = "" if entry.characters is None else f"{entry.characters:,}"
    return [entry.at, entry.channel, entry.by, cost, " ".join(filter(None, [what, _times(entry.times)]))]


def _times(times: int) -> str:
    return f"({times:,} times)" if times > 1 else ""
