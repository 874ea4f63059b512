"""Links: the one resolver. Which notes a target means depends on where it is written, never on which layer is better.

A committed note reaches committed notes, a local one both layers, a vault's note its own vault. Every part that follows
a link (lint, promotion, recall, the index) asks here, so that none calls dangling what another follows.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from .keys import Identity, Layer, NoteKey
from .targets import named as named  # noqa: PLC0414  (told to the type checkers: found here too)

# --- values ---------------------------------------------------------------

Present: TypeAlias = Callable[[Layer, str], NoteKey | None]
"""The key that a note of this layer goes by under this spelling; None where there is no such note."""

REACH: Mapping[Layer, tuple[Layer, ...]] = {
    Layer.TEAM: (Layer.TEAM,),
    Layer.LOCAL: (Layer.TEAM, Layer.LOCAL),
    Layer.VAULT: (Layer.VAULT,),
}


class Reached(Struct, frozen=True, tag=True):
    """One note, or the two claims of two layers; neither shadows the other."""

    identities: tuple[Identity, ...]


class CrossLayer(Struct, frozen=True, tag=True):
    """There is such a note, and readers of the link may not have it."""

    identities: tuple[Identity, ...]


class Dangling(Struct, frozen=True, tag=True):
    """No note goes by this."""


Resolution: TypeAlias = Reached | CrossLayer | Dangling

# --- functions ------------------------------------------------------------


def resolve(target: str, from_layer: Layer, present: Present) -> Resolution:
    found = reached(target, from_layer, present)
    if found:
        return Reached(found)
    elsewhere = _in_layers(target, [layer for layer in Layer if layer not in REACH[from_layer]], present)
    return CrossLayer(elsewhere) if elsewhere else Dangling()


def reached(target: str, from_layer: Layer, present: Present) -> tuple[Identity, ...]:
    """What a reader of the link gets, in the order of the layers."""
    return _in_layers(target, REACH[from_layer], present)


def reaches(from_layer: Layer, layer: Layer) -> bool:
    return layer in REACH[from_layer]


def _in_layers(target: str, layers: Iterable[Layer], present: Present) -> tuple[Identity, ...]:
    name = named(target)
    found = ((layer, present(layer, name)) for layer in layers) if name else ()
    return tuple(Identity(layer, key) for layer, key in found if key is not None)
