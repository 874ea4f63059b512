"""Path facts: what the files that triggers name are now, found at once and with as little as it takes.

A file whose stamp is known is not opened. One whose bytes alone are what was recorded needs no git, and neither does
any in a plain folder. Of the others git is asked together, and what it said holds until the file or git's settings
change. What is not checked out here is not gone.

Effects: reads files and git's small files; spawns git where bytes alone cannot tell; reads the environment and the clock.
"""

import os
import stat as modes
import time
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from ..core.facts import Fact, Gone, Present, Unclear
from ..core.gitconfig import is_on, setting, values
from .blobs import Raw, raw, stamp
from .checkout import Checkout, find_checkout
from .factfile import Seen
from .files import contained
from .notesdir import read_bytes

SETTLING_NS = 2_000_000_000  # FAT keeps time in steps of 2 s; ext3 and HFS+ of 1 s, others of less

# --- values ---------------------------------------------------------------


class Looked(Struct, frozen=True):
    facts: Mapping[str, Fact]
    seen: Mapping[str, Seen]  # what is worth keeping


class Tree:
    """The worktree that paths lie below; what must be read to know it is read once, and only if it is needed."""

    def __init__(self, root: Path, common: Path | None) -> None:
        self.root, self.common = root, common
        self._marks: dict[str, str] = {}
        self._folders: dict[str, Path | Unclear] = {}

    @cached_property
    def git_folder(self) -> Path | None:
        found = find_checkout(str(self.root)) if self.common else None
        return Path(found.git) if isinstance(found, Checkout) and found.git else self.common

    @property
    def is_bare(self) -> bool:
        return self.root == self.common

    @cached_property
    def algorithm(self) -> str:
        named = setting(self._config(self.common), "extensions", "objectformat").lower()
        return "sha256" if named == "sha256" else "sha1"

    @cached_property
    def is_sparse(self) -> bool:
        own = self.git_folder / "config.worktree" if self.git_folder else None
        texts = (self._config(self.common), _text(own) if own else "")
        return any(is_on(text, "core", "sparsecheckout") for text in texts)

    @cached_property
    def submodules(self) -> tuple[str, ...]:
        text = read_bytes(self.root, ".gitmodules").value_or(b"").decode("utf-8", "replace")
        said = values(text, "submodule", "path")
        return tuple(path for _, path in said if path)

    def absent(self, path: str) -> Gone | Unclear:
        """A file that is not there: gone, unless nothing is checked out where it would be."""
        if self.common is None:
            return Gone()
        for module in self.submodules:
            if path.startswith(f"{module}/") and not os.path.lexists(self.root / module / ".git"):
                return Unclear(f"its submodule `{module}` is not checked out here")
        return Unclear("it is not there, and this checkout is sparse") if self.is_sparse else Gone()

    @cached_property
    def _settings(self) -> tuple[object, ...]:
        return tuple(_look(place) for place in _settings_files(self.common, self.git_folder))

    def settings(self, folder: str) -> str:
        """A mark of everything but its bytes that decides what git calls a file in this folder."""
        if folder not in self._marks:
            self._marks[folder] = self._mark(folder)
        return self._marks[folder]

    def folder(self, below: str) -> Path | Unclear:
        """A folder of the worktree, when no link leads there."""
        if below not in self._folders:
            match contained(self.root, below) if below else Success(self.root):
                case Failure(outside):
                    self._folders[below] = Unclear(outside.problem)
                case Success(place):
                    self._folders[below] = place
        return self._folders[below]

    def _mark(self, folder: str) -> str:
        parts = folder.split("/") if folder else []
        chain = [self.root.joinpath(*parts[:depth], ".gitattributes") for depth in range(len(parts) + 1)]
        found = (self._settings, [_look(place) for place in chain])
        return blake2b(repr(found).encode(), digest_size=8).hexdigest()

    def _config(self, folder: Path | None) -> str:
        return _text(folder / "config") if folder else ""


# --- functions ------------------------------------------------------------


