"""Standing: the store of the place a command was called in, or the refusal that ends it.

Effects: opens a world and its index.
"""

from collections.abc import Callable

from returns.result import Failure, Success

from ..app.world import World, open_world
from ..index.index import Index, open_index
from ..settings import Settings
from .output import refused
from .progress import Progress


def in_world(settings: Settings, work: Callable[[World], int], *, json: bool, create: bool = False) -> int:
    match open_world(settings, create=create):
        case Failure(nowhere):
            return refused(nowhere, json=json)
        case Success(world):
            return work(world)


def with_index(settings: Settings, work: Callable[[World, Index], int], *, json: bool) -> int:
    def opened(world: World) -> int:
        with open_index(world) as index:
            if not (world.places.state / "index.db").exists():
                _built(index)
            return work(world, index)

    return in_world(settings, opened, json=json)


def _built(index: Index) -> None:
    """For the first time: that may take long enough for a person to want to see it."""
    index.hear(index.refresh(progress=Progress("reading notes")).said)
