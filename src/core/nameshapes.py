"""Name shapes: what one piece of text without spaces is: a name, an address, a domain, a file, or nothing.

Each answer is by shape and by the closed lists of `namewords`; none by a dictionary. Linear in the
piece. Not here: where a piece begins and ends in a text (names).
"""

import re

from .namewords import (
    ALSO_WORDS,
    BESIDE_A_SLASH,
    EVERYWHERE,
    FILES,
    FORMATS,
    MEDIA,
    MONTHS,
    PRIVATE,
    REVERSED,
    UNITS,
    stand_ins,
    versioned,
)
from .speaks import Speaks

# --- values -----------------------------------------------------------------


SHORTEST, LONGEST = 3, 64
MOST_WORDS = 4  # words in one token: with more it is a sentence that was made a slug
LONG_HEX = 16

_NEVER = re.compile(
    r"(?:\d+(?:y|w|d|h|m|s|ms|us|ns)){2,}"  # 5d3h
    r"|\d+[^\W\d_]"  # 10x, 4k
    r"|\d+(?:st|nd|rd|th)(?:-.*)?"
    r"|v\d+[a-z]?\d*(?:-(?:rc|alpha|beta|pre|dev)\w*)?"
    r"|(?:rc|alpha|beta|dev|pre|post|rev|ver|version|release|build)[-_]?\d+"
    r"|\d+(?:-[^\W\d_]+)+"  # 24-hour, 16-alpine
    r"|0[xob][0-9a-f_]+"
    r"|l\d+(?:-l?\d+)?"  # a line, as forges write it
    r"|(?:19|20)\d\d-?[01]\d-?[0-3]\d(?:[t_-].*)?|\d+t\d+z?"  # stamps
    r"|.*(?:a-z|0-9).*"  # a class of characters
    r"|(?:session|toolu|req|msg|run|call|resp|chatcmpl)_[0-9a-z]{16,}|issuecomment-\d+|discussion_r\d+"  # ids of a record
)
_DAYS = re.compile(  # and not `DEC-0054`
    rf"\d{{1,2}}-?(?:{MONTHS})[a-z]*-?\d*|(?:{MONTHS})[a-z]{{0,6}}-?(?:\d\d?|20\d\d)"
)
_NUMBER_AND_UNIT = re.compile(r"(?:\d+-)*\d+-?([^\W\d_]+)")
_LONG_HEX = re.compile(rf"[0-9a-f]{{{LONG_HEX},}}")
_LOWER_HEX = re.compile(r"[0-9a-f]+")
_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x)){1,3}(?:[-.]?[a-z]+[-.]?\d*)*", re.IGNORECASE)
_LABEL = re.compile(r"(?!-)[^\W_](?:[^\W_]|-)*(?<!-)")
_OCTET = re.compile(r"\d{1,3}")
_HEX_GROUP = re.compile(r"[0-9A-Fa-f]{1,4}")
_OWNER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})")
_REPOSITORY = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.-]{1,99}")
_SEPARATOR = re.compile("[-_]")

# --- one token ----------------------------------------------------------------


def mixed(token: str) -> Speaks:
    """Of a token of letters, digits, hyphens and underscores: whether its letters and digits make a name."""
    if not SHORTEST <= len(token) <= LONGEST or not _has_both(token):
        return Speaks.NEVER
    lower = token.lower()
    parts = _SEPARATOR.split(lower)
    if (
        _NEVER.fullmatch(lower)
        or _DAYS.fullmatch(token)
        or _is_measure(lower)
        or sum(part.isalpha() for part in parts) > MOST_WORDS
    ):
        return Speaks.NEVER
    if _LONG_HEX.fullmatch("".join(parts)) or any(_LONG_HEX.fullmatch(part) and len(parts) == 1 for part in parts):
        return Speaks.NEVER
    return Speaks.INDEXED if _LOWER_HEX.fullmatch(token) or is_generic(lower, parts) else Speaks.FREELY


def _has_both(token: str) -> bool:
    return not token.isalpha() and any(map(str.isdigit, token)) and any(map(str.isalpha, token))


def _is_measure(lower: str) -> bool:
    found = _NUMBER_AND_UNIT.fullmatch(lower)
    return found is not None and found[1] in UNITS


def is_generic(lower: str, parts: list[str]) -> bool:
    """Formats, platforms, protocols and stand-ins, joined or in parts: `utf-8`, `aes256-gcm`, `python3`, `user1`."""
    numbered = [place for place, part in enumerate(parts) if not part.isalpha() and not part.isdigit() and part]
    return (
        "".join(parts) in FORMATS
        or versioned().fullmatch(lower) is not None
        or (bool(numbered) and all(parts[place] in FORMATS for place in numbered))
        or (numbered == [0] and versioned().fullmatch(parts[0]) is not None)
        or stand_ins().fullmatch(lower) is not None
    )


