"""Report: what a refresh found, and what can vouch that another would find nothing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from ...core.keys import Identity
from ..repository import Places
from ..settings import Settings

# --- values ---------------------------------------------------------------


class Here(Protocol):
    """What an index needs of the world."""

    @property
    def settings(self) -> Settings: ...
    @property
    def places(self) -> Places: ...


class Mark(Struct, frozen=True):
    """What a watch knew when a walk began."""

    events: int
    at: float
    times: Mapping[Path, int]  # when each folder changed, in ns


class Watching(Protocol):
    """What stands in for walks while it can (`hindnote.shell.watch`)."""

    def last_if_still(self) -> "RefreshReport | None":
        """The report of the last walk, if nothing has changed since."""
        ...

    def mark(self) -> Mark: ...
    def walked(self, mark: Mark, report: "RefreshReport") -> None: ...


class RefreshReport(Struct, frozen=True, kw_only=True):
    changed: int = 0
    removed: int = 0
    broken: tuple[tuple[str, str], ...] = ()  # (file, problem): skipped, and only it
    unavailable: tuple[str, ...] = ()  # folders that cannot be read; what the index knew of them stays
    mode: str = "index"  # "scan" when the index's file cannot serve
    unmerged: tuple[Identity, ...] = ()  # notes that hold the markers of a merge
    said: tuple[str, ...] = ()  # what a reader must know, each thing once in the life of an `Index`
