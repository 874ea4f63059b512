"""Warm: the indexes that a server keeps open between hooks, lent to one thread at a time.

Those that were asked for last, while they are the files they were; nothing is read ahead, so an answer
is as new as the file.

Effects: opens and closes index files.
"""

import os
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from ..index.lookup import Lookup


class Warm:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files: list[tuple[str, int, int]] = []
        self._lookup: Lookup | None = None

    @contextmanager
    def finding(self, paths: Sequence[str]) -> Generator[Lookup]:
        with self._lock:
            try:
                yield self._opened(paths)
            except BaseException:
                self._close()
                raise

    def close(self) -> None:
        with self._lock:
            self._close()

    def _opened(self, paths: Sequence[str]) -> Lookup:
        """One that could not be opened now is tried again the next time."""
        files = [file for path in paths if (file := _file(path)) is not None]
        if self._lookup is None or self._files != files or len(self._lookup.cons) != len(files):
            self._close()
            self._lookup, self._files = Lookup(paths), files
        return self._lookup

    def _close(self) -> None:
        if self._lookup is not None:
            self._lookup.close()
        self._lookup = None


def _file(path: str) -> tuple[str, int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116  (text paths, as all of a hook's)
    except OSError:
        return None
    return path, found.st_dev, found.st_ino
