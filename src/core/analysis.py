"""Analysis: text to terms, the same for a note and for a question, so that they meet.

Invariants: a term has no whitespace, so an index that splits at spaces alone keeps it whole;
a text has every term of each identifier and of every two adjacent characters of a script written
without spaces that it holds; no text makes analysis fail. Spellings are folded: NFKC, case,
diacritics. Bump `ANALYSER_VERSION` with any change of the terms.

Three columns: `words` holds stems, and identifiers whole and split; `exact` holds the unstemmed
forms that differ from their stems; `parts` the pieces of camelCase and the last character of
an unsegmented run (see `match_expression`).
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import chain, pairwise
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import Stemmer

from .scripts import Folds, Shapes, is_unsegmented

ANALYSER_VERSION = 1
COLUMN_WEIGHTS = (1.0, 0.1, 0.3)  # words, exact, parts: the best of those tried, benchmarks/ranking.md

# --- values ---------------------------------------------------------------


class Terms(NamedTuple):
    """No `Struct`: a hook, which analyses a prompt, must not pay for importing msgspec."""

    words: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


Columns: TypeAlias = tuple[Sequence[str], Sequence[str], Sequence[str]]


# The patterns run over shapes (see scripts.py), in which every letter and digit is ASCII.
_ATOM = r"[A-Za-z0-9]+"
_JOINT = r"(?:::|_+|[-./\\'@+#&~$])"
_RUN = re.compile(
    rf"(?P<unsegmented>\u4e00+)|(?P<symbol>\u2605)"
    rf"|(?P<before>--|[-#@$.])?(?P<core>_*{_ATOM}(?:{_JOINT}{_ATOM})*_*)(?P<after>\+\+|\#)?"
)
_ATOMS = re.compile(_ATOM)
_ELEMENTS = re.compile(r"[^:/\\]+")
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

CACHED_LENGTH = 64  # longer chunks (hashes, unsegmented paragraphs) rarely come twice
CACHED_CHUNKS = 1 << 16
OPENING, CLOSING = "([{\"'`*", ")]}\"'`*.,;:!?"  # around a plain word they are no part of any term

_SHAPES = Shapes()
_FOLDS = Folds()
_STEM = Stemmer.Stemmer("english", 0)  # chunks are cached, so words need no cache of their own

_EACH_COLUMN = (itemgetter(0), itemgetter(1), itemgetter(2))

# --- functions ------------------------------------------------------------


def analyse(text: str) -> Terms:
    found = list(map(_KNOWN.__getitem__, _plain(text).split()))
    return Terms(*(tuple(chain.from_iterable(map(column, found))) for column in _EACH_COLUMN))


def terms_of(word: str) -> Columns:
    """The columns of one word of a text, as they are remembered."""
    return _KNOWN[word] if word.isascii() else of_chunk(_plain(word))


def match_expression(terms: Terms) -> str:
    """The FTS5 query that asks for any of the terms, '' when there is nothing to ask.

    Every term is quoted: no character of a question is syntax. A lone unsegmented character is
    asked as a prefix: it begins a pair, or ends a run and then stands in `parts`.
    """
    asked = dict.fromkeys((*terms.words, *terms.exact, *(part for part in terms.parts if not _is_lone(part))))
    return " OR ".join(_quoted(term) for term in asked)


def _quoted(term: str) -> str:
    quoted = '"' + term.replace('"', '""') + '"'
    return quoted + "*" if _is_lone(term) else quoted


def _is_lone(term: str) -> bool:
    return len(term) == 1 and is_unsegmented(term)


def _plain(text: str) -> str:
    """The text without what no reader sees, in one spelling of each character; case is kept for camelCase."""
    if text.isascii():
        return text.replace("\0", "")
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text.replace("\0", "")))
    return unicodedata.normalize("NFKC", plain.translate(_FOLDS))


def _folded(text: str) -> str:
    """Casefolded; folding can bring a mark back (`İ`), which is dropped again."""
    if text.isascii():
        return text.lower()
    return _plain(text.casefold())


class Known(dict[str, Columns]):
    """The terms of each chunk seen, forgotten all at once when there are too many."""

    def __missing__(self, chunk: str) -> Columns:
        terms = of_plain_word(chunk) or of_chunk(chunk)
        if len(chunk) <= CACHED_LENGTH:
            if len(self) >= CACHED_CHUNKS:
                self.clear()
            self[chunk] = terms
        return terms


_KNOWN = Known()


def of_plain_word(chunk: str) -> Columns | None:
    """The terms of a plain word, which most chunks are, without the cost of the general way to the same."""
    said = chunk.lstrip(OPENING).rstrip(CLOSING)
    if not (said.isascii() and said.isalpha() and (said.islower() or said.isupper() or said.istitle())):
        return None
    word = said.lower()
    stem = _STEM.stemWord(word)
    return (stem,), () if stem == word else (word,), ()


def of_chunk(chunk: str) -> Columns:
    """The three columns of a text without spaces."""
    words: list[str] = []
    exact: list[str] = []
    parts: list[str] = []
    shape = chunk if chunk.isascii() else chunk.translate(_SHAPES)
    for run in _RUN.finditer(shape):
        first, last = run.span()
        if run["core"] is not None:
            _add_identifier(chunk, run, (words, exact, parts))
        elif run["unsegmented"] is not None and last - first > 1:
            words += map("".join, pairwise(chunk[first:last]))
            parts.append(chunk[last - 1])
        else:
            words.append(chunk[first:last])
    return words, exact, parts


def _add_identifier(chunk: str, run: re.Match[str], columns: tuple[list[str], list[str], list[str]]) -> None:
    """A plain word, or atoms joined by punctuation: `foo_bar.rs`, `foo::bar`, `--flag`, `C++`, `it's`."""
    words, exact, parts = columns
    atoms = list(_ATOMS.finditer(run.string, *run.span("core")))
    if atoms[0].span() != run.span():
        words += map(_folded, _wholes(chunk, run))
    for atom in atoms:
        word = _folded(chunk[slice(*atom.span())])
        stem = _STEM.stemWord(word)
        words.append(stem)
        if stem != word:
            exact.append(word)
        parts += _pieces(chunk, atom)


def _wholes(chunk: str, run: re.Match[str]) -> list[str]:
    """The identifier as written, without its prefix or suffix, and each element of a path that is itself joined."""
    first, last = run.span("core")
    elements = [element.span() for element in _ELEMENTS.finditer(run.string, first, last)]
    spans = dict.fromkeys((run.span(), (first, last), *elements))
    return [chunk[slice(*span)] for span in spans if not run.string[slice(*span)].isalnum()]


def _pieces(chunk: str, atom: re.Match[str]) -> list[str]:
    """The words and numbers of an atom like `getUser2`, stemmed; none when it is one of either."""
    said = atom.group()
    if said.isdigit() or (said.islower() and said.isalpha()):
        return []
    pieces = list(_PIECES.finditer(atom.string, *atom.span()))
    if len(pieces) == 1:
        return []
    return [_STEM.stemWord(_folded(chunk[slice(*piece.span())])) for piece in pieces]
