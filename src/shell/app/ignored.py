"""Ignored: which places of the team's folder git ignores, by the rules of the worktree that it lies in.

Effects: asks git.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from returns.result import Failure, Success

from ...core.promotion import CannotTell, IgnoredPaths, Ignores, NoGit
from ..checkout import Checkout, find_checkout
from ..git import git


def ignores(team: Path, paths: Sequence[str]) -> Ignores:
    """Of the paths below the folder, which may not be there yet."""
    standing = next(each for each in (team, *team.parents) if each.is_dir())
    match find_checkout(str(standing)):
        case Checkout(common=None):
            return NoGit()
        case _:  # a `.git` file whose repository is gone is git's to complain of
            pass
    asked = b"".join(str(team / path).encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    match git(standing, "check-ignore", "--stdin", "-z", "--verbose", stdin=asked, answers=(0, 1)):
        case Failure(refusal):
            return CannotTell(str(standing), refusal.explain().error)
        case Success(said):
            return IgnoredPaths(dict(_rules(team, said)))


def _rules(team: Path, said: bytes) -> Iterator[tuple[str, str]]:
    """Of `check-ignore -z --verbose`: source, line, pattern and path, each ended by a NUL."""
    fields = said.decode("utf-8", "surrogateescape").split("\0")[:-1]
    for source, line, pattern, path in zip(*[iter(fields)] * 4, strict=True):
        if pattern and not pattern.startswith("!"):
            yield Path(path).relative_to(team).as_posix(), f"{source}:{line}: {pattern}"
