"""Blobs: what a file below a folder is named by its bytes, without asking git.

A link is what git takes it for, the text of its target, and is not followed; nothing is read through a linked folder.
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


def _link(place: Path, algorithm: str) -> Raw:
    target = os.fsencode(os.readlink(place))  # noqa: PTH115  (pathlib's tidies the text that git hashes)
    names = [_hasher(each, len(target)) for each in _asked(algorithm)]
    for name in names:
        name.update(target)
    return Raw(tuple(name.hexdigest() for name in names))


def _file(place: Path, algorithm: str) -> Raw | Unclear:
    handle = os.open(place, READING)
    with os.fdopen(handle, "rb", buffering=0) as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode):
            return Unclear("it is not a regular file")
        names = [_hasher(each, told.st_size) for each in _asked(algorithm)]
        size, convertible, last = 0, False, b""
        while piece := file.read(PIECE):
            for name in names:
                name.update(piece)
            size += len(piece)
            seam = last + piece
            convertible = convertible or b"\r\n" in seam or b"$Id" in seam
            last = seam[-2:]
    if size != told.st_size:
        return Unclear("it changes while it is read")
    return Raw(tuple(name.hexdigest() for name in names), convertible)


def _asked(algorithm: str) -> tuple[str, ...]:
    return ALGORITHMS[: ALGORITHMS.index(algorithm) + 1]


def _hasher(algorithm: str, size: int) -> "hashlib._Hash":
    hasher = hashlib.new(algorithm, usedforsecurity=False)
    hasher.update(b"blob %d\0" % size)
    return hasher
