"""Excerpts: the passage of a note that best answers a question, with its section and lines.

The densest run of the question's words decides; when nothing but the title matched it is the
note's summary, its first prose. Of a surprise that is what was observed: what somebody had expected is no answer. Not here: which notes are shown, and how a passage is cut (passages).
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct

from .analysis import Terms, terms_of
from .document import Document
from .passages import Excerpt, Passage, behind, cut, passage_of
from .scripts import is_unsegmented

# --- values ---------------------------------------------------------------

ANALYSED = 1 << 15  # different words of a note, more than a book has: 0.5 s at worst, benchmarks/latency.md
READ_AT_ONCE = 1 << 16  # characters
EXCERPT_LENGTH = 280  # characters: about 70 tokens, so that eight roots leave room for their neighbours
EXPECTED, OBSERVED = "Expected", "Observed"  # sections of a surprise
NOTHING: frozenset[str] = frozenset()


class Readable(Struct, frozen=True):
    """A note made ready for excerpts, whatever will be asked."""

    title: str
    last_line: int
    passages: tuple[Passage, ...]
    words: Mapping[str, Sequence[str]]  # the words of passages in ASCII that hold a term, by that term


class Wanted:
    """What a question asks for, and what each word seen so far holds of it."""

    def __init__(self, question: Terms) -> None:
        self.terms = frozenset((*question.words, *question.exact))
        self.lone = [term for term in self.terms if len(term) == 1 and is_unsegmented(term)]  # held by every pair
        self._known: dict[str, frozenset[str]] = {}

    def held_by(self, text: str) -> frozenset[str]:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._held_by(text)
        return known

    def _held_by(self, text: str) -> frozenset[str]:
        words, exact, parts = terms_of(text)
        if self.terms.isdisjoint(words) and self.terms.isdisjoint(parts):
            return frozenset(character for character in self.lone if character in text)
        return self.terms.intersection((*words, *exact, *parts))


class Match(NamedTuple):
    """A word of the prose that the question has too."""

    start: int
    end: int
    terms: frozenset[str]


# --- functions ------------------------------------------------------------

_WORD = re.compile(r"\S{1,64}")  # unsegmented text has no spaces to end a word


def excerpt(text: str, document: Document, question: Terms, length: int = EXCERPT_LENGTH) -> Excerpt:
    """The densest passage of the file `text`, of which `document` is the reading."""
    return excerpt_of(readable(text, document), question, length)


def readable(text: str, document: Document) -> Readable:
    passages = tuple(passage for part in document.parts if (passage := passage_of(part)).prose)
    return Readable(document.title, text.rstrip().count("\n") + 1, passages, _words_by_term(passages))


def excerpt_of(note: Readable, question: Terms, length: int = EXCERPT_LENGTH) -> Excerpt:
    passages = note.passages
    if not passages:
        return Excerpt("", "", (1, note.last_line))
    wanted = _wanted(question)
    asked = {word for term in wanted.terms for word in note.words.get(term, ())} | wanted.terms
    matches = [_matches(passage.prose, asked, wanted) for passage in passages]
    headings = [_under(passage, note.title, wanted) for passage in passages]
    weights = _weights(matches, headings)
    found = [_densest(*one, weights, behind(length)) for one in zip(matches, headings, strict=True)]
    weight, start = max(found, key=lambda one: one[0])
    if not weight:
        return cut(_summary(passages), 0, length)
    best = found.index((weight, start))
    observed = _observed(passages)
    if observed is not None and passages[best].heading == EXPECTED and found[observed][0]:
        best, start = observed, found[observed][1]
    return cut(passages[best], start, length)


_wanted = lru_cache(1)(Wanted)  # one question is asked of several notes in turn


def _words_by_term(passages: Iterable[Passage]) -> Mapping[str, Sequence[str]]:
    """Of a note of megabytes the words after the first many are found only where they are spelled as a term is."""
    found: dict[str, list[str]] = {}
    for word in _first_words(passage.prose for passage in passages if passage.prose.isascii()):
        words, _, parts = terms_of(word)
        for term in {*words, *parts}:
            found.setdefault(term, []).append(word)
    return found


def _first_words(texts: Iterable[str]) -> Iterable[str]:
    """Each once; some thousands more than `ANALYSED` at most."""
    said: dict[str, None] = {}
    for text in texts:
        at = 0
        while at < len(text) and len(said) < ANALYSED:
            end = text.find(" ", at + READ_AT_ONCE)
            end = end if end >= 0 else len(text)
            said.update(dict.fromkeys(text[at:end].split()))
            at = end
    return said


def _under(passage: Passage, title: str, wanted: Wanted) -> frozenset[str]:
    """What the heading of the passage holds; the note's title says nothing of a passage."""
    return NOTHING if passage.heading == title else wanted.held_by(passage.heading)


def _matches(prose: str, asked: AbstractSet[str], wanted: Wanted) -> list[Match]:
    """In their order. In ASCII, `asked` are the words to look for; any other text may have no words to look up."""
    if not prose.isascii():
        found = ((word.span(), wanted.held_by(word.group())) for word in _WORD.finditer(prose))
        return [Match(*span, held) for span, held in found if held]
    words = prose.replace("\n", " ").split(" ")
    if asked.isdisjoint(words):
        return []
    starts = accumulate((len(word) + 1 for word in words), initial=0)
    return [
        Match(at, at + len(word), wanted.held_by(word))
        for at, word in zip(starts, words, strict=False)
        if word in asked
    ]


def _weights(matches: Iterable[Sequence[Match]], headings: Iterable[frozenset[str]]) -> Mapping[str, float]:
    """A term tells the less about a passage the more often the note has it."""
    counts = Counter(term for passage in matches for match in passage for term in match.terms)
    counts.update(term for heading in headings for term in heading)
    return {term: 1 / math.sqrt(count) for term, count in counts.items()}


def _densest(
    matches: Sequence[Match], heading: frozenset[str], weights: Mapping[str, float], room: int
) -> tuple[float, int]:
    """The weight of the best run of matches that fits the room, and where it begins; the first of equals."""
    inside = Counter(heading)
    best = (math.fsum(weights[term] for term in inside), 0)
    first = 0
    for match in matches:
        inside.update(match.terms)
        while match.end - matches[first].start > room and matches[first] is not match:
            inside.subtract(matches[first].terms)
            first += 1
        weight = math.fsum(weights[term] for term, count in inside.items() if count)
        if weight > best[0]:
            best = (weight, matches[first].start)
    return best


def _summary(passages: Sequence[Passage]) -> Passage:
    """The first that is prose: a list of metadata or links tells little of a note."""
    observed = _observed(passages)
    first = next((passage for passage in passages if not passage.is_list), passages[0])
    return passages[observed] if observed is not None and first.heading == EXPECTED else first


def _observed(passages: Sequence[Passage]) -> int | None:
    return next((place for place, passage in enumerate(passages) if passage.heading == OBSERVED), None)
