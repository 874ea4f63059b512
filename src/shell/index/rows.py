"""Rows: notes as one index has them, kept for as long as nothing is written to it: hot questions meet the same ones."""

from collections.abc import Iterable

import apsw

from .memory import state_of
from .reading import IndexedNote, notes_of

KEPT = 4_096  # about 1 KB each


class Rows:
    def __init__(self, con: apsw.Connection) -> None:
        self.con = con
        self._true_of: tuple[int, int] | None = None
        self._notes: dict[int, IndexedNote] = {}

    def of(self, rows: Iterable[int]) -> dict[int, IndexedNote]:
        """By row; a row that is no note's is left out."""
        wanted = list(rows)
        now = state_of(self.con)
        if now != self._true_of or len(self._notes) > KEPT:
            self._notes, self._true_of = {}, now
        self._notes |= notes_of(self.con, [row for row in wanted if row not in self._notes])
        return {row: self._notes[row] for row in wanted if row in self._notes}
