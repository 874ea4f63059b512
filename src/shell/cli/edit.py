"""The `edit` command."""

import os
from typing import Annotated

from cyclopts import Parameter
from msgspec import structs
from returns.result import Failure, Success

from ...core.outcome import Outcome, Refusal
from .. import files
from ..app import told
from ..app.edit import EditRequest, Open, copy_place, opened, rewritten
from ..app.edit import edit as edit_note
from ..app.remember import RememberAnswer
from ..app.world import World
from ..editor import KeptText, copied, editor, left_by
from .archive import Key
from .injected import Here, InLayer, Json, Words
from .longtext import LongTexts
from .output import USAGE, answered, refused
from .remember import FROM_FILES, Several
from .standing import in_world


def edit(  # noqa: PLR0913  (a keyword an option)
    key: Key,
    /,
    *,
    layer: InLayer = None,
    if_version: Annotated[str | None, Parameter(help="Only the version that `show --json` told.")] = None,
    title: Annotated[Words | None, Parameter(help="What its first heading says; its key stays.")] = None,
    set: Annotated[  # noqa: A002  (the option's name)
        Several, Parameter(help="NAME=VALUE, a field; several tags or keys stand between commas.")
    ] = None,
    unset: Annotated[Several, Parameter(help="Fields to take out.")] = None,
    section: Annotated[
        Several, Parameter(help=f"NAME=TEXT, all that a section says, be it there or not. As TEXT {FROM_FILES}")
    ] = None,
    append: Annotated[Several, Parameter(help="NAME=TEXT, what a section says too.")] = None,
    remove: Annotated[Several, Parameter(help="Sections to take out.")] = None,
    json: Json = False,
    settings: Here,
) -> int:
    """Change a note, and nothing in it but what you name.

    Every other byte stays, comments and unknown fields included. Without a change on the command line `$VISUAL` or `$EDITOR`
    opens a copy of the note, which is kept where it cannot be saved. A note that was changed since it was read is refused,
    and so is what may not be written; a team note may link only to what the team has. `ingest` keeps its own notes.

    JSON: as of `remember`; `how` is `updated` or `unchanged`.
    """
    texts = LongTexts()
    request = EditRequest(
        key=key,
        version=if_version,
        layer=layer,
        title=title,
        fields={**texts.named("--set", set or ()), **dict.fromkeys(unset or ())},
        sections={**texts.named("--section", section or ()), **dict.fromkeys(remove or ())},
        append=texts.named("--append", append or ()),
    )
    if texts.problems:
        return refused(texts.problems[0], json=json, code=USAGE)

    def edited(world: World) -> int:
        if not request.says_something:
            return _by_hand(world, request, json=json)
        return _answered(world, edit_note(world, request), json=json)

    return in_world(settings, edited, json=json)


def _answered(world: World, outcome: Outcome[RememberAnswer, Refusal], *, json: bool) -> int:
    return answered(outcome, lambda answer: told.remembered(answer, world.stamp().day), json=json)


# --- in an editor -------------------------------------------------------------


def _by_hand(world: World, request: EditRequest, *, json: bool) -> int:
    match editor(os.environ):
        case Failure(nobody):
            return refused(nobody, json=json, code=USAGE)
        case Success(command):
            pass
    match opened(world, request):
        case Failure(closed):
            return refused(closed, json=json)
        case Success(was):
            return _answered(world, _written(world, was, command), json=json)


def _written(world: World, was: Open, command: str) -> Outcome[RememberAnswer, Refusal]:
    """What the person made of a copy, which goes when it is saved."""
    match copied(copy_place(world, was), was.text):
        case Failure(fault):
            return Failure(fault)
        case Success(copy):
            pass
    match left_by(command, copy):
        case Failure(broken):
            return Failure(broken)
        case Success(text):
            pass
    match rewritten(world, was, text, said=_added(was.text, text)):
        case Failure(refusal):
            return Failure(KeptText(refusal, str(copy.path)))
        case Success(answer):
            files.remove(copy.path)
            earlier = tuple(f"an earlier text of yours is kept in {kept}" for kept in copy.earlier)
            return Success(structs.replace(answer, warnings=earlier))


def _added(before: str, after: str) -> str:
    """The lines that are new."""
    known = frozenset(before.splitlines())
    return "\n".join(each for each in after.splitlines() if each not in known)
