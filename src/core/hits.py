"""Hits: what retrieval returns, in the shape every front end shows.

A hit cannot be built without its layer and its date, so that no reader is shown
a note without them (invariant 1). The field names are the public `--json` shape:
add to them, never rename.
"""

from msgspec import Struct

from .keys import Layer, NoteKey
from .origins import DECLARED


class Ranks(Struct, frozen=True):
    """The hit's 1-based place in each leg, None where the leg did not return it."""

    keyword: int | None = None
    semantic: int | None = None


class Flags(Struct, frozen=True):
    """What a reader must know before believing the hit."""

    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    unacknowledged: tuple[str, ...] = ()  # those of conflicts_with that only one side declares
    confidence: str | None = None
    stale: str | None = None  # why, in a few words; None when current or without expiry


class Hit(Struct, frozen=True):
    """One note that answers a question."""

    key: NoteKey
    layer: Layer
    date: str  # ISO
    title: str
    section: str
    lines: tuple[int, int]  # 1-based, inclusive, in the note's file
    excerpt: str
    score: float
    ranks: Ranks
    margin: float | None  # to the next hit's score; None for the last
    tokens: int  # estimated cost of reading this hit
    flags: Flags
    dated: str = DECLARED  # where the date is from


class Neighbour(Struct, frozen=True):
    """A note one link away from a hit."""

    key: NoteKey
    layer: Layer
    date: str
    title: str
    stale: str | None = None
    dated: str = DECLARED
