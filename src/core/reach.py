"""Reach: the rule of the one resolver: which layers a link may reach, and that nobody guesses among several notes.

Imports next to nothing, for hooks resolve links too. Where the keys are (the index, a list of notes) is the caller's.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from .layers import Layer
from .targets import named

if TYPE_CHECKING:
    from .keys import NoteKey

# --- values ---------------------------------------------------------------

Claims: TypeAlias = "Callable[[Layer, str], Sequence[NoteKey]]"
"""The keys of a layer's notes that may be meant by a spelling: none, one, or several, of which none is then reached."""

REACH: Mapping[Layer, tuple[Layer, ...]] = {
    Layer.TEAM: (Layer.TEAM,),
    Layer.LOCAL: (Layer.TEAM, Layer.LOCAL),
    Layer.VAULT: (Layer.VAULT,),
}

# --- functions ------------------------------------------------------------


def spelled(name: str, keys: "Iterable[NoteKey]") -> "tuple[NoteKey, ...]":
    """Of keys that differ in case or Unicode form alone, the one that is spelled like the name or ends so; else all."""
    asked = unicodedata.normalize("NFC", name)
    found = tuple(dict.fromkeys(keys))
    return tuple(key for key in found if f"/{key}".endswith(f"/{asked}")) or found


def meant(target: str, layers: Iterable[Layer], claims: Claims) -> "list[tuple[Layer, tuple[NoteKey, ...]]]":
    """In each of the layers that has any, the keys that a target may mean."""
    name = named(target)
    found = ((layer, tuple(claims(layer, name))) for layer in layers) if name else ()
    return [(layer, keys) for layer, keys in found if keys]


def keys_reached(target: str, layers: Iterable[Layer], claims: Claims) -> "list[tuple[Layer, NoteKey]]":
    """The certain ones."""
    return [(layer, keys[0]) for layer, keys in meant(target, layers, claims) if len(keys) == 1]
