"""The `demo` command.

Effects: those of the demo; writes stdout and stderr; removes the temporary folder when asked to.
"""

import shlex
import shutil
from collections.abc import Iterable, Mapping
from typing import Annotated, assert_never

from cyclopts import Parameter
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
from .asking import as_json
from .injected import Here, Json
from .output import DONE, palette, refused, say, say_json

SHOWN_STUBS = 5  # enough to see how a key follows from a path; the rest are counted
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

    match show(settings, told):
        case Failure(refusal):
            return refused(refusal, json=json)
        case Success(copy):
            pass
    if clean:
        shutil.rmtree(copy.folder, ignore_errors=True)
    if json:
        say_json(all_of(steps, kept=not clean))
    else:
        say(ending(copy, keys(steps), shell, kept=not clean))
    return DONE


# --- one step ---------------------------------------------------------------


def as_text(step: Step, shell: Palette) -> str:
    """What a reader would have typed, and what came of it."""
    match step:
        case Copied():
            return block("a copy to try it on", copy_lines(step), shell)
        case InitReport():
            return block("hindnote init", [table([["team", step.team], ["local", step.local]])], shell)
        case IngestReport():
            return block("hindnote ingest", ingest_lines(step), shell)
        case Remembered():
            return block(f"hindnote {spoken(step)}", remembered_lines(step), shell)
        case Answer():
            return block(f"hindnote recall {shlex.quote(QUESTION)}", answer_text(step, shell).split("\n"), shell)
        case Refused():
            title = f"hindnote remember --observed {shlex.quote(step.request.observed)} ..."
            return block(title, refused_lines(step.told, shell), shell)
        case _:
            assert_never(step)


def block(title: str, lines: Iterable[str], shell: Palette) -> str:
    indented = (f"{INDENT}{each}" for text in lines for each in text.split("\n"))
    return "\n".join([shell.paint(shell.key, title), *indented])


def copy_lines(copy: Copied) -> list[str]:
    origin = (
        f"a clone of {line(copy.source)}; nothing there is changed"
        if copy.source
        else "a small repository made for this"
    )
    return [line(copy.repository), origin, *filter(None, [line(copy.notice)])]


def ingest_lines(report: IngestReport) -> list[str]:
    stubs = [key for key in report.written if key != report.overview]
    shown = [key_text(key) for key in stubs[:SHOWN_STUBS]]
    more = [f"and {len(stubs) - len(shown):,} more"] if len(stubs) > len(shown) else []
    overview = [f"{key_text(report.overview)} links to them all"] if report.overview else []
    skipped = [f"skipped {line(each.path)}: {line(each.why)}" for each in report.skipped[:SHOWN_STUBS]]
    unseen = len(report.skipped) - len(skipped)
    return [
        f"{counted(len(stubs), 'document')} can be found now"
        + (", each by a note that points at it:" if stubs else ""),
        *shown,
        *more,
        *overview,
        *skipped,
        *([f"and {unseen:,} more skipped"] if unseen > 0 else []),
    ]


def spoken(step: Remembered) -> str:
    first = step.request.observed.partition(". ")[0].removesuffix(".")
    update = f" --update {step.request.update}" if step.request.update else ""
    return f"remember{update} --observed {shlex.quote(first)} ..."


def remembered_lines(step: Remembered) -> list[str]:
    warnings = (f"warning: {line(each)}" for each in step.answer.warnings)
    return [f"{step.answer.how} {key_text(step.answer.key)} ({step.answer.layer})", line(step.answer.path), *warnings]


def refused_lines(told: Explained, shell: Palette) -> list[str]:
    return [f"{shell.paint(shell.warning, 'refused')}: {line(told.error)}", line(told.where), line(told.mend)]


# --- all of it ----------------------------------------------------------------


def keys(steps: Iterable[Step]) -> list[str]:
    """Every key that was made, the surprises first."""
    surprises = [step.answer.key for step in steps if isinstance(step, Remembered) and step.answer.how == "created"]
    return [*surprises, *(key for step in steps if isinstance(step, IngestReport) for key in step.written)]


def ending(copy: Copied, made: list[str], shell: Palette, *, kept: bool) -> str:
    surprises = [key for key in made if key.startswith("surprise/")]
    lines = [
        shell.paint(shell.key, f"{counted(len(made), 'key')} made"),
        *(f"{INDENT}{key_text(key)}" for key in made[:2]),
    ]
    del surprises
    if not kept:
        return "\n".join([*lines, f"removed {line(copy.folder)}"])
    repository, env, folder = (shlex.quote(each) for each in (copy.repository, f"{copy.folder}/env", copy.folder))
    return "\n".join(
        [
            *lines,
            "",
            table([["look around", f"cd {repository} && . {env} && hindnote list"], ["remove it", f"rm -rf {folder}"]]),
        ]
    )


def all_of(steps: list[Step], *, kept: bool) -> Mapping[str, object]:
    said: dict[str, object] = {}
    remembered = [step.answer for step in steps if isinstance(step, Remembered)]
    for step in steps:
        match step:
            case Copied():
                said |= {
                    "source": step.source,
                    "folder": step.folder,
                    "repository": step.repository,
                    "notice": step.notice,
                }
            case InitReport():
                said["init"] = step
            case IngestReport():
                said["ingest"] = step
            case Answer():
                said["recall"] = as_json(step)
            case Refused():
                said["refused"] = step.told
            case Remembered():
                pass
    return {**said, "remembered": remembered[:-1], "updated": remembered[-1], "keys": keys(steps), "kept": kept}
