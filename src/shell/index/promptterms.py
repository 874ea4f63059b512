"""Prompt terms: the words of a prompt that are rare among the notes, and the notes that hold most of them.

A word counts once, whatever terms analysis makes of it. Imports nothing that a hook cannot afford.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are marks)

from collections.abc import Mapping, Sequence

import apsw

from ...core.analysis import COLUMN_WEIGHTS, Terms, match_expression, terms_of
from .naming import storable

READ = 16_000  # characters of a prompt

Words = Sequence[tuple[str, ...]]
"""The rare terms of each word of a prompt."""


def asked(cons: Sequence[apsw.Connection], prompt: str, most: int, terms: int) -> Words:
    """Words with a term that some notes hold and no more than `most`; of all of them the rarest `terms`."""
    words = {tuple(dict.fromkeys(terms_of(chunk)[0])) for chunk in prompt[:READ].split()}
    holding = {term: sum(_holding(con, term) for con in cons) for word in words for term in word}
    rare = [term for term in sorted(holding, key=lambda term: (holding[term], term)) if 0 < holding[term] <= most]
    kept = set(rare[:terms])
    found = {tuple(term for term in word if term in kept) for word in words}
    return sorted(word for word in found if word)


def holding(con: apsw.Connection, words: Words, most: int) -> Mapping[int, tuple[float, int]]:
    """The best notes: how well each matches (lower is better) and how many of the words it holds."""
    terms = list(dict.fromkeys(term for word in words for term in word))
    if not terms:
        return {}
    weights = ", ".join(map(str, COLUMN_WEIGHTS))
    best = con.execute(
        f"SELECT rowid, bm25(terms, {weights}) FROM terms WHERE terms MATCH ? ORDER BY 2 LIMIT ?",
        (match_expression(Terms(tuple(terms))), most),
    )
    scores = {int(row): float(score) for row, score in best}
    holders = {term: _rows(con, term, list(scores)) for term in terms}
    return {row: (score, sum(any(row in holders[t] for t in word) for word in words)) for row, score in scores.items()}


def _holding(con: apsw.Connection, term: str) -> int:
    found = con.execute("SELECT doc FROM vocabulary WHERE term = ?", storable([term])).get
    return int(found) if isinstance(found, int) else 0


def _rows(con: apsw.Connection, term: str, among: Sequence[int]) -> set[object]:
    marks = ", ".join("?" * len(among))
    asked = match_expression(Terms((term,)))
    return {
        row
        for (row,) in con.execute(
            f"SELECT rowid FROM terms WHERE terms MATCH ? AND rowid IN ({marks})", (asked, *among)
        )
    }
