"""History: a repository's own commits as notes and questions, the questions written by nobody who ranks.

Effects: runs git in the repository; writes the notes into the folder it is given.
"""

from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ...core.cases import Case, Commit, NoCases, from_history
from ...core.outcome import Explained, Outcome
from ..git import GitFailed, GitMissing, git

MOST_COMMITS = 5000  # read; fewer make notes
_FIELDS = ("%H", "%cs", "%s", "%b")
_ABBREVIATED = 12

# --- refusals -------------------------------------------------------------


class NoSuchRef(Struct, frozen=True, tag=True):
    ref: str

    def explain(self) -> Explained:
        return Explained(
            f"`{self.ref}` names no commit", "--ref", "Name a branch, a tag or a commit of the repository."
        )


# --- functions ------------------------------------------------------------


def from_repository(
    repository: Path, ref: str, folder: Path
) -> Outcome[tuple[Case, ...], NoCases | NoSuchRef | GitFailed | GitMissing]:
    """Write a note a commit, and return what they are asked."""
    if not ref or ref.startswith("-"):
        return Failure(NoSuchRef(ref))
    layout = "%x00".join(_FIELDS) + "%x00"
    told = git(
        repository,
        "log",
        "--no-merges",
        "--no-show-signature",
        "--encoding=UTF-8",
        f"--max-count={MOST_COMMITS}",
        f"--format={layout}",
        ref,
        "--",
    )
    match told:
        case Failure(problem):
            return Failure(problem)
        case Success(log):
            pass
    match from_history(_commits(log)):
        case Failure(none):
            return Failure(none)
        case Success(made):
            pass
    for key, text in made.notes:
        (folder / f"{key}.md").write_bytes(text.encode("utf-8"))
    return Success(made.cases)


def _commits(log: bytes) -> list[Commit]:
    fields = log.decode("utf-8", "replace").split("\0")[:-1]
    rows = (fields[at : at + len(_FIELDS)] for at in range(0, len(fields), len(_FIELDS)))
    return [Commit(commit.strip()[:_ABBREVIATED], day, subject, body) for commit, day, subject, body in rows]
