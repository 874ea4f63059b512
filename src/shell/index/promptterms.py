"""Prompt terms: the words of a prompt that are rare among the notes, and the notes that hold most of them.

A word counts once, whatever terms analysis makes of it. Imports nothing that a hook cannot afford.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are marks)

import json
from collections import Counter
from collections.abc import Mapping, Sequence

import apsw

from ...core.analysis import COLUMN_WEIGHTS, Terms, match_expression, terms_of

READ = 16_000  # characters of a prompt

Words = Sequence[tuple[str, ...]]
"""The rare terms of each word of a prompt."""

Holders = Mapping[str, Sequence[str]]
"""The notes of one index that hold each rare term, by their rows."""

_HOLDERS = """SELECT (SELECT count(*) || ',' || group_concat(rowid) FROM
    (SELECT rowid FROM terms WHERE terms MATCH asked.value LIMIT ?)) FROM json_each(?) AS asked ORDER BY asked.key"""


def asked(
    cons: Sequence[apsw.Connection], prompt: str, most: int, terms: int, common: set[str]
) -> tuple[Words, list[Holders]]:
    """Words with a term that some notes hold and no more than `most`; of all of them the rarest `terms`.

    `common` are terms known to be in more, and it learns others: most words of a prompt are old acquaintances.
    """
    words = {tuple(dict.fromkeys(terms_of(chunk)[0])) for chunk in prompt[:READ].split()}
    unsure = list({term for word in words for term in word} - common)
    found = [_holders(con, unsure, most) for con in cons]
    count = {term: sum(len(holders[term]) for holders in found) for term in unsure}
    common.update(term for term, notes in count.items() if notes > most)
    kept = sorted((term for term, notes in count.items() if 0 < notes <= most), key=lambda term: (count[term], term))
    rare = set(kept[:terms])
    asking = {tuple(term for term in word if term in rare) for word in words}
    return sorted(word for word in asking if word), [{term: holders[term] for term in rare} for holders in found]


def shared(words: Words, holders: Holders) -> Mapping[str, int]:
    """How many of the words each note holds."""
    held = Counter[str]()
    for word in words:
        one, *others = word
        held.update(set(holders[one]).union(*(holders[term] for term in others)) if others else holders[one])
    return held


def scores(con: apsw.Connection, words: Words, most: int) -> Mapping[int, float]:
    """Of the best notes, how well each matches; lower is better."""
    terms = list(dict.fromkeys(term for word in words for term in word))
    if not terms:
        return {}
    weights = ", ".join(map(str, COLUMN_WEIGHTS))
    best = con.execute(
        f"SELECT rowid, bm25(terms, {weights}) FROM terms WHERE terms MATCH ? ORDER BY 2 LIMIT ?",
        (match_expression(Terms(tuple(terms))), most),
    )
    return {int(row): float(score) for row, score in best}


def _holders(con: apsw.Connection, terms: Sequence[str], most: int) -> Holders:
    """In one statement. Of the rows that hold a term no more are read than it takes to know that they are too many."""
    expressions = json.dumps([match_expression(Terms((term,))) for term in terms])
    rows = [str(found).split(",")[1:] for (found,) in con.execute(_HOLDERS, (most + 1, expressions))]
    return dict(zip(terms, rows, strict=True))
