"""Ranking thresholds: what the floor of the semantic leg and the margin of a tie cost, as two Markdown tables.

    python benchmarks/ranking_thresholds.py [FOLDER ...]

Floor: every corpus is asked the questions of the others, which it cannot answer; counted are those to which a note
without a word in common would speak up all the same, beside the right answers of that kind that would be lost.
Ties: every note is dated by chance, so that whatever dates change of the first place is a loss or luck.
"""

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from ranking_arms import ours
from ranking_corpora import Corpus, corpora
from ranking_fusion import Meaning, shipped_model

from hindnote.core import ranking
from hindnote.core.analysis import analyse
from hindnote.core.keys import Identity, Key, Layer

FLOORS = (0.2, 0.25, 0.3, 0.35, 0.4)
MARGINS = (0.0, 0.02, 0.05, 0.1, 0.2)
NAMED = (0.0, 0.5, 1.0)
STRANGE = 40  # questions from each other corpus

# --- the floor ------------------------------------------------------------


def floors(over: Sequence[Corpus], told: Mapping[str, Meaning]) -> None:
    strange, right = list[float](), list[float]()
    for corpus in over:
        search = ours(corpus)
        others = [case.query for other in over if other is not corpus for case in other.cases[:STRANGE]]
        strange += [nearest(search(question), told[corpus.name].of_both(question)) for question in others]
        for case in corpus.cases:
            if case.answers[0] not in search(case.query):
                right.append(told[corpus.name].of_both(case.query)[case.answers[0]])
    print(
        f"| floor | strange questions answered (n={len(strange)}) | right answers kept (n={len(right)}) |\n|---|---|---|"
    )
    for floor in FLOORS:
        print(f"| {floor} | {share(strange, floor):.1f} % | {share(right, floor):.1f} % |")


def nearest(words: Mapping[str, float], near: Mapping[str, float]) -> float:
    return max((cosine for key, cosine in near.items() if key not in words), default=0.0)


def share(scores: Sequence[float], floor: float) -> float:
    return 100 * sum(score >= floor for score in scores) / max(len(scores), 1)


# --- ties -----------------------------------------------------------------


def ties(over: Sequence[Corpus], told: Mapping[str, Meaning]) -> None:
    asked = [asking for corpus in over for asking in askings(corpus, told[corpus.name])]
    print("| title holds at least |", " | ".join(f"tie within {margin}" for margin in MARGINS), "|")
    print("|---" * (len(MARGINS) + 1) + "|")
    for named in NAMED:
        ranking._names_it = partial(names, named)  # noqa: SLF001  # type: ignore[attr-defined]  (what is varied)
        cells = " | ".join(first_places(asked, margin) for margin in MARGINS)
        print(f"| {named:.1f} of what the question is about | {cells} |")


def names(share_of_it: float, note: ranking.Candidate, about: frozenset[str]) -> bool:
    held = about.intersection(analyse(note.title).words)
    return bool(held) and len(held) >= share_of_it * len(about)


Asking: TypeAlias = tuple[ranking.Asked, list[ranking.Candidate], Sequence[str]]


def askings(corpus: Corpus, told: Meaning) -> list[Asking]:
    search, chance = ours(corpus), random.Random(0)  # noqa: S311  (chance is the point)
    days = {key: f"2026-01-{chance.randrange(1, 29):02}" for key in corpus.documents}

    def candidate(key: str, words: Mapping[str, float], near: Mapping[str, float]) -> ranking.Candidate:
        title, day = corpus.documents[key].title, days[key]
        identity = Identity(Layer.LOCAL, Key(key))
        return ranking.Candidate(identity=identity, title=title, date=day, keyword=words.get(key), cosine=near[key])

    def asking(question: str) -> tuple[ranking.Asked, list[ranking.Candidate]]:
        words, near = search(question), told.of_both(question)
        return ranking.asked(question), [candidate(key, words, near) for key in corpus.documents]

    return [(*asking(case.query), case.answers) for case in corpus.cases]


def first_places(asked: Sequence[Asking], margin: float) -> str:
    ranking.NEAR = margin
    right = moved = 0
    for question, candidates, answers in asked:
        first = ranking.rank(candidates, question, nothing_whole)[0]
        right += first.identity.key in answers
        moved += first.moved
    return f"{100 * right / len(asked):.1f} ({moved} moved)"


nothing_whole: Callable[[Identity], float] = lambda _: 0.0  # noqa: E731  (every titled note of a tie is dated)


if __name__ == "__main__":
    given = corpora([Path(each) for each in sys.argv[1:]])
    model = shipped_model()
    meanings = {corpus.name: Meaning(corpus, model) for corpus in given}
    floors(given, meanings)
    print()
    ties(given, meanings)
