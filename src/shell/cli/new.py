"""The `new` command."""

from typing import Annotated, Literal

from cyclopts import Parameter

from ...core.keys import Layer
from ..app import told
from ..app.new import NewTopic
from ..app.new import new as new_topic
from ..app.world import World
from .injected import Here, Json, Words
from .longtext import LongTexts
from .output import USAGE, answered, refused
from .remember import FROM_FILES, Several
from .standing import in_world


def new(  # noqa: PLR0913  (a keyword an option)
    title: Annotated[str, Parameter(help="What the note is about; its key is derived from it.")],
    /,
    *,
    text: Annotated[Words, Parameter(help=f"Markdown, with `## ` headings or without. {FROM_FILES}")] = "",
    tag: Annotated[Several, Parameter(help="Words to group it by.")] = None,
    relates_to: Annotated[Several, Parameter(help="Keys of related notes.")] = None,
    layer: Annotated[Literal["local", "vault"], Parameter(help="Beside this repository, or in your vault.")] = "local",
    folder: Annotated[str, Parameter(help="A folder below the vault; it is made where it is not there.")] = "",
    json: Json = False,
    settings: Here,
) -> int:
    """Write a topic: what is known rather than what surprised.

    A local note has a key that its title gives it. In a vault (of several, `--vault DIR` says which) the title is the file's
    name, and the text stays as you wrote it. A key or file that is taken is refused, and so is a secret.

    JSON: as of `remember`, with `version`, which `edit --if-version` takes.
    """
    texts = LongTexts()
    topic = NewTopic(
        title=title,
        text=texts.text("--text", text),
        tags=tuple(tag or ()),
        relates_to=tuple(relates_to or ()),
        layer=Layer(layer),
        folder=folder,
    )
    if texts.problems:
        return refused(texts.problems[0], json=json, code=USAGE)

    def written(world: World) -> int:
        return answered(new_topic(world, topic), lambda answer: told.remembered(answer, world.stamp().day), json=json)

    return in_world(settings, written, json=json)
