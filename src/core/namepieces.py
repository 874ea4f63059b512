"""Name pieces: a run of text without spaces taken apart into what it names, and how each was written.

URLs, paths, pairs, host names and dotted words are told apart here; whether a single token is a name
is told by its shape (nameshapes). Linear in the run.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from .nameshapes import (
    address_verdict,
    domain_verdict,
    is_domain,
    is_file,
    is_ipv4,
    is_ipv6,
    is_version,
    mixed,
    slug,
)
from .namewords import FORGES
from .speaks import Speaks

# --- values -----------------------------------------------------------------

Kind: TypeAlias = Literal["token", "domain", "address", "slug", "volume", "link", "issue", "identifier"]


class Spotted(NamedTuple):
    """One place where a text names something."""

    text: str
    kind: Kind
    speaks: Speaks = Speaks.FREELY
    in_path: bool = False  # a component of a path or of a dotted name


_DELIMITER = re.compile(r"\\(?:[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4})|%[0-9A-F]{2}|[^\w./:@#\\-]+")
_DRIVE = re.compile(r"(?<![A-Za-z])[A-Za-z]:\\")  # of Windows, in whose paths `\n` begins a name
_ISSUE = re.compile(r"#\d{2,5}")
_SPLIT = re.compile("[:@#]+")
_EDGES = "._-:@"
_AROUND = ".,:;!?()[]{}<>\"'`*/"  # around a plain word or number they name nothing

# --- pieces -------------------------------------------------------------------


def in_chunk(chunk: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    said = chunk.strip(_AROUND)
    if said.isalpha() or (said.isdigit() and "#" not in chunk):
        return
    if ":\\" in chunk and _DRIVE.search(chunk):
        chunk = "/".join(filter(None, chunk.split("\\")))
    for piece in _DELIMITER.split(chunk):
        if not piece.startswith("--") and len(piece) > 2:
            yield from _in_piece(piece.rstrip(_EDGES + "/\\"), tlds)


def _in_piece(piece: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    scheme, found, rest = piece.partition("://")
    if found:
        yield from _in_url(rest, tlds, hosted=scheme != "file")
    elif "/" in piece or "\\" in piece:
        yield from _in_path(piece.lstrip("@").replace("\\", "/"), tlds)
    else:
        yield from _in_word(piece, tlds)


def _in_url(rest: str, tlds: frozenset[str], *, hosted: bool) -> Iterator[Spotted]:
    authority, _, path = rest.partition("/")
    host = authority.rpartition("@")[2].partition(":")[0]
    if hosted:
        yield from _host(host, tlds)
    parts = path.split("/")
    if host.lower() in FORGES:
        yield from _forged(parts)
    yield from _components(parts, tlds)


def _host(host: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    labels = host.split(".")
    if is_ipv4(labels):
        yield Spotted(host, "address", address_verdict(host))
    elif len(labels) > 1 and is_domain(labels, tlds, sure=True):
        yield Spotted(host, "domain", domain_verdict(host))
    else:
        yield from _in_word(host, tlds)


def _forged(parts: list[str]) -> Iterator[Spotted]:
    """The owner and repository that lead a forge's path."""
    if len(parts) > 1:
        repository = _SPLIT.split(parts[1])[0].removesuffix(".git")
        if slug(parts[0], repository, sure=True) is not Speaks.NEVER:
            yield Spotted(f"{parts[0]}/{repository}", "slug")


# --- paths and pairs --------------------------------------------------------------


def _in_path(piece: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    first, *others = piece.split("/")
    host, colon, owner = first.partition(":")
    if colon and "." in host:  # git@github.com:owner/repo.git
        yield from _host(host.rpartition("@")[2], tlds)
        yield from _forged([owner, *others])
        yield from _components(others, tlds)
        return
    if "." in first.strip("."):
        yield from _in_word(first, tlds)
        if first.lower() in FORGES:
            yield from _forged(others)
    elif ":" in first and is_ipv6(first):
        yield Spotted(first, "address", address_verdict(first))
    elif len(others) == 1 and (spot := _pair(first, others[0])) is not None:
        yield spot
        yield from (Spotted(issue, "issue") for issue in _ISSUE.findall(others[0]))
        return
    else:
        others = [first, *others]
    yield from _components(others, tlds)


def _pair(owner: str, rest: str) -> Spotted | None:
    repository, marked = _SPLIT.split(rest)[0], "#" in rest and _ISSUE.search(rest) is not None
    verdict = slug(owner, repository, sure=marked)
    return None if verdict is Speaks.NEVER else Spotted(f"{owner}/{repository}", "slug", verdict)


def _components(parts: Iterable[str], tlds: frozenset[str]) -> Iterator[Spotted]:
    for part in parts:
        for word in _SPLIT.split(part):
            if any(map(str.isdigit, word)):
                yield from (spot._replace(in_path=True) for spot in _in_word(word, tlds))


# --- words ------------------------------------------------------------------------


def _in_word(piece: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    """A piece without a slash."""
    if piece.count(":") > 1 and is_ipv6(piece):
        yield Spotted(piece, "address", address_verdict(piece))
        return
    if "#" in piece:
        yield from (Spotted(issue, "issue", _tells(issue)) for issue in _ISSUE.findall(piece))
    user, at, host = piece.rpartition("@")
    if at and user:
        yield from _host(host.partition(":")[0], tlds)
        piece = user
    for part in _SPLIT.split(piece):
        yield from _plain(part.strip(_EDGES), tlds)


def _tells(issue: str) -> Speaks:
    """`#12` counts steps as often, and `#333` is grey."""
    return Speaks.FREELY if len(issue) > len("#12") and len(set(issue)) > 2 else Speaks.INDEXED


def _plain(word: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    if "." in word:
        yield from _dotted(word, tlds)
    elif (verdict := mixed(word)) is not Speaks.NEVER:
        yield Spotted(word, "token", verdict)


def _dotted(word: str, tlds: frozenset[str]) -> Iterator[Spotted]:
    parts = word.split(".")
    if is_ipv4(parts):
        yield Spotted(word, "address", address_verdict(word))
    elif is_version(word) or is_file(parts):
        return
    elif is_domain(parts, tlds, sure=False):
        yield Spotted(word, "domain", domain_verdict(word))
    elif (
        mixed(parts[0]) is not Speaks.NEVER and parts[0][-1].isdigit() and all(part[:1].isdigit() for part in parts[1:])
    ):
        yield Spotted(word, "token", mixed(parts[0]))  # qwen2.5-coder
    else:
        for part in parts:
            if (verdict := mixed(part)) is not Speaks.NEVER:
                yield Spotted(part, "token", verdict)._replace(in_path=True)
