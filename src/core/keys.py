"""Keys: the identity of a note, derived from what it says and never chosen.

One input, one key: every spelling of a text (case, spacing, dashes, Unicode form,
full width, trailing punctuation) gives the same key. A `Key` is built only here, by
`mint` or `parse_key`; a test holds that. Not here: whether a key is taken (links, store).
"""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NewType, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome

# --- values ---------------------------------------------------------------

Key = NewType("Key", str)
VaultKey = NewType("VaultKey", str)
NoteKey: TypeAlias = Key | VaultKey

COMPONENT_BYTES = 120  # with `.md`: 255 is the file systems' limit, eCryptfs leaves 143
HASH_DIGITS = 12


class Layer(StrEnum):
    """Where a note lives. Declared in the order a reader who must choose takes them."""

    TEAM = "team"
    LOCAL = "local"
    VAULT = "vault"


class Identity(Struct, frozen=True, order=True):
    """Two layers may hold one key: two claims, neither shadows the other."""

    layer: Layer
    key: NoteKey


# --- refusals -------------------------------------------------------------


class InvalidKey(Struct, frozen=True, tag=True):
    text: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"`{self.text[:200]}` is not a key: {self.problem}",
            "key",
            "A key is slugs joined by `/`, as `hindnote list` prints them.",
        )
