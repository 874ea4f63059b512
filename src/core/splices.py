"""Splices: what an edit puts where, small enough to be kept and undone to the byte."""

from collections.abc import Sequence

from msgspec import Struct


class Splice(Struct, frozen=True):
    """At `at` (in characters of the text before) `old` gives way to `new`."""

    at: int
    old: str
    new: str


def spliced(text: str, splices: Sequence[Splice]) -> str:
    """The text after edits that do not overlap, in the order of their places."""
    parts: list[str] = []
    done = 0
    for each in splices:
        parts += [text[done : each.at], each.new]
        done = each.at + len(each.old)
    return "".join([*parts, text[done:]])


def fits(text: str, splices: Sequence[Splice]) -> bool:
    """Whether the text holds what each edit expects at its place."""
    return all(text.startswith(each.old, each.at) for each in splices)


def undoing(splices: Sequence[Splice]) -> tuple[Splice, ...]:
    """The edits that make the text before out of the text after."""
    undone: list[Splice] = []
    shift = 0
    for each in splices:
        undone.append(Splice(each.at + shift, each.new, each.old))
        shift += len(each.new) - len(each.old)
    return tuple(undone)
