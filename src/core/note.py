"""Note: one topic as a value, and its text; `parse(render(n)) == n`.

A note here has passed the schema. Any other Markdown is read as a `Document`.
"""

import datetime
from enum import StrEnum

from msgspec import Struct

from .keys import Key


class NoteType(StrEnum):
    SURPRISE = "surprise"
    TOPIC = "topic"
    STUB = "stub"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Section(Struct, frozen=True):
    """A `## name` heading and the text under it, without the blank lines around it."""

    name: str
    body: str


class Note(Struct, frozen=True, kw_only=True):
    key: Key
    type: NoteType
    source: str
    recorded: datetime.date
    title: str
    sections: tuple[Section, ...]
    preamble: str = ""  # between the title and the first section
    invalidated_by: str | None = None
    tags: tuple[str, ...] = ()
    supersedes: Key | None = None
    superseded_by: Key | None = None
    conflicts_with: tuple[Key, ...] = ()
    confidence: Confidence | None = None
    archived: bool = False
    extra: tuple[tuple[str, str | tuple[str, ...]], ...] = ()  # unknown frontmatter, in its order
