"""Contrast: a question comes to lie nearer to its own note than to the others of its source.

Batches come mostly from one repository, so that the wrong notes are about the same things. Words the
question shares with its note are often hidden from the note: the keyword leg finds those already.
"""

import sys
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, kl_div, log_softmax, softmax

from . import imitation
from .bags import Rows, directions
from .recipe import Contrast

FEWEST_QUERY, FEWEST_BODY = 2, 10  # tokens
LEFT = 8  # tokens a body keeps when shared ones are hidden
SPAN = (6, 16)  # tokens of a cloze question
BACK = 0.3  # weight of the way from the note to the question
BETAS = (0.9, 0.99)
LESSONS = 384  # texts of the imitation batch beside each contrastive one


class Examples(NamedTuple):
    sources: list[str]
    queries: list[Rows]
    bodies: list[Rows]
    asked: Tensor  # the teacher's vectors, one a query
    told: Tensor
    read: Tensor  # whether the teacher has read both


class Batch(NamedTuple):
    at: list[int]
    queries: list[Rows]
    bodies: list[Rows]
    cloze: Tensor  # which questions were cut from the note


class Sampler:
    def __init__(self, examples: Examples, settings: Contrast) -> None:
        self.examples, self.settings = examples, settings
        self.draw = np.random.default_rng(settings.seed)
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for at, source in enumerate(examples.sources):
            if len(examples.queries[at]) >= FEWEST_QUERY and len(examples.bodies[at]) >= FEWEST_BODY:
                groups[source].append(at)
        self.all = np.concatenate([np.array(one) for one in groups.values()])
        self.big = [np.array(one) for one in groups.values() if len(one) >= settings.batch // 2]
        chances = np.array([len(one) ** 0.6 for one in self.big])
        self.chances = chances / chances.sum()

    def batch(self) -> Batch:
        chosen = self.all
        if self.draw.random() >= self.settings.mixed:
            chosen = self.big[self.draw.choice(len(self.big), p=self.chances)]
        at = self.draw.choice(chosen, min(self.settings.batch, len(chosen)), replace=False)
        made = [self.example(one) for one in at]
        return Batch(
            list(at), [one[0] for one in made], [one[1] for one in made], torch.tensor([one[2] for one in made])
        )

    def example(self, at: int) -> tuple[Rows, Rows, bool]:
        query, body = self.examples.queries[at], self.examples.bodies[at]
        draw, settings = self.draw, self.settings
        cloze = bool(draw.random() < settings.cloze and len(body) > 40)
        if cloze:
            span = int(draw.integers(*SPAN))
            cut = int(draw.integers(0, len(body) - span))
            query, body = body[cut : cut + span], np.concatenate([body[:cut], body[cut + span :]])
        if len(body) > settings.longest:
            cut = 0 if draw.random() < 0.5 else int(draw.integers(0, len(body) - settings.longest))
            body = body[cut : cut + settings.longest]
        if draw.random() < settings.hide:
            unshared = body[~np.isin(body, query)]
            body = unshared if len(unshared) >= LEFT else body
        if len(query) > 4:
            kept = query[draw.random(len(query)) > settings.forget]
            query = kept if len(kept) >= FEWEST_QUERY else query
        return query, body, cloze


def loss(vectors: Tensor, batch: Batch, examples: Examples, settings: Contrast) -> Tensor:
    scores = settings.scale * directions(vectors, batch.queries) @ directions(vectors, batch.bodies).T
    right = torch.arange(len(scores))
    hard = cross_entropy(scores, right) + BACK * cross_entropy(scores.T, right)
    whole = (examples.read[batch.at] & ~batch.cloze).nonzero()[:, 0]
    if settings.soft == 0 or len(whole) < 2:
        return hard
    at = [batch.at[one] for one in whole.tolist()]
    taught = settings.scale * examples.asked[at] @ examples.told[at].T
    soft = kl_div(log_softmax(scores[whole][:, whole], 1), softmax(taught, 1), reduction="batchmean")
    return hard + settings.soft * soft


def train(
    first: Tensor,
    examples: Examples,
    lesson: imitation.Lesson,
    settings: Contrast,
    similarity: float,
) -> Tensor:
    sampler = Sampler(examples, settings)
    vectors = torch.nn.Parameter(first / first.norm(dim=1).mean())
    adam = torch.optim.Adam([vectors], lr=settings.rate, betas=BETAS)
    for step in range(1, settings.steps + 1):
        for group in adam.param_groups:
            group["lr"] = settings.rate * min(1.0, step / settings.warmup) * max(0.05, 1 - step / settings.steps)
        adam.zero_grad()
        made = loss(vectors, sampler.batch(), examples, settings)
        if settings.imitate:
            some = sampler.draw.integers(0, len(lesson.bags), LESSONS)
            made = made + settings.imitate * imitation.loss(
                vectors, [lesson.bags[one] for one in some], lesson.targets[some], similarity
            )
        made.backward()
        adam.step()
        if step % 100 == 0:
            print(
                f"contrast {settings.seed}: {step} of {settings.steps}, loss {made.item():.3f}",
                file=sys.stderr,
                flush=True,
            )
    return vectors.detach()
