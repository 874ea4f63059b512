"""Vault fields: what a person's frontmatter says in texts and lists of texts; what else YAML can hold there is passed over.

Of a block that is no YAML nothing is read, as its own program reads nothing of it. Not here: our own notes, which say
nothing else (frontmatter).
"""

from typing import TYPE_CHECKING

from returns.result import Failure, Success

from .yamlblock import events_of

if TYPE_CHECKING:  # see yamlblock
    from yaml import Event


def readable_fields(block: str) -> dict[str, str | tuple[str, ...]]:
    """The first of each name."""
    from yaml import MappingStartEvent, ScalarEvent  # noqa: PLC0415  (see yamlblock)

    match events_of(block):
        case Failure(_):
            return {}
        case Success(events):
            inner = events[2:-2]  # the stream's and the document's own events
    if not inner or not isinstance(inner[0], MappingStartEvent):
        return {}
    found: dict[str, str | tuple[str, ...]] = {}
    at = 1
    while at < len(inner) - 1:
        key, below = inner[at], _end(inner, at)
        after = _end(inner, below)
        value = _texts(inner[below:after])
        if isinstance(key, ScalarEvent) and value is not None:
            found.setdefault(key.value, value)
        at = after
    return found


def _end(events: "list[Event]", at: int) -> int:
    """Where the node that begins here is over."""
    from yaml import CollectionEndEvent, CollectionStartEvent  # noqa: PLC0415  (see yamlblock)

    depth = 0
    while True:
        depth += isinstance(events[at], CollectionStartEvent) - isinstance(events[at], CollectionEndEvent)
        at += 1
        if not depth:
            return at


def _texts(node: "list[Event]") -> str | tuple[str, ...] | None:
    """A text, or a list of nothing else; None for what is neither."""
    from yaml import ScalarEvent, SequenceStartEvent  # noqa: PLC0415  (see yamlblock)

    if isinstance(node[0], ScalarEvent):
        return node[0].value
    texts = [event.value for event in node[1:-1] if isinstance(event, ScalarEvent)]
    is_list = isinstance(node[0], SequenceStartEvent) and len(texts) == len(node) - 2
    return tuple(texts) if is_list else None
