"""Texts: what the teacher reads, each once, in an order that a seed fixes.

Queries and bodies whole, and a few sentences of each body: the imitation needs many short texts,
the contrast needs the teacher's opinion of the very pairs it trains on.
"""

import random
import re
from collections.abc import Sequence

from .pairs import Pair

SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+")
FEWEST, MOST = 4, 45  # words of a sentence worth a vector


def texts(pairs: Sequence[Pair], per_body: int, seed: int) -> list[str]:
    draw = random.Random(seed)  # noqa: S311
    found: dict[str, None] = {}
    for pair in pairs:
        found[pair.query] = None
        found[pair.body] = None
        fit = [one for one in SENTENCE_END.split(pair.body) if FEWEST <= len(one.split()) <= MOST]
        found.update(dict.fromkeys(draw.sample(fit, min(per_body, len(fit)))))
    ordered = sorted(found)
    draw.shuffle(ordered)
    return ordered
