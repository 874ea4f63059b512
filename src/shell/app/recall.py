"""Recall: the question of an agent or a person, answered in one call and told to the ledger.

Effects: reads the index, the notes and the files they depend on; appends to the ledger.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs
from returns.result import Failure, Success

from ...core.hits import Hit, Neighbour
from ...core.keys import Identity
from ...core.outcome import Explained, Outcome
from ...core.recall import ANSWER_TOKENS, ROOTS, Answer, Root, asked_key, expanded, identity, within
from ...core.recall import opened as as_root
from ...core.render import answer_text, cost
from ..index.index import Index
from ..index.reading import IndexedNote
from .finding import Query
from .marks import marks
from .reading import Opened, accessed, ambiguous, around, as_neighbour, called, missing, opened, recalled
from .search import find
from .world import World

FOOTER_TOKENS = 120  # the lines after the roots: what was left out, and notices
TOLD_LINKS = 3  # of a whole note's that may mean several notes; the rest are counted
AROUND_TOKENS = 250  # a whole note's own line and its neighbours'

# --- refusals -------------------------------------------------------------


class BlankQuestion(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("the question is blank", "question", "Say in a few words what you want to know.")


# --- functions ------------------------------------------------------------


def recall(world: World, index: Index, question: str, also: Sequence[str] = ()) -> Outcome[Answer, BlankQuestion]:
    """Each phrasing counts; a question that is a key is that note, whole, from every layer that has it."""
    if not question.strip():
        return Failure(BlankQuestion())
    answer = _opened(world, index, _found(world, index, question, [each for each in also if each.strip()]))
    answer = within(answer, cost, ANSWER_TOKENS - FOOTER_TOKENS)
    if not answer.roots:
        answer = structs.replace(answer, searched=len(index.notes()))
    _tell(world, answer)
    return Success(answer)


def _found(world: World, index: Index, question: str, also: Sequence[str]) -> Answer:
    match find(world, Query(question=question, also=tuple(also), limit=ROOTS), index=index):
        case Success(found):
            return Answer(
                question=question,
                roots=_expanded(world, index, found.hits),
                omitted=found.omitted,
                notices=(*world.warnings, *missing(world), *found.notices),
                mode=found.mode,
            )
        case Failure(cursor):  # we sent none
            return Answer(question=question, notices=(cursor.explain().message(),))


def _expanded(world: World, index: Index, hits: Sequence[Hit]) -> tuple[Root, ...]:
    overviews: set[Identity] = set()
    met: dict[Identity, IndexedNote] = {}

    def near(one: Identity) -> Sequence[Neighbour]:
        notes = around(index, one)
        overviews.update(note.identity for note in notes if note.generated)
        met.update((note.identity, note) for note in notes)
        return [as_neighbour(note) for note in notes]

    overviews.update(identity(hit) for hit in hits if _is_overview(index, hit))
    return _marked(world, expanded(hits, near, overviews), met)


def _marked(world: World, roots: Sequence[Root], met: Mapping[Identity, IndexedNote]) -> tuple[Root, ...]:
    """With what became of the neighbours that are shown; the roots know of themselves."""
    stale = marks(world, [met[identity(near)] for root in roots for near in root.neighbours])
    if not stale:
        return tuple(roots)
    return tuple(
        structs.replace(root, neighbours=tuple(_neighbour(met[identity(near)], stale) for near in root.neighbours))
        for root in roots
    )


def _neighbour(note: IndexedNote, stale: Mapping[str | None, str]) -> Neighbour:
    return as_neighbour(note, stale.get(note.invalidated_by))


def _is_overview(index: Index, hit: Hit) -> bool:
    note = index.note(hit.layer, hit.key)
    return note is not None and note.generated


def _opened(world: World, index: Index, answer: Answer) -> Answer:
    """The answer to a question that is a key: what goes by that key, in place of what was found."""
    asked = asked_key(answer.question)
    notes = called(index, answer.question) if asked.certain else index.named(asked.key)
    read = opened(world, index, notes[:ROOTS])
    whole = [each.unwrap() for each in read if isinstance(each, Success)]
    problems = [each.failure().explain().message() for each in read if isinstance(each, Failure)]
    if asked.certain and not notes:
        problems = [*(ambiguous(index, asked.key) or [f"no note goes by the key `{asked.key}`"])]
    problems += [said for each in whole for said in _ambiguities(each)]
    answer = structs.replace(answer, notices=tuple(dict.fromkeys((*problems, *answer.notices))))
    return structs.replace(answer, roots=_whole(world, index, whole), omitted=0) if whole else answer


def _ambiguities(note: Opened) -> Sequence[str]:
    said = note.notices
    more = len(said) - TOLD_LINKS
    return [
        *said[:TOLD_LINKS],
        *([f"{more:,} more of its links may mean several notes: lint names them"] if more > 0 else []),
    ]


def _whole(world: World, index: Index, notes: Sequence[Opened]) -> tuple[Root, ...]:
    budget = (ANSWER_TOKENS - FOOTER_TOKENS) // len(notes) - AROUND_TOKENS
    read = [as_root(each.note, each.text, budget) for each in notes]
    near = _expanded(world, index, [each.note for each in notes])
    return tuple(
        structs.replace(root, neighbours=with_links.neighbours, more=with_links.more)
        for root, with_links in zip(read, near, strict=True)
    )


def _tell(world: World, answer: Answer) -> None:
    accessed(world, [root.hit for root in answer.roots if root.whole])
    recalled(world, [root.hit for root in answer.roots], answer.omitted, answer_text(answer))
