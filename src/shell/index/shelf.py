"""Shelf: one index with the folders it was built from, kept answering whatever happens to its file.

The ladder: the file; when it is damaged, the file emptied and built again; when it cannot be
written, opened or waited for, the same index in memory, by the same code. An index in memory is
kept up to date, and now and then the file is tried again.

Effects: opens, reads and writes one index.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

import apsw
from msgspec import Struct

from ..embedding import Model
from .connection import PATIENCE_MS
from .folders import Source
from .memory import remember_index
from .meta import outdated
from .opening import Opened, mend, open_file, open_memory
from .refresh import Progress, Refreshed, refresh
from .troubles import FILE_TROUBLES, Corrupt, Held, NoFullText, Notice, NoVectors, Trouble, Waiting, trouble_of

RETRY_SECONDS = 30.0  # how long an index in memory serves before its file is tried again

T = TypeVar("T")


class Work(Struct, frozen=True):
    """How a refresh is to go about it."""

    vectors: bool = True  # False leaves notes that changed without a vector until a refresh that makes them
    patience_ms: int = PATIENCE_MS
    progress: Progress | None = None


class Serving(Struct):
    """An open index; `inode` is its file's, 0 in memory."""

    opened: Opened
    inode: int = 0
    latest: Refreshed | None = None


class Shelf:
    """Not for two threads at once: its owner locks."""

    def __init__(self, sources: Sequence[Source], path: Path | None, model: Model | None) -> None:
        """Without a path the index is only ever in memory."""
        self.sources, self.path, self.model = tuple(sources), path, model
        self.file: Serving | None = None
        self.here: Serving | None = None
        self.retry_at = -math.inf
        self.is_behind = False  # the last refresh found another at work, and left the changes to it
        self.notices: list[str] = []
        self._told: set[str] = set()

    # --- asking -----------------------------------------------------------

    @property
    def mode(self) -> str:
        return "scan" if self.file is None else "index"

    def ask(self, question: Callable[[Opened], T]) -> T:
        """What `question` reads, all of it from one generation; damage met on the way is mended first."""
        try:
            return self._from_one_generation(question)
        except FILE_TROUBLES as error:
            trouble = trouble_of(error, str(self.path))
        if isinstance(trouble, Corrupt) and self.path is not None:
            self._mend(self.path, trouble)
        else:
            self._step_down(trouble)
        return self._from_one_generation(question)

    def refresh(self, work: Work) -> Refreshed:
        self.is_behind = False
        if self.path is not None and (self.file is not None or monotonic() >= self.retry_at):
            outcome = self._try_file(self.path, work)
            if isinstance(outcome, Corrupt):
                self._mend(self.path, outcome)
                outcome = self._try_file(self.path, work)
            if isinstance(outcome, Refreshed):
                return outcome
            self._step_down(outcome)
        return self._refresh_here(work)

    def folders(self) -> Iterator[Path]:
        """Every folder known to hold notes, and the layers' own."""
        serving = self.file or self.here
        latest = serving.latest if serving is not None else None
        for source in self.sources:
            yield source.folder
            known = latest.memory.layers.get(source.layer) if latest is not None else None
            yield from (source.folder / prefix for prefix in (known.tree if known else ()) if prefix)

    def close(self) -> None:
        _close(self.file)
        _close(self.here)
        self.file = self.here = None

    def drain(self) -> tuple[str, ...]:
        """What there is to say, each thing once in the life of this shelf."""
        said = tuple(self.notices)
        self.notices.clear()
        return said

    # --- the file ---------------------------------------------------------

    def _try_file(self, path: Path, work: Work) -> Refreshed | Trouble:
        try:
            return self._refresh_file(path, work)
        except FILE_TROUBLES as error:
            trouble = trouble_of(error, str(path))
        if isinstance(trouble, Held) and (latest := self._last_generation()) is not None:
            self._say(Waiting(str(path)))
            self.is_behind = True
            return latest
        return trouble

    def _refresh_file(self, path: Path, work: Work) -> Refreshed | Trouble:
        match self._opened_file(path, work.patience_ms):
            case Serving() as serving:
                serving.opened.con.set_busy_timeout(work.patience_ms)
                latest = self._refresh(serving, work)
                _close(self.here)
                self.here = None
                return latest
            case NoFullText() as without:
                return without

    def _opened_file(self, path: Path, patience_ms: int) -> Serving | NoFullText:
        """The open file, or the one that has taken its place since."""
        if self.file is not None and (self.file.inode != _inode(path) or outdated(self.file.opened.con)):
            self._close_file()
        if self.file is None:
            opened = open_file(path, patience_ms)
            if isinstance(opened, NoFullText):
                return opened
            self.file = Serving(opened, _inode(path))
            for met in opened.met:
                self._say(met)
        return self.file

    def _last_generation(self) -> Refreshed | None:
        """What the file held before somebody else took its lock; None when it was never filled or cannot be read."""
        if self.file is None:
            return None
        try:
            memory = remember_index(self.file.opened.con)
        except apsw.Error:
            return None
        if memory.meta.generation == 0:
            return None
        before = self.file.latest
        self.file.latest = Refreshed(memory, before.walks) if before else Refreshed(memory, {})
        return self.file.latest

    def _mend(self, path: Path, damage: Corrupt) -> None:
        self._close_file()
        self._say(damage)
        with suppress(*FILE_TROUBLES):  # the next try says what is the matter now
            mend(path)

    def _close_file(self) -> None:
        _close(self.file)
        self.file = None

    def _step_down(self, trouble: Trouble) -> None:
        self._close_file()
        self.retry_at = monotonic() + RETRY_SECONDS
        self._say(trouble)

    # --- in memory, and both ----------------------------------------------

    def _refresh_here(self, work: Work) -> Refreshed:
        if self.here is None:
            self.here = Serving(open_memory())
        return self._refresh(self.here, work)

    def _refresh(self, serving: Serving, work: Work) -> Refreshed:
        con, latest = serving.opened.con, serving.latest
        known = latest.memory if latest is not None and latest.memory.holds(con) else remember_index(con)
        model = self.model if work.vectors and self._can_embed(serving) else None
        serving.latest = refresh(con, self.sources, known, model=model, progress=work.progress)
        return serving.latest

    def _can_embed(self, serving: Serving) -> bool:
        if self.model is not None and serving.opened.vectors:
            self._say(NoVectors(serving.opened.vectors))
        return not serving.opened.vectors

    def _from_one_generation(self, question: Callable[[Opened], T]) -> T:
        if (self.file or self.here) is None:
            self.refresh(Work())
        serving = self.file or self.here or Serving(open_memory())
        con = serving.opened.con
        con.execute("BEGIN")
        try:
            return question(serving.opened)
        finally:
            con.execute("COMMIT")

    def _say(self, what: Notice) -> None:
        message = what.explain().message()
        if message not in self._told:
            self._told.add(message)
            self.notices.append(message)


def _close(serving: Serving | None) -> None:
    if serving is not None:
        serving.opened.con.close()


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return 0
