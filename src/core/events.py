"""Events: the closed union of facts in the ledger, in the past tense.

Nothing in an event is note text or a secret: keys, counts, names and reasons only.
Every event carries its `Stamp`; time, session and client enter at the edge as values.
Hooks write the same lines from `core.records`, which imports less.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from .records import SCHEMA as SCHEMA  # noqa: PLC0414  (told to the type checkers: found here too)
from .records import Hook, Work

Channel: TypeAlias = Literal["push", "pull"]
Surface: TypeAlias = Literal["cli", "mcp", "hook", "resource"]
How: TypeAlias = Literal[  # a note came to be as it is; what was skipped or unchanged was written by nobody
    "created", "updated", "skipped", "suffixed", "overrode", "unchanged", "archived", "restored"
]


class Stamp(Struct, frozen=True, omit_defaults=True):
    """When and for whom: UTC, ISO 8601 to the second; `client` is a harness's or program's name."""

    at: str
    session: str
    client: str
    call: str = ""  # which call of a tool it was said in (see attribution): by it a hook finds whose session that was

    @property
    def day(self) -> str:
        return self.at[:10]


class Event(Struct, frozen=True, tag=True, tag_field="event", kw_only=True):
    stamp: Stamp
    surface: Surface = "cli"


class Spoken(Event, frozen=True, kw_only=True):
    """Something was put into a context; without a channel it counts as push. `keys` are `layer/key`, best first."""

    channel: Channel = "push"
    keys: tuple[str, ...] = ()
    characters: int = 0
    tokens: int = 0


# --- what the agent asked for, and what came of it ------------------------


class SessionStarted(Event, frozen=True, kw_only=True):
    pass


class Remembered(Event, frozen=True, kw_only=True):
    key: str
    layer: str
    how: How = "created"


class Recalled(Spoken, frozen=True, kw_only=True):
    """A question was asked, or a name looked up; `keys` are those of the roots."""

    omitted: int = 0


class Advised(Spoken, frozen=True, kw_only=True):
    """A write was answered with what other notes say of its names."""

    timelines: int = 0


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


class Renamed(Event, frozen=True, kw_only=True):
    """A note went to another key of its layer, and the links to it went along."""

    key: str
    layer: str
    to: str


class Refreshed(Event, frozen=True, kw_only=True):
    """A person looked at what a note depends on, and pinned the note to it as it is now."""

    key: str
    layer: str


class Promoted(Event, frozen=True, kw_only=True):
    """A local note went to the team under the same key."""

    key: str


# --- what hooks said and saw ----------------------------------------------


class Hinted(Spoken, frozen=True, kw_only=True):
    """A hook spoke unasked. What only a person sees costs no characters."""

    hook: Hook
    names: tuple[str, ...] = ()  # by fold
    name_characters: int = 0  # of `characters`: those about names
    timelines: int = 0
    withheld: tuple[tuple[str, str], ...] = ()  # names that were left out, as in a silence
    unnamed: tuple[tuple[str, int], ...] = ()


class Withheld(Event, frozen=True, kw_only=True):
    """A hook was silent: why, and of each name that the index knows why it was left out."""

    hook: Hook
    why: str
    names: tuple[tuple[str, str], ...] = ()
    unnamed: tuple[tuple[str, int], ...] = ()  # reasons, and how many names that nobody knows they kept out


class Worked(Event, frozen=True, kw_only=True):
    """The agent did what the notice at its stop asks about."""

    did: Work


class Moved(Event, frozen=True, kw_only=True):
    """What this session was told in one call is in the file of the session that made the call."""

    call: str
    to: str


class Failed(Event, frozen=True, kw_only=True):
    """Something broke and the surface stayed quiet or degraded; `why` names the fault."""

    why: str


class Tally(Struct, frozen=True, order=True, array_like=True):
    """How often one thing happened on one day: `did` is its event's name, `last` when it happened last.

    A key has a layer, a name has none. An archive is mostly these: as a list one takes half the room. Add fields at the end only.
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
    by: str = ""  # the hook that spoke, or write-context; nothing for what was asked
    name_characters: int = 0
    timelines: int = 0


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


Said: TypeAlias = Recalled | Advised | Hinted
Told: TypeAlias = (
    SessionStarted
    | Remembered
    | Said
    | Accessed
    | Refused
    | Removed
    | Renamed
    | Refreshed
    | Promoted
    | Withheld
    | Worked
    | Moved
    | Failed
)
AnyEvent: TypeAlias = Told | Summarised
