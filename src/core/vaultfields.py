"""Vault fields: frontmatter of a person's own, which may hold more than texts and lists of texts.

What has another shape is made a comment of the same length: all else is read, linked and edited as in our own notes,
and it stands in its place again afterwards, byte for byte. Of a block that is no YAML nothing is read, as its own
program reads nothing of it.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from returns.result import Failure, Success

from .frontmatter import UnparsableFrontmatter, Value, parse, set_field, split
from .outcome import Outcome
from .yamlblock import entries, events_of

if TYPE_CHECKING:  # see yamlblock
    from yaml import Event

E = TypeVar("E")

# --- values ---------------------------------------------------------------


class Chunk(Struct, frozen=True):
    """A field with the lines below it up to the next; `name` is "" where that is no text."""

    name: str
    text: str
    is_ours: bool  # in shape

    @property
    def read(self) -> str:
        lines = self.text.splitlines(keepends=True)
        return self.text if self.is_ours else "".join(f"#{line[1:]}" if line.strip() else line for line in lines)


# --- functions ------------------------------------------------------------


def masked(text: str) -> str:
    """As it is read: what has another shape is a comment."""
    if isinstance(parse(text), Success):
        return text
    head = split(text)
    chunks = _chunks(head.block) if head else ()
    return text if head is None or not chunks else text[: head.start] + _read(chunks) + text[head.end :]


def within(text: str, edit: Callable[[str], Outcome[str, E]]) -> Outcome[str, E | UnparsableFrontmatter]:
    """The text edited as it is read, with what has another shape in its place again."""
    head = split(text)
    chunks = [chunk for chunk in _chunks(head.block) if not chunk.is_ours] if head else []
    match edit(masked(text)):
        case Failure(refusal):
            return Failure(refusal)
        case Success(edited):
            pass
    whole, at = "", 0
    for chunk in chunks:
        found = edited.find(chunk.read, at)
        if found < 0:
            return Failure(_cannot(text))
        whole += edited[at:found] + chunk.text
        at = found + len(chunk.read)
    whole += edited[at:]
    return Success(whole) if masked(whole) == edited else Failure(_cannot(text))


def set_vault_field(text: str, name: str, value: Value | None) -> Outcome[str, UnparsableFrontmatter]:
    head = split(text)
    if head and any(chunk.name == name and not chunk.is_ours for chunk in _chunks(head.block)):
        return Failure(_cannot(text))
    return within(text, lambda read: set_field(read, name, value))


def _cannot(text: str) -> UnparsableFrontmatter:
    head = split(text)
    match entries(head.block) if head else None:
        case Failure(unparsable):
            return unparsable
        case _:
            return UnparsableFrontmatter(1, "it is written in a way that cannot be edited in place")


def _read(chunks: "tuple[Chunk, ...]") -> str:
    return "".join(chunk.read for chunk in chunks)


def _chunks(block: str) -> tuple[Chunk, ...]:
    """All of a block; none of one that is wholly ours, and of one that is no lines of fields."""
    match entries(block):
        case Success(_):
            return ()
        case Failure(_):
            pass
    match events_of(block):
        case Failure(_):
            return ()
        case Success(events):
            keys = list(_keys(events[2:-2]))  # without the stream's and the document's own events
    starts = [block.rfind("\n", 0, at) + 1 for _, at in keys]
    ends = [*starts[1:], len(block)]
    if not keys or sorted(set(starts)) != starts:
        return ()
    names: set[str] = set()
    found: list[Chunk] = []
    for (name, _), start, end in zip(keys, [0, *starts[1:]], ends, strict=True):
        text = block[start:end]
        is_ours = name not in names and isinstance(entries(text), Success)
        found.append(Chunk(name, text, is_ours))
        names.add(name)
    return tuple(found)


def _keys(events: "list[Event]") -> Iterator[tuple[str, int]]:
    """Each with its place."""
    from yaml import MappingStartEvent, ScalarEvent  # noqa: PLC0415  (see yamlblock)

    if not events or not isinstance(events[0], MappingStartEvent):
        return
    at = 1
    while at < len(events) - 1:
        key, mark = events[at], events[at].start_mark
        yield (key.value if isinstance(key, ScalarEvent) else ""), mark.index if mark else 0
        at = _end(events, _end(events, at))


def _end(events: "list[Event]", at: int) -> int:
    """Where the node that begins here is over."""
    from yaml import CollectionEndEvent, CollectionStartEvent  # noqa: PLC0415  (see yamlblock)

    depth = 0
    while True:
        depth += isinstance(events[at], CollectionStartEvent) - isinstance(events[at], CollectionEndEvent)
        at += 1
        if not depth:
            return at
