"""A question keeps its rarest words within the budget, and never loses all of them."""

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.analysis import Terms, analyse
from hindnote.core.pruning import FLOOR, affordable, budget

counts = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 50), min_size=1)


@given(counts, st.integers(0, 200))
def test_what_is_kept_is_within_the_budget_or_the_rarest_word_alone(holding: dict[str, int], postings: int) -> None:
    kept = affordable(Terms(tuple(holding)), holding, postings).words
    found = [term for term in kept if holding[term]]
    assert sum(holding[term] for term in kept) <= postings or len(found) == 1


@given(counts, st.integers(0, 200))
def test_no_word_is_kept_before_a_rarer_one(holding: dict[str, int], postings: int) -> None:
    kept = affordable(Terms(tuple(holding)), holding, postings).words
    dropped = [term for term in holding if term not in kept]
    assert all(holding[term] <= holding[other] for term in kept for other in dropped)


@given(counts, st.integers(0, 200))
def test_a_question_that_finds_something_still_does(holding: dict[str, int], postings: int) -> None:
    kept = affordable(Terms(tuple(holding)), holding, postings).words
    assert any(holding[term] for term in kept) == any(holding.values())


def test_columns_keep_their_words_in_their_order_and_number() -> None:
    question = analyse("the Renaming of the getUserNames")
    holding = {term: 1 for column in (question.words, question.exact, question.parts) for term in column}
    assert affordable(question, holding, 99) == question
    common = affordable(question, {**holding, "the": 1000}, 99)
    assert common.words == tuple(word for word in question.words if word != "the")
    assert (common.exact, common.parts) == (question.exact, question.parts)


def test_a_small_store_is_asked_every_word() -> None:
    assert budget(0) == budget(1432) == FLOOR
    assert budget(100_000) == 100_000
