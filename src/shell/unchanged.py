"""Unchanged: a file is written over only while it holds what was read of it.

Between the look and the write nobody who holds the layer's lock comes in; an editor, which takes no lock, has no
more than that instant. Effects: reads and writes a file.
"""

from pathlib import Path

from msgspec import Struct
from returns.result import Failure

from ..core.outcome import Explained, Outcome
from . import files
from .regular import read_regular

# --- refusals -------------------------------------------------------------


class ChangedMeanwhile(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        mend = "Read it again (`hindnote show`, or `read_note`), then change what it says now. Nothing was written."
        return Explained("the note was changed since it was read", self.path, mend)


# --- functions ------------------------------------------------------------


def holds(path: Path, data: bytes) -> bool:
    try:
        return read_regular(str(path)) == data
    except (OSError, ValueError):
        return False


def swap(
    path: Path, before: bytes, after: bytes, *, private: bool
) -> Outcome[None, ChangedMeanwhile | files.CannotWrite]:
    if not holds(path, before):
        return Failure(ChangedMeanwhile(str(path)))
    return files.write(path, after, private=private)
