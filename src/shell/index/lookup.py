"""Lookup: the indexes as a hook reads them: as they are on disk, never brought up to date, never written.

Imports nothing that a hook cannot afford (a test holds that). An index that is not there, is another
version's or cannot be read now is as good as empty: a hook that knows nothing stays silent.

Effects: reads index files.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self

import apsw

from ...core.namenotes import NamedNote, Snapshot, ceiling
from .labels import Tags, tags_in
from .naming import count_unpromoted, note_keyed, notes_expiring, notes_of, snapshot, total
from .schema import APPLICATION_ID, SCHEMA_VERSION

if TYPE_CHECKING:
    from ...core.preflight import Matched
    from ...core.switches import Switches

PATIENCE_MS = 20
MOST_TERMS = 40  # of a prompt: the rarest
CANDIDATES = 10  # notes of one index


class Lookup:
    """A context manager; not for two threads at once."""

    def __init__(self, paths: Iterable[str]) -> None:
        """Of the repository's index and each vault's."""
        asked = list(paths)
        self.cons = [con for path in asked if (con := _opened(path)) is not None]
        self.is_whole = len(self.cons) == sum(map(os.path.lexists, asked))
        self._common: set[str] = set()  # terms of prompts, while the indexes are as they were
        self._read: tuple[object, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for con in self.cons:
            con.close()
        self.cons.clear()

    # --- what a session's start says ------------------------------------------

    def tags(self) -> Tags:
        """Of the repository's notes; those of a vault are counted by their folders."""
        return {file: tags for con in self.cons for file, tags in tags_in(con).items()}

    def keyed(self, identity: str) -> NamedNote | None:
        """The live note that the ledger names so."""
        layer, _, key = identity.partition("/")
        return next((note for con in self.cons if (note := note_keyed(con, layer, key)) is not None), None)

    def expiring(self, triggers: Sequence[str]) -> list[tuple[str, NamedNote]]:
        return [found for con in self.cons for found in notes_expiring(con, triggers)]

    def unpromoted(self) -> int:
        return sum(map(count_unpromoted, self.cons))

    # --- what names and prompts bring up ----------------------------------------

    def names(self, folds: Sequence[str]) -> Snapshot:
        return snapshot(self.cons, folds)

    def matched(self, prompt: str, switches: "Switches") -> "list[Matched]":
        """Notes that share rare terms with the prompt, best first; where none shares enough, one that shares most."""
        from ...core.preflight import WORD_NEVER_FEWER, Matched, enough  # noqa: PLC0415  (as below)
        from .promptterms import asked, ranked, shared  # noqa: PLC0415  (analysis is for prompts, not for tool outputs)

        most = ceiling(sum(map(total, self.cons)), switches.max_share, WORD_NEVER_FEWER)
        words, holders = asked(self.cons, prompt, most, MOST_TERMS, self._known(most))
        held = [shared(words, within) for within in holders]
        highest, need = max((max(each.values(), default=0) for each in held), default=0), enough(len(words), switches)
        found: list[tuple[float, Matched]] = []
        for con, terms, within in zip(self.cons, holders, held, strict=True):
            if words and highest >= need:
                best = ranked(con, words, terms, within, need, longest=CANDIDATES)
            else:
                rows = [int(row) for row, count in within.items() if count == highest][:CANDIDATES]
                best = [(0.0, row, note) for row, note in notes_of(con, rows).items()]
            found += [(score, Matched(note, within[str(row)], len(words))) for score, row, note in best]
        return [matched for _, matched in sorted(found, key=lambda pair: (pair[0], pair[1].note.identity))]

    def _known(self, most: int) -> set[str]:
        """The terms found to be in more notes than that; none once anybody has written, be it this connection."""
        now = (most, *((con.pragma("data_version"), con.total_changes()) for con in self.cons))
        if now != self._read:
            self._common, self._read = set(), now
        return self._common


def _opened(path: str) -> apsw.Connection | None:
    try:
        con = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    except (apsw.Error, UnicodeEncodeError):  # SQLite knows no path but UTF-8
        return None
    try:
        con.set_busy_timeout(PATIENCE_MS)
        if (con.pragma("application_id"), con.pragma("user_version")) == (APPLICATION_ID, SCHEMA_VERSION):
            return con
    except apsw.Error:
        pass
    con.close()
    return None
