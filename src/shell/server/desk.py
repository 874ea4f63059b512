"""Desk: what a client asks of us, answered in words; the protocol only carries them.

Nothing leaves here as an exception: a refusal and a fault of ours are replies marked as errors that
say how to mend the call. Calls may come at once from several threads. Nothing heavy is imported
before the first call. A store that is not there yet is no reason not to serve: each call looks again.

Effects: through the use cases, those of recall, remember and show; faults go to the ledger.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2s
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import structs
from returns.result import Failure, Success

from ...core import census as words
from ...core.attribution import call_of
from ...core.events import Failed, Refused, Surface
from ...core.outcome import Explained, Outcome, Refusal
from ...core.quoted import clipped, line
from ..app.census import census
from ..app.world import World, open_world
from ..settings import Settings
from .calls import Arguments, UnknownTool, read_arguments
from .reply import Reply, broke, refused, told
from .room import Room
from .tools import RECALL, TOOLS, ToolSpec, parameters_for

if TYPE_CHECKING:
    from ..index.index import Index
    from .notes import Page

T = TypeVar("T")

CLIENT_COLUMNS = 80  # of a client's own name, which becomes part of a note's source


class Caller(NamedTuple):
    """Who asks: a client's own name, and its conversation where one server has several."""

    client: str = ""
    conversation: str = ""


NOBODY = Caller()

# --- the desk -------------------------------------------------------------


class Desk:
    """One for the life of a server."""

    def __init__(self, settings: Settings, tools: Sequence[ToolSpec] = TOOLS) -> None:
        self.settings = settings
        self.specs = tools
        self.room = Room()

    def close(self) -> None:
        self.room.close()

    # --- before we are asked ----------------------------------------------

    def instructions(self) -> str:
        return words.instructions(self._said())

    def tools(self) -> Sequence[tuple[ToolSpec, str]]:
        return [
            (spec, words.recall_description(self._said()) if spec is RECALL else spec.description)
            for spec in self.specs
        ]

    def _said(self) -> str:
        match _guarded(self.settings, lambda: open_world(self.settings)):
            case Failure(nowhere):
                return words.absent(nowhere.explain())
            case Success(world):
                return self._summary(world)

    def _summary(self, world: World) -> str:
        match _guarded(self.settings, lambda: Success(words.summary(census(world)))):
            case Failure(uncounted):
                return words.absent(uncounted.explain())
            case Success(counted):
                return counted

    # --- tools ------------------------------------------------------------

    def call(self, tool: str, arguments: object, caller: Caller = NOBODY) -> Reply:
        settings = structs.replace(self._settings(caller, "mcp"), call=call_of(arguments))
        match _guarded(settings, lambda: Success(self._called(tool, arguments, settings))):
            case Failure(fault):
                return refused(fault)
            case Success(reply):
                return reply

    def _called(self, tool: str, arguments: object, settings: Settings) -> Reply:
        spec = next((each for each in self.specs if each.name == tool), None)
        if spec is None:
            return refused(UnknownTool(tool, tuple(each.name for each in self.specs)))
        match read_arguments(tool, parameters_for(spec, arguments), arguments):
            case Failure(bad):
                _record(settings, bad)
                return refused(bad)
            case Success(said):
                pass
        match open_world(settings):
            case Failure(nowhere):
                return refused(nowhere)
            case Success(world):
                return self._answered(spec, said, world)

    def _answered(self, spec: ToolSpec, said: Arguments, world: World) -> Reply:
        from . import answers  # noqa: PLC0415  (retrieval and its libraries: not before the first call)

        if writes := answers.WRITES.get(spec.name):
            return writes(world, said)
        reads = answers.READS[spec.name]
        return self.room.within(world, lambda index: reads(world, index, said))

    # --- resources --------------------------------------------------------

    def resources(self, cursor: str | None) -> "Outcome[Page, Explained]":
        from . import notes  # noqa: PLC0415  (as above)

        return self._asked(NOBODY, lambda _, index: notes.page(index, cursor))

    def resource(self, uri: str, caller: Caller = NOBODY) -> Outcome[str, Explained]:
        from . import notes  # noqa: PLC0415  (as above)

        return self._asked(caller, lambda world, index: notes.whole(world, index, uri))

    def _asked(self, caller: Caller, work: "Callable[[World, Index], Outcome[T, Refusal]]") -> Outcome[T, Explained]:
        settings = self._settings(caller, "resource")
        match _guarded(settings, lambda: self._in_world(settings, work)):
            case Failure(refusal):
                return Failure(told(refusal))
            case Success(answer):
                return Success(answer)

    def _in_world(
        self, settings: Settings, work: "Callable[[World, Index], Outcome[T, Refusal]]"
    ) -> Outcome[T, Refusal]:
        match open_world(settings):
            case Failure(nowhere):
                return Failure(nowhere)
            case Success(world):
                return self.room.within(world, lambda index: work(world, index))

    def _settings(self, caller: Caller, surface: Surface) -> Settings:
        """Each conversation of a server that has several is a session of its own; its id is a key to it, and told to nobody."""
        named = clipped(line(caller.client), CLIENT_COLUMNS) or self.settings.client
        chance = blake2s(caller.conversation.encode("utf-8", "replace"), digest_size=4).hexdigest()
        session = f"{self.settings.session}-{chance}" if caller.conversation else self.settings.session
        return structs.replace(self.settings, client=named, surface=surface, session=session)


def _guarded(settings: Settings, work: Callable[[], Outcome[T, Refusal]]) -> Outcome[T, Refusal]:
    """The one catch of the server: a fault of ours is a refusal too, and the ledger has its name."""
    try:
        return work()
    except Exception as fault:  # noqa: BLE001  (whatever it is, a client gets words and not a dead server)
        _record(settings, fault)
        return Failure(broke(fault))


def _record(settings: Settings, why: object) -> None:
    """In the ledger, by its name alone: what it says may quote a note."""
    with suppress(Exception):
        match open_world(settings):
            case Success(world):
                name, stamp = type(why).__name__, world.stamp()
                failed = isinstance(why, Exception)
                event = Failed if failed else Refused
                world.append(event(stamp=stamp, surface=settings.surface, why=name))
            case Failure(_):
                pass
