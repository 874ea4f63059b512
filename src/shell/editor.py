"""Editor: a person's own, on a private copy of a text; what they wrote is in that copy until it is somewhere else.

Effects: writes a file; runs what VISUAL or EDITOR names.
"""

import itertools
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome, Refusal, shown
from . import files
from .regular import read_regular

# --- values ---------------------------------------------------------------


class Copy(Struct, frozen=True):
    path: Path
    earlier: tuple[str, ...] = ()  # copies that were kept before


# --- refusals -------------------------------------------------------------


class NoEditor(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        mend = (
            "Say what is to change (--set, --section, --append, --remove, --title), or set EDITOR. Nothing was changed."
        )
        return Explained("nobody sits at a terminal, and no editor is named", "EDITOR", mend)


class EditorFailed(Struct, frozen=True, tag=True):
    editor: str
    problem: str
    copy: str

    def explain(self) -> Explained:
        mend = f"The note is as it was, and what you wrote is kept in {self.copy}. EDITOR says which editor is run."
        return Explained(f"`{shown(self.editor)}` did not leave a text: {self.problem}", self.copy, mend)


class KeptText(Struct, frozen=True):
    """A refusal of what somebody wrote by hand, which is not lost with it."""

    refusal: Refusal
    copy: str

    def explain(self) -> Explained:
        said = self.refusal.explain()
        return Explained(said.error, said.where, f"{said.mend} Your text is kept in {self.copy}.")


# --- functions ------------------------------------------------------------


def editor(env: Mapping[str, str]) -> Outcome[str, NoEditor]:
    named = env.get("VISUAL", "").strip() or env.get("EDITOR", "").strip()
    if named or (sys.stdin.isatty() and sys.stdout.isatty()):
        return Success(named or "vi")
    return Failure(NoEditor())


def copied(place: Path, text: str) -> Outcome[Copy, files.CannotWrite | files.Exists]:
    """Beside those that were kept before."""
    match files.make_folder(place.parent, private=True):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    path, earlier = place, list[str]()
    for number in itertools.count(2):
        if not os.path.lexists(path):
            break
        earlier.append(str(path))
        path = place.with_stem(f"{place.stem}-{number}")
    match files.create(path, text.encode(), private=True):
        case Failure(problem):
            return Failure(problem)
        case Success():
            return Success(Copy(path, tuple(earlier)))


def left_by(command: str, copy: Copy) -> Outcome[str, EditorFailed]:
    """The text as the editor left it; nothing is taken from one that was killed or says that it failed."""
    try:
        with _ours_no_more():
            done = subprocess.run([*shlex.split(command), str(copy.path)], check=False)  # noqa: S603  (the person's own)
        text = read_regular(str(copy.path)).decode()
    except (OSError, ValueError) as broken:
        return Failure(EditorFailed(command, str(broken), str(copy.path)))
    if done.returncode:
        return Failure(EditorFailed(command, _ended(done.returncode), str(copy.path)))
    return Success(text)


@contextmanager
def _ours_no_more() -> Generator[None]:
    """Ctrl-C is the editor's while it runs. A handler of ours, for what is ignored the editor would ignore too."""
    before = signal.signal(signal.SIGINT, _heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _heard(_signal: int, _frame: FrameType | None) -> None:
    pass


def _ended(code: int) -> str:
    names = {each.value: each.name for each in signal.Signals}  # most of the real-time ones have none
    return f"it ended with code {code}" if code > 0 else f"it was ended by {names.get(-code, f'signal {-code}')}"
