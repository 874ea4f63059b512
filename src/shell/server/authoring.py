"""Authoring: the use cases behind `create_note` and `edit_note`, as answers for a model.

An agent writes beside the repository and in a vault; what the team has is changed by a person alone.

Effects: those of the use cases.
"""

from msgspec import structs
from returns.result import Failure, Success

from ...core.keys import Layer
from ..app import told
from ..app.edit import EditRequest, edit
from ..app.new import NewTopic, new
from ..app.world import World
from .calls import Arguments
from .reply import Reply, refused

AN_AGENTS = frozenset({Layer.LOCAL, Layer.VAULT})


def created(world: World, said: Arguments) -> Reply:
    """Never over what is there: a title that is taken is a refusal that names the note."""
    topic = NewTopic(
        title=said.texts["title"],
        text=said.texts["text"],
        tags=said.lists["tags"],
        relates_to=said.lists["relates_to"],
        layer=Layer(said.word("layer") or Layer.LOCAL),
        folder=said.texts.get("folder", ""),
    )
    match new(_meaning(world, said.word("vault")), topic):
        case Failure(refusal):
            return refused(refusal)
        case Success(answer):
            return Reply(told.remembered(answer, world.stamp().day), changed=True)


def _meaning(world: World, vault: str | None) -> World:
    """With the one vault that is named by its path or its name, as `--vault` would; another name names none."""
    named = tuple(each for each in world.places.vaults if vault in {str(each), each.name})
    return structs.replace(world, places=structs.replace(world.places, vaults=named)) if len(named) == 1 else world


def edited(world: World, said: Arguments) -> Reply:
    """Only the version that was read."""
    layer, maps = said.word("layer"), said.maps
    request = EditRequest(
        key=said.texts["key"],
        version=said.word("version"),
        layer=Layer(layer) if layer else None,
        title=said.texts.get("title"),
        fields=maps["fields"],
        sections={name: text for name, text in maps["sections"].items() if not isinstance(text, tuple)},
        append={name: text for name, text in maps["append"].items() if isinstance(text, str)},
    )
    match edit(world, request, AN_AGENTS):
        case Failure(refusal):
            return refused(refusal)
        case Success(answer):
            return Reply(told.remembered(answer, world.stamp().day), changed=answer.how != "unchanged")
