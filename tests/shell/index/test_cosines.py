"""Pairs of near vectors are those that the definition names, in one order, whatever the size of a block."""

import math
import tracemalloc
from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hindnote.shell.index.cosines import Pair, Pairs, cosines, pairs

COMPONENTS = st.integers(-128, 127)
VECTORS = st.integers(1, 5).flatmap(
    lambda size: st.lists(st.lists(COMPONENTS, min_size=size, max_size=size).map(packed), max_size=12)
)
FEW_VECTORS = st.lists(st.sampled_from([b"\x7f\0", b"\0\x7f", b"\x5a\x5a", b"\x81\0", b"\0\0"]), max_size=12)  # ties
ANY_VECTORS = VECTORS | FEW_VECTORS
LEAST = st.floats(-1, 1) | st.sampled_from([-1.0, 0.0, 1.0])
MOST = st.integers(0, 80)
BLOCKS = st.integers(1, 15)


def packed(components: Sequence[int]) -> bytes:
    return bytes(each % 256 for each in components)


def numbers(vector: bytes) -> list[int]:
    return list(memoryview(vector).cast("b"))


def cosine(one: bytes, other: bytes) -> float:
    """By definition; a vector of zeros is near nothing."""
    dot, lengths = (
        sum(a * b for a, b in zip(numbers(x), numbers(y), strict=True)) for x, y in ((one, other), (one, one))
    )
    lengths *= sum(b * b for b in numbers(other))
    return dot / math.sqrt(lengths) if lengths else 0.0


def naive(vectors: Sequence[bytes], least: float) -> list[Pair]:
    every = (Pair(i, j, cosine(vectors[i], vectors[j])) for i, j in combinations(range(len(vectors)), 2))
    return sorted((each for each in every if each.cosine >= least), key=lambda each: (-each.cosine, each[:2]))


@given(ANY_VECTORS, LEAST, MOST, BLOCKS)
def test_a_block_of_any_size_finds_what_the_definition_does(
    vectors: list[bytes], least: float, most: int, block: int
) -> None:
    expected = naive(vectors, least)
    assert pairs(vectors, least=least, most=most, block=block) == Pairs(tuple(expected[:most]), len(expected))


@given(ANY_VECTORS, BLOCKS)
def test_no_vector_is_paired_with_itself_and_no_pair_is_told_twice(vectors: list[bytes], block: int) -> None:
    told = [(each.first, each.second) for each in pairs(vectors, least=-1, most=99, block=block).best]
    assert all(first < second for first, second in told)
    assert len(set(told)) == len(told) == math.comb(len(vectors), 2)


@given(ANY_VECTORS, BLOCKS)
def test_near_is_a_matter_of_two(vectors: list[bytes], block: int) -> None:
    """Each pair is as near as its second is to its first, and its first to its second."""
    for first, second, near in pairs(vectors, least=-1, most=99, block=block).best:
        assert near == cosines(vectors[first], vectors)[second] == cosines(vectors[second], vectors)[first]


@given(VECTORS.filter(bool))
def test_one_against_all_is_the_definition(vectors: list[bytes]) -> None:
    assert cosines(vectors[0], vectors) == [cosine(vectors[0], each) for each in vectors]


def test_copies_are_exactly_one_apart_from_rounding() -> None:
    assert pairs([b"\x25\x49\x61"] * 2, least=1, most=9) == Pairs((Pair(0, 1, 1.0),), 1)


def test_nothing_is_near_nothing() -> None:
    assert pairs([], least=-1, most=9) == Pairs((), 0)
    assert cosines(b"\x7f", []) == []


def test_a_bound_that_is_no_number_is_met_by_nothing() -> None:
    assert pairs([b"\x7f"] * 2, least=math.nan, most=9) == Pairs((), 0)


def test_memory_is_bounded_however_many_vectors_and_pairs_there_are() -> None:
    """All the cosines at once would be 128 MB."""
    vectors = [bytes((number % 100, number // 100, 1)) for number in range(4_000)]
    tracemalloc.start()
    try:
        assert pairs(vectors, least=-1, most=10).count == math.comb(4_000, 2)
        assert tracemalloc.get_traced_memory()[1] < 32_000_000
    finally:
        tracemalloc.stop()
