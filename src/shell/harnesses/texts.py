"""Texts: a harness's files as they are, and as a plan has them; all of a plan is written or none of it.

A link is followed to the file it stands for, but in a project never out of it: a repository that somebody
else made must not have us write elsewhere. A file that changed since the plan was made is left alone.

Effects: reads, writes and removes files; makes folders and removes those again.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome
from ...core.setupplan import Change
from .. import files
from ..regular import read_regular

# --- refusals -------------------------------------------------------------


class NoText(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        return Explained(
            f"cannot be read: {self.problem}", self.path, "Mend that, then try again: nothing was changed."
        )


class OutOfProject(Struct, frozen=True, tag=True):
    path: str
    leads_to: str

    def explain(self) -> Explained:
        mend = "Replace the link by a file, or use --scope user."
        return Explained(f"a link leads out of the project, to {self.leads_to}", self.path, mend)


class ChangedMeanwhile(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained("the file changed while we looked at it", self.path, "Try again: nothing of it was changed.")


WriteRefusal: TypeAlias = NoText | ChangedMeanwhile | files.CannotWrite

# --- reading --------------------------------------------------------------


def place_of(path: Path, within: Path | None) -> Outcome[Path, OutOfProject]:
    """The file behind the links; `within` is the folder that it must not leave."""
    real = Path(os.path.realpath(path))
    if within is not None and not real.is_relative_to(os.path.realpath(within)):
        return Failure(OutOfProject(str(path), str(real)))
    return Success(real)


def read_text(path: Path) -> Outcome[str | None, NoText]:
    """None where there is no file. Newlines and a byte order mark are kept."""
    try:
        return Success(read_regular(str(path)).decode())
    except FileNotFoundError:
        return Success(None)
    except NotADirectoryError:
        return Failure(NoText(str(path), "a file stands where a folder is needed"))
    except OSError as fault:
        return Failure(NoText(str(path), fault.strerror or str(fault)))
    except UnicodeDecodeError:
        return Failure(NoText(str(path), "it is not UTF-8"))


# --- writing --------------------------------------------------------------


def write_all(changes: Sequence[Change]) -> Outcome[dict[str, tuple[str, ...]], WriteRefusal]:
    """The folders made for each file. On a refusal what was written before it is as it was."""
    made: dict[str, tuple[str, ...]] = {}
    with contextlib.ExitStack() as back:
        for change in changes:
            folders = tuple(map(str, _missing(Path(change.path).parent)))
            match _written(change):
                case Failure(refusal):
                    return Failure(refusal)
                case Success():
                    made[change.path] = folders
                    back.callback(_put_back(change, folders))
        back.pop_all()
    return Success(made)


def _written(change: Change) -> Outcome[None, WriteRefusal]:
    path = Path(change.path)
    match read_text(path):
        case Failure(unreadable):
            return Failure(unreadable)
        case Success(now) if now != change.before:
            return Failure(ChangedMeanwhile(change.path))
        case Success(_):
            return _put(path, change.after)


def _put(path: Path, text: str | None) -> Outcome[None, files.CannotWrite]:
    if text is None:
        return files.remove(path)
    match files.make_folder(path.parent, private=False):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return files.write(path, text.encode(), private=False)


def _put_back(change: Change, folders: Sequence[str]) -> Callable[[], None]:
    def undo() -> None:
        _put(Path(change.path), change.before)
        remove_folders(folders)

    return undo


def remove_folders(folders: Sequence[str]) -> None:
    """Those that are empty, innermost first."""
    for folder in sorted(folders, key=len, reverse=True):
        with contextlib.suppress(OSError):
            Path(folder).rmdir()


def _missing(folder: Path) -> Iterator[Path]:
    yield from reversed([each for each in (folder, *folder.parents) if not each.exists()])
