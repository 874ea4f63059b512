"""The benchmarks that replay recorded sessions.

Effects: those of the use cases behind them; prints.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

from cyclopts import Parameter
from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome, Refusal
from ...core.replays import preflights_text, tool_hints_text, write_contexts_text
from ..app.world import World
from ..bench import replaying
from ..bench.prompts import preflight_cases
from ..bench.replaying import Done, Replaying, replayed
from ..settings import Settings
from .injected import Here, Json
from .output import DONE, REFUSED, USAGE, refused, say, say_json
from .progress import Progress
from .standing import in_world

T = TypeVar("T")

Logs: TypeAlias = Annotated[
    tuple[Path, ...],
    Parameter(name="--transcript", consume_multiple=True, help="A session's log, or a folder of logs; repeatable."),
]
Days: TypeAlias = Annotated[int | None, Parameter(help="Only what happened in the last so many days.")]
Notes: TypeAlias = Annotated[Path | None, Parameter(help="A folder of Markdown instead of the store.")]
Cases: TypeAlias = Annotated[Path | None, Parameter(help="Prompts and their answers, a JSON object a line.")]

# --- refusals -------------------------------------------------------------


class NothingToReplay(Struct, frozen=True, tag=True):
    takes: str

    def explain(self) -> Explained:
        return Explained("there is nothing to replay", "command line", f"Give {self.takes}.")


# --- commands -------------------------------------------------------------


def tool_hints(
    *, transcript: Logs = (), days: Days = None, notes: Notes = None, json: Json = False, settings: Here
) -> int:
    """Measure the hints that tools' outputs would have brought up in recorded sessions.

    Each step sees only the notes dated on or before it. A hint is right when the agent itself used its name later in the
    session, in a call or in what it said. `hints` counts results, `precision` names. The base rate is how often agents used
    the same names in the sessions that were not told them. Latency is the processor's time for the pick, the query included.
    Logs of Claude Code, Codex and Gemini are read. Nothing of yours is written.

    JSON: `{"sessions", "tool_results", "considered", "hints", "share_of_all", "share_of_considered", "names", "timelines",
    "precision", "interval": [low, high], "timeline_precision", "timeline_interval", "base_rate", "chars_per_session":
    {"median", "p95"}, "latency_ms": {"median", "p95"}, "withheld": {reason: results}, "bad_lines", "said"}`
    """
    asked = Replaying(logs=transcript, notes=notes, days=days)
    return _over_logs(
        settings, asked, lambda done: _told(replaying.tool_hints(done), tool_hints_text, json=json), json=json
    )


def write_context(
    *, transcript: Logs = (), days: Days = None, notes: Notes = None, json: Json = False, settings: Here
) -> int:
    """Measure what answers to recorded writes would have listed.

    Writes are calls of our `remember`, `create_note` and `edit_note`, and of the tools of other servers that keep notes. A
    list is right when the session read or linked one of its notes afterwards. Nothing of yours is written.

    JSON: `{"sessions", "writes", "listed", "share", "notes": {"median", "p95"}, "characters": {"median", "p95"}, "timelines",
    "precision", "interval": [low, high], "latency_ms": {"median", "p95"}, "bad_lines", "said"}`
    """
    asked = Replaying(logs=transcript, notes=notes, days=days)

    def work(done: Done) -> int:
        return _told(replaying.write_contexts(done), write_contexts_text, json=json)

    return _over_logs(settings, asked, work, json=json)


def preflight(  # noqa: PLR0913  (a keyword an option)
    *,
    transcript: Logs = (),
    cases: Cases = None,
    days: Days = None,
    notes: Notes = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Measure which prompts clear the floor of silence, and whether rightly.

    A case is `{"prompt": TEXT, "answers": [KEY, ...]}`, with no answers where silence is right; a case of `bench quality`
    is one too. A hint on a case is right when it shows an answer. On a recorded prompt it is right when the agent later
    used the name, or, where a topic cleared the floor, a name that the notes shown hold and the prompt does not; without
    such a name nobody can judge it. Nothing of yours is written.

    JSON: `{"sessions", "prompts", "silent", "silence_rate", "by_terms", "by_name", "timelines", "judged", "precision",
    "interval": [low, high], "answerable", "answered", "false_alarms", "latency_ms": {"median", "p95"}, "withheld": {reason:
    prompts}, "bad_lines", "said"}`
    """
    if (cases is None) == (not transcript):
        return refused(NothingToReplay("either --transcript PATH or --cases FILE"), json=json, code=USAGE)
    if cases is None:
        asked = Replaying(logs=transcript, notes=notes, days=days)
        return _over_logs(
            settings, asked, lambda done: _told(replaying.preflights(done), preflights_text, json=json), json=json
        )

    def measured(world: World) -> int:
        return _ended(
            preflight_cases(world, cases, notes, Progress("asking")),
            lambda found: _told(found, preflights_text, json=json),
            json=json,
        )

    return in_world(settings, measured, json=json)


# --- in common ------------------------------------------------------------


def _over_logs(settings: Settings, asked: Replaying, work: Callable[[Done], int], *, json: bool) -> int:
    if not asked.logs:
        return refused(NothingToReplay("--transcript PATH"), json=json, code=USAGE)
    return in_world(
        settings, lambda world: _ended(replayed(world, asked, Progress("replaying logs")), work, json=json), json=json
    )


def _ended(outcome: Outcome[T, Refusal], work: Callable[[T], int], *, json: bool) -> int:
    match outcome:
        case Failure(refusal):
            return refused(refusal, json=json, code=REFUSED)
        case Success(found):
            return work(found)


def _told(found: T, as_text: Callable[[T], str], *, json: bool) -> int:
    if json:
        say_json(found)
    else:
        say(as_text(found))
    return DONE
