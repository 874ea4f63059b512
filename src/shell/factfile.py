"""Fact file: what was seen of the files that notes depend on, kept by their stamps, and the verdicts it came to.

Disposable, and never worth a refusal: what cannot be read is nothing known, what cannot be written is found again.
Of two processes that write at once one is heard. `verdicts` says how others may read it.

Effects: reads and replaces one file.
"""

import contextlib
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from ..core.facts import Fact
from .blobs import Raw, Stamp
from .files import TEMPORARY
from .ledgerfile import make_folder
from .verdicts import FILE, VERSION, Last

# --- values ---------------------------------------------------------------


class Seen(Struct, frozen=True, array_like=True):
    """A file as it was at a stamp, and what git called it, if it was asked, as its settings were then."""

    stamp: Stamp
    settled: bool  # else the stamp proves nothing: it was taken too soon after the file's last change
    raw: Raw
    git: str = ""
    why: str = ""  # why git's name for it cannot be told
    settings: str = ""  # a mark of git's settings; "" when git was not asked


class Tagged(Struct, frozen=True, array_like=True):
    """What was found of symbols: in a file of tags at a stamp, or, without a stamp, when ctags was last run."""

    stamp: Stamp | None
    symbols: Mapping[str, Fact]


class Kept(Struct, frozen=True):
    version: int = VERSION
    verdicts: Mapping[str, Last] = {}
    seen: Mapping[str, Seen] = {}
    tags: Tagged = Tagged(None, {})


NOTHING = Kept()
_decoder = msgspec.json.Decoder(Kept)

# --- functions ------------------------------------------------------------


def read_kept(state: Path) -> Kept:
    try:
        told = os.stat(place := f"{state}/{FILE}")  # noqa: PTH116  (a question pays for this, every time)
    except OSError:
        return NOTHING
    return _read(place, (told.st_ino, told.st_size, told.st_mtime_ns))


@lru_cache(4)
def _read(place: str, _stamp: tuple[int, int, int]) -> Kept:
    """A server is asked again and again, and the file is another one after each write."""
    try:
        found = _decoder.decode(Path(place).read_bytes())
    except (OSError, ValueError, RecursionError):
        return NOTHING
    return found if found.version == VERSION else NOTHING


def write_kept(state: Path, kept: Kept) -> None:
    temporary = state / f"{TEMPORARY}{os.getpid()}-{os.urandom(4).hex()}.tmp"
    with contextlib.suppress(OSError):
        make_folder(str(state))
        try:
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(msgspec.json.encode(kept))
            temporary.replace(state / FILE)
        finally:
            temporary.unlink(missing_ok=True)
