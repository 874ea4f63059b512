"""Encoding: text to the rows of a static model's vocabulary, exactly as BERT's uncased WordPiece does it.

Held equal to the `tokenizers` library by tests; it is here because importing and loading that costs
more than all the rest of a query. A word that the pieces cannot spell out is unknown and has no rows.
"""

import unicodedata
from collections.abc import Iterator, Mapping

# --- values ---------------------------------------------------------------

LONGEST_WORD = 100  # characters; BERT calls a longer word unknown
REMEMBERED = 200_000  # words whose rows are kept: some 30 MB at most, far above what a store of notes uses
CONTINUES = "##"

# Ranges that BERT takes for ideographs and sets apart, each a word of its own.
IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class Folding(dict[int, str]):
    """A translation table that learns each character when it first meets it."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = fold(chr(code))
        return folded


FOLDING = Folding()

# --- functions ------------------------------------------------------------


def fold(char: str) -> str:
    """What is left of one decomposed character: nothing, a space, a word of its own, or lower case."""
    if char in "\t\n\r":
        return " "
    category = unicodedata.category(char)
    if category in {"Cc", "Cf", "Co", "Cs", "Mn"} or char == "\ufffd":
        return ""
    if char.isspace():
        return " "
    if category[0] == "P" or (char.isascii() and not char.isalnum()):
        return f" {char} "
    if any(first <= ord(char) <= last for first, last in IDEOGRAPHS):
        return f" {char} "
    return char.lower()


def words(text: str) -> list[str]:
    decomposed = text if text.isascii() else unicodedata.normalize("NFD", text)
    return decomposed.translate(FOLDING).split()


class Pieces:
    """A vocabulary that spells words out, longest piece first, and remembers the spelling."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self.vocabulary = vocabulary
        self.longest = max((len(piece) for piece in vocabulary), default=0)
        self.spelled: dict[str, tuple[int, ...]] = {}

    def rows(self, text: str) -> list[int]:
        spelled = self.spelled
        found: list[int] = []
        for word in words(text):
            rows = spelled.get(word)
            found += self.spell(word) if rows is None else rows
        return found

    def spell(self, word: str) -> tuple[int, ...]:
        rows = tuple(self.split(word)) if len(word) <= LONGEST_WORD else ()
        if len(self.spelled) >= REMEMBERED:
            self.spelled.clear()
        self.spelled[word] = () if -1 in rows else rows
        return self.spelled[word]

    def split(self, word: str) -> Iterator[int]:
        """Rows of the pieces; -1 where none fits, and nothing after it."""
        start = 0
        while start < len(word):
            prefix = CONTINUES if start else ""
            for end in range(min(len(word), start + self.longest), start, -1):
                row = self.vocabulary.get(prefix + word[start:end])
                if row is not None:
                    yield row
                    start = end
                    break
            else:
                yield -1
                return
