"""Names: which things a text names, so that notes about them can be looked up and spoken of.

Two questions of one reading: *indexed* names can be looked up; of those, *hintable* ones may make a
hook speak. A name is exact on its token and has no case; what is never a name is never in the answer.
Linear in the text. Runs in hooks, so it imports next to nothing. Not here: how rare a name is.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from .nameidentifiers import identifier_verdict, identifiers
from .namepieces import Kind, Spotted, in_chunk
from .quoted import escapes
from .speaks import Speaks

# --- values -----------------------------------------------------------------


class Name(NamedTuple):
    """Everything a text says of one name."""

    text: str  # as first written
    fold: str  # its identity
    kind: Kind
    speaks: Speaks
    in_path: bool  # wherever it stands
    times: int


LONGEST_LINK = 200
CACHED_CHUNKS = 1 << 15

_MARKED = re.compile(r"[0-9/#\\]\S*+|\.\S++")  # what a plain word has none of, to the end of its chunk
_LINK = re.compile(rf"\[\[(?![\s!-])([^\[\]\n|#]{{1,{LONGEST_LINK}}}+)(?:[|#][^\[\]\n]{{0,{LONGEST_LINK}}}+)?\]\]")
_VOLUME = re.compile(r"""(["'`])/Volumes/((?:(?!\1)[^/\n]){1,64}+)|/Volumes/((?:\\ |[^\s/"'`\\]){1,64}+)""")


@cache  # these two take 2 ms, which a hook that meets neither is spared
def _unsegmented() -> re.Pattern[str]:
    return re.compile(
        r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u318f\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff]+"
    )


@cache
def _stamp_line() -> re.Pattern[str]:
    return re.compile(
        r"(?m)^[ \t]*[-*+][ \t]+[*_]*(?:author|by|created|modified|node|recorded|rev|session|source|timestamp|updated|writer|written by)"
        r"[*_]*:.*$|^(?:[A-Z][\w-]*-by|[A-Z]\w*-session|change-id|git-svn-id|🤖.*generated with).*$",
        re.IGNORECASE,
    )


# --- questions ----------------------------------------------------------------


def fold_name(said: str) -> str:
    """The identity of a name, as a person or a text writes it: `As30p`, `[[As30p]]`, `/Volumes/As30p/`."""
    plain = (said if said.isascii() else unicodedata.normalize("NFKC", said)).strip()
    if plain.startswith("[[") and plain.endswith("]]"):
        plain = plain[2:-2].partition("|")[0].partition("#")[0]
    return " ".join(plain.removeprefix("/Volumes/").rstrip("/").casefold().split())


def names(text: str, tlds: frozenset[str]) -> dict[str, Name]:
    """Every name that can be looked up, by its fold: links, volumes, identifiers, then the others as they appear."""
    return gathered(spotted(text, tlds))


def hintable(text: str, tlds: frozenset[str]) -> dict[str, Name]:
    """The names that may speak; a link that stands whole in the text has said its title already."""
    plain = _normal(text)
    found = gathered(_in_normal(_LINK.sub(_kept_name, plain) if "[[" in plain else plain, tlds))
    return {fold: name for fold, name in found.items() if name.speaks > Speaks.INDEXED}


def without_stamps(body: str) -> str:
    """A note's body without the lines by which a writer signs and dates it."""
    return _stamp_line().sub("", body) if ":" in body else body


def gathered(spots: Iterable[Spotted]) -> dict[str, Name]:
    found: dict[str, Name] = {}
    for spot in spots:
        fold = fold_name(spot.text)
        had = found.get(fold)
        if had is None:
            found[fold] = Name(spot.text, fold, spot.kind, spot.speaks, spot.in_path, 1)
        else:
            speaks, path = max(had.speaks, spot.speaks), had.in_path and spot.in_path
            found[fold] = Name(had.text, fold, had.kind, speaks, path, had.times + 1)
    found.pop("", None)
    return found


def _kept_name(link: re.Match[str]) -> str:
    target = link[1].strip()
    return f" {target} " if " " not in target and "/" not in target else " "


# --- reading --------------------------------------------------------------------


def spotted(text: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    return _in_normal(_normal(text), tlds)


def _in_normal(text: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    if "[[" in text:
        yield from (Spotted(link[1].strip(), "link", Speaks.INDEXED) for link in _LINK.finditer(text))
    if "/Volumes/" in text:
        yield from (Spotted(label, "volume") for label in map(_label, _VOLUME.finditer(text)) if label)
        text = _VOLUME.sub(" /", text)
    yield from (Spotted(word, "identifier", identifier_verdict(word)) for word in identifiers(text))
    known = _reader(tlds)
    for chunk in _chunks(text):
        yield from known[chunk]


def _chunks(text: str) -> Iterator[str]:
    """What stands between spaces and is no plain word, also not one at a sentence's end."""
    at = 0
    for marked in _MARKED.finditer(text):
        before = text[at : marked.start()]
        at = marked.end()
        begins = before.rsplit(None, 1)[-1] if before and not before[-1].isspace() else ""
        yield begins + marked[0]


def _normal(text: str) -> str:
    """Without colours, in one spelling of each character, scripts without spaces apart from the rest."""
    text = escapes().sub(" ", text) if "\x1b" in text else text
    return text if text.isascii() else _unsegmented().sub(" ", unicodedata.normalize("NFKC", text))


def _label(volume: re.Match[str]) -> str:
    return (volume[2] or volume[3] or "").replace("\\ ", " ").strip(" .,;:!?)]}>")


class Reader(dict[str, tuple[Spotted, ...]]):
    """What each chunk names, remembered while there are not too many."""

    def __init__(self, tlds: frozenset[str]) -> None:
        super().__init__()
        self.tlds = tlds

    def __missing__(self, chunk: str) -> tuple[Spotted, ...]:
        found = tuple(in_chunk(chunk, self.tlds))
        if len(chunk) <= LONGEST_LINK:
            if len(self) >= CACHED_CHUNKS:
                self.clear()
            self[chunk] = found
        return found


_reader = lru_cache(4)(Reader)
