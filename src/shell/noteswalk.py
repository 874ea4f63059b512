"""Notes walk: which files below a folder are notes, at the price of looking at each.

Symbolic links are neither followed nor collected, at any depth. Standard library only: hooks stand on
this module. `notesdir` is for whoever reads notes.

Effects: reads directories.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH116, PTH118

import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

# --- values ---------------------------------------------------------------

TEMPORARY = ".hn-"  # how a file begins that a killed write may leave behind
SKIPPED = frozenset({".git", ".hindnote", ".obsidian", ".trash"})  # a tool's own folders: never notes of this one
APPLE_DOUBLE = "._"  # macOS keeps a file's attributes under such a name on foreign disks: binary, never a note


class Listing(NamedTuple):
    """A scan for whoever looks at every file on every question: the same, without a value and a place for each."""

    stamps: Mapping[str, tuple[int, int, int]] = {}  # size, mtime_ns and inode by path; zeros where nobody asked
    unavailable: str | None = None
    broken: tuple[tuple[str, str], ...] = ()
    leftovers: tuple[str, ...] = ()


# --- functions ------------------------------------------------------------


def listed(folder: str, *, must_exist: bool = False, stamped: bool = True) -> Listing:
    """Every note below an absolute path. A layer nobody wrote to has no folder and is empty; a vault `must_exist`.

    Without stamps no file is looked at, which takes a third of the time.
    """
    if (linked := os.path.realpath(folder)) != folder:
        return Listing({}, f"{folder} leads through a symbolic link to {linked}")
    try:
        os.stat(folder)
    except FileNotFoundError:
        return Listing({}, f"{folder} is not there" if must_exist else None)
    except OSError as fault:
        return Listing({}, f"{folder}: {fault.strerror}")
    return _Walk(folder, stamped=stamped).listing()


def is_walked(path: str) -> bool:
    """Whether a walk would collect a note there, if there were one."""
    *folders, name = path.split("/")
    return SKIPPED.isdisjoint(folders) and not name.startswith(APPLE_DOUBLE)


def shown(name: str) -> str:
    """A file's name as text can carry it."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


class _Walk:
    """One walk's findings. Its own stack, for a deep tree must not meet the recursion limit."""

    def __init__(self, folder: str, *, stamped: bool) -> None:
        self.folder, self.stamped = folder, stamped
        self.stamps: dict[str, tuple[int, int, int]] = {}
        self.broken: list[tuple[str, str]] = []
        self.leftovers: list[str] = []
        self.unavailable: str | None = None

    def listing(self) -> Listing:
        below = [""]
        while below:
            below += self.enter(below.pop())
        return Listing(self.stamps, self.unavailable, tuple(sorted(self.broken)), tuple(sorted(self.leftovers)))

    def enter(self, prefix: str) -> list[str]:
        """The folders to go down to."""
        below: list[str] = []
        try:
            with opened_folder(os.path.join(self.folder, prefix)) as entries:
                for entry in entries:
                    try:
                        if entry.is_file(follow_symlinks=False):
                            self.meet(entry, prefix + entry.name)
                        elif entry.is_dir(follow_symlinks=False) and entry.name not in SKIPPED:
                            below.append(f"{prefix}{entry.name}/")
                    except OSError as fault:
                        self.broken.append((shown(prefix + entry.name), fault.strerror or str(fault)))
        except OSError as fault:
            self.unavailable = f"{os.path.join(self.folder, prefix).rstrip('/')}: {fault.strerror}"
            return []
        return below

    def meet(self, entry: os.DirEntry[str], name: str) -> None:
        if name[-3:].lower() == ".md":
            self.collect(entry, name)
        elif entry.name.startswith(TEMPORARY):
            self.leftovers.append(name)

    def collect(self, entry: os.DirEntry[str], name: str) -> None:
        if entry.name.startswith(APPLE_DOUBLE):
            return
        if not name.isascii() and (seen := shown(name)) != name:
            self.broken.append((seen, "its name is not UTF-8"))
            return
        if not self.stamped:
            self.stamps[name] = (0, 0, 0)
            return
        told = entry.stat(follow_symlinks=False)
        self.stamps[name] = (told.st_size, told.st_mtime_ns, told.st_ino)


@contextmanager
def opened_folder(folder: str) -> Generator[Iterator[os.DirEntry[str]]]:
    """By its handle where the system knows one: a file is then looked at without going down to it again, in two thirds of the time."""
    if os.scandir not in os.supports_fd:
        with os.scandir(folder) as entries:
            yield entries
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        with os.scandir(handle) as entries:
            yield entries
    finally:
        os.close(handle)
