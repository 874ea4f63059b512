"""Watch: in a long-lived server, the file system's own word stands in for a walk at every question.

A thread listens to the folders and, when something changed, brings the index's file up to it, over a
connection of its own, so that questions go on. The word is believed while it is live: the thread runs,
every folder that exists is watched, the folders' own times are as they were, and a walk has confirmed
it in the last 30 seconds. Where watching is impossible every question walks.

Effects: a thread; inotify or its like; refreshes the index. Only the server imports this module.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from .files import TEMPORARY
from .index.index import Index, open_index
from .index.report import Here, Mark, RefreshReport
from .mounts import is_remote
from .notesdir import SKIPPED

WALK_SECONDS = 30.0  # an event that was lost is made up for at the next walk
EARLY_SECONDS = 20.0  # the thread walks before a question has to, as long as questions come
ASKED_SECONDS = 600.0
STEP_MS, GATHER_MS = 20, 100  # how often events are looked for; how long a burst is gathered
TICK_MS = 500  # how often the thread looks whether it is to stop, and whether a folder came or went


class Watch:
    """A context manager around the server's life."""

    def __init__(self, world: Here, index: Index) -> None:
        self.world, self.index = world, index
        self.live = False
        self._events = 0
        self._asked_at = monotonic()
        self._last: tuple[Mark, RefreshReport] | None = None
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="hindnote-watch", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.index.watch = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.index.watch = None
        self._stopped.set()
        self._thread.join()

    # --- what the index asks ----------------------------------------------

    def last_if_still(self) -> RefreshReport | None:
        self._asked_at = now = monotonic()
        if not self.live or self._last is None:
            return None
        mark, report = self._last
        fresh = mark.events == self._events and now - mark.at < WALK_SECONDS
        return report if fresh and all(_time(folder) == time for folder, time in mark.times.items()) else None

    def mark(self) -> Mark:
        return self._mark(self.index)

    def walked(self, mark: Mark, report: RefreshReport) -> None:
        self._walked(self.index, mark, report)

    def _mark(self, index: Index) -> Mark:
        return Mark(self._events, monotonic(), _times(index))

    def _walked(self, index: Index, mark: Mark, report: RefreshReport) -> None:
        """The folders' times are those before the walk; of a folder that is new since, those after it."""
        self._last = replace(mark, times={**_times(index), **mark.times}), report

    # --- the thread -------------------------------------------------------

    def _run(self) -> None:
        with open_index(self.world) as follower:
            while not self._stopped.is_set():
                folders = _present(self.index)
                try:
                    if folders and not any(map(is_remote, folders)):
                        self._listen(folders, follower)
                except (OSError, RuntimeError, UnicodeEncodeError):
                    # No watches left, a folder that went, one that is no UTF-8; RuntimeError is watchfiles' own.
                    self._stopped.wait(EARLY_SECONDS)
                finally:
                    self.live = False
                self._stopped.wait(TICK_MS / 1000)

    def _listen(self, folders: Sequence[Path], follower: Index) -> None:
        """Until a folder comes or goes, or the server ends."""
        from watchfiles import watch  # noqa: PLC0415  (80 ms, which only this thread waits for)

        batches = watch(
            *folders,
            watch_filter=lambda _, path: any(matters(folder, Path(path)) for folder in folders),
            debounce=GATHER_MS,
            step=STEP_MS,
            rust_timeout=TICK_MS,
            yield_on_timeout=True,
            stop_event=self._stopped,
            raise_interrupt=False,
        )
        for batch in batches:
            if batch or not self.live:  # the first batch tells that events come from now on
                self._events += 1
                self.live = True
                self._follow(follower)
            elif self._is_due():
                self._follow(follower)
            if _present(self.index) != folders:
                return

    def _is_due(self) -> bool:
        now, walked_at = monotonic(), self._last[0].at if self._last else -WALK_SECONDS
        return now - self._asked_at < ASKED_SECONDS and now - walked_at > EARLY_SECONDS

    def _follow(self, follower: Index) -> None:
        """In the background; an index that is only in memory is brought up by the question itself."""
        if self.index.mode != "index":
            return
        mark = self._mark(follower)
        report = follower.refresh()
        self.index.hear(report.said)
        if report.mode == "index" and not follower.is_behind:
            self._walked(follower, mark, replace(report, said=()))


def matters(folder: Path, path: Path) -> bool:
    """Not what a write leaves for a moment, nor what another program keeps beside the notes."""
    if not path.is_relative_to(folder):
        return False
    parts = path.relative_to(folder).parts
    return SKIPPED.isdisjoint(parts) and not (parts and parts[-1].startswith(TEMPORARY))


def _present(index: Index) -> list[Path]:
    return [source.folder for shelf in index.shelves for source in shelf.sources if source.folder.is_dir()]


def _times(index: Index) -> dict[Path, int]:
    return {folder: _time(folder) for shelf in index.shelves for folder in shelf.folders()}


def _time(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return -1
