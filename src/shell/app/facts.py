"""Facts: what a trigger's `current` is at the moment of writing.

Effects: reads files of the repository.
"""

from returns.result import Failure, Success

from ...core.expiry import Facts, UnevaluatableTrigger, blob_hash, parse_trigger, resolve_trigger
from ...core.outcome import Outcome
from ..notesdir import read_bytes
from .world import World

RECIPES = ("Dockerfile", ".devcontainer/devcontainer.json", ".devcontainer.json", ".devcontainer/Dockerfile")


def resolved(world: World, said: str) -> Outcome[str, UnevaluatableTrigger]:
    """The trigger as it is stored."""
    match parse_trigger(said, str(world.places.root)):
        case Failure(refusal):
            return Failure(refusal)
        case Success(trigger):
            pass
    match resolve_trigger(trigger, facts(world)):
        case Failure(refusal):
            return Failure(refusal)
        case Success(stored):
            return Success(stored.render())


def facts(world: World) -> Facts:
    def blob(path: str) -> str | None:
        return read_bytes(world.places.root, path).map(blob_hash).value_or(None)

    def image() -> str | None:
        named = world.config.stale.recipe
        recipes = (named,) if named else RECIPES
        return next((found for recipe in recipes if (found := blob(recipe))), None)

    return Facts(blob, image)
