"""Slugs: the words of a text as one spelling, and the sentence that names a surprise.

`slug(slug(x)) == slug(x)`, and every spelling of a text (case, spacing, dashes, Unicode form,
full width, trailing punctuation) has one slug. Not here: what is done with one (`keys`).
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache

HASH_DIGITS = 12  # 48 bits: even odds of one collision need 20 million long texts that begin alike

# Letters and marks that draw nothing (Unicode's Default_Ignorable_Code_Point within L and M):
# two spellings that look alike may differ in them alone.
_INVISIBLE = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x3164, 0xFFA0))
) | frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))

_OTHER_ASCII = re.compile("[^a-z0-9]+")

# After NFKC. Full stops of scripts written with spaces end a sentence before whitespace; those of
# scripts without end it anywhere. A full-width `!` is NFKC's `!`, so it is the neighbour that tells.
_UNSPACED = "\u2e80-\u2fdf\u3005-\u303c\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_STOPS = ".!?\u0589\u061f\u06d4\u0964\u0965\u104b\u1362\u1367\u1368\u17d4\u17d5"


@cache  # takes 3 ms, which who only wants a slug (a hook) is spared
def _sentence_ends() -> re.Pattern[str]:
    return re.compile(rf"[{_STOPS}](?=\s|\Z)|[\u3002\uff61]|(?<=[{_UNSPACED}])[!?]+|[!?]+(?=[{_UNSPACED}])")


def slug(text: str) -> str:
    """Letters, digits and combining marks; every other run is one `-`, none at the ends."""
    if text.isascii():
        return _OTHER_ASCII.sub("-", text.lower()).strip("-")
    while (settled := _folded(text)) != text:  # case folding can undo a normal form, and a dropped mark expose one
        text = settled
    return text


def _folded(text: str) -> str:
    kept = ["-"]
    # Decomposed first: in a composed form an iota subscript folds to a letter on the wrong side of its accent.
    for char in unicodedata.normalize("NFKC", unicodedata.normalize("NFKD", text).casefold()):
        if char in _INVISIBLE:
            continue
        kind = unicodedata.category(char)[0]
        if kind in "LN" or (kind == "M" and kept[-1] != "-"):  # a mark goes with what it marks
            kept.append(char)
        elif kept[-1] != "-":
            kept.append("-")
    return "".join(kept).strip("-")


def first_sentence(text: str) -> str:
    """The first sentence that names something, its stop included, else all of the text.

    `config.toml is ignored` has one sentence: a stop inside a word ends nothing.
    """
    normal = unicodedata.normalize("NFKC", text)
    end = _sentence_end(normal)
    if normal != text:
        end = len(text) if end == len(normal) else _reach(text, end)
    return text[:end].strip()


def _sentence_end(normal: str) -> int:
    start = 0
    for stop in _sentence_ends().finditer(normal):
        if slug(normal[start : stop.end()]):
            return stop.end()
        start = stop.end()
    return len(normal)


def _reach(text: str, length: int) -> int:
    """How much of the text normalises to `length` characters, marks of the last letter included."""
    lengths = range(len(text) + 1)
    return bisect_right(lengths, length, key=lambda size: len(unicodedata.normalize("NFKC", text[:size]))) - 1


def shortened(text: str, limit: int) -> str:
    """At most `limit` bytes: a longer slug is cut between graphemes and told apart by a hash of all of it."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    import hashlib  # noqa: PLC0415  (its OpenSSL costs a hook more than all of this module)

    digest = hashlib.sha256(data).hexdigest()[:HASH_DIGITS]
    return f"{_cut(text, limit - len(digest) - 1)}-{digest}".strip("-")


def _cut(text: str, limit: int) -> str:
    from wcwidth import iter_graphemes  # noqa: PLC0415  (tables of some size, needed by few keys)

    head = text[:limit]  # a character is at least one byte
    kept = _within(iter_graphemes(head), limit) or _within(head, limit)  # one letter may carry a hundred marks
    return kept.rstrip("-")


def _within(pieces: Iterable[str], limit: int) -> str:
    kept: list[str] = []
    for piece in pieces:
        limit -= len(piece.encode("utf-8", "replace"))
        if limit < 0:
            break
        kept.append(piece)
    return "".join(kept)
