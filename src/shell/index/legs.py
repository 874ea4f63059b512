"""Legs: the two ways a question reaches notes, each with its filter inside and its ties in a fixed order.

A leg returns (note id, score), best first. Where equal scores straddle its depth it returns them
all, so that what is cut never depends on the order in which notes were indexed.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are words of this package)

import json
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge
from typing import TypeAlias

import apsw

from ...core.analysis import COLUMN_WEIGHTS, Terms, match_expression
from ...core.bm25 import asked_terms, first_look, next_look, scores, telling
from .filters import NOT_ARCHIVED, Condition
from .opening import Opened
from .vectors import WHOLE_NOTE, has_vectors

_HOLDING = "SELECT rowid FROM terms WHERE terms MATCH ? AND +rowid IN (SELECT value FROM json_each(?))"

Scores: TypeAlias = list[tuple[int, float]]

WEIGHTS = COLUMN_WEIGHTS
BM25 = f"bm25({', '.join(map(str, WEIGHTS))})"
WHOLE = 127.0  # int8 of a component of 1.0, so of a unit vector's length
FEW = (
    100  # vec0 finds twice the neighbours of 100,000 in 1.4 times the time, four times in 2.2: as long as a list takes
)
NEIGHBOURS = 4096  # vec0 returns no more
LOOKED_INTO = 30  # first notes of each leg whose passages are compared: more than a page, and 1 ms


def keyword(opened: Opened, terms: Terms, only: Condition, depth: int) -> Scores:
    asked = asked_terms(terms)
    if not asked:
        return []
    if opened.spread is None:
        return _cut(_by_reading(opened.con, asked, only), depth)
    corpus = opened.spread.corpus(asked)
    last = telling(corpus) if only == NOT_ARCHIVED else len(asked)  # a filter may leave only notes of common words
    look = first_look(corpus)
    while True:
        found = _cut(_by_fts5(opened.con, asked[:look], asked[look:], only), depth)
        further = next_look(corpus, look, found[depth - 1][1] if len(found) >= depth else None)
        if look in {further, len(asked)} or (found and look >= last):
            return found
        look = further


def rows_holding_all(opened: Opened, terms: Terms, notes: Sequence[int]) -> set[int]:
    """Those of the notes that hold every word of the question, each somewhere."""
    if opened.spread is None or not terms.words:
        return set(notes)  # it is a first look: who reads their chunks finds out
    every = " AND ".join(match_expression(Terms((word,))) for word in dict.fromkeys(terms.words))
    asked = ", ".join("?" * len(notes))
    found = opened.con.execute(
        f"SELECT rowid FROM terms WHERE terms MATCH ? AND rowid IN ({asked})", (f"words : ({every})", *notes)
    )
    return {note for (note,) in found}


def holding(opened: Opened, words: Iterable[str], notes: Sequence[int]) -> dict[str, set[int]]:
    """Which of the notes hold each word, in any of its forms."""
    if opened.spread is None:
        held = {note: frozenset[str]().union(*columns) for note, columns in all_terms(opened.con) if note in set(notes)}
        return {word: {note for note, terms in held.items() if word in terms} for word in words}
    within = json.dumps(list(notes))
    return {
        word: {note for (note,) in opened.con.execute(_HOLDING, (match_expression(Terms((word,))), within))}
        for word in words
    }


def semantic(opened: Opened, vector: bytes, only: Condition, depth: int, also: Sequence[int] = ()) -> Scores:
    """Cosines of the nearest notes and of those in `also`: the mean of the whole note's and of its best passage's."""
    if opened.vectors or not has_vectors(opened.con):
        return []
    near = dict(_nearest(opened.con, vector, only, depth))
    near |= _distances(opened.con, vector, [note for note in also if note not in near])
    first = {*sorted(near, key=near.__getitem__)[:LOOKED_INTO], *also[:LOOKED_INTO]}
    best = _best_passages(opened.con, vector, sorted(first))
    scores = ((note, (_cosine(distance) + _cosine(best.get(note, distance))) / 2) for note, distance in near.items())
    return sorted(scores, key=lambda scored: -scored[1])


def _cosine(distance: float) -> float:
    """From the distance of normalised vectors: the same order, at half the cost in vec0."""
    return 1.0 - distance * distance / (2 * WHOLE * WHOLE)


def _nearest(con: apsw.Connection, vector: bytes, only: Condition, depth: int) -> Iterable[tuple[int, float]]:
    """Of the notes that pass. A few archived ones are cheaper to leave out afterwards than all others to let in."""
    archived = {note for (note,) in con.execute("SELECT id FROM notes WHERE archived = 1 LIMIT ?", (FEW + 1,))}
    if only == NOT_ARCHIVED and len(archived) <= FEW:
        found = con.execute(
            "SELECT rowid, distance FROM vectors WHERE embedding MATCH vec_int8(?) AND k = ?",
            (vector, min(depth + len(archived), NEIGHBOURS)),
        )
        near = sorted((pair for pair in found if pair[0] not in archived), key=lambda pair: pair[1])
        return near[:depth]
    return con.execute(
        f"""SELECT rowid, distance FROM vectors WHERE embedding MATCH vec_int8(?) AND k = ?
            AND rowid IN (SELECT id FROM notes WHERE {only.sql})""",
        (vector, min(depth, NEIGHBOURS), *only.values),
    )


def _distances(con: apsw.Connection, vector: bytes, notes: Sequence[int]) -> dict[int, float]:
    """Of notes that were found by their words: what they mean is known, however far it is."""
    found = con.execute(
        """SELECT note, vec_distance_L2(vec_int8(embedding), vec_int8(?)) FROM passages
            WHERE note IN (SELECT value FROM json_each(?)) AND ordinal = ?""",
        (vector, json.dumps(notes), WHOLE_NOTE),
    )
    return dict(found)


def _best_passages(con: apsw.Connection, vector: bytes, notes: Sequence[int]) -> dict[int, float]:
    found = con.execute(
        """SELECT note, min(vec_distance_L2(vec_int8(embedding), vec_int8(?))) FROM passages
            WHERE note IN (SELECT value FROM json_each(?)) AND ordinal > ? GROUP BY note""",
        (vector, json.dumps(notes), WHOLE_NOTE),
    )
    return dict(found)


def _by_fts5(
    con: apsw.Connection, finding: Sequence[str], weighing: Sequence[str], only: Condition
) -> Iterator[tuple[int, float]]:
    """Every note that holds a term to find by, with its score by all terms, best first.

    FTS5 looks for the notes of the common terms among those of the rare ones, which is cheap; to score each is not.
    """
    rare, common = match_expression(Terms(tuple(finding))), match_expression(Terms(tuple(weighing)))
    found = [_scored(con, rare, only)]
    if common:
        found.append(_scored(con, f"({rare}) AND ({common})", only))
    seen: set[int] = set()
    for note, score in merge(*found, key=lambda scored: -scored[1]):
        if note not in seen:  # its better score, by more of the terms, came first
            seen.add(note)
            yield note, score


def _scored(con: apsw.Connection, expression: str, only: Condition) -> Iterator[tuple[int, float]]:
    return con.execute(
        f"""SELECT terms.rowid, -terms.rank FROM terms JOIN notes ON notes.id = terms.rowid
            WHERE terms MATCH ? AND terms.rank MATCH '{BM25}' AND {only.sql} ORDER BY terms.rank""",
        (expression, *only.values),
    )


def _by_reading(con: apsw.Connection, asked: Sequence[str], only: Condition) -> Iterable[tuple[int, float]]:
    """The same without FTS5: every note's terms are read."""
    allowed = {note for (note,) in con.execute(f"SELECT id FROM notes WHERE {only.sql}", only.values)}
    found = scores(all_terms(con), WEIGHTS, asked)
    return sorted((pair for pair in found if pair[0] in allowed), key=lambda pair: -pair[1])


def all_terms(con: apsw.Connection) -> Iterator[tuple[int, Sequence[Sequence[str]]]]:
    for note, *columns in con.execute("SELECT rowid, words, exact, parts FROM terms"):
        yield note, [str(column).split(" ") if column else [] for column in columns]


def _cut(found: Iterable[tuple[int, float]], depth: int) -> Scores:
    kept: Scores = []
    for note, score in found:
        if len(kept) >= depth and score != kept[-1][1]:
            break
        kept.append((note, score))
    return kept
