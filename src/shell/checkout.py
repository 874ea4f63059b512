"""Checkout: where the repository around a folder begins, and the git directory its worktrees share.

No git is spawned and nothing is written. `GIT_DIR` and `GIT_WORK_TREE` are never looked at, so a
git hook's environment cannot change the answer. Standard library only: hooks stand on this module.

Effects: reads directory entries and git's own small files.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH112, PTH113, PTH118, PTH119, PTH120

import os
from typing import NamedTuple

from .regular import read_regular

# --- values ---------------------------------------------------------------


class Checkout(NamedTuple):
    """`common` is None outside git; in a bare repository without a worktree, `root` is that directory."""

    root: str
    git: str | None = None  # this worktree's own git directory (index, HEAD)
    common: str | None = None  # shared by all worktrees: identity lives here
    initialised: bool = False  # `.hindnote` exists at the root

    @property
    def is_bare(self) -> bool:
        """There are no files to stand among."""
        return self.root == self.common


class BrokenGitFile(NamedTuple):
    """A `.git` file whose repository is not there: a worktree of a checkout that was moved or is not mounted."""

    path: str
    target: str


# --- functions ------------------------------------------------------------


def find_checkout(folder: str) -> Checkout | BrokenGitFile:
    """The nearest repository around `folder`; without one, the nearest folder that was initialised, else itself."""
    here = os.path.realpath(folder)
    for each in _upwards(here):
        match _git_of(each):
            case None:
                continue
            case str(git):
                root = os.path.dirname(each) if git == each and os.path.basename(each) == ".git" else each
                return _in_git(root, git)
            case BrokenGitFile() as broken:
                return broken
    home = next((each for each in _upwards(here) if os.path.isdir(os.path.join(each, ".hindnote"))), None)
    return Checkout(home or here, initialised=home is not None)


def _upwards(folder: str) -> list[str]:
    folders = [folder]
    while (parent := os.path.dirname(folders[-1])) != folders[-1]:
        folders.append(parent)
    return folders


def _git_of(folder: str) -> str | BrokenGitFile | None:
    dot_git = os.path.join(folder, ".git")
    if os.path.lexists(dot_git):
        if os.path.isfile(dot_git):
            return _pointed_at(dot_git)
        if _is_repository(dot_git):
            return os.path.realpath(dot_git)
    return folder if _is_repository(folder) else None  # a bare repository, or the inside of `.git`


def _is_repository(folder: str) -> bool:
    """What git itself asks of a repository, or of a worktree's directory inside one."""
    return os.path.lexists(os.path.join(folder, "HEAD")) and (
        (os.path.isdir(os.path.join(folder, "objects")) and os.path.isdir(os.path.join(folder, "refs")))
        or os.path.isfile(os.path.join(folder, "commondir"))
    )


def _pointed_at(dot_git: str) -> str | BrokenGitFile | None:
    said = read_line(dot_git)
    if said is None or not said.startswith("gitdir:"):
        return None
    target = os.path.realpath(os.path.join(os.path.dirname(dot_git), said.removeprefix("gitdir:").strip()))
    return target if _is_repository(target) else BrokenGitFile(dot_git, target)


def _in_git(root: str, git: str) -> Checkout:
    common = read_line(os.path.join(git, "commondir"))
    shared = os.path.realpath(os.path.join(git, common)) if common else git
    return Checkout(root, git, shared, os.path.isdir(os.path.join(root, ".hindnote")))


def read_line(path: str) -> str | None:
    """The first line of one of git's small files; None when it says nothing that can be a path."""
    try:
        line = read_regular(path, 65_536).partition(b"\n")[0]
    except (OSError, ValueError):
        return None
    return os.fsdecode(line).strip("\r\n") or None if b"\0" not in line else None
