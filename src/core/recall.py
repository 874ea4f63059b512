"""Recall: one call answers with notes and what they link to, never a walk.

Retrieval ranked the notes; here the answer is cut: roots, exactly one hop around each, every
note once, all of it within a budget of tokens, and what was left out is counted, not hidden.
Not here: ranking, the store, and the text of an answer (render).
"""

import re
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct, structs

from .hits import Hit, Neighbour
from .keys import Identity
from .tokens import estimate

ROOTS = 8
NEIGHBOURS = 5
ANSWER_TOKENS = 2_000  # about: estimated, for an agent that pays for every one

BRACKETED = re.compile(r"\[\[([^\[\]|#]+)(?:[|#][^\[\]]*)?\]\]")

# --- values ---------------------------------------------------------------


class Whole(Struct, frozen=True):
    """A note opened by its key: how long it is, and whether its end is missing."""

    lines: int
    cut: bool


class Root(Struct, frozen=True):
    """A note that answers, and the notes one link away from it."""

    hit: Hit
    neighbours: tuple[Neighbour, ...] = ()
    more: int = 0  # neighbours that are not shown
    whole: Whole | None = None  # when the excerpt is the note itself and not a passage


class Answer(Struct, frozen=True, kw_only=True):
    question: str
    roots: tuple[Root, ...] = ()
    omitted: int = 0  # notes that matched and are not shown
    searched: int | None = None  # notes that could have matched, where that was counted
    notices: tuple[str, ...] = ()  # what the reader must know about the search itself
    mode: str = "index"


class AskedKey(Struct, frozen=True):
    """What a question would be as a key; `certain` when its brackets say that it is one."""

    key: str
    certain: bool


Around = Callable[[Identity], Sequence[Neighbour]]
Cost = Callable[[Root], int]

# --- decisions ------------------------------------------------------------


def asked_key(question: str) -> AskedKey:
    text = question.strip()
    bracketed = BRACKETED.fullmatch(text)
    return AskedKey(bracketed[1].strip(), certain=True) if bracketed else AskedKey(text, certain=False)


def identity(note: Hit | Neighbour) -> Identity:
    return Identity(note.layer, note.key)


def expanded(hits: Sequence[Hit], around: Around, overviews: Collection[Identity] = ()) -> tuple[Root, ...]:
    """The best hits with their neighbours; no note twice, and none around an overview, which links to everything."""
    roots = hits[:ROOTS]
    shown = {identity(hit) for hit in roots}
    answer: list[Root] = []
    for hit in roots:
        near = () if identity(hit) in overviews else around(identity(hit))
        fresh = list({identity(note): note for note in near if identity(note) not in shown}.values())
        fresh.sort(key=lambda note: identity(note) in overviews)  # stable: an overview says least, so it comes last
        shown.update(identity(note) for note in fresh[:NEIGHBOURS])
        answer.append(Root(hit, tuple(fresh[:NEIGHBOURS]), len(fresh[NEIGHBOURS:])))
    return tuple(answer)


def within(answer: Answer, cost: Cost, budget: int = ANSWER_TOKENS) -> Answer:
    """The answer cut to the budget: from the last root up, first the neighbours go, then whole roots. One root stays."""
    roots = list(answer.roots)
    total = sum(map(cost, roots))
    for at in reversed(range(len(roots))):
        while total > budget and roots[at].neighbours:
            fewer = _without_last_neighbour(roots[at])
            total += cost(fewer) - cost(roots[at])
            roots[at] = fewer
    while total > budget and len(roots) > 1:
        total -= cost(roots.pop())
    return structs.replace(answer, roots=tuple(roots), omitted=answer.omitted + len(answer.roots) - len(roots))


def opened(note: Hit, text: str, budget: int = ANSWER_TOKENS) -> Root:
    """The note itself as a root: its text from the first line to as many as the budget pays for."""
    lines = text.rstrip("\n").split("\n")
    paid = _paid_for(lines, budget)
    shown = lines[:paid] or [lines[0][:budget]]  # one endless line: cut inside it
    cut = paid < len(lines)
    return Root(
        structs.replace(note, excerpt="\n".join(shown), lines=(1, len(shown))), whole=Whole(lines=len(lines), cut=cut)
    )


def _paid_for(lines: Sequence[str], budget: int) -> int:
    for count, line in enumerate(lines):
        budget -= estimate(f"{line}  ") + 1  # with its own quote mark and line break
        if budget < 0:
            return count
    return len(lines)


def _without_last_neighbour(root: Root) -> Root:
    return structs.replace(root, neighbours=root.neighbours[:-1], more=root.more + 1)
