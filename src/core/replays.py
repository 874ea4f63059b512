"""Replays: what recorded sessions would have been told, as figures and as pages for people.

The fields are the public `--json` shapes: add to them, never rename. Shares are fractions, 0 where there is
nothing to divide; times are milliseconds, and the only figures that differ from run to run.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from .heeding import Heeded
from .latency import quantile
from .measures import wilson

# --- values ---------------------------------------------------------------


class Usual(Struct, frozen=True):
    median: float
    p95: float


class Share(Struct, frozen=True):
    """So many of so many, and where the share lies with 95 % confidence."""

    hits: int
    n: int

    @property
    def value(self) -> float:
        return self.hits / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.n)


class ToolHints(Struct, frozen=True, kw_only=True):
    sessions: int
    tool_results: int
    considered: int  # neither a file tool's nor the agent's own look at the notes
    hints: int  # results that brought up a hint
    share_of_all: float
    share_of_considered: float
    names: int  # that were hinted: a hint may speak of several
    timelines: int  # of these
    precision: float  # of the names: the agent itself used it later in the session
    interval: tuple[float, float]
    timeline_precision: float
    timeline_interval: tuple[float, float]
    base_rate: float  # of the same names in the sessions that were not told them
    chars_per_session: Usual
    latency_ms: Usual  # of the pick, the query included, over what was considered
    withheld: Mapping[str, int]  # results by the reason for silence
    bad_lines: int = 0
    said: tuple[str, ...] = ()


class WriteContexts(Struct, frozen=True, kw_only=True):
    sessions: int
    writes: int
    listed: int  # writes whose answer listed a note
    share: float
    notes: Usual  # listed, of the answers that list any
    characters: Usual
    timelines: int
    precision: float  # of the lists: the session read or linked a listed note afterwards
    interval: tuple[float, float]
    latency_ms: Usual
    bad_lines: int = 0
    said: tuple[str, ...] = ()


class Preflights(Struct, frozen=True, kw_only=True):
    sessions: int  # 0 for cases
    prompts: int
    silent: int
    silence_rate: float
    by_terms: int
    by_name: int
    timelines: int
    judged: int  # hints that can be judged
    precision: float  # of these
    interval: tuple[float, float]
    answerable: int  # cases with an answer among the notes
    answered: int  # of these, cases whose hint showed one
    false_alarms: int  # hints on cases that have no answer
    latency_ms: Usual
    withheld: Mapping[str, int]
    bad_lines: int = 0
    said: tuple[str, ...] = ()


# --- functions ------------------------------------------------------------


def usual(values: Iterable[float]) -> Usual:
    ordered = sorted(values)
    return Usual(quantile(ordered, 0.5), quantile(ordered, 0.95))


def share(heeded: Iterable[Heeded]) -> Share:
    outcomes = [each.used for each in heeded]
    return Share(sum(outcomes), len(outcomes))


# --- text -------------------------------------------------------------------


def tool_hints_text(found: ToolHints) -> str:
    rows = [
        ("sessions", f"{found.sessions:,}"),
        ("tool results", f"{found.tool_results:,}"),
        ("considered", f"{found.considered:,} (no file tool, no look at the notes)"),
        (
            "hints",
            f"{found.hints:,}: {_percent(found.share_of_considered)} of these, {_percent(found.share_of_all)} of all",
        ),
        ("names hinted", f"{found.names:,}, {found.timelines:,} with a timeline"),
        ("precision", _with_interval(found.precision, found.interval)),
        ("of timelines", _with_interval(found.timeline_precision, found.timeline_interval)),
        ("base rate", f"{_percent(found.base_rate)} (the same names, in sessions that were not told them)"),
        ("characters a session", _usual(found.chars_per_session, 0)),
        ("added latency", f"{_usual(found.latency_ms, 3)} ms"),
    ]
    return _page(rows, found.withheld, "results", found.bad_lines, found.said)


def write_contexts_text(found: WriteContexts) -> str:
    rows = [
        ("sessions", f"{found.sessions:,}"),
        ("writes", f"{found.writes:,}"),
        ("listed", f"{found.listed:,}: {_percent(found.share)}, {found.timelines:,} timelines"),
        ("notes in a list", _usual(found.notes, 0)),
        ("its characters", _usual(found.characters, 0)),
        ("precision", _with_interval(found.precision, found.interval)),
        ("added latency", f"{_usual(found.latency_ms, 3)} ms"),
    ]
    return _page(rows, {}, "", found.bad_lines, found.said)


def preflights_text(found: Preflights) -> str:
    asked = [
        ("answered", f"{found.answered:,} of {found.answerable:,} that have an answer"),
        ("false alarms", f"{found.false_alarms:,} of {found.prompts - found.answerable:,} that have none"),
    ]
    rows = [
        *([("sessions", f"{found.sessions:,}")] if found.sessions else []),
        ("prompts", f"{found.prompts:,}"),
        ("silent", f"{found.silent:,}: {_percent(found.silence_rate)}"),
        ("cleared by terms", f"{found.by_terms:,}"),
        ("cleared by a name", f"{found.by_name:,}, {found.timelines:,} timelines"),
        ("precision", f"{_with_interval(found.precision, found.interval)} of {found.judged:,} judged"),
        *([] if found.sessions else asked),
        ("added latency", f"{_usual(found.latency_ms, 3)} ms"),
    ]
    return _page(rows, found.withheld, "prompts", found.bad_lines, found.said)


def _page(
    rows: Sequence[tuple[str, str]], withheld: Mapping[str, int], of: str, bad_lines: int, said: Sequence[str]
) -> str:
    reasons = [(why, f"{count:,}") for why, count in withheld.items()]
    width = max(len(name) for name, _ in (*rows, *reasons))
    lines = [f"{name:<{width}}  {value}" for name, value in rows]
    if reasons:
        lines += ["", f"Silent {of}, by reason", *(f"{name:<{width}}  {value}" for name, value in reasons)]
    return "\n".join([*lines, *([f"{bad_lines:,} lines could not be read"] if bad_lines else []), *said])


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.1f} %"


def _with_interval(fraction: float, interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{_percent(fraction)} [{100 * low:.1f}, {100 * high:.1f}]"


def _usual(found: Usual, digits: int) -> str:
    return f"median {found.median:,.{digits}f}, p95 {found.p95:,.{digits}f}"
