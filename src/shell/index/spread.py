"""Spread: in how many notes of one index each term is, remembered for as long as nothing is written to it."""

import json
from collections.abc import Sequence

import apsw

from ...core.analysis import Terms, match_expression
from ...core.bm25 import Corpus
from .memory import state_of


class Spread:
    """Of an index with full text."""

    def __init__(self, con: apsw.Connection) -> None:
        self.con = con
        self._true_of: tuple[int, int] | None = None
        self._holding: dict[str, int] = {}
        self._totals = (0, 0)
        con.register_fts5_function("totals", _totals)

    def corpus(self, asked: Sequence[str]) -> Corpus:
        """What this index adds to all the notes that the terms are put to."""
        now = state_of(self.con)
        if now != self._true_of:
            self._true_of = now
            self._holding.clear()
            (told,) = self.con.execute("SELECT totals(terms) FROM terms LIMIT 1").fetchone() or ("[0, 0]",)
            notes, tokens = json.loads(told)
            self._totals = (notes, tokens)
        return Corpus(*self._totals, tuple(map(self._of, asked)))

    def _of(self, term: str) -> int:
        if term not in self._holding:
            asked = match_expression(Terms((term,)))
            (holding,) = self.con.execute("SELECT count(*) FROM terms WHERE terms MATCH ?", (asked,)).fetchone() or (0,)
            self._holding[term] = int(holding)
        return self._holding[term]


def _totals(api: apsw.FTS5ExtensionApi, *_: object) -> str:
    return json.dumps([api.row_count, api.column_total_size()])
