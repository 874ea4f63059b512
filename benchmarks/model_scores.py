"""Model scores: plain BM25, cosine, ways to fuse them, and figures with paired intervals."""

import re
import sqlite3
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .model_corpora import Corpus

Scores = NDArray[np.float64]  # a row per query, a column per note; -inf where a leg found nothing
Ranks = NDArray[np.float64]  # the right note's rank, one a query; inf where it was not found
Encode = Callable[[Sequence[str]], NDArray[np.float32]]
RESAMPLES = 5000


def keyword(corpus: Corpus) -> Scores:
    """One row a note, porter stems, any word of the question, repeats count."""
    table = sqlite3.connect(":memory:")
    table.execute("create virtual table t using fts5(body, tokenize='porter unicode61')")
    table.executemany("insert into t(rowid, body) values (?, ?)", enumerate(corpus.notes, 1))
    scores = np.full((len(corpus.queries), len(corpus.notes)), -np.inf)
    for at, query in enumerate(corpus.queries):
        words = re.findall(r"\w+", query.lower())
        if words:
            match = " OR ".join(f'"{word}"' for word in words)
            for row, score in table.execute("select rowid, bm25(t) from t where t match ?", (match,)):
                scores[at, row - 1] = -score
    return scores


def semantic(corpus: Corpus, encode: Encode) -> Scores:
    """Cosine; a text without a vector is found by nothing."""
    asked, told = encode(corpus.queries), encode(corpus.notes)
    scores = (asked @ told.T).astype(np.float64)
    scores[~asked.any(1)] = -np.inf
    scores[:, ~told.any(1)] = -np.inf
    return scores


def ordered(scores: Scores) -> Scores:
    """Ranks of all notes, from 1; ties go to the earlier key."""
    order = np.argsort(-scores, axis=1, kind="stable")
    ranks = np.empty_like(scores)
    np.put_along_axis(ranks, order, np.arange(1.0, scores.shape[1] + 1)[None, :].repeat(len(scores), 0), 1)
    ranks[~np.isfinite(scores)] = np.inf
    return ranks


def by_rank(words: Scores, meaning: Scores, weight: float = 0.9, k: float = 60.0) -> Scores:
    return 1.0 / (k + ordered(words)) + weight / (k + ordered(meaning))


def by_score(words: Scores, meaning: Scores, weight: float = 0.75, half: float = 10.0) -> Scores:
    """BM25 saturated at `half`, plus the weighted cosine."""
    found = np.where(np.isfinite(words), words, 0.0)
    return found / (found + half) + weight * np.where(np.isfinite(meaning), meaning, 0.0)


def by_sum(words: Scores, meaning: Scores, weight: float = 16.0) -> Scores:
    """BM25 plus the weighted cosine, unsaturated: a rare word outweighs any likeness."""
    return np.where(np.isfinite(words), words, 0.0) + weight * np.where(np.isfinite(meaning), meaning, 0.0)


def by_spread(words: Scores, meaning: Scores, weight: float = 0.75) -> Scores:
    """Sum of z-scores within the question."""
    return spread(np.where(np.isfinite(words), words, 0.0)) + weight * spread(
        np.where(np.isfinite(meaning), meaning, 0.0)
    )


def spread(scores: Scores) -> Scores:
    return (scores - scores.mean(1, keepdims=True)) / (scores.std(1, keepdims=True) + 1e-9)


def found(scores: Scores, corpus: Corpus) -> Ranks:
    return ordered(scores)[np.arange(len(corpus.answers)), corpus.answers]


MEASURES: dict[str, Callable[[Ranks], Ranks]] = {
    "P@1": lambda ranks: (ranks <= 1) * 100.0,
    "R@3": lambda ranks: (ranks <= 3) * 100.0,
    "R@8": lambda ranks: (ranks <= 8) * 100.0,
    "MRR": lambda ranks: 100.0 / ranks,
}


def gain(ours: Ranks, theirs: Ranks, measure: str, seed: int = 0) -> tuple[float, float, float]:
    """Mean paired difference with its 95 % bootstrap interval."""
    paired = MEASURES[measure](ours) - MEASURES[measure](theirs)
    picks = np.random.default_rng(seed).integers(0, len(paired), (RESAMPLES, len(paired)))
    low, high = np.percentile(paired[picks].mean(1), [2.5, 97.5])
    return float(paired.mean()), float(low), float(high)


def row(ranks: Ranks) -> str:
    return " / ".join(f"{measure(ranks).mean():.1f}" for measure in MEASURES.values())
