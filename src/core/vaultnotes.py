"""Vault notes: a person's own Markdown, as Obsidian, Foam or an OMI folder writes it, read as a document.

Beside what every document has: aliases, the tags written in the text, links as Markdown has them, and the fields
that OMI keeps as a list under `## Metadata`. What the frontmatter says wins.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from .credentials import names_a_credential
from .days import parse_day
from .document import Document, read_document
from .metadata import HEADING, items
from .targets import named

# --- functions ------------------------------------------------------------

DATES = ("created", "updated", "timestamp")
_DAY = len("2026-08-07")
_HIDDEN = "`"  # stands for what is not read


def read_vault_note(text: str, path: str) -> Document:
    """Never fails, like every reading of a document."""
    document = read_document(text, path, paths=True)
    said = _metadata(document)
    written = _written_tags(document) if _tag().search(document.body) else ()
    if not said and not written:
        return document
    tags = tuple(dict.fromkeys((*document.tags, *_words(said.get("tags", "")), *written)))
    day = next((day for name in DATES if parse_day(day := said.get(name, "")[:_DAY])), "")
    return replace(
        document,
        tags=tags,
        date=document.date or day,
        supersedes=document.supersedes or _key(said.get("supersedes", "")),
        superseded_by=document.superseded_by or _key(said.get("superseded by", "")),
        conflicts_with=document.conflicts_with or tuple(_keys(said.get("conflicts with", ""))),
        confidence=document.confidence or said.get("confidence") or None,
        archived=document.archived or said.get("disabled", "").casefold() in {"true", "yes"},
        credential=document.credential or names_a_credential(document.title, *tags),
    )


def _metadata(document: Document) -> Mapping[str, str]:
    part = next((part for part in document.parts if part.level == 2 and part.heading.casefold() == HEADING), None)
    if part is None:
        return {}
    return {each.name: each.value for each in items(part.text)}


def _words(said: str) -> Iterator[str]:
    """Tags parted by commas or spaces, in brackets or not."""
    yield from (word for each in re.split(r"[\s,\[\]]+", said) if (word := each.strip("#\"'")))


def _key(said: str) -> str | None:
    return next(_keys(said), None)


def _keys(said: str) -> Iterator[str]:
    """The targets of wikilinks; without any, what stands between commas."""
    links = re.findall(r"\[\[([^\[\]\n]+)\]\]", said)
    yield from (key for each in (links or said.split(",")) if (key := named(each)))


# --- tags in the text -------------------------------------------------------


def _written_tags(document: Document) -> tuple[str, ...]:
    """As Obsidian has them: `#` at the start of a line or after a space, and not only digits; none in code or a link."""
    prose = _aside().sub(_HIDDEN, _without(document.body, document.opaque))
    tags = (tag.rstrip("/") for tag in _tag().findall(prose))
    return tuple(dict.fromkeys(tag for tag in tags if tag and not tag.isdigit()))


def _without(body: str, opaque: Iterable[tuple[int, int]]) -> str:
    """Each of these as one mark that is no space: `#` right after it begins no tag, on a line of its own it does."""
    pieces: list[str] = []
    at = 0
    for start, end in opaque:
        pieces += [body[at:start], _HIDDEN, "\n" if body[start:end].endswith("\n") else ""]
        at = max(at, end)
    return "".join([*pieces, body[at:]])


@cache
def _aside() -> re.Pattern[str]:
    """Obsidian's comments, and links: what `#` there means is no tag."""
    return re.compile(r"%%.*?%%|\[\[[^\[\]\n]*\]\]|\]\([^()\n]*\)", re.DOTALL)


@cache
def _tag() -> re.Pattern[str]:
    """The characters are Obsidian's: all but spaces and its marks of punctuation."""
    return re.compile(r"(?<!\S)#([^\u2000-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s\x00-\x1f]+)")
