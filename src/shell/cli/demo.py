"""The `demo` command.

Effects: those of the demo; writes stdout and stderr; removes the temporary folder when asked to.
"""

import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Annotated, assert_never

from cyclopts import Parameter
from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.demonstration import QUESTION
from ...core.outcome import Explained
from ...core.quoted import key_text, line
from ...core.recall import Answer
from ...core.render import Palette, answer_text, counted, table
from ..app.demo import Copied, Refused, Remembered, Step
from ..app.demo import demo as show
from ..app.ingest import IngestReport
from ..app.init import InitReport
from ..app.remember import RememberAnswer, RememberRequest
from .asking import as_json
from .injected import Here, Json
from .output import DONE, palette, refused, say, say_json
from .progress import Progress

SHOWN_KEYS = 5  # of the stubs: enough to see how a key follows from a path
SHOWN_ROOTS = 3  # of the answer
COLUMNS = 100
INDENT = "   "


def demo(
    *,
    clean: Annotated[bool, Parameter(help="Remove the temporary folder at the end.")] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Show the whole of it on a temporary copy of this repository.

    Clones the repository you stand in (outside one, makes a small one), gives the clone a store of its own, ingests its
    documents, records two surprises, asks for one of them in other words, and tries to record it twice. Your own files
    and notes stay untouched. The folder stays for you to look around in.

    JSON: `{"source": path or null, "folder", "repository", "notice", "init", "ingest", "remembered": [..], "recall",
    "refused": {"error", "where", "mend"}, "updated", "keys": [key], "kept"}`, where `init`, `ingest`, `remembered`,
    `recall` and `updated` are what those commands print with --json.
    """
    steps: list[Step] = []
    shell = palette()

    def told(step: Step) -> None:
        steps.append(step)
        if not json:
            say(f"{shell.paint(shell.place, str(len(steps)))}  {as_text(step, shell)}\n")

    match show(settings, told, Progress("reading documents")):
        case Failure(refusal):
            return refused(refusal, json=json)
        case Success(copy):
            pass
    if clean:
        shutil.rmtree(copy.folder, ignore_errors=True)
    if json:
        say_json(all_of(steps, kept=not clean))
    else:
        say(ending(copy, steps, shell, kept=not clean))
    return DONE


# --- one step ---------------------------------------------------------------


def as_text(step: Step, shell: Palette) -> str:
    """What a reader would have typed, and what came of it."""
    match step:
        case Copied():
            return block("a copy to try it on", copy_lines(step), shell)
        case InitReport():
            return block("hindnote init", [table([["team", line(step.team)], ["local", line(step.local)]])], shell)
        case IngestReport():
            return block("hindnote ingest", ingest_lines(step), shell)
        case Remembered(request, answer):
            return block(f"hindnote remember {spoken(request)}", remembered_lines(answer), shell)
        case Answer():
            return block(f"hindnote recall {shlex.quote(QUESTION)}", [answer_text(shortened(step), shell)], shell)
        case Refused(request, refusal):
            return block(f"hindnote remember {spoken(request)}", refused_lines(refusal, shell), shell)
        case _:
            assert_never(step)


def block(title: str, lines: Iterable[str], shell: Palette) -> str:
    indented = (f"{INDENT}{each}" for text in lines for each in text.split("\n"))
    return "\n".join([shell.paint(shell.key, title), *indented])


def copy_lines(copy: Copied) -> list[str]:
    origin = f"a clone of {line(copy.source)}, which stays as it is" if copy.source else "a small one, made for this"
    return [line(copy.repository), origin, *filter(None, [line(copy.notice)])]


def ingest_lines(report: IngestReport) -> list[str]:
    stubs = [key for key in report.written if key != report.overview]
    skipped = [f"skipped {line(each.path)}: {line(each.why)}" for each in report.skipped]
    return [
        f"{counted(len(stubs), 'document')} can be found now" + (", by a note that points there:" if stubs else ""),
        *some(list(map(key_text, stubs))),
        *([f"{key_text(report.overview)} links to all of them"] if report.overview else []),
        *some(skipped),
    ]


def some(lines: list[str]) -> list[str]:
    more = len(lines) - SHOWN_KEYS
    return [*lines[:SHOWN_KEYS], *([f"and {more:,} more"] if more > 0 else [])]


def spoken(request: RememberRequest) -> str:
    observed = request.observed.partition(". ")[0].removesuffix(".")
    update = f"--update {request.update} " if request.update else ""
    return f"{update}--observed {shlex.quote(observed)} ..."


def remembered_lines(answer: RememberAnswer) -> list[str]:
    warnings = (f"warning: {line(each)}" for each in answer.warnings)
    return [f"{answer.how} {key_text(answer.key)} ({answer.layer})", *warnings]


def shortened(answer: Answer) -> Answer:
    left_out = len(answer.roots[SHOWN_ROOTS:])
    return replace(answer, roots=answer.roots[:SHOWN_ROOTS], omitted=answer.omitted + left_out)


def refused_lines(told: Explained, shell: Palette) -> list[str]:
    return [
        f"{shell.paint(shell.warning, 'refused')}: {line(told.error)}",
        *wrap(line(told.mend), COLUMNS, break_long_words=False, break_on_hyphens=False),
    ]


# --- all of it ----------------------------------------------------------------


def created(steps: Iterable[Step]) -> list[Remembered]:
    return [each for each in steps if isinstance(each, Remembered) and each.answer.how == "created"]


def keys(steps: Sequence[Step]) -> list[str]:
    """Every key that was made: the surprises, then what ingest made."""
    ingested = (key for each in steps if isinstance(each, IngestReport) for key in each.written)
    return [*(each.answer.key for each in created(steps)), *ingested]


def ending(copy: Copied, steps: Sequence[Step], shell: Palette, *, kept: bool) -> str:
    made = list(map(key_text, keys(steps)))
    local = next(line(step.local) for step in steps if isinstance(step, InitReport))
    title = shell.paint(shell.key, f"{counted(len(made), 'key')} made, their notes in {local}")
    listed = [f"{INDENT}{each}" for each in some(made)]
    return "\n".join([title, *listed, "", table(farewell(copy, kept=kept))])


def farewell(copy: Copied, *, kept: bool) -> list[list[str]]:
    if not kept:
        return [["removed", line(copy.folder)]]
    look = f"cd {shlex.quote(copy.repository)} && . ../env && hindnote list"
    return [["look around", look], ["remove it", f"rm -rf {shlex.quote(copy.folder)}"]]


def all_of(steps: Sequence[Step], *, kept: bool) -> Mapping[str, object]:
    said: dict[str, object] = {}
    for step in steps:
        match step:
            case Copied(folder, repository, source, notice):
                said |= {"source": source, "folder": folder, "repository": repository, "notice": notice}
            case InitReport():
                said["init"] = step
            case IngestReport():
                said |= {"ingest": step, "remembered": [each.answer for each in created(steps)]}
            case Remembered(_, answer):
                said |= {"updated": answer} if answer.how == "updated" else {}
            case Answer():
                said["recall"] = as_json(step)
            case Refused(_, refusal):
                said["refused"] = refusal
            case _:
                assert_never(step)
    return {**said, "keys": keys(steps), "kept": kept}
