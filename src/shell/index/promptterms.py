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

Holders = Mapping[str, str]
"""The notes of one index that hold each rare term: their rows, each between two commas."""


def asked(
    cons: Sequence[apsw.Connection], prompt: str, most: int, terms: int, common: set[str]
) -> tuple[Words, list[Holders]]:
    """Words with a term that some notes hold and no more than `most`; of all of them the rarest `terms`.

    `common` are terms known to be in more, and it learns others: most words of a prompt are old acquaintances.
    """
    words = {tuple(dict.fromkeys(terms_of(chunk)[0])) for chunk in prompt[:READ].split()}
    holding = {term: _held(cons, term, most) for word in words for term in word if term not in common}
    count = {term: sum(number for number, _ in held) for term, held in holding.items()}
    common.update(term for term, notes in count.items() if notes > most)
    kept = sorted((term for term, notes in count.items() if 0 < notes <= most), key=lambda term: (count[term], term))
    rare = set(kept[:terms])
    found = {tuple(term for term in word if term in rare) for word in words}
    return sorted(word for word in found if word), [
        {term: holding[term][at][1] for term in rare} for at in range(len(cons))
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
    return {row: (score, sum(_holds(f",{row},", word, holders) for word in words)) for row, score in scores.items()}


def _holds(row: str, word: tuple[str, ...], holders: Holders) -> bool:
    return any(row in holders[term] for term in word)


def _held(cons: Sequence[apsw.Connection], term: str, most: int) -> list[tuple[int, str]]:
    """By index; of the rows that hold it no more are read than it takes to know that they are too many."""
    sql = (
        "SELECT count(*), ',' || group_concat(rowid) || ',' FROM (SELECT rowid FROM terms WHERE terms MATCH ? LIMIT ?)"
    )
    expression = match_expression(Terms((term,)))
    rows = (con.execute(sql, (expression, most + 1)).fetchone() for con in cons)
    return [(int(row[0]), str(row[1] or "")) for row in rows if row]
