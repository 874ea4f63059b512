"""The `rename` command."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from ...core.keys import Identity
from ...core.quoted import key_text, line
from ...core.render import counted, place, table
from ..app.reading import dates
from ..app.rename import RenamedAnswer
from ..app.rename import rename as move
from ..app.world import World
from .injected import Here, InLayer, Json
from .output import answered
from .standing import in_world


def rename(  # noqa: PLR0913  (an option each)
    old: Annotated[str, Parameter(help="The note's key, as any command prints it.")],
    new: Annotated[str, Parameter(help="The key it is to have; in a vault its path, without `.md`.")],
    /,
    *,
    layer: InLayer = None,
    dry_run: Annotated[
        bool, Parameter(help="Show what would change, or what is in its way, and change nothing.")
    ] = False,
    json: Json = False,
    settings: Here,
) -> int:
    """Give a note another key: its file and every link to it move together, or nothing does.

    What a link shows is kept: `[[old|text]]` becomes `[[new|text]]`, and a bare `[[old]]` becomes `[[new|old]]`. The fields
    `supersedes`, `superseded_by` and `conflicts_with` of other notes move too. Links in code are left alone, and so is every
    other byte. A key that is taken, a link that would come to mean another note and a file that somebody edits meanwhile
    stop it. Team notes may be renamed too: commit them afterwards.

    A vault's note goes to any path in its vault. There only the links that would no longer lead where they led are written
    anew, each as it was said: a name, a path from its folder or a whole path; `[text](old.md)` goes along too.

    JSON: `{"key", "was", "layer", "path", "relinked": [{"layer", "key", "links"}], "met": [{"layer", "key"}], "left":
    [{"layer", "key"}], "unread": [{"path", "problem"}], "dry_run"}`; the links of `met` led nowhere and lead to the note now,
    those of `left` name the old key from a layer that the note cannot be reached from; what links of `unread` there are,
    nobody knows.
    """

    def renamed(world: World) -> int:
        return answered(
            move(world, old, new, layer, dry_run=dry_run),
            lambda answer: as_text(answer, dates(world, _named(answer))),
            json=json,
        )

    return in_world(settings, renamed, json=json)


def _named(answer: RenamedAnswer) -> tuple[Identity, ...]:
    return (*(Identity(each.layer, each.key) for each in answer.relinked), *answer.met, *answer.left)


def as_text(answer: RenamedAnswer, dated: Mapping[Identity, str]) -> str:
    did = "would rename" if answer.dry_run else "renamed"
    said = [f"{did} {key_text(answer.was)} to {key_text(answer.key)} ({answer.layer})", f"file: {line(answer.path)}"]
    links = {Identity(each.layer, each.key): each.links for each in answer.relinked}
    if links:
        said += [f"{counted(sum(links.values()), 'link')} went along:", table(_rows(links, dated))]
    if answer.met:
        said += ["links that led nowhere and lead here now:", table(_rows(dict.fromkeys(answer.met), dated))]
    if answer.left:
        said += [
            "still naming the old key, which they could not reach:",
            table(_rows(dict.fromkeys(answer.left), dated)),
        ]
    if answer.unread:
        said += ["could not be read, and may link to it:"]
        said += [f"  {line(each.path)}: {line(each.problem)}" for each in answer.unread]
    return "\n".join(said)


def _rows(notes: Mapping[Identity, int | None], dated: Mapping[Identity, str]) -> list[list[str]]:
    return [
        [f"  {key_text(each.key)}", place(each.layer, dated.get(each, "")), counted(links, "link") if links else ""]
        for each, links in notes.items()
    ]
