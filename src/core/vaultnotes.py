"""Vault notes: a person's own Markdown, as Obsidian, Foam or an OMI folder writes it, read as a document.

Beside what every document has: aliases, the tags written in the text, and the fields that OMI keeps as a
list under `## Metadata`. What the frontmatter says wins. Nothing is ever written.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from .credentials import names_a_credential
from .days import parse_day
from .document import Document, read_document
from .targets import named

# --- functions ------------------------------------------------------------

METADATA = "metadata"
DATES = ("created", "updated", "timestamp")
_DAY = len("2026-08-07")


def read_vault_note(text: str, path: str) -> Document:
    """Never fails, like every reading of a document."""
    document = read_document(text, path)
    said = _metadata(document)
    written = _written_tags(document.body) if "#" in document.body else ()
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
    """The list under `## Metadata`: `- Name: value`, marks of emphasis around the name allowed."""
    part = next((part for part in document.parts if part.level == 2 and part.heading.casefold() == METADATA), None)
    if part is None:
        return {}
    found = (_field().match(line) for line in part.text.splitlines())
    return {field[1].strip().casefold(): field[2].strip() for field in found if field}


@cache
def _field() -> re.Pattern[str]:
    return re.compile(r"\s*[-*+]\s+[*_]*([^\W\d_][\w ]{0,40}?)[*_]*\s*:[*_]*\s*(.*)")


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


def _written_tags(body: str) -> tuple[str, ...]:
    """As Obsidian has them: `#` at a word's start, then letters, digits, `_`, `-` and `/`, not digits alone; none in code."""
    prose = _code().sub(" ", body)
    return tuple(dict.fromkeys(tag.rstrip("/") for tag in _tag().findall(prose)))


@cache
def _code() -> re.Pattern[str]:
    """Fenced blocks, code in a line, comments and links: what `#` there means is no tag."""
    return re.compile(
        r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1|\Z)|(`+)(?!`)[^\n]*?(?<!`)\2(?!`)|%%.*?%%|<!--.*?-->|\[\[[^\[\]\n]*\]\]|\]\([^()\n]*\)",
        re.MULTILINE | re.DOTALL,
    )


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(r"(?<![\w#/&`\\.-])#(?=[\w/-]*[^\W\d])([\w][\w/-]*)")
