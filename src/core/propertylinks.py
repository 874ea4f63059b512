"""Property links: the `[[target]]` of a vault's frontmatter, in fields of any name but those that name notes themselves."""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct
from returns.result import Failure, Success

from .frontmatter import parse, split
from .markdown import Link
from .vaultfields import masked
from .yamlblock import entries

# --- values ---------------------------------------------------------------


class Written(Struct, frozen=True):
    """A link, and where it stands in the text, brackets and all."""

    link: Link
    start: int
    end: int


FIELDS = ("supersedes", "superseded_by", "conflicts_with")  # that name notes, in brackets or not
_WORDS = frozenset({*FIELDS, "aliases", "alias", "tags"})
_LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")

# --- functions ------------------------------------------------------------


def property_links(text: str) -> Iterator[Written]:
    """In their order; none of a block that does not parse."""
    head = split(text)
    if head is None or "[[" not in head.block:
        return
    read = masked(text)
    match entries(read[head.start : head.end]):
        case Failure(_):
            return
        case Success(found):
            spans = [(head.start + each.start, head.start + each.end) for each in found if each.name not in _WORDS]
    for start, end in spans:
        for written in _LINK.finditer(read, start, end):
            if target := _target(written[1]):
                line = 1 + text.count("\n", 0, written.start())
                yield Written(Link(target, line), written.start(), written.end())


def respelled(text: str, said: Callable[[Link, str], str]) -> str | Link:
    """The text with each link as it is to be; the first link where the fields would not say just that."""
    edited, at, first = "", 0, None
    for each in property_links(text):
        before = text[each.start : each.end]
        after = said(each.link, before)
        first = first or (each.link if after != before else None)
        edited += text[at : each.start] + after
        at = each.end
    edited += text[at:]
    return edited if first is None or _says(text, edited, said) else first


def _says(text: str, edited: str, said: Callable[[Link, str], str]) -> bool:
    def expected(value: str) -> str:
        return _LINK.sub(
            lambda found: said(Link(_target(found[1]), 0), found[0]) if _target(found[1]) else found[0], value
        )

    match parse(text), parse(edited):
        case Success(before), Success(after):
            told = {name: _each(value, expected) if name not in _WORDS else value for name, value in before.items()}
            return told == after
        case _:
            return False


def _target(inner: str) -> str:
    return " ".join(inner.partition("|")[0].partition("#")[0].split())


def _each(value: str | tuple[str, ...], change: Callable[[str], str]) -> str | tuple[str, ...]:
    return change(value) if isinstance(value, str) else tuple(map(change, value))
