"""Ranking fusion: the ways to make one order of words and meaning that the ablation compares.

Every arm takes the keyword leg as it ships and the vectors of the model in use; a note without a vector has cosine 0.
"""

import os
import sys
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from ranking_arms import Arm, Engine, Ranked, ordered, ours
from ranking_corpora import Corpus

from hindnote.core.analysis import analyse
from hindnote.core.chunks import chunks
from hindnote.core.fusion import MEANING, meaning
from hindnote.shell import embedding

Vectors: TypeAlias = NDArray[np.float32]
Way: TypeAlias = Callable[[str, Ranked, Ranked], Ranked]  # question, keyword scores, cosines


class Meaning:
    """The vectors of a corpus, made once however many arms ask."""

    def __init__(self, corpus: Corpus, model: embedding.Model) -> None:
        self.corpus, self.model = corpus, model
        self.keys = list(corpus.documents)

    @cached_property
    def notes(self) -> Vectors:
        return self.encoded([f"{document.title}\n{document.body}" for document in self.corpus.documents.values()])

    @cached_property
    def passages(self) -> tuple[Vectors, list[int]]:
        texts = [[chunk.text for chunk in chunks(document)] or [""] for document in self.corpus.documents.values()]
        owners = [place for place, mine in enumerate(texts) for _ in mine]
        return self.encoded([text for mine in texts for text in mine]), owners

    def encoded(self, texts: list[str]) -> Vectors:
        none = bytes(self.model.dimension)
        rows = np.array([np.frombuffer(row or none, np.int8) for row in self.model.encode(texts)], np.float32)
        unit: Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return unit

    def of_notes(self, question: str) -> Ranked:
        near = self.notes @ self.encoded([question])[0]
        return dict(zip(self.keys, near.tolist(), strict=True))

    def of_best_passages(self, question: str) -> Ranked:
        vectors, owners = self.passages
        best = np.full(len(self.keys), -1.0, np.float32)
        np.maximum.at(best, owners, vectors @ self.encoded([question])[0])
        return dict(zip(self.keys, best.tolist(), strict=True))

    def of_both(self, question: str) -> Ranked:
        whole, best = self.of_notes(question), self.of_best_passages(question)
        return {key: (near + best[key]) / 2 for key, near in whole.items()}


# --- ways -----------------------------------------------------------------


def linear(
    question: str, words: Ranked, near: Ranked, *, weight: float = MEANING, knows_numbers: bool = False
) -> Ranked:
    share = 1.0 if knows_numbers else meaning(analyse(question))
    return {key: words.get(key, 0.0) + weight * share * max(cosine, 0.0) for key, cosine in near.items()}


def saturated(_: str, words: Ranked, near: Ranked, *, half: float = 10.0, weight: float = 0.75) -> Ranked:
    return {key: words.get(key, 0.0) / (words.get(key, 0.0) + half) + weight * cosine for key, cosine in near.items()}


def to_the_best(_: str, words: Ranked, near: Ranked, *, weight: float = 1.0) -> Ranked:
    top = max(words.values(), default=1.0)
    return {key: words.get(key, 0.0) / top + weight * cosine for key, cosine in near.items()}


def by_rank(_: str, words: Ranked, near: Ranked, *, k: float = 60.0) -> Ranked:
    legs = [(1.0, words), (0.9, near)]
    fused = dict.fromkeys(near, 0.0)
    for weight, leg in legs:
        for place, key in enumerate(ordered(leg), 1):
            fused[key] += weight / (k + place)
    return fused


def by_spread(_: str, words: Ranked, near: Ranked, *, weight: float = 0.75) -> Ranked:
    keys = list(near)
    one, other = (spread(np.array([leg.get(key, 0.0) for key in keys])) for leg in (words, near))
    return dict(zip(keys, (one + weight * other).tolist(), strict=True))


def spread(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    standard: NDArray[np.float64] = (scores - scores.mean()) / (scores.std() + 1e-9)
    return standard


def no_words(_: str, words: Ranked, near: Ranked) -> Ranked:
    del words
    return near


# --- arms -----------------------------------------------------------------


def fused(known: Mapping[str, Meaning], way: Way, vectors: Callable[[Meaning, str], Ranked], corpus: Corpus) -> Engine:
    search, told = ours(corpus), known[corpus.name]
    return lambda question: way(question, search(question), vectors(told, question))


def shipped_model() -> embedding.Model:
    """The one in use, by HINDNOTE_MODEL or not; there must be one."""
    model = embedding.load(os.environ.get("HINDNOTE_MODEL")).unwrap()
    if model is None:
        sys.exit("HINDNOTE_MODEL=off leaves nothing to fuse")
    return model


def fusion_arms(over: list[Corpus], model: embedding.Model) -> Mapping[str, Arm]:
    known = {corpus.name: Meaning(corpus, model) for corpus in over}
    notes, passages, both = Meaning.of_notes, Meaning.of_best_passages, Meaning.of_both
    ways: Mapping[str, tuple[Way, Callable[[Meaning, str], Ranked]]] = {
        "meaning alone, whole notes": (no_words, notes),
        "meaning alone, best chunk": (no_words, passages),
        "hybrid: words + 16 x share of words x cosine": (linear, notes),
        "the same, best chunk": (linear, passages),
        "the same, mean of both": (linear, both),
        "weight 8": (partial(linear, weight=8.0), notes),
        "weight 12": (partial(linear, weight=12.0), notes),
        "weight 24": (partial(linear, weight=24.0), notes),
        "weight 16, numbers count as words": (partial(linear, knows_numbers=True), notes),
        "words / best + 1.0 cosine": (to_the_best, notes),
        "b/(b+10) + .75 cosine": (saturated, notes),
        "b/(b+10) + .5 cosine": (partial(saturated, weight=0.5), notes),
        "z + .75 z": (by_spread, notes),
        "reciprocal ranks, k 60, 1 / .9": (by_rank, notes),
        "reciprocal ranks, k 10, 1 / .9": (partial(by_rank, k=10.0), notes),
    }
    return {name: partial(fused, known, way, vectors) for name, (way, vectors) in ways.items()}
