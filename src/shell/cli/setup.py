"""The `setup` and `unsetup` commands."""

import difflib
import os
import sys
from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter
from msgspec import Struct
from returns.result import Failure, Success

from ...core.entries import Scope
from ...core.outcome import Explained
from ...core.quoted import block, clipped, line
from ...core.setupplan import Change
from ..app.setup import Direction, Part, SetupPlan, perform, plan
from ..settings import Settings
from .injected import Here, Json
from .output import DONE, REFUSED, refused, say, say_json

Name = Annotated[str, Parameter(help="Which harnesses; without any, those that are found here.")]
AtScope = Annotated[Scope, Parameter(help="For you, on this machine, or for this project, in files of its own.")]
DryRun = Annotated[bool, Parameter(help="Show the changes and make none.")]
Yes = Annotated[bool, Parameter(help="Do not ask a person before changing anything; a script is never asked.")]

COLUMNS = 200  # of a line that is shown: a configuration may be one line of megabytes

# --- the public shape -----------------------------------------------------


class FileTold(Struct, frozen=True):
    path: str
    change: str
    diff: str


class HarnessTold(Struct, frozen=True):
    name: str
    installed: bool
    files: tuple[FileTold, ...]
    said: tuple[str, ...]
    problem: Explained | None


class SetupTold(Struct, frozen=True):
    scope: Scope
    dry_run: bool
    harnesses: tuple[HarnessTold, ...]


# --- commands -------------------------------------------------------------


def setup(
    *names: Name,
    scope: AtScope = "user",
    dry_run: DryRun = False,
    yes: Yes = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Register the server, the hooks and the rules with your harnesses.

    For claude, codex, gemini, opencode, cursor, vscode, windsurf, zed and kiro. The changes are shown first. Only our own
    entries are touched; comments and order stay, and so does what you gave an entry of ours, as an environment or
    `--tools full`. Again changes nothing. `unsetup` takes it all out again.

    JSON: `{"scope", "dry_run", "harnesses": [{"name", "installed", "files": [{"path", "change", "diff"}], "said",
    "problem"}]}`; `change` is `created`, `edited` or `removed`.
    """
    return _run("setup", names, scope, dry_run=dry_run, yes=yes, json=json, settings=settings)


def unsetup(
    *names: Name,
    scope: AtScope = "user",
    dry_run: DryRun = False,
    yes: Yes = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Take out what `setup` put in.

    A file that nobody edited since is restored to the byte; from any other only our entries go, and so does an entry of
    hindnote that stood there before. A file of ours that somebody edited stays, and is named.

    JSON: as of `setup`.
    """
    return _run("unsetup", names, scope, dry_run=dry_run, yes=yes, json=json, settings=settings)


def _run(  # noqa: PLR0913  (a command's words)
    direction: Direction,
    names: tuple[str, ...],
    scope: Scope,
    *,
    dry_run: bool,
    yes: bool,
    json: bool,
    settings: Settings,
) -> int:
    match plan(settings, os.environ, names, scope, direction):
        case Failure(refusal):
            return refused(refusal, json=json)
        case Success(planned):
            pass
    if not json:
        say("\n".join(shown(planned)))
    to_change = not dry_run and any(part.changes for part in planned.parts)
    if to_change and not (json or yes or _agreed()):
        say("Nothing was changed.")
    elif to_change:
        match perform(planned, settings.lock_timeout):
            case Failure(fault):
                return refused(fault, json=json)
            case Success(planned):
                pass
        if not json:
            say("\n".join(_done(planned)))
    if json:
        say_json(told(planned, dry_run=dry_run))
    return REFUSED if any(part.problem for part in planned.parts) else DONE


def _agreed() -> bool:
    """A person is asked; a script has asked already, by calling us."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    return input("Make these changes? [y/N] ").strip().lower() in {"y", "yes"}


# --- text -----------------------------------------------------------------


def told(planned: SetupPlan, *, dry_run: bool) -> SetupTold:
    def harness(part: Part) -> HarnessTold:
        changed = tuple(FileTold(each.path, _kind(each), _diff(each)) for each in part.changes)
        return HarnessTold(part.harness.name, part.installed, changed, part.said, part.problem)

    return SetupTold(planned.scope, dry_run, tuple(map(harness, planned.parts)))


def shown(planned: SetupPlan) -> Iterator[str]:
    for part in planned.parts:
        yield f"{part.harness.title}{'' if part.installed else ' (not found on this machine)'}"
        for change in part.changes:
            yield f"  {_kind(change)} {line(change.path)}"
            yield from (f"    {each}" for each in _diff(change).splitlines())
        yield from (f"  {line(each)}" for each in part.said)
        if part.problem:
            yield from _problem(part.problem)
        elif not part.changes:
            yield "  nothing to change"


def _done(planned: SetupPlan) -> Iterator[str]:
    for part in planned.parts:
        if part.problem:
            yield f"{part.harness.title}: left as it was"
            yield from _problem(part.problem)
        elif part.changes and planned.direction == "setup":
            yield f"{part.harness.title}: set up; it takes effect when {part.harness.title} starts next"
        elif part.changes:
            yield f"{part.harness.title}: as it was before"


def _problem(told: Explained) -> Iterator[str]:
    yield f"  {line(told.error)} ({line(told.where)})" if told.where else f"  {line(told.error)}"
    yield f"    {line(told.mend)}"


def _kind(change: Change) -> str:
    if change.before is None:
        return "created"
    return "removed" if change.after is None else "edited"


def _diff(change: Change) -> str:
    """Without more of the file than a line beside each change: it may hold what is not for a screen."""
    before, after = ((text or "").splitlines() for text in (change.before, change.after))
    lines = difflib.unified_diff(list(before), list(after), lineterm="", n=1)
    return "\n".join(clipped(block(each).rstrip(), COLUMNS) for each in list(lines)[2:])
