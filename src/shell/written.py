"""Written: how a file stands on its disk, for who keeps what it came to.

Standard library only: hooks stand on this module.

Effects: looks at a file.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH116

import os
from typing import NamedTuple


class Written(NamedTuple):
    """A file as it was last written; as long as nothing here is another, it holds the same."""

    at: int  # ns
    size: int
    changed: int  # ns: nobody can set it back
    inode: int


def written(path: str) -> Written | None:
    """None for what is not there."""
    try:
        told = os.stat(path)
    except OSError:
        return None
    return Written(told.st_mtime_ns, told.st_size, told.st_ctime_ns, told.st_ino)
