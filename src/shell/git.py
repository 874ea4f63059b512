"""Git: one command at a time, deaf to what a hook's environment and a repository's config would make it run.

`GIT_DIR`, `GIT_WORK_TREE` and their kin are left out, hooks and fsmonitor are off, nothing is asked at
a terminal and no index is refreshed. Only commands that run no configured filter are called through here.

Effects: spawns git; reads the environment.
"""

import os
import shlex
import subprocess
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome

# --- values ---------------------------------------------------------------

QUIET = ("-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null")
ELSEWHERE = frozenset(  # `git rev-parse --local-env-vars`, without what configures git itself
    {
        *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_DIR", "GIT_GRAFT_FILE"),
        *("GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE"),
        *("GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH"),
        *("GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE"),
    }
)
CALM = {
    "GIT_ALLOW_PROTOCOL": "",  # none: where objects are missing, a remote's address may be a command
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

# --- refusals -------------------------------------------------------------


class GitMissing(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("git is not installed", "PATH", "Install git, or put it on the PATH.")


class GitFailed(Struct, frozen=True, tag=True):
    command: str
    folder: str
    problem: str

    def explain(self) -> Explained:
        mend = "Run the same command there yourself to see more, and mend what it says."
        if "safe.directory" in self.problem or "dubious ownership" in self.problem:
            mend = f"Git trusts nobody else's repository: `git config --global --add safe.directory {shlex.quote(self.folder)}`."
        if "must be run in a work tree" in self.problem:
            mend = "A bare repository holds no files: run it in one of its worktrees."
        return Explained(f"`{self.command}` failed: {self.problem}", self.folder, mend)


# --- functions ------------------------------------------------------------


def git(
    folder: Path,
    *arguments: str,
    config: Sequence[str] = (),
    stdin: bytes = b"",
    answers: Container[int] = (0,),
    env: Mapping[str, str] = CALM,
) -> Outcome[bytes, GitMissing | GitFailed]:
    """What one git command prints when it is run in `folder`, with `name=value` of `config` for this once.

    Any exit code but one of `answers` is a failure.
    """
    command = " ".join(("git", *arguments[:1]))
    settings = [word for each in config for word in ("-c", each)]
    try:
        done = subprocess.run(  # noqa: S603  (no shell; the arguments are ours)
            ["git", *QUIET, *settings, *arguments],  # noqa: S607  (the user's own git)
            cwd=folder,
            env={name: value for name, value in os.environ.items() if name not in ELSEWHERE} | dict(env),
            input=stdin,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        return Failure(GitMissing()) if folder.is_dir() else Failure(GitFailed(command, str(folder), "no such folder"))
    except OSError as fault:
        return Failure(GitFailed(command, str(folder), fault.strerror or str(fault)))
    if done.returncode not in answers:
        return Failure(GitFailed(command, str(folder), first_complaint(done.stderr) or f"exit {done.returncode}"))
    return Success(done.stdout)


def first_complaint(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").splitlines()
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "")
    return said.removeprefix("fatal:").removeprefix("error:").strip()
