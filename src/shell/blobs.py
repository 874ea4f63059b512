"""Blobs: what a file below a folder is named by its bytes, without asking git.

A link is what git takes it for, the text of its target, and is not followed. Whether a link leads to its folder is the
caller's to see.
Of its bytes only a hash is kept, read piece by piece, for a file may be larger than memory.

Effects: reads directory entries and files.
"""

import hashlib
import os
import stat
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from ..core.facts import Gone, Unclear
from .notesdir import READING

# --- values ---------------------------------------------------------------

Stamp: TypeAlias = tuple[int, int, int, int, int]  # mode, size, mtime_ns, ctime_ns and inode

PIECE = 1 << 20
ALGORITHMS = ("sha1", "sha256")


class Raw(Struct, frozen=True, array_like=True):
    """What the bytes are called. `convertible`: git may give them another name, for it converts line ends and `$Id$`."""

    names: tuple[str, ...]  # by SHA-1, then by the repository's own algorithm where that is another
    convertible: bool = False


# --- functions ------------------------------------------------------------


def stamp(root: Path, path: str) -> Stamp | Gone | Unclear:
    """What one look tells; a file that cannot be looked at is not taken for one that is gone."""
    try:
        told = os.lstat(f"{root}/{path}")
    except (FileNotFoundError, NotADirectoryError):
        return Gone()
    except (OSError, ValueError) as fault:
        return Unclear(getattr(fault, "strerror", None) or str(fault))
    return told.st_mode, told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino


def raw(place: Path, mode: int, algorithm: str) -> Raw | Unclear:
    if stat.S_ISDIR(mode):
        return Unclear("it is a folder, which has no blob")
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        return Unclear("it is not a regular file")
    try:
        return _link(place, algorithm) if stat.S_ISLNK(mode) else _file(place, algorithm)
    except OSError as fault:
        return Unclear(fault.strerror or str(fault))


class _Naming:
    """A blob's names, of bytes as they come."""

    def __init__(self, algorithm: str, size: int) -> None:
        asked = ALGORITHMS[: ALGORITHMS.index(algorithm) + 1]
        self._hashers = [hashlib.new(each, b"blob %d\0" % size, usedforsecurity=False) for each in asked]

    def hear(self, piece: bytes) -> None:
        for hasher in self._hashers:
            hasher.update(piece)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(hasher.hexdigest() for hasher in self._hashers)


def _link(place: Path, algorithm: str) -> Raw:
    target = os.fsencode(os.readlink(place))  # noqa: PTH115  (pathlib's tidies the text that git hashes)
    naming = _Naming(algorithm, len(target))
    naming.hear(target)
    return Raw(naming.names)


def _file(place: Path, algorithm: str) -> Raw | Unclear:
    with os.fdopen(os.open(place, READING), "rb", buffering=0) as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode):
            return Unclear("it is not a regular file")
        naming, size, convertible, last = _Naming(algorithm, told.st_size), 0, False, b""
        while piece := file.read(PIECE):
            naming.hear(piece)
            seam = last + piece
            convertible = convertible or b"\r\n" in seam or b"$Id" in seam
            size, last = size + len(piece), seam[-2:]
    return Raw(naming.names, convertible) if size == told.st_size else Unclear("it changes while it is read")
