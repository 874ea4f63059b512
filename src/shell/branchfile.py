"""Branch file: which of the files that notes depend on read otherwise than where the branch began.

`branch.json` lies in the worktree's state folder, beside the verdicts that it belongs to. It is of one HEAD
by name: on another branch it says nothing. Standard library only: hooks stand on this module.

Effects: reads and replaces one file; reads git's HEAD.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH118

import os
from collections.abc import Iterable, Mapping
from typing import cast

from .checkout import Checkout, find_checkout, read_line
from .smallfile import read_small, write_small

FILE = "branch.json"
VERSION = 1


def head_of(root: str) -> str:
    """The branch, or the commit of a detached HEAD; nothing outside git."""
    found = find_checkout(root)
    git = found.git if isinstance(found, Checkout) else None
    return (read_line(os.path.join(git, "HEAD")) or "") if git else ""


def changed_on_branch(state: str, root: str) -> frozenset[str]:
    """As it was last found; nothing where nobody has looked on this branch."""
    found, head = read_small(state, FILE), head_of(root)
    changed = found.get("changed")
    if not head or (found.get("version"), found.get("head")) != (VERSION, head) or not isinstance(changed, list):
        return frozenset()
    return frozenset(map(str, cast("list[object]", changed)))


def is_known(state: str, head: str, present: Mapping[str, str | None]) -> bool:
    """Whether these files were looked at on this branch when they read as they do now."""
    found = read_small(state, FILE)
    return (found.get("version"), found.get("head"), found.get("present")) == (VERSION, head, present)


def keep_changed(state: str, head: str, present: Mapping[str, str | None], changed: Iterable[str]) -> None:
    """`present`: what each file that was looked at is called by git now; None of one that is gone."""
    told = {"version": VERSION, "head": head, "present": dict(present), "changed": sorted(changed)}
    write_small(state, FILE, told)
