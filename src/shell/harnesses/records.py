"""Records: what setup put into which file, kept so that unsetup can take out exactly that.

Effects: reads and writes `setup.json` in the state folder.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome
from ...core.setupplan import Record
from .. import files
from ..pathjson import decoded, encoded

FILE = "setup.json"
VERSION = 1


class Records(Struct, frozen=True):
    version: int = VERSION
    files: dict[str, Record] = {}  # by resolved path


class UnusableRecords(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        mend = "Move it away: unsetup then still removes our entries, though it cannot restore files to the byte."
        return Explained(f"what setup did cannot be read: {self.problem}", self.path, mend)


def read_records(folder: Path) -> Outcome[Mapping[str, Record], UnusableRecords]:
    path = folder / FILE
    try:
        found = decoded(path.read_bytes(), Records)
    except FileNotFoundError:
        return Success({})
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return Failure(UnusableRecords(str(path), str(fault)))
    if found.version != VERSION:
        return Failure(UnusableRecords(str(path), f"its version is {found.version}, ours is {VERSION}"))
    return Success(found.files)


def write_records(folder: Path, records: Mapping[str, Record]) -> Outcome[None, files.CannotWrite]:
    """The lock is held by whoever calls."""
    match files.make_folder(folder, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            files.sweep_beside(folder / FILE)
            data = encoded(Records(files=dict(records)))
            return files.write(folder / FILE, data, private=True)
