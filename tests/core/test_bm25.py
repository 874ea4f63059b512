"""Our BM25 is FTS5's: the same notes in the same order with the same scores."""

from collections.abc import Sequence

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.analysis import Terms, analyse, match_expression
from hindnote.core.bm25 import (
    ALWAYS_PAID,
    POSTINGS,
    Corpus,
    Counted,
    asked_terms,
    ceiling,
    first_look,
    next_look,
    rarest,
    score,
    scores,
    telling,
)
from hindnote.core.bm25 import count as counted

WEIGHTS = (1.0, 0.1, 0.1)
WORDS = st.sampled_from(["flywheel", "flywheels", "stalls", "fooBar", "foo_bar", "x", "漢字仮名", "漢", "a.b", "42"])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)


def columns(terms: Terms) -> tuple[tuple[str, ...], ...]:
    return terms.words, terms.exact, terms.parts


def by_fts5(notes: Sequence[str], question: str) -> list[tuple[int, float]]:
    con = apsw.Connection(":memory:")
    con.execute("CREATE VIRTUAL TABLE t USING fts5(w, e, p, tokenize=\"ascii tokenchars '_.'\")")
    for number, note in enumerate(notes):
        con.execute(
            "INSERT INTO t(rowid, w, e, p) VALUES(?, ?, ?, ?)", (number, *map(" ".join, columns(analyse(note))))
        )
    asked = match_expression(analyse(question))
    if not asked:
        return []
    found = con.execute(f"SELECT rowid, -bm25(t, {', '.join(map(str, WEIGHTS))}) FROM t WHERE t MATCH ?", (asked,))
    return [(int(note), float(value)) for note, value in found]


@given(st.lists(TEXTS, max_size=8), TEXTS)
def test_the_scores_are_those_of_fts5(notes: list[str], question: str) -> None:
    ours = scores(enumerate(columns(analyse(note)) for note in notes), WEIGHTS, asked_terms(analyse(question)))
    assert dict(ours) == pytest.approx(dict(by_fts5(notes, question)), rel=1e-12)


@given(st.lists(TEXTS, min_size=1, max_size=8), st.integers(0, 8), TEXTS.filter(bool))
def test_notes_split_over_two_indexes_score_as_in_one(notes: list[str], cut: int, question: str) -> None:
    asked = asked_terms(analyse(question))

    def corpus(some: list[str]) -> Corpus:
        total = Corpus(0, 0, (0,) * len(asked))
        for note in some:
            found = counted(columns(analyse(note)), WEIGHTS, asked)
            total += Corpus(1, found.length, tuple(int(frequency > 0) for frequency in found.frequencies))
        return total

    whole = corpus(notes[:cut]) + corpus(notes[cut:])
    split = {
        number: score(counted(columns(analyse(note)), WEIGHTS, asked), whole)
        for number, note in enumerate(notes)
        if any(counted(columns(analyse(note)), WEIGHTS, asked).frequencies)
    }
    assert split == pytest.approx(dict(by_fts5(notes, question)), rel=1e-12)


HOLDINGS = st.lists(st.integers(0, 5_000), max_size=12).map(tuple)


@given(HOLDINGS, st.integers(1, 5_000))
def test_what_is_asked_for_costs_no_more_than_the_budget(holding: tuple[int, ...], notes: int) -> None:
    asked = [str(place) for place in range(len(holding))]
    kept = rarest(asked, Corpus(notes, notes, holding))
    spent = [holding[int(term)] for term in kept]
    assert sum(spent) <= max(notes * POSTINGS, ALWAYS_PAID) or len([one for one in spent if one]) == 1


@given(HOLDINGS, st.integers(1, 5_000))
def test_no_term_is_dropped_for_a_more_common_one(holding: tuple[int, ...], notes: int) -> None:
    asked = [str(place) for place in range(len(holding))]
    kept = rarest(asked, Corpus(notes, notes, holding))
    dropped = [holding[int(term)] for term in asked if term not in kept and holding[int(term)]]
    assert max((holding[int(term)] for term in kept), default=0) <= min(dropped, default=5_000)


@given(HOLDINGS, st.integers(1, 5_000))
def test_a_term_that_notes_hold_is_always_asked_for(holding: tuple[int, ...], notes: int) -> None:
    kept = rarest([str(place) for place in range(len(holding))], Corpus(notes, notes, holding))
    assert any(holding[int(term)] for term in kept) == any(holding)


@given(HOLDINGS, st.integers(1, 5_000))
def test_a_term_that_no_note_holds_is_not_asked_for(holding: tuple[int, ...], notes: int) -> None:
    kept = rarest([str(place) for place in range(len(holding))], Corpus(notes, notes, holding))
    assert all(holding[int(term)] for term in kept)


def test_a_small_store_is_asked_for_everything() -> None:
    assert rarest(["a", "b", "c"], Corpus(3, 30, (3, 3, 3))) == ("a", "b", "c")


CORPORA = st.integers(1, 50_000).flatmap(
    lambda notes: st.lists(st.integers(1, notes), min_size=1, max_size=8).map(
        lambda holding: Corpus(notes, 100 * notes, tuple(sorted(holding)))
    )
)


@given(CORPORA, st.integers(0, 8), st.integers(1, 200), st.lists(st.integers(0, 50), min_size=8, max_size=8))
def test_a_note_of_none_but_the_other_terms_stays_below_the_ceiling(
    corpus: Corpus, look: int, length: int, frequencies: list[int]
) -> None:
    held = tuple(0.0 if place < look else float(frequencies[place]) for place in range(len(corpus.holding)))
    assert score(Counted(length, held), corpus) <= ceiling(corpus, look)


@given(CORPORA, st.floats(1e-9, 50))
def test_when_enough_is_found_one_more_look_is_enough(corpus: Corpus, least: float) -> None:
    look = next_look(corpus, first_look(corpus), least)
    assert next_look(corpus, look, least) == look
    assert ceiling(corpus, look) < least


@given(CORPORA)
def test_while_too_little_is_found_each_look_goes_further_and_costs_little_more_than_the_last(corpus: Corpus) -> None:
    looks = [first_look(corpus)]
    while looks[-1] < len(corpus.holding):
        looks.append(next_look(corpus, looks[-1], None))
    assert looks == sorted(set(looks))
    assert len(looks) <= 1 + sum(corpus.holding).bit_length()
    assert all(sum(corpus.holding[:look]) <= ALWAYS_PAID for look in looks[:1] if look > 1)


def test_a_small_store_is_looked_at_once() -> None:
    assert first_look(Corpus(100, 10_000, (1, 5, 80, 100, 100))) == 5


def test_what_half_of_the_notes_hold_tells_none_apart() -> None:
    assert telling(Corpus(100, 10_000, (1, 49, 50, 100))) == 2
    assert telling(Corpus(100, 10_000, (50, 100))) == 0
