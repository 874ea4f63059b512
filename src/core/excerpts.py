"""Excerpts: the passage of a note that best answers a question, with its section and lines.

A passage lies in one section, is bounded, made of whole graphemes of what a reader may be shown
(no control character, no terminal escape), and is marked where something was cut. When nothing
but the title matched it is the note's summary, its first prose. Not here: which notes are shown.
"""

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct

from .analysis import Terms, terms_of
from .document import Document, Part
from .quoted import ELLIPSIS
from .quoted import line as shown_line
from .scripts import is_unsegmented

# --- values ---------------------------------------------------------------

EXCERPT_LENGTH = 280  # characters: about 70 tokens, so that eight roots leave room for their neighbours
LEAD = 60  # characters shown before the first match, when the section holds them


NOTHING: frozenset[str] = frozenset()
SPACE = frozenset(("", " ", "\n"))


class Excerpt(Struct, frozen=True):
    text: str
    section: str  # the heading it is under, "" before the first
    lines: tuple[int, int]  # 1-based, inclusive, in the note's file


class Passage(Struct, frozen=True):
    """A section as it is shown: its lines without blank ones, and where each began in the file."""

    heading: str
    prose: str
    starts: tuple[int, ...]  # offset in `prose` of each line
    numbers: tuple[int, ...]  # its number in the file
    is_list: bool


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

_BULLET = re.compile(r"(?:[-*+]|\d+[.)]) ")
_SPACE = re.compile(r"[ \n]")
_WORD = re.compile(r"\S{1,64}")  # unsegmented text has no spaces to end a word


def excerpt(text: str, document: Document, question: Terms, length: int = EXCERPT_LENGTH) -> Excerpt:
    """The densest passage of the file `text`, of which `document` is the reading."""
    return excerpt_of(readable(text, document), question, length)


def readable(text: str, document: Document) -> Readable:
    passages = tuple(passage for part in document.parts if (passage := _passage(part)).prose)
    return Readable(document.title, text.rstrip().count("\n") + 1, passages, _words_by_term(passages))


def excerpt_of(note: Readable, question: Terms, length: int = EXCERPT_LENGTH) -> Excerpt:
    passages = note.passages
    if not passages:
        return Excerpt("", "", (1, note.last_line))
    wanted = _wanted(question)
    asked = {word for term in wanted.terms for word in note.words.get(term, ())}
    matches = [_matches(passage.prose, asked, wanted) for passage in passages]
    headings = [_under(passage, note.title, wanted) for passage in passages]
    weights = _weights(matches, headings)
    found = [_densest(*one, weights, length - LEAD) for one in zip(matches, headings, strict=True)]
    weight, start = max(found, key=lambda one: one[0])
    if not weight:
        return _cut(_summary(passages), 0, length)
    return _cut(passages[found.index((weight, start))], start, length)


_wanted = lru_cache(1)(Wanted)  # one question is asked of several notes in turn


def _passage(part: Part) -> Passage:
    """Lines are counted as the document counts them."""
    first = part.last_line - part.text.rstrip().count("\n")
    shown = [(number, said) for number, line in enumerate(part.text.split("\n"), first) if (said := _shown(line))]
    return Passage(
        heading=part.heading,
        prose="\n".join(said for _, said in shown),
        starts=tuple(accumulate((len(said) + 1 for _, said in shown), initial=0))[:-1],
        numbers=tuple(number for number, _ in shown),
        is_list=all(_BULLET.match(said) for _, said in shown),
    )


def _shown(line: str) -> str:
    return " ".join(line.split()) if line.isascii() and line.isprintable() else shown_line(line)


def _words_by_term(passages: Iterable[Passage]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for word in set(" ".join(passage.prose for passage in passages if passage.prose.isascii()).split()):
        words, _, parts = terms_of(word)
        for term in {*words, *parts}:
            found.setdefault(term, []).append(word)
    return found


def _under(passage: Passage, title: str, wanted: Wanted) -> frozenset[str]:
    """What the heading of the passage holds; the note's title says nothing of a passage."""
    return NOTHING if passage.heading == title else wanted.held_by(passage.heading)


def _matches(prose: str, asked: Iterable[str], wanted: Wanted) -> list[Match]:
    """In their order. In ASCII, `asked` are the words to look for; any other text may have no words to look up."""
    if not prose.isascii():
        words = ((word.span(), wanted.held_by(word.group())) for word in _WORD.finditer(prose))
        return [Match(*span, held) for span, held in words if held]
    return sorted(
        Match(at, at + len(word), wanted.held_by(word))
        for word in asked
        if word in prose
        for at in _places(prose, word)
    )


def _places(prose: str, word: str) -> Iterator[int]:
    """Where the word stands between spaces."""
    at = prose.find(word)
    while at >= 0:
        end = at + len(word)
        if prose[at - 1 : at] in SPACE and prose[end : end + 1] in SPACE:
            yield at
        at = prose.find(word, end)


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
    return next((passage for passage in passages if not passage.is_list), passages[0])


def _cut(passage: Passage, match: int, length: int) -> Excerpt:
    """At most `length` characters of the passage around the match, and the lines they are from."""
    prose, room = passage.prose, length - 2 * len(ELLIPSIS)
    last = min(len(prose), max(0, match - LEAD) + room)
    first = max(0, min(match - LEAD, last - room))
    first, last = _word_start(prose, first, match), _word_end(prose, last, match)
    before = ELLIPSIS if first else ""
    after = ELLIPSIS if last < len(prose) else ""
    return Excerpt(
        text=before + prose[first:last] + after,
        section=passage.heading,
        lines=(_line_of(passage, first), _line_of(passage, max(first, last - 1))),
    )


def _word_start(prose: str, place: int, match: int) -> int:
    """The first start of a word from `place` to the match; of a grapheme, where no space shows one."""
    if place == 0:
        return 0
    space = _SPACE.search(prose, place - 1, match)
    return _boundary(prose, space.end() if space else place, forward=True)


def _word_end(prose: str, place: int, match: int) -> int:
    """The last end of a word from the match to `place`, or of a grapheme."""
    if place == len(prose):
        return place
    space = max(prose.rfind(" ", match, place + 1), prose.rfind("\n", match, place + 1))
    return _boundary(prose, space if space > match else place)


def _boundary(prose: str, place: int, *, forward: bool = False) -> int:
    """`place` where graphemes meet, else the nearest boundary before or after it."""
    if place >= len(prose) or prose[max(0, place - 1) : place + 1].isascii():
        return place
    import wcwidth  # noqa: PLC0415  (its tables cost a start-up 16 ms, which ASCII need not pay)

    before = wcwidth.grapheme_boundary_before(prose, place + 1)
    return before + len(next(wcwidth.iter_graphemes(prose, before))) if forward and before < place else before


def _line_of(passage: Passage, place: int) -> int:
    return passage.numbers[bisect_right(passage.starts, place) - 1]
