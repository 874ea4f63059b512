"""Regular: a small file's bytes, of a plain file alone.

A pipe or a device in a file's place would keep a reader for ever, and a hook's harness with it. Whoever names a
file may also mean a pipe, as `<(command)` is one, but no device. Standard library only: hooks stand on this module.

Effects: reads a file.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH123

import errno
import os
import stat
from typing import BinaryIO

OPENING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def read_regular(path: str, most: int | None = None) -> bytes:
    """All of it, or `most` bytes. Raises OSError, also for what is no plain file, and ValueError for a NUL in the path."""
    handle = os.open(path, OPENING)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "not a regular file", path)
    with open(handle, "rb") as file:
        return file.read() if most is None else file.read(most)


def open_named(path: str) -> BinaryIO:
    """For reading. Raises OSError, also for a device that nobody types at, and ValueError for a NUL in the path."""
    file = open(path, "rb")  # noqa: SIM115  (whoever asked closes it)
    mode = os.fstat(file.fileno()).st_mode
    if (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)) and not file.isatty():
        file.close()
        raise OSError(errno.EINVAL, "a device, which may have no end", path)
    return file


def read_named(path: str) -> bytes:
    with open_named(path) as file:
        return file.read()
