"""Stamps: which notes a walk says may have changed, without opening any of them.

A stamp is what one `stat` tells (size, time of change in ns, inode). It is believed only when it
had settled before the note was read: a second write within the granularity of a file system's
clock leaves the same stamp (git calls such an entry racy), so an unsettled note is read again.
"""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from msgspec import Struct

Stamp: TypeAlias = tuple[int, int, int]  # size, mtime_ns, inode

_MOST = (1 << 63) - 1  # that a column of SQLite holds
_INODES = (1 << 64) - 1
SETTLING_NS = 2_000_000_000  # FAT keeps time in steps of 2 s; ext3 and HFS+ of 1 s, others of less


def stored(stamp: Stamp) -> Stamp:
    """In 64 bits with a sign: a large inode wraps round, and a time far from now is cut, so that its note is read again."""
    size, mtime_ns, inode = stamp
    return size, max(min(mtime_ns, _MOST), -_MOST), inode - _INODES - 1 if inode > _MOST else inode


def recalled(stamp: Stamp) -> Stamp:
    size, mtime_ns, inode = stamp
    return size, mtime_ns, inode & _INODES


class Known(Struct, frozen=True):
    """What the index last saw of one layer."""

    stamps: Mapping[str, Stamp]
    unsettled: Collection[str] = ()
    broken: Mapping[str, str] = {}  # path to problem: a file that could not be read is tried at every refresh
    tree: Mapping[str, Mapping[str, Stamp]] = {}  # the stamps by folder


class Suspects(Struct, frozen=True):
    """What a refresh must look into: `changed` by stamp, `doubted` by age, `vanished` from the walk."""

    changed: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changed or self.doubted or self.vanished)


def suspects(seen: Mapping[str, Stamp], known: Known) -> Suspects:
    """The three kinds in path order. A walk equal to what is known costs one comparison of two dicts, a glance none."""
    doubted = tuple(sorted(path for path in (*known.unsettled, *known.broken) if path in seen))
    if (seen is known.stamps or seen == known.stamps) and not known.broken:
        return Suspects(doubted=doubted)
    stamps = known.stamps
    changed = tuple(
        sorted(path for path, stamp in seen.items() if stamps.get(path) != stamp and path not in known.broken)
    )
    vanished = tuple(sorted(path for path in (*stamps, *known.broken) if path not in seen))
    return Suspects(changed, tuple(path for path in doubted if path not in changed), vanished)


def without_losses(found: Suspects) -> Suspects:
    """For a walk that is not whole: what it missed may still be there."""
    return Suspects(found.changed, found.doubted)


def is_settled(stamp: Stamp, read_at_ns: int) -> bool:
    return stamp[1] < read_at_ns - SETTLING_NS
