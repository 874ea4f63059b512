"""The `bench` commands."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from returns.result import Failure, Success

from ...core.latency import as_text as latency_text
from ...core.quality import as_text
from ..app.world import World
from ..bench.latency import latency as measure_latency
from ..bench.quality import Asking, NothingAsked, TwoSources
from ..bench.quality import quality as measure_quality
from .injected import Here, Json
from .output import DONE, REFUSED, USAGE, answered, refused, say, say_json
from .replays import preflight, tool_hints, write_context
from .standing import in_world

app = App(name="bench", help="Measure retrieval and hints on your own notes, questions and sessions.")
app.command(tool_hints)
app.command(write_context)
app.command(preflight)


@app.command
def quality(  # noqa: PLR0913  (a keyword an option)
    *,
    notes: Annotated[
        Path | None, Parameter(help="A folder of Markdown instead of the store; a key is a path in it.")
    ] = None,
    git: Annotated[
        Path | None, Parameter(help="A repository: its commits are the notes, their subjects the questions.")
    ] = None,
    ref: Annotated[str, Parameter(help="With --git: the branch, tag or commit whose history is read.")] = "HEAD",
    cases: Annotated[Path | None, Parameter(help="Questions and their answers, a JSON object a line.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Measure how well questions find their notes.

    Hybrid retrieval beside each of its legs, plain BM25 and grep, with paired bootstrap intervals and McNemar's test. A
    case is `{"query": TEXT, "answers": [KEY, ...]}`. Nothing of yours is written.

    JSON: `{"notes", "n", "unknown", "engines": {"hybrid": {"p1", "r3", "r5", "r8", "r10", "mrr", "returned"}, "keyword",
    "semantic", "grep", "bm25"}, "intervals": {pair: {measure: [mean, low, high]}}, "mcnemar": {pair: {"wins", "losses", "p"}},
    "only": {"keyword", "semantic"}, "said"}`
    """
    asking = Asking(notes=notes, git=git, ref=ref, cases=cases)

    def measured(world: World) -> int:
        match measure_quality(world, asking):
            case Failure(refusal):
                unasked = isinstance(refusal, NothingAsked | TwoSources)
                return refused(refusal, json=json, code=USAGE if unasked else REFUSED)
            case Success(found) if json:
                say_json(found)
            case Success(found):
                say(as_text(found))
        return DONE

    return in_world(settings, measured, json=json)


@app.command
def latency(
    *,
    notes: Annotated[Path | None, Parameter(help="A folder of Markdown instead of the store.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Measure what building, refreshing and asking cost on your notes.

    Times are wall clock: compare them with `walk_ms`, a bare walk of the same folders in the same run. Nothing of yours is
    written; the index that is measured is in a temporary folder.

    JSON: `{"notes", "chunks", "bytes", "index_bytes", "build_s", "refresh_noop_ms", "refresh_one_ms", "query": {"word":
    {"p50", "p95"}, "question", "identifier"}, "cold_ms", "recall_tokens", "peak_mib", "walk_ms", "python_ms", "unwatched":
    {as query}, "model", "said"}`
    """

    def measured(world: World) -> int:
        return answered(measure_latency(world, notes), latency_text, json=json)

    return in_world(settings, measured, json=json)
