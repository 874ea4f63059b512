"""Bags: texts as runs of token rows, and the mean of their vectors."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import embedding_bag, normalize

Rows = NDArray[np.int64]


def rows(texts: Sequence[Sequence[int]]) -> list[Rows]:
    return [np.asarray(one, dtype=np.int64) for one in texts]


def means(vectors: Tensor, bags: Sequence[Rows]) -> Tensor:
    """One mean a bag; no bag may be empty."""
    ends = np.cumsum([len(bag) for bag in bags])
    starts = np.concatenate([[0], ends[:-1]])
    return embedding_bag(torch.from_numpy(np.concatenate(bags)), vectors, torch.from_numpy(starts), mode="mean")


def directions(vectors: Tensor, bags: Sequence[Rows]) -> Tensor:
    return normalize(means(vectors, bags), dim=1)
