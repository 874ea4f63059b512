"""Prompts: preflight over prompts whose answers are known, each as the first of a session of its own.

Effects: reads cases and notes; those of `asof` and `replay`.
"""

from collections.abc import Sequence
from pathlib import Path

from returns.result import Failure, Success

from ...core.cases import BadCase, NoCases
from ...core.hints import Hint
from ...core.outcome import Outcome
from ...core.promptcases import PromptCase, read_prompt_cases
from ...core.replays import Preflights, Share, usual
from ...core.steps import Step
from ...core.switches import read_switches
from ..app.world import World
from ..regular import read_named
from .asof import AsOf, folders_of
from .bed import NoSuchFolder
from .quality import CasesUnreadable
from .replay import Replay
from .replaying import Progress

EVERY_DAY = "9999-12-31"

PromptRefusal = BadCase | CasesUnreadable | NoCases | NoSuchFolder

# --- functions ------------------------------------------------------------


def preflight_cases(
    world: World, file: Path, notes: Path | None, progress: Progress
) -> Outcome[Preflights, PromptRefusal]:
    match _cases(file):
        case Failure(unusable):
            return Failure(unusable)
        case Success(cases):
            pass
    if notes is not None and not notes.is_dir():
        return Failure(NoSuchFolder(str(notes)))
    with AsOf(folders_of(world, notes)) as store:
        return Success(_over(Replay(store, read_switches(world.settings.env)), cases, progress))


def _cases(file: Path) -> Outcome[Sequence[PromptCase], BadCase | CasesUnreadable | NoCases]:
    try:
        return read_prompt_cases(read_named(str(file)))
    except OSError as fault:
        return Failure(CasesUnreadable(str(file), fault.strerror or str(fault)))


def _over(replay: Replay, cases: Sequence[PromptCase], progress: Progress) -> Preflights:
    said: list[tuple[PromptCase, Hint]] = []
    for place, case in enumerate(cases):
        progress(place, len(cases))
        hint = replay.prompt(Step("prompt", str(place), f"{EVERY_DAY}T00:00:00.000Z", text=case.prompt))
        said += [(case, hint)] if isinstance(hint, Hint) else []
    progress(len(cases), len(cases))
    return _judged(replay, cases, said)


def _judged(replay: Replay, cases: Sequence[PromptCase], said: Sequence[tuple[PromptCase, Hint]]) -> Preflights:
    keys = replay.store.keys()
    right = sum(not keys_of(hint).isdisjoint(case.answers) for case, hint in said)
    precision = Share(right, len(said))
    surface = replay.prompts
    silent = surface.withheld.total()
    return Preflights(
        sessions=0,
        prompts=len(cases),
        silent=silent,
        silence_rate=Share(silent, len(cases)).value,
        by_terms=sum(not hint.names for _, hint in said),
        by_name=sum(bool(hint.names) for _, hint in said),
        timelines=sum(hint.timelines for _, hint in said),
        judged=precision.n,
        precision=precision.value,
        interval=precision.interval,
        answerable=sum(not keys.isdisjoint(case.answers) for case in cases),
        answered=right,
        false_alarms=sum(not case.answers for case, _ in said),
        latency_ms=usual(surface.milliseconds),
        withheld=dict(sorted(surface.withheld.items())),
    )


def keys_of(hint: Hint) -> set[str]:
    return {identity.partition("/")[2] for identity in hint.keys}
