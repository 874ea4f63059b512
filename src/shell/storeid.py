"""Store id: the one line by which a repository, or a plain folder, names its store.

Made once: of two processes that claim at once, both get the id of the first. The file may come from
anybody and what it says becomes a folder's name, so that anything but an id is refused.

Effects: reads and creates the id file.
"""

import os
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome
from . import files, storepaths
from .checkout import Checkout

# --- refusals -------------------------------------------------------------


class BrokenStoreId(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        mend = "Run `hindnote init --adopt ID` with the id of your store, or delete the file to begin an empty one."
        return Explained("this file holds no store id", self.path, mend)


# --- functions ------------------------------------------------------------


def id_file(checkout: Checkout) -> Path:
    return Path(storepaths.id_file(checkout))


def plain_id_file(checkout: Checkout) -> Path:
    return Path(storepaths.plain_id_file(checkout))


def new_id() -> str:
    return os.urandom(8).hex()


def read_id(path: Path) -> Outcome[str, BrokenStoreId]:
    said = storepaths.id_in(str(path))
    return Success(said) if said else Failure(BrokenStoreId(str(path)))


def claim_id(path: Path, store_id: str) -> Outcome[str, files.CannotWrite | BrokenStoreId]:
    match files.make_folder(path.parent, private=False):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    match files.create(path, f"{store_id}\n".encode(), private=False):
        case Success():
            return Success(store_id)
        case Failure(problem):
            return Failure(problem) if isinstance(problem, files.CannotWrite) else read_id(path)
