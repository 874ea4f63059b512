"""Links: the one resolver. Which notes a target means depends on where it is written, never on which layer is better.

A committed note reaches committed notes, a local one both layers, a vault's note its own vault. Every part that follows
a link (lint, promotion, recall, the index) asks here, so that none calls dangling what another follows; hooks, which
cannot afford these values, ask `reach`, on which this stands.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from .keys import Identity, Layer, NoteKey
from .quoted import key_text, line
from .reach import REACH as REACH  # noqa: PLC0414  (told to the type checkers: found here too)
from .reach import Claims, keys_reached, meant
from .targets import named as named  # noqa: PLC0414  (as above)

# --- values ---------------------------------------------------------------

NAMED = 3  # notes that an ambiguous link may mean and that are named; the rest are counted


class Reached(Struct, frozen=True, tag=True):
    """One note, or the two claims of two layers; neither shadows the other."""

    identities: tuple[Identity, ...]


class Unsure(Struct, frozen=True, tag=True):
    """Several notes of a layer may be meant: a reader is told of all and gets none."""

    keys: tuple[NoteKey, ...]


class CrossLayer(Struct, frozen=True, tag=True):
    """There is such a note, and readers of the link may not have it."""

    identities: tuple[Identity, ...]


class Dangling(Struct, frozen=True, tag=True):
    """No note goes by this."""


Resolution: TypeAlias = Reached | Unsure | CrossLayer | Dangling

# --- functions ------------------------------------------------------------


def resolve(target: str, from_layer: Layer, claims: Claims) -> Resolution:
    if several := unsure(target, from_layer, claims):
        return Unsure(several)
    if found := reached(target, from_layer, claims):
        return Reached(found)
    elsewhere = [layer for layer in Layer if layer not in REACH[from_layer]]
    others = _identities(target, elsewhere, claims)
    return CrossLayer(others) if others else Dangling()


def reached(target: str, from_layer: Layer, claims: Claims) -> tuple[Identity, ...]:
    """What a reader of the link gets, in the order of the layers."""
    return tuple(Identity(layer, key) for layer, key in keys_reached(target, REACH[from_layer], claims))


def unsure(target: str, from_layer: Layer, claims: Claims) -> tuple[NoteKey, ...]:
    """The keys among which a reader of the link would have to guess."""
    return tuple(key for _, keys in meant(target, REACH[from_layer], claims) if len(keys) > 1 for key in keys)


def reaches(from_layer: Layer, layer: Layer) -> bool:
    return layer in REACH[from_layer]


def several_text(target: str, keys: Sequence[str]) -> str:
    """`[[target]] may mean one/note or two/note`."""
    more = [f"{len(keys) - NAMED:,} more"] if len(keys) > NAMED else []
    return f"[[{line(target)}]] may mean {' or '.join([*map(key_text, keys[:NAMED]), *more])}"


def _identities(target: str, layers: Iterable[Layer], claims: Claims) -> tuple[Identity, ...]:
    return tuple(Identity(layer, key) for layer, keys in meant(target, layers, claims) for key in keys)