def look(tree: Tree, wanted: Mapping[str, Collection[str]], known: Mapping[str, Seen], *, ask: bool = False) -> Looked:
    """The facts of each path; `wanted` holds what was recorded of it. `ask`: git's earlier answers do not count."""
    if tree.is_bare:
        return Looked(dict.fromkeys(wanted, Unclear("a bare repository holds no files")), {})
    found = {path: _seen(tree, path, known.get(path)) for path in wanted}
    seen = {path: one for path, one in found.items() if isinstance(one, Seen)}
    facts: dict[str, Fact] = {path: one for path, one in found.items() if not isinstance(one, Seen)}
    opened = {path: one.raw for path, one in seen.items() if _is_open(tree, path, one, wanted[path], ask=ask)}
    for path, told in _asked(tree, opened).items():
        seen[path] = _with_git(tree, path, seen[path], told)
    return Looked(facts | {path: _fact(tree, path, one) for path, one in seen.items()}, seen)


def _seen(tree: Tree, path: str, known: Seen | None) -> Seen | Gone | Unclear:
    found = stamp(tree.root, path)
    if isinstance(found, Gone):
        return tree.absent(path)
    if isinstance(found, Unclear):
        return found
    same = known is not None and known.stamp == found
    if known is not None and same and known.settled:
        return known
    at = time.time_ns()
    folder, name = tree.folder(path.rpartition("/")[0]), path.rpartition("/")[2]
    read = folder if isinstance(folder, Unclear) else raw(folder / name, found[0], tree.algorithm)
    if isinstance(read, Unclear):
        return read
    settled = max(found[2], found[3]) < at - SETTLING_NS
    if known is not None and known.raw == read:  # the same bytes: what git said of them holds
        return replace(known, stamp=found, settled=settled)
    return Seen(found, settled, read)


def _is_open(tree: Tree, path: str, one: Seen, recorded: Collection[str], *, ask: bool) -> bool:
    """Whether git must be asked: something was recorded that the bytes alone are not called."""
    if tree.common is None or modes.S_ISLNK(one.stamp[0]) or _is_called(one.raw, recorded):
        return False
    return ask or not one.settings or one.settings != _settings_of(tree, path)


def _is_called(read: Raw, recorded: Collection[str]) -> bool:
    return all(any(name.startswith(each) for name in read.names) for each in recorded)


def _asked(tree: Tree, opened: Mapping[str, Raw]) -> Mapping[str, str | Unclear]:
    if not opened:
        return {}
    from .gitblobs import git_names  # noqa: PLC0415  (most questions ask git nothing, and need not load what spawns it)

    return git_names(tree.root, opened)


def _with_git(tree: Tree, path: str, one: Seen, told: str | Unclear) -> Seen:
    settings = _settings_of(tree, path)
    if isinstance(told, Unclear):
        return replace(one, git="", why=told.why, settings=settings)
    return replace(one, git=told, why="", settings=settings)


def _fact(tree: Tree, path: str, one: Seen) -> Fact:
    if not one.settings or one.settings != _settings_of(tree, path):
        return Present(one.raw.names)
    return Unclear(one.why, one.raw.names) if one.why else Present((*one.raw.names, one.git))


def _settings_of(tree: Tree, path: str) -> str:
    return tree.settings(path.rpartition("/")[0])


def _settings_files(common: Path | None, own: Path | None) -> Iterator[str]:
    """Where git's settings and attributes come from; what a config includes is not followed."""
    home, xdg = os.environ.get("HOME", ""), os.environ.get("XDG_CONFIG_HOME", "")
    xdg = xdg or f"{home}/.config"
    yield from (f"{common}/config", f"{own}/config.worktree", f"{common}/info/attributes")
    yield from (os.environ.get("GIT_CONFIG_GLOBAL", ""), f"{home}/.gitconfig", f"{xdg}/git/config")
    yield from (f"{xdg}/git/attributes", "/etc/gitconfig", "/etc/gitattributes")


def _look(place: str | Path) -> tuple[int, int, int, int] | None:
    try:
        told = os.stat(place)  # noqa: PTH116  (several for each file that differs)
    except (OSError, ValueError):
        return None
    return told.st_size, told.st_mtime_ns, told.st_ctime_ns, told.st_ino


def _text(place: Path) -> str:
    try:
        return place.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
