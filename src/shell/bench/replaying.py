"""Replaying: logs found, read and replayed over a store, and what the three replay benchmarks make of it.

Effects: reads logs and notes; those of `asof` and `replay`.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ...core.heeding import Heeded, base_rate
from ...core.outcome import Explained, Outcome
from ...core.replays import Preflights, Share, ToolHints, WriteContexts, share, usual
from ...core.switches import read_switches
from ..app.world import World
from .asof import AsOf, folders_of
from .bed import NoSuchFolder
from .logs import Log, NoLogs, NoSuchPath, find_logs
from .replay import OWN_LOOK, PREFLIGHT, TOOL_HINTS, TOPIC, Replay, Session

# --- values ---------------------------------------------------------------

Progress = Callable[[int, int], None]


class Replaying(Struct, frozen=True, kw_only=True):
    """Which logs over which notes. Without `notes` it is the store one stands in."""

    logs: tuple[Path, ...]
    notes: Path | None = None
    days: int | None = None  # back from now


class Done(Struct, frozen=True):
    replay: Replay
    bad_lines: int
    said: tuple[str, ...]  # which logs could not be read to their end


# --- refusals -------------------------------------------------------------


class NoSuchDays(Struct, frozen=True, tag=True):
    days: int

    def explain(self) -> Explained:
        return Explained(f"{self.days} is no number of days to look back", "--days", "Give 1 or more.")


ReplayRefusal = NoLogs | NoSuchDays | NoSuchFolder | NoSuchPath

# --- functions ------------------------------------------------------------


def replayed(world: World, asked: Replaying, progress: Progress) -> Outcome[Done, ReplayRefusal]:
    if asked.days is not None and asked.days < 1:
        return Failure(NoSuchDays(asked.days))
    if asked.notes is not None and not asked.notes.is_dir():
        return Failure(NoSuchFolder(str(asked.notes)))
    match find_logs(asked.logs):
        case Failure(none):
            return Failure(none)
        case Success(paths):
            pass
    with AsOf(folders_of(world, asked.notes)) as store:
        return Success(_over(store, world, paths, _since(world, asked.days), progress))


def _since(world: World, days: int | None) -> str:
    if not days:
        return ""
    today = date.fromisoformat(world.stamp().at[:10])
    return (today - timedelta(min(days, today.toordinal() - 1))).isoformat()


def _over(store: AsOf, world: World, paths: Sequence[Path], since: str, progress: Progress) -> Done:
    replay = Replay(store, read_switches(world.settings.env))
    bad, said = 0, list[str]()
    for place, path in enumerate(paths):
        progress(place, len(paths))
        log = Log(path)
        for step in log.steps():
            if step.at >= since:
                replay.take(step)
        bad += log.transcript.bad
        said += [log.problem] if log.problem else []
    progress(len(paths), len(paths))
    return Done(replay, bad, tuple(said))


# --- what came of it ----------------------------------------------------------


def tool_hints(done: Done) -> ToolHints:
    sessions, surface = done.replay.sessions.values(), done.replay.tools
    own_look = sum(surface.withheld[why] for why in OWN_LOOK)
    considered = surface.asked - own_look
    told = _heeded(sessions, TOOL_HINTS)
    histories = share(each for each in told if each.told.is_timeline)
    names = share(told)
    return ToolHints(
        sessions=len(sessions),
        tool_results=surface.asked,
        considered=considered,
        hints=surface.hints,
        share_of_all=Share(surface.hints, surface.asked).value,
        share_of_considered=Share(surface.hints, considered).value,
        names=names.n,
        timelines=histories.n,
        precision=names.value,
        interval=names.interval,
        timeline_precision=histories.value,
        timeline_interval=histories.interval,
        base_rate=Share(*base_rate([session.heeding for session in sessions], TOOL_HINTS)).value,
        chars_per_session=usual(session.characters for session in sessions),
        latency_ms=usual(surface.milliseconds),
        withheld=dict(sorted(surface.withheld.items())),
        bad_lines=done.bad_lines,
        said=done.said,
    )


def write_contexts(done: Done) -> WriteContexts:
    sessions = done.replay.sessions.values()
    writes = [listed for session in sessions for listed in session.listed]
    with_notes = [listed for listed in writes if listed.notes]
    used = Share(sum(listed.used for listed in with_notes), len(with_notes))
    return WriteContexts(
        sessions=len(sessions),
        writes=len(writes),
        listed=len(with_notes),
        share=Share(len(with_notes), len(writes)).value,
        notes=usual(len(listed.notes) for listed in with_notes),
        characters=usual(listed.characters for listed in with_notes),
        timelines=sum(listed.timelines for listed in writes),
        precision=used.value,
        interval=used.interval,
        latency_ms=usual(listed.milliseconds for listed in writes),
        bad_lines=done.bad_lines,
        said=done.said,
    )


def preflights(done: Done) -> Preflights:
    sessions, surface = done.replay.sessions.values(), done.replay.prompts
    by_name, by_terms = _heeded(sessions, PREFLIGHT), _heeded(sessions, TOPIC)
    judged = share(each for each in (*by_name, *by_terms) if each.told.names)
    silent = surface.withheld.total()
    return Preflights(
        sessions=len(sessions),
        prompts=surface.asked,
        silent=silent,
        silence_rate=Share(silent, surface.asked).value,
        by_terms=len(by_terms),
        by_name=surface.hints - len(by_terms),
        timelines=sum(each.told.is_timeline for each in by_name),
        judged=judged.n,
        precision=judged.value,
        interval=judged.interval,
        answerable=0,
        answered=0,
        false_alarms=0,
        latency_ms=usual(surface.milliseconds),
        withheld=dict(sorted(surface.withheld.items())),
        bad_lines=done.bad_lines,
        said=done.said,
    )


def _heeded(sessions: Iterable[Session], surface: str) -> list[Heeded]:
    return [each for session in sessions for each in session.heeding.outcomes if each.told.surface == surface]
