"""Facts: what the shell found of what triggers depend on, as one value to resolve and to judge them by.

"Cannot tell" is a case of its own, so that nothing can fold it into "as it was" or into "gone".
Not here: how facts are found (the shell), and what they mean for a note (staleness).
"""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

# --- values ---------------------------------------------------------------


class Present(Struct, frozen=True, tag=True):
    """It is there. `names` are all the names its content goes by; the last is the one that git gives it."""

    names: tuple[str, ...]


class Gone(Struct, frozen=True, tag=True):
    pass


class Unclear(Struct, frozen=True, tag=True):
    """It may be there or not, or be this or that. `names` are those of its raw bytes, where they could be read."""

    why: str
    names: tuple[str, ...] = ()


Fact: TypeAlias = Present | Gone | Unclear


class Facts(Struct, frozen=True):
    """Of everything that the triggers at hand name, and perhaps of more."""

    files: Mapping[str, Fact] = {}  # by their paths below the repository
    recipe: str = ""  # the path of the image's recipe, whose fact is among `files`; "" when there is none
    base: str | None = None  # the configured YYYY.MM
    symbols: Mapping[str, Fact] = {}  # a symbol's names are the files that define it

    def file(self, path: str) -> Fact:
        return self.files.get(path, Gone())

    def symbol(self, name: str) -> Fact:
        return self.symbols.get(name, Unclear("nobody looked for it"))
