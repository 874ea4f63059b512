"""Cosines: how near int8 vectors are to each other, one to all of them or all to all.

A dot product of int8 components is a whole number that float64 holds exactly, so a cosine depends on its two
vectors alone, not on the block they were multiplied in: equal vectors are at exactly 1, and the order of the
answer is the same on every machine. A vector of zeros is near nothing. Memory is bounded by the block and by
how many pairs are kept, whatever the number of vectors and of pairs.

Effects: tells numpy, unless it is there already, to multiply on one thread.
"""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Found: TypeAlias = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]

BLOCK = 512  # vectors a side: 2 MB of cosines at a time

# --- values ---------------------------------------------------------------


class Pair(NamedTuple):
    """Two of the vectors given, by their places, the first before the second."""

    first: int
    second: int
    cosine: float


class Pairs(Struct, frozen=True):
    best: tuple[Pair, ...]  # nearest first, equals by their places
    count: int  # of all that are near enough, those beyond the best too


# --- functions ------------------------------------------------------------


def cosines(one: bytes, vectors: Sequence[bytes]) -> list[float]:
    """Of one vector with each."""
    if not vectors:
        return []
    _stay_on_one_thread()
    return [float(each) for each in _between(_matrix([one]), _matrix(vectors))[0]]


def pairs(vectors: Sequence[bytes], *, least: float, most: int, block: int = BLOCK) -> Pairs:
    """The nearest pairs of those with a cosine of at least `least`, at most `most` of them."""
    _stay_on_one_thread()
    import numpy as np  # noqa: PLC0415  (0.1 s, kept off every path that compares nothing)

    count, nothing = 0, np.empty(0, np.intp)
    best: Found = (nothing, nothing, np.empty(0))
    for found in _blocks(vectors, least, block):
        count += len(found[0])
        best = _nearest((best, found), most)
    return Pairs(tuple(map(Pair, *(each.tolist() for each in best))), count)


def _stay_on_one_thread() -> None:
    """On two that others use too they wait for each other: 3 to 4.6 s CPU and 12 to 19 s, not 1 and 3."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


# --- blocks ---------------------------------------------------------------


def _blocks(vectors: Sequence[bytes], least: float, block: int) -> "Iterator[Found]":
    """The near pairs of every two blocks, each pair once."""
    import numpy as np  # noqa: PLC0415  (as above)

    starts = range(0, len(vectors), block)
    for left in starts:
        some = _matrix(vectors[left : left + block])
        for right in starts[left // block :]:
            near = _between(some, some if right == left else _matrix(vectors[right : right + block]))
            enough = np.triu(near >= least, k=1) if right == left else near >= least
            first, second = np.nonzero(enough)
            yield first + left, second + right, near[first, second]


def _nearest(found: "Sequence[Found]", most: int) -> "Found":
    """The first `most` of all; those that cannot be among them are gone before the sorting."""
    import numpy as np  # noqa: PLC0415  (as above)

    first, second, cosine = (np.concatenate(each) for each in zip(*found, strict=True))
    if 0 < most < len(cosine):
        kept = cosine >= np.partition(cosine, -most)[-most]
        first, second, cosine = first[kept], second[kept], cosine[kept]
    order = np.lexsort((second, first, -cosine))[:most]
    return first[order], second[order], cosine[order]


def _matrix(vectors: Sequence[bytes]) -> "NDArray[np.float64]":
    import numpy as np  # noqa: PLC0415  (as above)

    return np.frombuffer(b"".join(vectors), np.int8).reshape(len(vectors), -1).astype(np.float64)


def _between(some: "NDArray[np.float64]", others: "NDArray[np.float64]") -> "NDArray[np.float64]":
    import numpy as np  # noqa: PLC0415  (as above)

    lengths = np.sqrt(np.outer((some * some).sum(1), (others * others).sum(1)))
    return np.divide(some @ others.T, lengths, out=np.zeros_like(lengths), where=lengths > 0)
