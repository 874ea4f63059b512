"""Notes folder: which Markdown files a layer holds, and the text of one.

A listing says when it is not whole: then a file's absence proves nothing, and nobody may delete on
its account. Symbolic links are neither followed nor collected, at any depth.

Effects: reads directories and files.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome
from .files import TEMPORARY, contained

# --- values ---------------------------------------------------------------

SKIPPED = frozenset({".git", ".hindnote", ".obsidian", ".trash"})  # a tool's own folders: never notes of this one
APPLE_DOUBLE = "._"  # macOS keeps a file's attributes under such a name on foreign disks: binary, never a note


class NoteFile(Struct, frozen=True, order=True):
    path: str  # below the layer's folder, with `/`
    size: int
    mtime_ns: int
    inode: int


class Scan(Struct, frozen=True):
    files: tuple[NoteFile, ...]  # in the order of their paths
    unavailable: str | None = None  # why absence proves nothing; None when the listing is whole
    broken: tuple[tuple[str, str], ...] = ()  # (path as it can be shown, problem): it cannot be named or stat'ed
    leftovers: tuple[str, ...] = ()  # of killed writes: whoever holds the layer's lock may remove them


class Listing(Struct, frozen=True):
    """A scan for whoever looks at every file on every question: the same, without a value and a place for each."""

    stamps: Mapping[str, tuple[int, int, int]] = {}  # size, mtime_ns and inode by path
    unavailable: str | None = None
    broken: tuple[tuple[str, str], ...] = ()
    leftovers: tuple[str, ...] = ()


READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


# --- refusals -------------------------------------------------------------


class Unavailable(Struct, frozen=True, tag=True):
    """A layer that cannot be listed whole: what seems free may be taken."""

    folder: str
    problem: str

    def explain(self) -> Explained:
        mend = "Mend that and say it again. Nothing was changed."
        return Explained(f"not all of the notes can be read: {self.problem}", self.folder, mend)


class Unreadable(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(f"cannot read: {self.problem}", self.path, "Mend the file or its permissions, or remove it.")


# --- functions ------------------------------------------------------------


def scan(folder: Path, *, must_exist: bool = False) -> Scan:
    """Every note below `folder`. A layer nobody wrote to has no folder and is empty; a vault `must_exist`."""
    found = listing(folder, must_exist=must_exist)
    files = (NoteFile(path, *stamp) for path, stamp in sorted(found.stamps.items()))
    return Scan(tuple(files), found.unavailable, found.broken, found.leftovers)


def listing(folder: Path, *, must_exist: bool = False) -> Listing:
    if (linked := os.path.realpath(folder)) != str(folder.absolute()):
        return Listing({}, f"{folder} leads through a symbolic link to {linked}")
    try:
        os.stat(folder)  # noqa: PTH116  (beside the calls of os around it)
    except FileNotFoundError:
        return Listing({}, f"{folder} is not there" if must_exist else None)
    except OSError as fault:
        return Listing({}, f"{folder}: {fault.strerror}")
    return _Walk(folder).listing()


def read(folder: Path, path: str) -> Outcome[str, Unreadable]:
    """The note's text, every byte of it: a BOM and CRLF are left in for whoever edits."""
    match read_bytes(folder, path):
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(data):
            try:
                return Success(data.decode())
            except UnicodeDecodeError as fault:
                return Failure(Unreadable(path, f"not UTF-8: byte {fault.start} is 0x{data[fault.start]:02x}"))


def read_bytes(folder: Path, path: str) -> Outcome[bytes, Unreadable]:
    """Of a regular file to which no symbolic link leads."""
    data = _read_at_once(f"{folder}/{path}")
    if data is not None:
        return Success(data)
    match contained(folder, path):
        case Failure(outside):
            return Failure(Unreadable(path, outside.problem))
        case Success(place):
            return _regular(place, path)


def _read_at_once(place: str) -> bytes | None:
    """Where the kernel tells by which path it opened a file, one look replaces one at each folder on the way.

    None when it does not tell, and for whatever is not plainly a file in its place: `contained` says why.
    """
    try:
        handle = os.open(place, READING)
    except (OSError, ValueError):
        return None
    try:
        opened = os.readlink(f"/proc/self/fd/{handle}")  # noqa: PTH115  (a `Path` costs as much as the rest)
        if opened == place and stat.S_ISREG(os.fstat(handle).st_mode):
            return _all_of(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
    return None


def _regular(place: Path, path: str) -> Outcome[bytes, Unreadable]:
    """Non-blocking, for a pipe named like a note must not hang a reader."""
    try:
        handle = os.open(place, READING)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return Failure(Unreadable(path, "not a regular file"))
            return Success(_all_of(handle))
        finally:
            os.close(handle)
    except OSError as fault:
        return Failure(Unreadable(path, fault.strerror or str(fault)))


def _all_of(handle: int) -> bytes:
    with os.fdopen(handle, "rb", buffering=0, closefd=False) as file:
        return file.read()


class _Walk:
    """One walk's findings. Its own stack, for a deep tree must not meet the recursion limit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
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
        try:
            with os.scandir(self.folder / prefix) as entries:
                return [f"{prefix}{entry.name}/" for entry in entries if self.visit(entry, prefix)]
        except OSError as fault:
            self.unavailable = f"{self.folder / prefix}: {fault.strerror}"
            return []

    def visit(self, entry: os.DirEntry[str], prefix: str) -> bool:
        """Whether to go down there."""
        name = prefix + entry.name
        try:
            if entry.is_dir(follow_symlinks=False):
                return entry.name not in SKIPPED
            if entry.name.lower().endswith(".md") and entry.is_file(follow_symlinks=False):
                self.collect(entry, name)
            elif entry.name.startswith(TEMPORARY) and entry.is_file(follow_symlinks=False):
                self.leftovers.append(name)
        except OSError as fault:
            self.broken.append((shown(name), fault.strerror or str(fault)))
        return False

    def collect(self, entry: os.DirEntry[str], name: str) -> None:
        if entry.name.startswith(APPLE_DOUBLE):
            return
        if not name.isascii() and (seen := shown(name)) != name:
            self.broken.append((seen, "its name is not UTF-8"))
            return
        told = entry.stat(follow_symlinks=False)
        self.stamps[name] = (told.st_size, told.st_mtime_ns, told.st_ino)


def shown(name: str) -> str:
    """A file's name as text can carry it."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
