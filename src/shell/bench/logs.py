"""Logs: the recorded sessions under some paths, each read a line at a time.

Order is that of the paths as given, and of names within a folder, so the same folder always tells the same.
A file that is named is read whatever its name; in a folder those are read that agents' logs are named like.
A file found twice is read once. A symbolic link to a folder is not followed, for it may lead back.

Effects: walks folders and reads files.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome, shown
from ...core.steps import Step
from ...core.transcripts import Transcript
from ..regular import open_named

# --- values ---------------------------------------------------------------

LINES, DOCUMENT = ".jsonl", ".json"  # a document is one session
HEAD = 4096  # bytes of a document, among which the name of its session stands: it is the first field
NAMES_A_SESSION = b'"sessionId"'

# --- refusals -------------------------------------------------------------


class NoSuchPath(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained(
            f"there is no `{shown(self.path)}`", "--transcript", "Name a session's log or a folder of logs."
        )


class NoLogs(Struct, frozen=True, tag=True):
    paths: tuple[str, ...]

    def explain(self) -> Explained:
        return Explained(
            "no recorded session was found",
            ", ".join(map(shown, self.paths)),
            "Name a log, or a folder with logs below it, such as ~/.claude/projects, ~/.codex/sessions or ~/.gemini/tmp.",
        )


# --- functions ------------------------------------------------------------


class Log:
    """One file as it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.transcript = Transcript(path.stem)
        self.problem = ""  # why reading it ended early

    def steps(self) -> Iterator[Step]:
        return self.transcript.steps(self._pieces())

    def _pieces(self) -> Iterator[bytes]:
        try:
            with open_named(str(self.path)) as file:
                yield from [file.read()] if self.path.suffix == DOCUMENT else file
        except OSError as fault:
            self.problem = f"{self.path}: {fault.strerror}"


def find_logs(paths: Sequence[Path]) -> Outcome[tuple[Path, ...], NoSuchPath | NoLogs]:
    """Every log below, in order, none opened that tells by its name what it is."""
    for path in paths:
        if not path.exists():
            return Failure(NoSuchPath(str(path)))
    found: dict[str, Path] = {}
    for file in chain.from_iterable(map(_below, paths)):
        found.setdefault(os.path.realpath(file), file)
    return Success(tuple(found.values())) if found else Failure(NoLogs(tuple(map(str, paths))))


def _below(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for folder, below, files in os.walk(path):
        below.sort()
        yield from (file for name in sorted(files) if _is_log(file := Path(folder, name)))


def _is_log(file: Path) -> bool:
    if file.suffix == LINES:
        return file.is_file()
    return file.suffix == DOCUMENT and file.is_file() and NAMES_A_SESSION in _head(file)


def _head(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(HEAD)
    except OSError:
        return b""
