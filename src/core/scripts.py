"""Scripts: the shape of a character, all that analysis needs to know about Unicode.

A shape is one character, so that spans found in the shape of a text are spans of the text.
Unknown characters are shaped from their Unicode category: no table of letters is kept here,
only the blocks whose writing has no spaces between words.
"""

import unicodedata
from bisect import bisect_right
from itertools import chain

UNSEGMENTED = "\u4e00"  # the shape of a character of a script written without spaces
SYMBOL = "\u2605"  # the shape of an emoji or another symbol that a reader may search for
BREAK = " "  # the shape of everything that separates words

# First and last code point of each block written without spaces between words; Unicode 15.
UNSEGMENTED_BLOCKS = (
    (0x0E01, 0x0E3A),  # Thai, without the currency sign
    (0x0E40, 0x0E4E),
    (0x0E80, 0x0EFF),  # Lao
    (0x1000, 0x1049),  # Myanmar
    (0x1050, 0x109F),
    (0x1100, 0x11FF),  # Hangul Jamo
    (0x1780, 0x17D3),  # Khmer
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1A9F),  # Tai Tham
    (0x1B00, 0x1B4C),  # Balinese
    (0x3005, 0x3007),  # iteration mark, closing mark, zero
    (0x3041, 0x3096),  # Hiragana
    (0x309D, 0x309F),
    (0x30A1, 0x30FA),  # Katakana
    (0x30FC, 0x30FF),  # the long vowel mark
    (0x3105, 0x312F),  # Bopomofo
    (0x31A0, 0x31BF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xA980, 0xA9C0),  # Javanese
    (0xA9E0, 0xA9FE),
    (0xAA00, 0xAA5B),  # Cham
    (0xAA60, 0xAADF),  # Myanmar, Tai Viet
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),
    (0x1B000, 0x1B16F),
    (0x20000, 0x323AF),
)
_BOUNDS = tuple(chain.from_iterable((first, last + 1) for first, last in UNSEGMENTED_BLOCKS))

# Marks that a reader leaves out: accents, vowel points, variation selectors. The marks of
# Indic and other scripts spell the word and are kept.
FOLDED_MARKS = (
    (0x0300, 0x036F),
    (0x0483, 0x0487),
    (0x0591, 0x05C7),
    (0x064B, 0x065F),
    (0x0670, 0x0670),
    (0x06D6, 0x06DC),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE0F),
    (0xFE20, 0xFE2F),
)
_FOLDED = frozenset(point for first, last in FOLDED_MARKS for point in range(first, last + 1))

SAME_AS = {"\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-", "\u2212": "-"}  # one spelling each


_SHAPE_OF_CATEGORY = {
    **dict.fromkeys(("Lu", "Lt"), "A"),
    **dict.fromkeys(("Ll", "Lm", "Lo", "Mn", "Mc", "Me"), "a"),  # a mark belongs to its letter
    **dict.fromkeys(("Nd", "Nl", "No"), "0"),
    "So": SYMBOL,
}


def is_unsegmented(character: str) -> bool:
    return bisect_right(_BOUNDS, ord(character)) % 2 == 1


def shape_of(character: str) -> str:
    """`A` and `a` for letters, `0` for digits, itself for ASCII punctuation, else one of the names above."""
    if is_unsegmented(character):
        return UNSEGMENTED
    if "!" <= character <= "~" and not character.isalnum():
        return character
    return _SHAPE_OF_CATEGORY.get(unicodedata.category(character), BREAK)


class Shapes(dict[int, str]):
    """A table for `str.translate` that learns each character once."""

    def __missing__(self, point: int) -> str:
        self[point] = shape_of(chr(point))
        return self[point]


class Folds(dict[int, str | None]):
    """A table for `str.translate`: dropped marks and invisible characters, one spelling of look-alikes."""

    def __missing__(self, point: int) -> str | None:
        character = chr(point)
        dropped = point in _FOLDED or unicodedata.category(character) in {"Cf", "Cs"}
        self[point] = None if dropped else SAME_AS.get(character, character)
        return self[point]
