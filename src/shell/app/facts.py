"""Facts: what a trigger's `current` is when it is written, and what became of it when it is read.

Found once for all the triggers at hand. What was found is kept by the files' stamps, so that a question that shows
the same notes again opens no file and starts no process.

Effects: reads files of the repository; may spawn git and ctags; keeps a file in the state folder.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace
from returns.result import Failure, Success

from ...core.expiry import (
    File,
    Image,
    Symbol,
    Trigger,
    UnevaluatableTrigger,
    parse_trigger,
    places,
    resolve_trigger,
)
from ...core.facts import Facts, Gone
from ...core.outcome import Outcome
from ...core.staleness import CannotTell, Stale, compared
from ..blobs import stamp
from ..factfile import Kept, Tagged, read_kept, write_kept
from ..pathfacts import Tree, look
from ..verdicts import CANNOT_TELL, CURRENT, STALE, Last
from .world import World

RECIPES = ("Dockerfile", ".devcontainer/devcontainer.json", ".devcontainer.json", ".devcontainer/Dockerfile")

# How much may be done: what is kept and cheap to renew, everything anew, or for triggers that are about to be written.
Effort: TypeAlias = Literal["glance", "anew", "written"]

# --- functions ------------------------------------------------------------


def resolved(world: World, said: str) -> Outcome[str, UnevaluatableTrigger]:
    """The trigger as it is stored."""
    match parse_trigger(said, str(world.places.root)):
        case Failure(refusal):
            return Failure(refusal)
        case Success(trigger):
            pass
    match resolve_trigger(trigger, gather(world, [said], effort="written")):
        case Failure(refusal):
            return Failure(refusal)
        case Success(stored):
            return Success(stored.render())


def gather(world: World, said: Iterable[str], *, effort: Effort) -> Facts:
    """Of every trigger that can be understood."""
    texts = list(dict.fromkeys(said))
    root = str(world.places.root)
    triggers = {text: read.unwrap() for text in texts if isinstance(read := parse_trigger(text, root), Success)}
    kept = read_kept(world.places.state)
    recipe = _recipe(world) if any(isinstance(each, Image) for each in triggers.values()) else ""
    tree = Tree(world.places.root, world.places.common)
    looked = look(tree, _wanted(triggers.values(), recipe, effort), kept.seen, ask=effort == "anew")
    tags = _tags(world, triggers.values(), kept, effort)
    facts = Facts(files=looked.facts, recipe=recipe, base=world.config.stale.base, symbols=tags.symbols)
    if effort != "written" and not world.places.foreign:
        _keep(world, kept, Kept(verdicts=_verdicts(triggers, facts), seen=looked.seen, tags=tags), effort)
    return facts


def _wanted(triggers: Iterable[Trigger], recipe: str, effort: Effort) -> Mapping[str, set[str]]:
    """What was recorded of each path. A trigger that is written may mean one of several."""
    wanted: dict[str, set[str]] = defaultdict(set)
    for trigger in triggers:
        match trigger:
            case File(path=path, blob=blob):
                for each in places(trigger) if effort == "written" else (path,):
                    wanted[each].add(blob)
            case Image(recipe=blob) if recipe:
                wanted[recipe].add(blob)
            case _:
                pass
    return wanted


def _recipe(world: World) -> str:
    """The configured one, there or not; else the first of the usual ones that is there."""
    named = world.config.stale.recipe
    there = (path for path in RECIPES if not isinstance(stamp(world.places.root, path), Gone))
    return named or next(there, "")


def _tags(world: World, triggers: Iterable[Trigger], kept: Kept, effort: Effort) -> Tagged:
    names = {trigger.name for trigger in triggers if isinstance(trigger, Symbol)}
    if not names or effort == "written":
        return kept.tags
    from ..tags import tagged  # noqa: PLC0415  (few notes depend on a symbol, and need what spawns ctags)

    return tagged(world.places.root, names, kept.tags, run=effort == "anew")


# --- what is kept ---------------------------------------------------------


def _verdicts(triggers: Mapping[str, Trigger], facts: Facts) -> dict[str, Last]:
    return {text: _last(trigger, facts) for text, trigger in triggers.items()}


def _last(trigger: Trigger, facts: Facts) -> Last:
    path = trigger.path if isinstance(trigger, File) else facts.recipe if isinstance(trigger, Image) else ""
    match compared(trigger, facts):
        case Stale(what=what):
            return Last(STALE, path, what)
        case CannotTell(why=why):
            return Last(CANNOT_TELL, path, why)
        case _:
            return Last(CURRENT, path, "")


def _keep(world: World, kept: Kept, found: Kept, effort: Effort) -> None:
    """Who looked at everything replaces what is kept; who looked at some adds to it; what is the same is not written."""
    if effort == "glance":
        if found.verdicts.items() <= kept.verdicts.items() and _is_known(found, kept):
            return
        verdicts, seen = {**kept.verdicts, **found.verdicts}, {**kept.seen, **found.seen}
        found = replace(found, verdicts=verdicts, seen=seen)
    if found != kept:
        write_kept(world.places.state, found)


def _is_known(found: Kept, kept: Kept) -> bool:
    return found.tags == kept.tags and all(kept.seen.get(path) == one for path, one in found.seen.items())
