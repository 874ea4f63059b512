"""Outcome: what a decision returns, and how a refusal explains itself.

`Outcome[T, E]` is the union of the two cases, never `Result`: on the union both
type checkers see `T` and `E` and demand both arms of a match.
"""

from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct
from returns.result import Failure, Success

T = TypeVar("T")
E = TypeVar("E")

Outcome: TypeAlias = Success[T] | Failure[E]


class Explained(Struct, frozen=True):
    """A refusal in the three parts every surface shows: what is wrong, where, how to mend it."""

    error: str
    where: str
    mend: str

    def message(self) -> str:
        """One paragraph for a person or an agent."""
        return f"{self.error} ({self.where}). {self.mend}" if self.where else f"{self.error}. {self.mend}"


class Refusal(Protocol):
    """What every refusal can do. A refusal holds fields and composes its text late."""

    def explain(self) -> Explained: ...


SHOWN = 200  # characters of a foreign text that an explanation carries


def shown(text: str) -> str:
    """A foreign text within an explanation: one bounded line that any terminal can print."""
    cut = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in cut)