# --- dots -----------------------------------------------------------------------


def is_ipv4(parts: list[str]) -> bool:
    return len(parts) == 4 and all(_OCTET.fullmatch(part) and int(part) < 256 for part in parts)


def address_verdict(address: str) -> Speaks:
    """Loopback, wildcard and mask are on every screen, and `4.0.0.0` is more often a version."""
    universal = address.startswith(("127.", "0.", "255.")) or address in {"::1", "::"} or address.endswith(".0.0.0")
    return Speaks.INDEXED if universal else Speaks.FREELY


def is_version(dotted: str) -> bool:
    return _VERSION.fullmatch(dotted) is not None


def is_file(parts: list[str]) -> bool:
    """Known by its ending, also under a number: `libfoo.so.1`."""
    endings = [part.lower() for part in parts[1:]]
    while endings and endings[-1].isdigit():
        endings.pop()
    return bool(endings) and endings[-1] in FILES and parts[0] != "www"


def is_domain(labels: list[str], tlds: frozenset[str], *, sure: bool) -> bool:
    """Under a known top-level domain; `sure` where the text says that a host stands here (`://`, `user@`)."""
    top = labels[-1].lower()
    if top not in tlds and top not in PRIVATE:
        return False
    shouted = all(label.isupper() for label in labels)  # of `System.IO` only the end is
    if not (labels[-1] == top or shouted) or not all(_LABEL.fullmatch(label) for label in labels):
        return False
    return sure or _looks_like_one(labels, top)


def _looks_like_one(labels: list[str], top: str) -> bool:
    if top in PRIVATE:
        return any("-" in label or any(map(str.isdigit, label)) for label in labels[:-1])
    if labels[0].lower() == "www":
        return True
    return (
        top not in ALSO_WORDS
        and top not in FILES
        and (len(labels) == 2 or labels[0].lower() not in REVERSED)
        and len(labels[-2]) > 1
        and not labels[-2].isdigit()
        and labels[0] not in {"self", "this", "cls"}
    )


def domain_verdict(domain: str) -> Speaks:
    return Speaks.INDEXED if domain.lower() in EVERYWHERE else Speaks.FREELY


# --- colons and slashes -----------------------------------------------------------


def is_ipv6(piece: str) -> bool:
    """Written as an address: eight groups, or fewer around one `::` that begins with a group of 3 or 4."""
    head, gap, tail = piece.partition("::")
    if "::" in tail or len(piece) > len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255"):
        return False
    groups = [*(head.split(":") if head else []), *(tail.split(":") if tail else [])]
    if groups and is_ipv4(groups[-1].split(".")):
        groups[-1:] = ["0", "0"]
    if not all(_HEX_GROUP.fullmatch(group) for group in groups) or not any(map(str.isdigit, "".join(groups))):
        return False
    return 0 < len(groups) < 8 and (not head or len(groups[0]) > 2) if gap else len(groups) == 8


def slug(owner: str, repository: str, *, sure: bool) -> Speaks:
    """`owner/repo`; bare, it must not be two words, two folders or two names beside a slash."""
    if not _OWNER.fullmatch(owner) or not _REPOSITORY.fullmatch(repository):
        return Speaks.NEVER
    if not _lettered(owner) or not _lettered(repository):
        return Speaks.NEVER
    if sure:
        return Speaks.FREELY
    pair = (owner.lower(), repository.lower())
    if pair[0] in MEDIA:
        return Speaks.INDEXED
    if not BESIDE_A_SLASH.isdisjoint(pair) or _is_no_pair(owner, repository):
        return Speaks.NEVER
    return Speaks.TITLED if owner.isalpha() and repository.isalpha() else Speaks.FREELY


def _is_no_pair(owner: str, repository: str) -> bool:
    """An abbreviation, two identifiers, two names, a test and its case, a file in a folder."""
    return (
        len(owner) < SHORTEST
        or (owner.isupper() or repository.isupper())
        or (_is_camel(owner) and _is_camel(repository))
        or re.match("Test[A-Z_]", owner) is not None
        or repository.startswith(".")
        or repository.count("_") > 2
        or is_file(repository.split("."))
        or all(map(_has_both, (owner, repository)))
        or any(_has_both(part) and mixed(part) < Speaks.FREELY for part in (owner, repository))
    )


def _is_camel(word: str) -> bool:
    return word.isalpha() and not word[1:].islower()


def _lettered(part: str) -> bool:
    return any(map(str.isalpha, part))
