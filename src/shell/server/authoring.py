"""Authoring: the use case behind `create_note`, as an answer for a model.

Effects: those of the use case.
"""

from returns.result import Failure, Success

from ...core.keys import Layer
from ..app import told
from ..app.new import NewTopic, new
from ..app.world import World
from .calls import Arguments
from .reply import Reply, refused


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
    match new(world, topic):
        case Failure(refusal):
            return refused(refusal)
        case Success(answer):
            return Reply(told.remembered(answer, world.stamp().day), changed=True)
