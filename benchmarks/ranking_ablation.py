"""Ranking ablation: one Markdown table, a row a way to rank, over every corpus.

    python benchmarks/ranking_ablation.py [FOLDER ...]

Folders hold corpora (`notes/**.md` and `cases.jsonl`, see ranking_corpora.py); without any, those given. Each cell is P@1 / R@3 / R@8 / MRR in percent; the last columns are paired differences to plain BM25 over all
questions, with 95 % bootstrap intervals.
"""

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ranking_arms import KEYWORD_ARMS, STOP_WORDS, Arm, ordered
from ranking_corpora import Corpus, corpora
from ranking_fusion import fusion_arms, shipped_model

from hindnote.core.analysis import analyse
from hindnote.core.measures import Interval, Measured, differences, interval, mean, measure

RESAMPLES = 2000
REFERENCE = "plain BM25"
LOW = 1 / 3


def table(arms: Mapping[str, Arm], over: Sequence[Corpus]) -> None:
    low = [hard for corpus in over for hard in low_overlap(corpus)]
    names = (f"{one.name} (n={len(one.cases)})" for one in over)
    print("| way to rank |", " | ".join(names), f"| dP@1 | dR@8 | dMRR | R@8 of low overlap (n={sum(low)}) |")
    print("|---" * (len(over) + 5) + "|")
    reference: list[Measured] = []
    for name, arm in arms.items():
        rows = [answered(arm, corpus) for corpus in over]
        pooled = [case for row in rows for case in row]
        reference = pooled if name == REFERENCE else reference
        hard = mean([case for case, is_hard in zip(pooled, low, strict=True) if is_hard]).r8
        cells = (*map(figures, rows), gains(pooled, reference), f"{100 * hard:.1f}")
        print(f"| {name} |", " | ".join(cells), "|", flush=True)


def low_overlap(corpus: Corpus) -> list[bool]:
    """Whether the right note has at most a third of a question's words, those that are more than glue."""
    return [shared(case.query, corpus.documents[case.answers[0]].body) <= LOW for case in corpus.cases]


def shared(question: str, text: str) -> float:
    wanted = {word for word in analyse(question).words if word.isalnum()} - STOP_WORDS
    return len(wanted & set(analyse(text).words)) / len(wanted) if wanted else 0.0


def answered(arm: Arm, corpus: Corpus) -> list[Measured]:
    engine = arm(corpus)
    return [measure(ordered(engine(case.query)), case.answers) for case in corpus.cases]


def figures(cases: Sequence[Measured]) -> str:
    got = mean(cases)
    return " / ".join(f"{100 * figure:.1f}" for figure in (got.p1, got.r3, got.r8, got.mrr))


def gains(ours: Sequence[Measured], theirs: Sequence[Measured]) -> str:
    chance = random.Random(0)  # noqa: S311  (a bootstrap is no secret)
    draws = [chance.choices(range(len(ours)), k=len(ours)) for _ in range(RESAMPLES)]
    paired = differences(ours, theirs)
    return " | ".join(shown(interval(paired[name], draws)) for name in ("p1", "r8", "mrr"))


def shown(gain: Interval) -> str:
    return f"{100 * gain.mean:+.1f} [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"


if __name__ == "__main__":
    given = corpora([Path(each) for each in sys.argv[1:]])
    table({**KEYWORD_ARMS, **fusion_arms(given, shipped_model())}, given)
