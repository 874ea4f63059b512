"""Retrieval: both legs over every index, each with its scores on one scale.

A keyword score depends on how rare a term is, so where there are vaults beside the repository's
index the best of each are scored again over all the notes there are.
"""

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import groupby

from msgspec import Struct

from ...core.analysis import Terms
from ...core.bm25 import Corpus, Counted, asked_terms, rarest, score
from ...core.glue import content
from ...core.idf import weight
from ...core.keys import Identity
from .filters import Condition, Filter, condition
from .index import Index
from .legs import Scores, holding, keyword, rows_holding_all, semantic
from .opening import Opened
from .reading import IndexedNote
from .rescoring import corpus, counted


class Scored(Struct, frozen=True):
    """A note that a leg returned."""

    note: IndexedNote
    score: float
    shelf: int = 0  # which of the index's shelves has it


def keyword_leg(index: Index, terms: Terms, only: Filter, depth: int) -> tuple[Scored, ...]:
    """Of a question's terms the rarest, as far as the budget of postings goes; silent when only its glue is known here."""
    asked = asked_terms(terms)
    whole = _whole(index, asked)
    about = frozenset(asked_terms(content(terms)))
    if not any(holding for term, holding in zip(asked, whole.holding, strict=True) if term in about):
        return ()
    kept, where = Terms(rarest(asked, whole)), condition(only)
    legs = [shelf.ask(lambda opened: keyword(opened, kept, where, depth)) for shelf in index.shelves]
    return _best(index, _on_one_scale(index, kept, legs) if len(legs) > 1 else legs, depth)


def holding_all(index: Index, terms: Terms, found: Iterable[Scored]) -> frozenset[Identity]:
    """Those of the notes that hold every word of the question: a first look, without opening their files."""
    held: set[Identity] = set()
    for shelf, scored in groupby(sorted(found, key=_shelf_of), key=_shelf_of):
        rows = {one.note.row: one.note.identity for one in scored}
        held.update(rows[row] for row in index.shelves[shelf].ask(_rows_holding(terms, list(rows))))
    return frozenset(held)


def shares(index: Index, terms: Terms, found: Sequence[Scored]) -> dict[Identity, float]:
    """Of what the question's words tell, by how rare each is, what each note has: 0..1.

    Glue tells nothing, a word that no note holds as much as any can, and words past the budget of postings are not asked.
    """
    words = tuple(dict.fromkeys(content(terms).words))
    whole = _whole(index, words)
    asked = frozenset(rarest(words, whole))
    told = {
        word: weight(whole.notes, holding)
        for word, holding in zip(words, whole.holding, strict=True)
        if word in asked or not holding
    }
    share = {one.note.identity: 0.0 for one in found}
    for shelf, scored in groupby(sorted(found, key=_shelf_of), key=_shelf_of):
        rows = {one.note.row: one.note.identity for one in scored}
        for word, held in index.shelves[shelf].ask(_holding(asked, list(rows))).items():
            for row in held:
                share[rows[row]] += told[word] / sum(told.values())
    return share


def _holding(words: Iterable[str], rows: Sequence[int]) -> Callable[[Opened], dict[str, set[int]]]:
    return lambda opened: holding(opened, words, rows)


def _rows_holding(terms: Terms, rows: Sequence[int]) -> Callable[[Opened], set[int]]:
    return lambda opened: rows_holding_all(opened, terms, rows)


def _shelf_of(scored: Scored) -> int:
    return scored.shelf


def semantic_leg(index: Index, text: str, only: Filter, depth: int, also: Sequence[Scored] = ()) -> tuple[Scored, ...]:
    """The nearest notes, and how near those of the other leg are, in its order.

    Nothing without a model, without vectors, and for a text in which the model knows no token.
    """
    model = index.model
    vector = model.encode([text])[0] if model is not None else None
    if vector is None:
        return ()
    where = condition(only)
    legs = [
        shelf.ask(_near(vector, where, depth, [one.note.row for one in also if one.shelf == number]))
        for number, shelf in enumerate(index.shelves)
    ]
    return _best(index, legs, depth + len(also))


def _near(vector: bytes, only: Condition, depth: int, also: Sequence[int]) -> Callable[[Opened], Scores]:
    return lambda opened: semantic(opened, vector, only, depth, also)


def _whole(index: Index, asked: Sequence[str]) -> Corpus:
    return reduce(operator.add, [shelf.ask(lambda opened: corpus(opened, asked)) for shelf in index.shelves])


def _on_one_scale(index: Index, terms: Terms, legs: Sequence[Scores]) -> list[Scores]:
    whole = _whole(index, asked_terms(terms))
    return [
        [(row, score(note, whole)) for row, note in shelf.ask(_counts(terms, leg)).items()]
        for shelf, leg in zip(index.shelves, legs, strict=True)
    ]


def _counts(terms: Terms, leg: Scores) -> Callable[[Opened], dict[int, Counted]]:
    return lambda opened: counted(opened, terms, [row for row, _ in leg]) if leg else {}


def _best(index: Index, legs: Sequence[Scores], depth: int) -> tuple[Scored, ...]:
    """The best of every shelf, best first, equals in the order of their identities."""
    found: list[Scored] = []
    for number, (shelf, leg) in enumerate(zip(index.shelves, legs, strict=True)):
        found += shelf.ask(_with_notes(leg, number))
    found.sort(key=lambda scored: (-scored.score, scored.note.identity, scored.note.path))
    return tuple(found[:depth])


def _with_notes(leg: Scores, shelf: int) -> Callable[[Opened], list[Scored]]:
    def read_notes(opened: Opened) -> list[Scored]:
        notes = opened.rows.of(row for row, _ in leg)
        return [Scored(notes[row], score, shelf) for row, score in leg if row in notes]

    return read_notes
