"""Events: the closed union of facts in the ledger, in the past tense.

Nothing in an event is note text or a secret: keys, counts, names and reasons only.
Every event carries its `Stamp`; time, session and client enter at the edge as values.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

SCHEMA = 1

Channel: TypeAlias = Literal["push", "pull"]
Surface: TypeAlias = Literal["cli", "mcp", "hook", "resource"]


class Stamp(Struct, frozen=True):
    """When and for whom: UTC, ISO 8601 to the second; `client` is a harness's or program's name."""

    at: str
    session: str
    client: str

    @property
    def day(self) -> str:
        return self.at[:10]


class Event(Struct, frozen=True, tag=True, tag_field="event", kw_only=True):
    stamp: Stamp
    surface: Surface = "cli"
    channel: Channel = "pull"


class SessionStarted(Event, frozen=True, kw_only=True):
    pass


class Remembered(Event, frozen=True, kw_only=True):
    key: str
    layer: str
    how: Literal["created", "updated", "skipped", "suffixed", "overrode"] = "created"


class Recalled(Event, frozen=True, kw_only=True):
    """A question was asked; `keys` are `layer/key` of the roots, best first."""

    keys: tuple[str, ...] = ()
    omitted: int = 0
    characters: int = 0
    tokens: int = 0


class Accessed(Event, frozen=True, kw_only=True):
    """A note was read whole; being listed is not an access."""

    key: str
    layer: str


class Refused(Event, frozen=True, kw_only=True):
    """A write was refused; `why` is the refusal's name, never its text."""

    why: str
    key: str = ""


class Removed(Event, frozen=True, kw_only=True):
    key: str
    layer: str


class Failed(Event, frozen=True, kw_only=True):
    """Something broke and the surface stayed quiet or degraded; `why` names the fault."""

    why: str


class Tally(Struct, frozen=True, order=True, array_like=True):
    """How often one thing happened on one day: `did` is its event's name, `last` when it happened last.

    An archive is mostly these: as a list one takes half the room. Add fields at the end only.
    """

    day: str
    did: str
    layer: str = ""
    key: str = ""
    detail: str = ""
    times: int = 1
    last: str = ""


class Cost(Struct, frozen=True, order=True, array_like=True):
    """What a surface put into contexts. Add fields at the end only."""

    channel: Channel
    surface: Surface
    answers: int = 0
    omitted: int = 0
    characters: int = 0
    tokens: int = 0


class Totals(Struct, frozen=True):
    """What events came to; each tuple is in order, so that equal totals are equal."""

    first: str = ""
    last: str = ""
    clients: tuple[str, ...] = ()
    tallies: tuple[Tally, ...] = ()
    costs: tuple[Cost, ...] = ()


class Covered(Struct, frozen=True):
    """The beginning of a session's file that a summary stands for: it may not be gone yet."""

    file: str
    size: int
    digest: str


class Summarised(Event, frozen=True, kw_only=True):
    """What a session's earlier events came to, in their place."""

    totals: Totals
    covers: Covered | None = None


Told: TypeAlias = SessionStarted | Remembered | Recalled | Accessed | Refused | Removed | Failed
AnyEvent: TypeAlias = Told | Summarised
