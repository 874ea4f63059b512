"""JSON edits: one entry put into a configuration or taken out, and every other character as it was.

An entry goes in last, in the file's own indentation, newlines and style of trailing commas. Each edit is
checked by reading the result: what it means differs by that one entry or the edit is refused.
"""

import json
from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .jsonc import InvalidJson, Json, Node, parse
from .jsonlayout import Path, Splices, inserted, nested, removed, replaced, spot, whole, written
from .outcome import Explained, Outcome

# --- refusals -------------------------------------------------------------


class OtherShape(Struct, frozen=True, tag=True):
    """The file is JSON, and holds something else where an entry of ours would go."""

    path: str
    wanted: str

    def explain(self) -> Explained:
        mend = "Set it right in the file, or remove it, then try again."
        return Explained(f"`{self.path or 'the root'}` is not {self.wanted}", "", mend)


EditRefusal: TypeAlias = InvalidJson | OtherShape

HANDLERS = "hooks"  # of a group

# --- decisions ------------------------------------------------------------


def put(text: str, path: Path, value: Json) -> Outcome[Splices, EditRefusal]:
    """The member at `path` has this value; objects on the way are made. No edit where it has it already."""
    match _root(text):
        case Failure(refusal):
            return Failure(refusal)
        case Success(node):
            pass
    if node is None:
        return Success(whole(text, nested(path, value)))
    for depth, key in enumerate(path):
        if not isinstance(node.value, dict):
            return Failure(OtherShape(".".join(path[:depth]), "an object"))
        found = node.member(key)
        if found is None:
            entry = f"{json.dumps(key)}: " + written(text, node, nested(path[depth + 1 :], value))
            return Success(inserted(text, spot(node), entry))
        node = found.node
    return Success(replaced(text, node, value))


def put_element(text: str, path: Path, value: Json, ours: Callable[[Json], bool]) -> Outcome[Splices, EditRefusal]:
    """The array at `path` has this element, in the place of the first that is ours, else last.

    In a group that somebody else's handlers are in too, ours alone is replaced.
    """
    match _at(text, path):
        case Failure(refusal):
            return Failure(refusal)
        case Success(node):
            pass
    if node is None:
        return put(text, path, [value])
    if not isinstance(node.value, list):
        return Failure(OtherShape(".".join(path), "an array"))
    if (known := _first(node, ours)) is None:
        return Success(inserted(text, spot(node), written(text, node, value)))
    array, place = known
    return Success(replaced(text, array.elements[place], value if array is node else _handler(value)))


def drop(text: str, path: Path) -> Outcome[Splices, EditRefusal]:
    """Without the member at `path`; no edit where there is none."""
    match _at(text, path[:-1]):
        case Failure(refusal):
            return Failure(refusal)
        case Success(node):
            found = node.member(path[-1]) if node else None
            return Success(removed(text, spot(node), node.members.index(found)) if node and found else ())


def drop_element(text: str, path: Path, ours: Callable[[Json], bool]) -> Outcome[Splices, EditRefusal]:
    """Without the first of ours in the array at `path`, or in a group there that is not ours alone."""
    match _at(text, path):
        case Failure(refusal):
            return Failure(refusal)
        case Success(node):
            known = _first(node, ours) if node else None
            return Success(removed(text, spot(known[0]), known[1]) if known else ())


def drop_second(text: str, path: Path, ours: Callable[[Json], bool]) -> Outcome[Splices, EditRefusal]:
    """Without the second of ours in the array at `path`: an older installation may have left more than one."""
    match _at(text, path):
        case Failure(refusal):
            return Failure(refusal)
        case Success(node):
            more = list(_all_of(node, ours))[1:] if node else []
            return Success(removed(text, spot(more[0][0]), more[0][1]) if more else ())


def value_at(text: str, path: Path) -> Outcome[Json, EditRefusal]:
    """What stands at `path`; None where nothing does."""
    match _at(text, path):
        case Failure(refusal):
            return Failure(refusal)
        case Success(node):
            return Success(node.value if node else None)


# --- looking --------------------------------------------------------------


def _first(array: Node, ours: Callable[[Json], bool]) -> tuple[Node, int] | None:
    return next(_all_of(array, ours), None)


def _all_of(array: Node, ours: Callable[[Json], bool]) -> Iterator[tuple[Node, int]]:
    """The array and the place in it where one of ours stands: a group with its handlers, or one of its handlers."""
    for place, each in enumerate(array.elements):
        group = each.member(HANDLERS)
        inside = [ours(one.value) for one in group.node.elements] if group else []
        if group and any(inside) and not all(inside):
            yield from ((group.node, at) for at, mine in enumerate(inside) if mine)
        elif ours(each.value):
            yield array, place


def _handler(value: Json) -> Json:
    """A group's only handler; what is no group is one."""
    match value:
        case {"hooks": [handler]}:
            return handler
        case _:
            return value


def _root(text: str) -> Outcome[Node | None, InvalidJson]:
    """None of a file in which nothing stands yet."""
    if not text.strip("\ufeff \t\r\n"):
        return Success(None)
    match parse(text):
        case Failure(invalid):
            return Failure(invalid)
        case Success(node):
            return Success(node)


def _at(text: str, path: Path) -> Outcome[Node | None, EditRefusal]:
    match _root(text):
        case Failure(invalid):
            return Failure(invalid)
        case Success(node):
            pass
    for key in path:
        found = node.member(key) if node else None
        node = found.node if found else None
    return Success(node)
