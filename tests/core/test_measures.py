"""The measures are the textbook's, and an interval tells a difference from chance."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.measures import (
    Interval,
    McNemar,
    Measured,
    Z,
    differences,
    interval,
    mcnemar,
    mean,
    measure,
    wilson,
)

keys = st.lists(st.sampled_from("abcdefghijklmnop"), unique=True)
answers = st.lists(st.sampled_from("abcdefghijklmnop"), unique=True, min_size=1)
values = st.lists(st.floats(-1, 1), min_size=1, max_size=30)


def draws(size: int, times: int) -> list[list[int]]:
    """A spread of resamples without chance: each draw leaves some places out and repeats others."""
    return [[(place * (1 + turn)) % size for place in range(size)] for turn in range(times)]


def test_one_right_answer_in_third_place() -> None:
    assert measure(["x", "y", "a", "z"], ["a"]) == Measured(0, 1, 1, 1, 1, 1 / 3, 4)


def test_of_several_right_answers_the_share_found_counts_and_the_first_ranks() -> None:
    assert measure(["a", "x", "x2", "x3", "b"], ["a", "b", "c", "d"]) == Measured(1, 0.25, 0.5, 0.5, 0.5, 1, 5)


def test_nothing_returned_scores_nothing() -> None:
    assert measure([], ["a"]) == Measured(0, 0, 0, 0, 0, 0, 0)


def test_the_reciprocal_rank_is_not_cut() -> None:
    assert measure([str(place) for place in range(200)], ["199"]).mrr == 1 / 200


@given(keys, answers)
def test_every_figure_is_a_fraction_and_recall_grows_with_the_cut(returned: list[str], right: list[str]) -> None:
    got = measure(returned, right)
    assert 0 <= got.r3 <= got.r5 <= got.r8 <= got.r10 <= 1
    assert 0 <= got.p1 <= got.mrr <= 1


def test_the_mean_is_taken_figure_by_figure() -> None:
    assert mean([Measured(1, 1, 1, 1, 1, 1, 4), Measured(0, 0, 1, 1, 1, 0.5, 2)]) == Measured(
        0.5, 0.5, 1, 1, 1, 0.75, 3
    )
    assert mean([]) == Measured(0, 0, 0, 0, 0, 0, 0)


def test_differences_pair_the_cases() -> None:
    ours = [measure(["a"], ["a"]), measure(["x", "b"], ["b"])]
    theirs = [measure(["x", "a"], ["a"]), measure(["b"], ["b"])]
    assert differences(ours, theirs)["p1"] == (1.0, -1.0)
    assert differences(ours, theirs)["mrr"] == (0.5, -0.5)


@given(values)
def test_the_interval_holds_the_extremes_of_no_more_than_the_values(numbers: list[float]) -> None:
    got = interval(numbers, draws(len(numbers), 40))
    assert min(numbers) - 1e-9 <= got.low <= got.high <= max(numbers) + 1e-9


def test_the_interval_of_equal_values_is_a_point() -> None:
    assert interval([0.5] * 9, draws(9, 50)) == Interval(0.5, 0.5, 0.5)


def test_the_interval_leaves_a_fortieth_out_on_either_side() -> None:
    alone = [[place] for place in range(201)]  # resamples of one: their means are the values themselves
    assert interval([float(value) for value in range(201)], alone) == Interval(100.0, 5.0, 195.0)


def test_nothing_measured_has_no_interval() -> None:
    assert interval([], []) == Interval(0.0, 0.0, 0.0)
    assert interval([0.25, 0.75], []) == Interval(0.5, 0.5, 0.5)


def test_mcnemar_is_exact() -> None:
    ours, theirs = [True] * 9 + [False] * 2, [False] * 8 + [True] * 3
    got = mcnemar(ours, theirs)
    assert (got.wins, got.losses) == (8, 2)
    assert math.isclose(got.p, 2 * (1 + 10 + 45) / 1024)


def test_engines_that_agree_differ_by_chance_alone() -> None:
    assert mcnemar([True, False], [True, False]) == McNemar(0, 0, 1.0)


@given(st.lists(st.tuples(st.booleans(), st.booleans())))
def test_mcnemar_is_a_probability_and_blind_to_the_order_of_the_engines(pairs: list[tuple[bool, bool]]) -> None:
    ours, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    got, turned = mcnemar(ours, theirs), mcnemar(theirs, ours)
    assert (got.wins, got.losses) == (turned.losses, turned.wins)
    assert 0 < got.p <= 1
    assert math.isclose(got.p, turned.p)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilsons_interval_ends_where_the_share_is_just_so_many_deviations_away(case: tuple[int, int]) -> None:
    hits, n = case
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n <= high <= 1
    for end in (low, high):
        assert (hits / n - end) ** 2 == pytest.approx(Z * Z * end * (1 - end) / n, abs=1e-9)


def test_few_cases_say_little() -> None:
    low, high = wilson(9, 10)
    assert (round(low, 4), round(high, 4)) == (0.5958, 0.9821)
    assert wilson(0, 0) == (0, 1)
