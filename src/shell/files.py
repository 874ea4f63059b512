"""Files: bytes that are on disk whole or not at all, and never outside the folder they belong to.

A write goes to a temporary file beside its target, reaches the disk, and takes the target's name in
one step. `create` never replaces: of two processes that want one name, one is told `Exists`. A kill
leaves at most a temporary file, which no scan collects and the next writer removes.

Effects: writes files and folders.
"""

import contextlib
import errno
import os
import re
import stat
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ..core.outcome import Explained, Outcome
from .noteswalk import TEMPORARY as TEMPORARY  # noqa: PLC0414  (told to the type checkers: found here too)

# --- refusals -------------------------------------------------------------

MENDS = {
    errno.ENOSPC: "Free some space and say it again: nothing was changed.",
    errno.EDQUOT: "Free some of your quota and say it again: nothing was changed.",
    errno.EROFS: "The disk is read-only: name folders that are not with --team and --local, or set HINDNOTE_DATA_HOME and HINDNOTE_STATE_HOME.",
    errno.EACCES: "Give yourself permission to write there, or name another folder for the notes with --team or --local.",
    errno.EPERM: "Give yourself permission to write there, or name another folder for the notes with --team or --local.",
    errno.ENOTDIR: "A file stands where a folder is needed: move it away.",
    errno.EEXIST: "A file stands where a folder is needed: move it away.",
}


class CannotWrite(Struct, frozen=True, tag=True):
    path: str
    problem: str
    code: int

    def explain(self) -> Explained:
        mend = MENDS.get(self.code, "See that the folder exists and can be written: nothing was changed.")
        return Explained(f"cannot write: {self.problem}", self.path, mend)


class Exists(Struct, frozen=True, tag=True):
    path: str

    def explain(self) -> Explained:
        return Explained("the file exists already", self.path, "Nothing was changed: read it, then update it instead.")


class OutsideFolder(Struct, frozen=True, tag=True):
    folder: str
    relative: str
    problem: str

    def explain(self) -> Explained:
        said = self.relative[:200].encode("utf-8", "backslashreplace").decode()
        return Explained(f"`{said}` leaves its folder: {self.problem}", self.folder, "Name a path inside the folder.")


# --- functions: containment -----------------------------------------------


def contained(folder: Path, relative: str) -> Outcome[Path, OutsideFolder]:
    """Where `relative` (with `/`) lies below the resolved `folder`; no symbolic link may stand on the way."""
    parts = relative.split("/")
    if not all(parts) or any(part in {".", ".."} for part in parts):
        return Failure(OutsideFolder(str(folder), relative, "it has an empty, `.` or `..` part"))
    if not _can_be_a_name(relative):
        return Failure(OutsideFolder(str(folder), relative, "it is no plain relative path"))
    place = folder.joinpath(*parts)
    real = os.path.realpath(place)
    if real != str(place) or os.path.islink(place):  # noqa: PTH114  (a link to itself is its own real path)
        return Failure(OutsideFolder(str(folder), relative, f"a symbolic link leads it to `{real}`"))
    return Success(place)


def _can_be_a_name(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:  # a lone surrogate
        return False
    return "\0" not in text and not (os.sep == "\\" and re.search(r"[\\:]", text))


# --- functions: writing ---------------------------------------------------


def make_folder(folder: Path, *, private: bool) -> Outcome[None, CannotWrite]:
    """The folder and its parents; what is private is made for its owner alone."""
    for each in reversed([folder, *folder.parents]):
        if is_folder(each):
            continue
        try:
            each.mkdir(mode=0o700 if private else 0o777)
            sync_folder(each.parent)
        except OSError as fault:
            if not is_folder(each):  # nor made by another process just now
                return Failure(cannot_write(each, fault))
    return Success(None)


def remove_empty(folder: Path, below: Path) -> None:
    """The folder and those above it that are left empty, up to `below`, which stays."""
    while folder != below and folder.is_relative_to(below):
        try:
            folder.rmdir()
        except FileNotFoundError:
            pass
        except OSError:
            return
        folder = folder.parent


def is_folder(path: Path) -> bool:
    """What may not be looked at is none: `Path.is_dir` raises."""
    return os.path.isdir(path)  # noqa: PTH112  (pathlib's raises, as said)


def write(path: Path, data: bytes, *, private: bool) -> Outcome[None, CannotWrite]:
    """`path` holds `data`, replacing what it held; its permissions stay as they were, and nobody reads more meanwhile."""
    try:
        temporary = _temporary(path, data, mode=0o600 if private or os.path.lexists(path) else 0o666)
        try:
            if not private:
                _keep_mode(path, temporary)
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as fault:
        return Failure(cannot_write(path, fault))
    return Success(None)


def create(path: Path, data: bytes, *, private: bool, like: Path | None = None) -> Outcome[None, CannotWrite | Exists]:
    """A new file at `path`, with the permissions and the date of the one it is `like`; a file that is there already, whoever made it, stays."""
    try:
        temporary = _temporary(path, data, mode=0o600 if private or like else 0o666)
        try:
            if like:
                _keep_mode(like, temporary)
                _keep_date(like, temporary)
            _link(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
    except FileExistsError:
        return Failure(Exists(str(path)))
    except OSError as fault:
        return Failure(cannot_write(path, fault))
    return Success(None)


def remove(path: Path) -> Outcome[None, CannotWrite]:
    try:
        path.unlink()
        sync_folder(path.parent)
    except OSError as fault:
        return Failure(cannot_write(path, fault))
    return Success(None)


def sweep_beside(path: Path) -> None:
    """Remove what killed writes of this file left; whoever calls holds the lock under which it is written."""
    left = re.compile(rf"{re.escape(_beginning(path))}\d+-[0-9a-f]+\.tmp")
    with contextlib.suppress(OSError):
        for each in path.parent.iterdir():
            if left.fullmatch(each.name):
                remove(each)


def cannot_write(path: Path, fault: OSError) -> CannotWrite:
    return CannotWrite(str(path), fault.strerror or str(fault), fault.errno or 0)


def sync_folder(folder: Path) -> None:
    """A new name is safe only when its folder is; where folders cannot be synced there is nothing to do."""
    with contextlib.suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _keep_mode(path: Path, temporary: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        mode = path.stat(follow_symlinks=False).st_mode
        if stat.S_ISREG(mode):
            temporary.chmod(stat.S_IMODE(mode))


def _keep_date(path: Path, temporary: Path) -> None:
    """By which a vault's note may be dated."""
    with contextlib.suppress(FileNotFoundError):
        told = path.stat(follow_symlinks=False)
        os.utime(temporary, ns=(told.st_atime_ns, told.st_mtime_ns))


def _temporary(beside: Path, data: bytes, *, mode: int) -> Path:
    temporary = beside.with_name(f"{_beginning(beside)}{os.getpid()}-{os.urandom(4).hex()}.tmp")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _beginning(path: Path) -> str:
    """Of the names of its temporary files, which must not be too long for a disk."""
    return f"{TEMPORARY}{path.name[:40]}-"


def _link(temporary: Path, path: Path) -> None:
    """A hard link fails where the name is taken. Without hard links (FAT) the layer's lock must do."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError as fault:
        if fault.errno not in {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from fault
        temporary.rename(path)
