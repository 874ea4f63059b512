"""Secret values: does what follows `password =` look like a secret, or like code, prose or a placeholder.

The two errors cost differently: a missed secret is committed to every clone, a refused note is mended in a moment. So
a doubt about a password counts against it, and only shapes that honest notes are full of are let through.
"""

import re
from typing import Literal, NamedTuple, TypeAlias

from .secretwords import ALGORITHMS, LABELS, NOT_PASSWORDS, PLACEHOLDERS

# --- values ---------------------------------------------------------------

Sort: TypeAlias = Literal["password", "key", "token"]  # what the name before the value promises


class Span(NamedTuple):
    """Where a secret stands in a text, and what it looks like."""

    start: int
    end: int
    kind: str


PASSWORD_SHORTEST = 6  # `hunter2` has seven
PASSWORD_PLAIN = 8  # letters only: shorter ones are words of prose
QUOTED_SHORTEST = {"key": 8, "token": 10}
BARE_SHORTEST = {"key": 12, "token": 16}  # not in quotes: a word of code or prose until it is longer than one
PASSPHRASE_WORDS = 4
WORD_LENGTH = 4  # a random value of letters and digits has runs of letters of 1.6 on average, an identifier of 4 to 12

_DIGIT = re.compile("[0-9]")
_LETTER = re.compile("[A-Za-z]")
_SYMBOL = re.compile("[!@#$%^&*+?~]")
_DELIMITER = re.compile("[-_./: ]")
_WORD = re.compile("[a-z0-9]+")
_NUMBERED = re.compile("(?<=[a-z])[0-9]{1,2}$")
_HEX = re.compile("[0-9a-fA-F-]{16,}")
_RUN_OF_LETTERS = re.compile("[A-Z]?[a-z]+|[A-Z]+")
_MASK = re.compile("[xX*•.]{6}|0{12}")
_PLACEHOLDER = re.compile(
    r"[<\[({].*[>\])}]|\$|%[A-Za-z(]|@[A-Za-z_]+@|(?:[xX]{3,}|\.+|\*+|-+|•+)\Z"
    r"|(?:env|file|op|vault|secret|ssm|sops|keyring|arn|sha\d+|https?)[:.]|[0-9.,:]+\Z",
)
_INTERPOLATED = re.compile(r"\$\{|\{\{|\.\.\.|…|\*\*\*")
_CODE_BEGINS = re.compile(r"[/~&*.\\]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\Z")
_CODE_HOLDS = re.compile(r"[()\[\]{}]|::|->|==|\w/\w{1,64}\.\w{1,4}\Z")

# --- functions ------------------------------------------------------------


def is_quoted_secret(value: str, sort: Sort) -> bool:
    if is_placeholder(value):
        return False
    if sort == "password":
        return is_password(value) if " " not in value else _is_passphrase(value)
    if len(value) < QUOTED_SHORTEST[sort] or " " in value or not _is_mixed(value) or is_code(value) or is_label(value):
        return False
    return sort == "key" or not _DELIMITER.search(value) or not is_wordy(value)


def is_bare_secret(value: str, sort: Sort) -> bool:
    if not _is_mixed(value) or is_placeholder(value) or is_code(value):
        return False
    if sort == "password":
        return is_password(value) and not ("/" in value and is_wordy(value))
    return len(value) >= BARE_SHORTEST[sort] and not is_wordy(value) and not is_label(value)


def is_password(value: str) -> bool:
    if len(value) < PASSWORD_SHORTEST or is_code(value) or ALGORITHMS.fullmatch(value):
        return False
    words = _words(value)
    if all(word in NOT_PASSWORDS or word.isdigit() for word in words):
        return bool(_DIGIT.search(value) and _SYMBOL.search(value))
    return _is_mixed(value) or (
        len(value) >= PASSWORD_PLAIN and NOT_PASSWORDS.isdisjoint(words) and "passw" not in value.lower()
    )


def _is_passphrase(value: str) -> bool:
    """`correct horse battery staple`: plain words, none of which holds a sentence together."""
    words = value.split(" ")
    plain = all(word.isalpha() and len(word) >= WORD_LENGTH for word in words)
    return plain and len(words) >= PASSPHRASE_WORDS and NOT_PASSWORDS.isdisjoint(words)


def has_letter_and_digit(value: str) -> bool:
    return bool(_LETTER.search(value) and _DIGIT.search(value))


def _is_mixed(value: str) -> bool:
    return bool(_LETTER.search(value) and (_DIGIT.search(value) or _SYMBOL.search(value)))


def is_masked(value: str) -> bool:
    """Crossed out (`xxxxxx`), or a word that stands for a value (`your-token-here`)."""
    return bool(_MASK.search(value)) or not PLACEHOLDERS.isdisjoint(_words(value))


def is_placeholder(value: str) -> bool:
    return bool(_PLACEHOLDER.match(value) or _INTERPOLATED.search(value)) or is_masked(value)


def is_label(value: str) -> bool:
    """Made of words that name a secret: `my-test-token-1`, `user`."""
    return all(word in LABELS or (len(word) < WORD_LENGTH and word.isdigit()) for word in _words(value))


def is_code(value: str) -> bool:
    return bool(_CODE_BEGINS.match(value) or _CODE_HOLDS.search(value))


def is_wordy(value: str) -> bool:
    """An identifier, a path or a slug: several runs of letters, as long as words are; a random value's are shorter."""
    if _HEX.fullmatch(value):
        return False
    runs = _RUN_OF_LETTERS.findall(value)
    return len(runs) > 1 and WORD_LENGTH * len(runs) <= sum(map(len, runs)) < 3 * WORD_LENGTH * len(runs)


def _words(value: str) -> list[str]:
    """Its words in lower case; a short number at a word's end is none of its letters (`user2`)."""
    return [_NUMBERED.sub("", word) or word for word in _WORD.findall(value.lower())]
