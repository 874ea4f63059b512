"""Pruning: the words of a question that are worth their cost, where a store is so large that cost counts.

A question is asked as an OR, so a word that every note has costs as much as all the others and tells
least. Kept are the rarest words whose notes together stay within a budget, and always the rarest of all.
Not here: counting, which the index does.
"""

from collections.abc import Mapping

from .analysis import Terms

# A budget of 1.0 N lost nothing in the ablation where 0.5 N lost a point (benchmarks/ranking.md). Below the floor
# even the whole question costs little, and a small store has too few notes for its counts to tell rare from common.
SHARE = 1.0
FLOOR = 20_000


def budget(notes: int) -> int:
    """How many postings a question may read in a store of so many notes."""
    return max(FLOOR, int(SHARE * notes))


def affordable(question: Terms, holding: Mapping[str, int], postings: int) -> Terms:
    """The question without the words that would go beyond the budget; `holding` tells how many notes have a term."""
    kept = _kept(holding, postings)
    return Terms(
        *(tuple(term for term in column if term in kept) for column in (question.words, question.exact, question.parts))
    )


def _kept(holding: Mapping[str, int], postings: int) -> frozenset[str]:
    spent, kept = 0, set[str]()
    for term in sorted(holding, key=lambda term: (holding[term], term)):
        spent += holding[term]
        if spent > postings and any(holding[one] for one in kept):
            break
        kept.add(term)
    return frozenset(kept)
