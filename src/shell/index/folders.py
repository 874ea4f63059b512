"""Folders: what a walk of one layer finds, and whether what is not found may be believed gone.

Effects: walks and reads note folders through `notesdir`.
"""

import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from time import time_ns

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer
from .. import notesdir
from .glance import is_unchanged
from .stamps import Known, Stamp, is_settled

# --- values ---------------------------------------------------------------


class Source(Struct, frozen=True):
    """A layer and the folder its notes are in."""

    layer: Layer
    folder: Path


class Walk(Struct, frozen=True):
    """One layer as found; with `unavailable` set, what is not found proves nothing."""

    stamps: Mapping[str, Stamp] = {}
    device: int = 0  # of the folder, or of the nearest folder above it that exists
    unavailable: str = ""
    broken: tuple[tuple[str, str], ...] = ()  # files the walk itself could not name or stat


class Text(Struct, frozen=True):
    text: str
    hash: bytes
    stamp: Stamp
    settled: bool


class Unread(Struct, frozen=True):
    problem: str


class Gone(Struct, frozen=True):
    pass


# --- functions ------------------------------------------------------------


def walk(source: Source, known: Known, known_device: int | None) -> Walk:
    """A folder that cannot be read is unavailable, and so is one that is empty on another disk: unmounted."""
    if known.stamps and not known.broken and is_unchanged(source.folder, known.tree):
        return Walk(known.stamps, _device(source.folder))
    scan = notesdir.listing(source.folder, must_exist=source.layer is Layer.VAULT)
    stamps = scan.stamps
    device = _device(source.folder)
    unavailable = scan.unavailable or ""
    if not unavailable and not stamps and known_device not in (None, device):
        unavailable = f"{source.folder} is on another disk than its notes were: is it mounted?"
    return Walk(stamps, device, unavailable, scan.broken)


def read(source: Source, path: str, expected: Stamp) -> Text | Unread | Gone:
    """The text with the stamp that vouches for it; a file that changed while it was read is not settled."""
    read_at = time_ns()
    match notesdir.read(source.folder, path):
        case Failure(unreadable):
            return Unread(unreadable.problem) if _exists(source, path) else Gone()
        case Success(text):
            pass
    stamp = _stamp(source, path)
    if stamp is None:
        return Gone()
    return Text(text, digest(text), stamp, settled=stamp == expected and is_settled(stamp, read_at))


def digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _stamp(source: Source, path: str) -> Stamp | None:
    try:
        found = os.lstat(f"{source.folder}/{path}")
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def _exists(source: Source, path: str) -> bool:
    return os.path.lexists(source.folder / path)


def _device(folder: Path) -> int:
    for place in (folder, *folder.parents):
        try:
            return place.stat().st_dev
        except OSError:
            continue
    return 0
