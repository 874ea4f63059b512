"""Documents: the files of a repository as they lie in this worktree, and the text of those that are documents.

In git the listing is git's own, so that what is ignored or merely lying about does not count; without
git it is a walk. Symbolic links are not followed and other repositories are not entered. A file that
is there but cannot be read is never taken for a file that is gone.

Effects: spawns git to list; reads files.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ..core.documentpaths import INSTRUCTION_FOLDERS, INSTRUCTIONS, is_document
from ..core.outcome import Outcome
from .git import GitFailed, GitMissing, git
from .notesdir import read_bytes, shown

# --- values ---------------------------------------------------------------


class Listed(Struct, frozen=True, order=True):
    path: str  # from the repository's root, with `/`
    blob: str = ""  # what git's index holds; "" when git does not track the file
    problem: str = ""  # why it cannot be a document, known from the listing alone


class Listing(Struct, frozen=True):
    files: tuple[Listed, ...]  # in the order of their paths, each once
    algorithm: str = "sha1"  # of the repository's blob names
    unavailable: str | None = None  # why absence proves nothing

    def documents(self, own: Sequence[str] = ()) -> tuple[Listed, ...]:
        """Those that are documents, without those in `own` folders: a store never points at itself."""
        return tuple(file for file in self.files if is_document(file.path) and not file.path.startswith(tuple(own)))


class Text(Struct, frozen=True):
    """What the file holds now. `blob` is its name as git would store it, unless a filter has its say."""

    text: str
    blob: str


class Gone(Struct, frozen=True):
    pass


class Unusable(Struct, frozen=True):
    why: str
    there: bool = True  # the document is, though its text is not to be had


Content: TypeAlias = Text | Gone | Unusable

SYMLINK, SUBMODULE = b"120000", b"160000"
PROBLEMS = {SYMLINK: "a symbolic link is not followed", SUBMODULE: "a submodule is not entered"}
UNMERGED = "git has not merged it yet"
NOT_OURS = (".git", "pyvenv.cfg", "CACHEDIR.TAG")  # another repository, a virtual environment, a cache
NO_DOCUMENTS_IN = frozenset({"node_modules", "__pycache__"})  # what a plain folder has no ignore file for

# --- functions: listing ---------------------------------------------------


def list_files(root: Path, *, in_git: bool) -> Outcome[Listing, GitMissing | GitFailed]:
    return from_git(root) if in_git else Success(from_walk(root))


def from_git(root: Path) -> Outcome[Listing, GitMissing | GitFailed]:
    match git(root, "ls-files", "-z", "--stage"):
        case Failure(refusal):
            return Failure(refusal)
        case Success(tracked):
            files = {file.path: file for file in map(of_index, tracked.split(b"\0")[:-1])}
    match git(root, "ls-files", "-z", "--others", "--exclude-standard", "--", *INSTRUCTIONS):
        case Failure(refusal):
            return Failure(refusal)
        case Success(others):
            files |= {path: of_disk(root, path) for path in map(os.fsdecode, others.split(b"\0")[:-1])}
    sha256 = any(len(file.blob) == 64 for file in files.values())
    return Success(Listing(tuple(sorted(files.values())), "sha256" if sha256 else "sha1"))


def of_index(entry: bytes) -> Listed:
    """`mode blob stage TAB path`; of an unmerged file the last of several stages stays."""
    told, _, name = entry.partition(b"\t")
    mode, blob, stage = told.split(b" ")
    path = os.fsdecode(name)
    problem = nameless(path) or PROBLEMS.get(mode, "" if stage == b"0" else UNMERGED)
    return Listed(shown(path), blob.decode(), problem)


def of_disk(root: Path, path: str) -> Listed:
    linked = PROBLEMS[SYMLINK] if (root / path).is_symlink() else ""
    return Listed(shown(path), problem=nameless(path) or linked)


def nameless(path: str) -> str:
    if shown(path) != path:
        return "its name is not UTF-8"
    return "" if path.isprintable() else "its name holds a control character"


def from_walk(root: Path) -> Listing:
    """Hidden folders hold a tool's own files, save those in which agents are instructed."""
    found: list[Listed] = []
    unavailable = None
    below = [""]
    while below:
        prefix = below.pop()
        try:
            with os.scandir(root / prefix) as entries:
                below += [f"{prefix}{entry.name}/" for entry in entries if enters(entry, prefix, found)]
        except OSError as fault:
            unavailable = f"{root / prefix}: {fault.strerror}"
    return Listing(tuple(sorted(found)), unavailable=unavailable)


def enters(entry: os.DirEntry[str], prefix: str, found: list[Listed]) -> bool:
    """Whether to go down there; a file is found instead."""
    if entry.is_dir(follow_symlinks=False):
        hidden = entry.name.startswith(".") and (prefix or entry.name not in INSTRUCTION_FOLDERS)
        foreign = any(os.path.lexists(Path(entry.path, mark)) for mark in NOT_OURS)
        return not (hidden or foreign or entry.name in NO_DOCUMENTS_IN)
    path = prefix + entry.name
    problem = nameless(path) or (PROBLEMS[SYMLINK] if entry.is_symlink() else "")
    if entry.is_file(follow_symlinks=False) or entry.is_symlink():
        found.append(Listed(shown(path), problem=problem))
    return False


# --- functions: reading ---------------------------------------------------


def read_all(root: Path, listed: Iterable[Listed], algorithm: str) -> Iterator[tuple[Listed, Content]]:
    """Each file in turn; only one text is held at a time."""
    yield from ((file, read(root, file, algorithm)) for file in listed)


def read(root: Path, file: Listed, algorithm: str = "sha1") -> Content:
    if file.problem:
        return Unusable(file.problem, there=file.problem == UNMERGED)
    if not present(root, file.path):
        return Gone()
    match read_bytes(root, file.path):
        case Failure(unreadable):
            return Unusable(unreadable.problem)
        case Success(data):
            return decoded(data, blob_of(data, file.blob, algorithm))


def present(root: Path, path: str) -> bool:
    try:
        os.lstat(root / path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # it cannot be looked at, which is not the same as being gone
    return True


def decoded(data: bytes, blob: str) -> Content:
    if b"\0" in data:
        return Unusable("binary: it holds a NUL byte")
    try:
        return Text(data.decode("utf-8-sig"), blob)
    except UnicodeDecodeError as fault:
        return Unusable(f"not UTF-8: byte {fault.start} is 0x{data[fault.start]:02x}")


def blob_of(data: bytes, tracked: str, algorithm: str) -> str:
    """The blob's name. Where git turned line ends on checkout, the index's name is still that of these bytes."""
    if (name := named(data, algorithm)) == tracked or b"\r\n" not in data:
        return name
    return tracked if named(data.replace(b"\r\n", b"\n"), algorithm) == tracked else name


def named(data: bytes, algorithm: str) -> str:
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
