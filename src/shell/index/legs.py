"""Legs: the two ways a question reaches notes, each with its filter inside and its ties in a fixed order.

A leg returns (note id, score), best first. Where equal scores straddle its depth it returns them
all, so that what is cut never depends on the order in which notes were indexed.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

from collections.abc import Iterable
from typing import TypeAlias

import apsw

from ...core.analysis import COLUMN_WEIGHTS, Terms, match_expression
from .filters import Condition

Scores: TypeAlias = list[tuple[int, float]]

BM25 = f"bm25({', '.join(map(str, COLUMN_WEIGHTS))})"
WHOLE = 127.0  # int8 of a component of 1.0, so of a unit vector's length
NEIGHBOURS = 4096  # vec0 returns no more


def keyword(con: apsw.Connection, terms: Terms, only: Condition, depth: int) -> Scores:
    asked = match_expression(terms)
    if not asked:
        return []
    found = con.execute(
        f"""SELECT terms.rowid, -terms.rank FROM terms JOIN notes ON notes.id = terms.rowid
            WHERE terms MATCH ? AND terms.rank MATCH '{BM25}' AND {only.sql} ORDER BY terms.rank""",
        (asked, *only.values),
    )
    return _cut(found, depth)


def semantic(con: apsw.Connection, vector: bytes, only: Condition, depth: int) -> Scores:
    """Cosine, from the distance of normalised vectors: the same order, at half the cost in vec0."""
    found = con.execute(
        f"""SELECT rowid, distance FROM vectors WHERE embedding MATCH vec_int8(?) AND k = ?
            AND rowid IN (SELECT id FROM notes WHERE {only.sql}) ORDER BY distance""",
        (vector, min(depth, NEIGHBOURS), *only.values),
    )
    return [(note, 1.0 - distance * distance / (2 * WHOLE * WHOLE)) for note, distance in found]


def _cut(found: Iterable[tuple[int, float]], depth: int) -> Scores:
    kept: Scores = []
    for note, score in found:
        if len(kept) >= depth and score != kept[-1][1]:
            break
        kept.append((note, score))
    return kept
