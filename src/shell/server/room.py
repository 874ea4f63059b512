"""Room: the one open index of a server, lent to one thread at a time, and kept up to date meanwhile.

It is kept between calls, for what it remembers makes the next refresh cheap; a store whose folders
moved gets another. A watch follows the folders, so that a question need not walk them.

Effects: opens and closes indexes; a thread that watches folders.
"""

import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, TypeVar

from ..app.world import World

if TYPE_CHECKING:
    from ..index.index import Index

T = TypeVar("T")


class Room:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._world: World | None = None
        self._index: Index | None = None
        self._open = ExitStack()

    def within(self, world: World, work: "Callable[[Index], T]") -> T:
        """The work's result; a fault in it closes the index, whatever state that was in."""
        with self._lock:
            try:
                return work(self._opened(world))
            except BaseException:
                self._close()
                raise

    def close(self) -> None:
        with self._lock:
            self._look_around()
            self._close()

    def _opened(self, world: World) -> "Index":
        from ..index.index import open_index  # noqa: PLC0415  (not before the first call)
        from ..watch import Watch  # noqa: PLC0415  (as above)

        if self._index is None or self._world is None or self._world.places != world.places:
            self._close()
            self._index, self._world = self._open.enter_context(open_index(world)), world
            if not world.places.foreign or world.places.vaults:
                self._open.enter_context(Watch(world, self._index))
        return self._index

    def _look_around(self) -> None:
        """What has expired meanwhile is found out for the next session's start, which may not look itself."""
        if self._index is None or self._world is None:
            return
        from ..app.stale import glance  # noqa: PLC0415  (as above)

        with suppress(Exception):  # nobody asked
            glance(self._world, self._index)

    def _close(self) -> None:
        """The watch first, then the index that it brings up."""
        self._open.close()
        self._index = None
