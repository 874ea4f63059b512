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


AnyEvent: TypeAlias = SessionStarted | Remembered | Recalled | Accessed | Refused | Removed | Failed
