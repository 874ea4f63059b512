"""The `remember` command."""

from typing import Annotated, TypeAlias

from cyclopts import Parameter

from ..app import told
from ..app.remember import IfExists, RememberRequest
from ..app.remember import remember as remember_surprise
from ..app.world import World
from ..settings import Settings
from .injected import Here, Json, Words
from .longtext import LongTexts
from .output import USAGE, answered, refused
from .standing import in_world

Several: TypeAlias = Annotated[list[str] | None, Parameter(consume_multiple=True)]
FROM_FILES = "`-` reads stdin, `@file` a file."


def remember(  # noqa: PLR0913  (a keyword an option)
    *,
    expected: Annotated[Words, Parameter(help=f"What you assumed, and why. {FROM_FILES}")] = "",
    observed: Annotated[
        Words, Parameter(help=f"What is so instead; its first sentence names the note. {FROM_FILES}")
    ] = "",
    evidence: Annotated[Words, Parameter(help=f"How you know. {FROM_FILES}")] = "",
    answers: Annotated[
        Several, Parameter(help="Questions that the note answers: several after one flag, or repeated.")
    ] = None,
    relates_to: Annotated[Several, Parameter(help="Keys of related notes.")] = None,
    invalidated_by: Annotated[
        str | None, Parameter(help="file:PATH@current, image:current, base:YYYY.MM or symbol:NAME.")
    ] = None,
    tag: Annotated[Several, Parameter(help="Words to group it by.")] = None,
    supersedes: Annotated[str | None, Parameter(help="Key of the note this one replaces.")] = None,
    conflicts_with: Annotated[Several, Parameter(help="Keys of notes that say otherwise.")] = None,
    confidence: Annotated[str | None, Parameter(help="high, medium or low.")] = None,
    update: Annotated[
        str | None, Parameter(help="Key of a local note that observed and evidence are added to, dated.")
    ] = None,
    if_exists: Annotated[
        IfExists,
        Parameter(
            help="Where the key is taken: `error` refuses, `skip` keeps the note that is there, `suffix` takes the next key, `override` replaces it."
        ),
    ] = IfExists.ERROR,
    json: Json = False,
    settings: Here,
) -> int:
    """Record what surprised you, as a local note.

    Its key is derived from what was observed, never chosen: the same surprise told twice meets itself and is refused
    (exit code 1), unless `--update` or `--if-exists` says what to do. A secret is refused, and never echoed.

    JSON: `{"key", "layer", "path", "related_by_entity": [{"name", "key", "layer", "title", "summary", "updated", "dated"}],
    "related_by_entity_note", "name_timelines": [{"name", "notes": [{"key", "layer", "date", "title", "mark", "dated"}]}],
    "how", "warnings", "version", "date"}`
    """
    texts = LongTexts()
    request = RememberRequest(
        expected=texts.text("--expected", expected),
        observed=texts.text("--observed", observed),
        evidence=texts.text("--evidence", evidence),
        answers=texts.all("--answers", answers or ()),
        relates_to=tuple(relates_to or ()),
        invalidated_by=invalidated_by,
        tags=tuple(tag or ()),
        supersedes=supersedes,
        conflicts_with=tuple(conflicts_with or ()),
        confidence=confidence,
        update=update,
        if_exists=if_exists,
    )
    if texts.problems:
        return refused(texts.problems[0], json=json, code=USAGE)
    return run(settings, request, json=json)


def run(settings: Settings, request: RememberRequest, *, json: bool) -> int:
    def remembered(world: World) -> int:
        return answered(
            remember_surprise(world, request), lambda answer: told.remembered(answer, world.stamp().day), json=json
        )

    return in_world(settings, remembered, json=json)
