"""Chosen: the notes that a person's words name: a key in any form in which we print one, or a pattern for keys.

`*` and `?` stay within one part of a key, `**` crosses its slashes. A word that is somebody's key is
that note alone, whatever else it could be a pattern for.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from .forget import goes_by
from .hygiene import StoredNote
from .keys import Layer, fold_key, key_of_path
from .noteuri import parse_uri

WILD = re.compile(r"[*?]|\[[^\]]+\]")
PIECE = re.compile(r"(?P<deep>\*\*+/?)|(?P<star>\*)|(?P<any>\?)|\[(?P<not>!?)(?P<set>[^\]/]+)\]|(?P<text>.)", re.DOTALL)

# --- functions ------------------------------------------------------------


def chosen(word: str, layer: Layer, notes: Sequence[StoredNote]) -> tuple[StoredNote, ...]:
    """Those of one layer that the word names, in their order."""
    spellings = tuple(_spellings(word.strip(), layer))
    own = [note for note in notes if note.layer is layer]
    exact = tuple(note for note in own if any(goes_by(each, note.path, note.document.key) for each in spellings))
    if exact or not WILD.search(word):
        return exact
    fits = [_fitting(each) for each in spellings]
    return tuple(note for note in own if any(fit(key) for fit in fits for key in (note.key, key_of_path(note.path))))


def _spellings(word: str, layer: Layer) -> Iterator[str]:
    """The word itself, and what is left of it without the layer that stands before a key in lists and addresses."""
    if address := parse_uri(word):
        if address[0] is layer:
            yield address[1]
        return
    yield word
    if word.startswith(f"{layer}/"):
        yield word.removeprefix(f"{layer}/")


def _fitting(glob: str) -> Callable[[str], bool]:
    try:
        pattern = re.compile("".join(map(_piece, PIECE.finditer(fold_key(glob)))), re.DOTALL)
    except re.error:  # a range that ends before it begins
        return lambda _: False
    return lambda key: pattern.fullmatch(fold_key(key)) is not None


def _piece(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "deep":
            return "(?:.*/)?" if found["deep"].endswith("/") else ".*"
        case "star":
            return "[^/]*"
        case "any":
            return "[^/]"
        case "set":
            inner = re.sub(r"([\\\[^&~|])", r"\\\1", found["set"])
            return f"[{'^/' if found['not'] else ''}{inner}]"
        case _:
            return re.escape(found[0])
