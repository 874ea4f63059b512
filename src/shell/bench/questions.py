"""Questions: rare words, sentences and identifiers of the notes themselves, the same for the same notes."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from returns.result import Success

from ...core.analysis import analyse
from ...core.document import Document, read_document
from ..index.index import Index
from ..index.rescoring import corpus

EACH = 20  # of a kind
SEED = 0
WORDS = 40  # of a note, among which the rarest is looked for
SHORTEST, LONGEST = 6, 14  # words of a sentence that could be a question

Questions = Mapping[str, Sequence[str]]

_SENTENCE = re.compile(r"[^.!?\n]+")


def questions(index: Index) -> Questions:
    documents = list(_some(index))
    return {
        "word": _each(documents, lambda one: _rarest(index, one)),
        "question": _each(documents, _sentence),
        "identifier": _each(documents, _identifier),
    }


def _some(index: Index) -> Iterator[Document]:
    """Notes in an order of chance, read."""
    notes = list(index.notes())
    random.Random(SEED).shuffle(notes)  # noqa: S311  (chance that can be repeated)
    for note in islice(notes, EACH * 10):
        match index.text(note):
            case Success(text):
                yield read_document(text, note.path)
            case _:
                pass


def _each(documents: Sequence[Document], pick: Callable[[Document], str | None]) -> list[str]:
    found = (text for document in documents if (text := pick(document)))
    return list(islice(dict.fromkeys(found), EACH))


def _rarest(index: Index, document: Document) -> str | None:
    """Of the note's plain words the one that fewest notes have."""
    words: list[str] = list(dict.fromkeys(re.findall(r"\b[^\W\d_]{5,}\b", document.body)))[:WORDS]
    stems = [next(iter(analyse(word).words), "") for word in words]
    spreads = [shelf.ask(lambda opened: corpus(opened, stems)).holding for shelf in index.shelves]
    if not words:
        return None
    held = {word: sum(spread[place] for spread in spreads) for place, word in enumerate(words)}
    return min(held, key=held.__getitem__)


def _sentence(document: Document) -> str | None:
    """The first that is as long as a question; of a note that says what it answers, one of those."""
    answers = [part.text for part in document.parts if part.heading == "Answers"]
    for sentence in _SENTENCE.finditer("\n".join((*answers, document.body))):
        said = sentence.group().strip(" \t-*#>")
        if SHORTEST <= len(said.split()) <= LONGEST:
            return said
    return None


def _identifier(document: Document) -> str | None:
    return next((term for term in analyse(document.body).words if not term.isalnum() and not term.isspace()), None)
