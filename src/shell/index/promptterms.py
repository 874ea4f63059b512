"""Prompt terms: the words of a prompt that are rare among the notes, and the notes that hold most of them.

A word counts once, whatever terms analysis makes of it. Imports nothing that a hook cannot afford.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are marks)

from collections.abc import Mapping, Sequence

import apsw

from ...core.analysis import COLUMN_WEIGHTS, Terms, match_expression, terms_of

READ = 16_000  # characters of a prompt

Words = Sequence[tuple[str, ...]]
"""The rare terms of each word of a prompt."""

Holders = Mapping[str, frozenset[int]]
"""The notes of one index that hold each rare term."""


def asked(cons: Sequence[apsw.Connection], prompt: str, most: int, terms: int) -> tuple[Words, list[Holders]]:
    """Words with a term that some notes hold and no more than `most`; of all of them the rarest `terms`."""
    words = {tuple(dict.fromkeys(terms_of(chunk)[0])) for chunk in prompt[:READ].split()}
    holding = {term: _held(cons, term, most) for word in words for term in word}
    count = {term: sum(map(len, rows)) for term, rows in holding.items() if rows}
    kept = [term for term in sorted(count, key=lambda term: (count[term], term)) if count[term]][:terms]
    found = {tuple(term for term in word if term in set(kept)) for word in words}
    return sorted(word for word in found if word), [
        {term: holding[term][at] for term in kept} for at in range(len(cons))
    ]


def holding(con: apsw.Connection, words: Words, holders: Holders, most: int) -> Mapping[int, tuple[float, int]]:
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
    return {row: (score, sum(any(row in holders[t] for t in word) for word in words)) for row, score in scores.items()}


def _held(cons: Sequence[apsw.Connection], term: str, most: int) -> list[frozenset[int]]:
    """By index; nothing at all when too many notes hold it, of which no more are read than it takes to know."""
    found: list[frozenset[int]] = []
    for con in cons:
        rows = con.execute(
            "SELECT rowid FROM terms WHERE terms MATCH ? LIMIT ?", (match_expression(Terms((term,))), most + 1)
        )
        found.append(frozenset(row for (row,) in rows))
    return found if sum(map(len, found)) <= most else []
