"""JSON text: the strings in a value of JSON, all of them or those that an agent gets to see.

Without recursion, for what is deeply nested. Runs in hooks, so it imports next to nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Reversible
from typing import cast

_UNSEEN = frozenset({"type", "mimetype", "meta", "annotations", "originalfile", "returndisplay"})
_PICTURES = ("image", "audio")


def strings(value: object) -> Iterator[str]:
    """Every one, in order."""
    return _within(value, lambda told: told.values())


def seen(value: object) -> Iterator[str]:
    """Of a tool's answer: blocks of content are their texts, a picture is none, and nothing is told twice."""
    return _within(value, _seen)


def fold(name: str) -> str:
    """A key without case and punctuation, for one may be snake and another camel."""
    return "".join(filter(str.isalnum, name)).lower()


def _within(value: object, inside: Callable[[dict[object, object]], Reversible[object]]) -> Iterator[str]:
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            left += reversed(inside(cast("dict[object, object]", one)))
        elif isinstance(one, list):
            left += reversed(cast("list[object]", one))


def _seen(named: Mapping[object, object]) -> list[object]:
    told = {fold(str(key)): value for key, value in named.items()}
    if told.get("type") in _PICTURES or told.get("isimage") is True:
        return []
    hidden = _UNSEEN | {"structuredcontent"} if told.get("content") else _UNSEEN  # the same once more
    return [value for key, value in told.items() if key not in hidden]
