"""Imitation: token vectors whose mean points where the teacher's sentence vector points.

Two losses: the cosine to the teacher's (reduced) vector, and the teacher's similarities within a batch.
The basis is the principal axes of the teacher's vectors, the mean taken off.
"""

import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import kl_div, log_softmax, normalize, softmax

from .bags import Rows, directions, means
from .recipe import Recipe

SHARPNESS = 20.0  # of the similarities within a batch
SELF = 1e4  # takes a text's likeness to itself out of the softmax
PROBE = 2000  # texts held back to watch the loss
FITTED = 40_000  # texts that fix the basis and the start


class Lesson(NamedTuple):
    bags: list[Rows]
    targets: Tensor  # unit vectors, one a bag


class Basis(NamedTuple):
    mean: Tensor
    axes: Tensor

    def __call__(self, vectors: NDArray[np.float32]) -> Tensor:
        return normalize((torch.from_numpy(vectors) - self.mean) @ self.axes, dim=1)


def basis(vectors: NDArray[np.float32], dimension: int) -> Basis:
    some = torch.from_numpy(vectors[:FITTED])
    mean = some.mean(0)
    _, _, axes = torch.linalg.svd(some - mean, full_matrices=False)
    return Basis(mean, axes[:dimension].T.contiguous())


def weighted(tokens: NDArray[np.float32], sif: float) -> Tensor:
    """Rarer tokens heavier. Rows lie in order of frequency, so a row's number stands for its probability (Zipf)."""
    chance = 1.0 / np.arange(2, len(tokens) + 2)
    return torch.from_numpy((tokens * (sif / (sif + chance / chance.sum()))[:, None]).astype(np.float32))


def distilled(tokens: NDArray[np.float32], sif: float, dimension: int) -> Tensor:
    """What model2vec makes of a teacher without any text: the baseline that training has to beat."""
    middle = tokens - tokens.mean(0)
    _, _, axes = torch.linalg.svd(torch.from_numpy(middle), full_matrices=False)
    return weighted((torch.from_numpy(middle) @ axes[:dimension].T).numpy(), sif)


def start(tokens: NDArray[np.float32], sif: float, lesson: Lesson) -> Tensor:
    """The teacher's vectors of single tokens, weighted, and mapped to the targets by least squares."""
    rows = weighted(tokens, sif)
    seen = means(rows, lesson.bags[:FITTED])
    mapped = rows @ torch.linalg.lstsq(seen, lesson.targets[: len(seen)]).solution
    return mapped / mapped.norm(dim=1).mean()


def loss(vectors: Tensor, bags: Sequence[Rows], targets: Tensor, similarity: float) -> Tensor:
    ours = directions(vectors, bags)
    apart = SELF * torch.eye(len(bags))
    likeness = kl_div(
        log_softmax(SHARPNESS * ours @ ours.T - apart, 1),
        softmax(SHARPNESS * targets @ targets.T - apart, 1),
        reduction="batchmean",
    )
    return (1 - (ours * targets).sum(1)).mean() + similarity * likeness


def imitate(first: Tensor, lesson: Lesson, recipe: Recipe) -> Tensor:
    draw = np.random.default_rng(recipe.seed)
    vectors = torch.nn.Parameter(first.clone())
    adam = torch.optim.Adam([vectors], lr=recipe.imitation_rate)
    total = recipe.epochs * len(lesson.bags) // recipe.imitation_batch
    for step in range(total):
        for group in adam.param_groups:
            group["lr"] = recipe.imitation_rate * max(0.05, 1 - step / total)
        picked = draw.integers(PROBE, len(lesson.bags), recipe.imitation_batch)
        adam.zero_grad()
        loss(vectors, [lesson.bags[at] for at in picked], lesson.targets[picked], recipe.similarity).backward()
        adam.step()
        if step % 500 == 0:
            print(f"imitation: {step} of {total}, cosine {agreement(vectors, lesson):.4f}", file=sys.stderr, flush=True)
    return vectors.detach()


def agreement(vectors: Tensor, lesson: Lesson) -> float:
    ours = directions(vectors.detach(), lesson.bags[:PROBE])
    return float((ours * lesson.targets[:PROBE]).sum(1).mean())
