"""Wordings: what of a question and of its other phrasings is searched, so that none holds a store for long.

Nothing sensible is lost: a word counts once, however often it is said, and so does a phrasing; a
question that anybody would type is searched as it is. What is left out is told.
"""

from collections.abc import Sequence

from msgspec import Struct

LONGEST = 20_000  # characters of different words: 0.4 s in 10,000 notes, benchmarks/latency.md
MOST = 16  # phrasings: each is a search of its own, 0.01 s in 10,000 notes


class Wordings(Struct, frozen=True):
    question: str
    also: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # what a reader must know of it


def searched(question: str, also: Sequence[str]) -> Wordings:
    said = tuple(dict.fromkeys((question, *also)))
    kept = tuple(map(_kept, said[:MOST]))
    told = (
        (len(said) > MOST, f"Only the first {MOST} of {len(said):,} phrasings were searched."),
        (
            any(text.long for text in kept),
            f"Of a long question the first {LONGEST:,} characters of words were searched.",
        ),
    )
    first, *others = (text.text for text in kept)
    return Wordings(first, tuple(others), tuple(notice for applies, notice in told if applies))


class Kept(Struct, frozen=True):
    text: str
    long: bool = False


def _kept(text: str) -> Kept:
    if len(text) <= LONGEST:
        return Kept(text)
    once = " ".join(dict.fromkeys(text.split()))
    return Kept(once[:LONGEST], len(once) > LONGEST)
