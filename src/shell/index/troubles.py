"""Troubles: why an index file cannot serve, each with what it means for the answer.

None of them breaks an answer: the same code then builds the same index in memory. A trouble
is said once, by whoever first meets it.
"""

import errno
from typing import TypeAlias

import apsw
from msgspec import Struct

from ...core.outcome import Explained

# --- values ---------------------------------------------------------------


class SwitchedOff(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained(
            "The index is switched off, so every question reads all notes",
            "HINDNOTE_INDEX",
            "Unset HINDNOTE_INDEX to have it back.",
        )


class NoFullText(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained(
            "SQLite was built without FTS5, so every question reads all notes",
            "apsw",
            "Install apsw from PyPI: it brings its own SQLite.",
        )


class Unwritable(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"The index cannot be written ({self.problem}), so this question read all notes",
            self.path,
            "Make its folder writable and leave some space on its disk.",
        )


class Held(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained(
            "Another process holds the index, so this question read all notes",
            self.path,
            "It is used again as soon as that process lets go.",
        )


class Corrupt(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"The index was damaged ({self.problem})", self.path, "It was rebuilt from the notes; nothing is lost."
        )


class Foreign(Struct, frozen=True, tag=True):
    path: str
    moved_to: str

    def explain(self) -> Explained:
        return Explained(
            "Another program's database was in the index's place",
            self.path,
            f"It was kept as {self.moved_to}, and the index was built anew.",
        )


class Waiting(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained(
            "Another process is bringing the index up to date, so the newest changes may be missing here",
            self.path,
            "Ask again in a moment.",
        )


class Rebuilt(Struct, frozen=True, tag=True):
    path: str
    why: str

    def explain(self) -> Explained:
        return Explained(
            f"The index was built anew: {self.why}", self.path, "Nothing is lost: it is made of the notes."
        )


class NoVectors(Struct, frozen=True, tag=True):
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"Notes are found by their words only: {self.problem}",
            "sqlite-vec",
            "Install sqlite-vec for this Python to have them found by meaning too.",
        )


Trouble: TypeAlias = SwitchedOff | NoFullText | Unwritable | Held | Corrupt  # this index cannot serve from its file
Notice: TypeAlias = Trouble | Foreign | Waiting | Rebuilt | NoVectors

# --- functions ------------------------------------------------------------

FILE_TROUBLES = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.FullError,
    apsw.IOError,
    apsw.LockedError,
    apsw.NotADBError,
    apsw.PermissionsError,
    apsw.ProtocolError,
    apsw.ReadOnlyError,
    apsw.SQLError,
    OSError,
)


def trouble_of(error: Exception, path: str) -> Trouble:
    """What one of FILE_TROUBLES says about the file; a mistake in our own SQL is raised again."""
    match error:
        case apsw.BusyError() | apsw.LockedError() | apsw.ProtocolError():
            return Held(path)
        case apsw.CorruptError() | apsw.NotADBError():
            return Corrupt(path, str(error))
        case apsw.SQLError() if "no such table" in str(error) or "no such module" in str(error):
            return Corrupt(path, str(error))  # somebody else wrote into the file, or sqlite-vec is gone
        case apsw.SQLError():
            raise error
        case OSError(errno=int(number)):
            return Unwritable(path, errno.errorcode.get(number, str(number)))
        case _:
            return Unwritable(path, str(error))
