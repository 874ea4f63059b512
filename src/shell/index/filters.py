"""Filters: which notes a leg may return, as a condition inside its query, so that no cut comes before it."""

from msgspec import Struct

from ...core.keys import Layer
from .resolving import storable as storable  # noqa: PLC0414  (told to the type checkers: found here too)


class Filter(Struct, frozen=True, kw_only=True):
    """What a note must be; nothing set lets every note pass that is not archived."""

    layer: Layer | None = None
    tag: str | None = None
    type: str | None = None
    since: str | None = None  # ISO day

    def __bool__(self) -> bool:
        return any((self.layer, self.tag, self.type, self.since))


EVERY = Filter()


class Condition(Struct, frozen=True):
    """SQL over `notes`, and what it binds."""

    sql: str
    values: tuple[str, ...] = ()


def condition(only: Filter, *, archived: bool = False) -> Condition:
    parts = [
        (None if archived else "notes.archived = 0", ()),
        (only.layer and "notes.layer = ?", (only.layer,)),
        (only.type and "notes.type = ?", (only.type,)),
        (only.since and "notes.date >= ?", (only.since,)),
        (only.tag and "notes.id IN (SELECT note FROM tags WHERE tag = ?)", (only.tag and only.tag.casefold(),)),
    ]
    applying = [(sql, values) for sql, values in parts if sql]
    return Condition(
        " AND ".join(sql for sql, _ in applying) or "1",
        tuple(storable(value) for _, values in applying for value in values if value),
    )


NOT_ARCHIVED = condition(EVERY)
