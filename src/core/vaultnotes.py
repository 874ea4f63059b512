"""Vault notes: a person's own Markdown, as Obsidian, Foam or an OMI folder writes it, read as a document.

Beside what every document has: aliases, the tags written in the text, links as Markdown has them and in properties,
and the fields that OMI keeps as a list under `## Metadata`, which win as they do for OMI itself.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec.structs import replace
from returns.result import Failure, Success

from .credentials import names_a_credential
from .days import parse_day
from .document import Document, read_document
from .frontmatter import Fields, parse
from .markdown import outline
from .metadata import HEADING, items
from .propertylinks import property_links
from .targets import named
from .vaultfields import masked

# --- functions ------------------------------------------------------------

DATES = ("created", "updated", "timestamp")
_DAY = len("2026-08-07")
_HIDDEN = "`"  # stands for what is not read


def read_vault_note(text: str, path: str) -> Document:
    """Never fails, like every reading of a document."""
    document = read_document(text, path, in_vault=True)
    said = _metadata(document)
    written = _written_tags(document) if _tag().search(document.body) else ()
    linked = tuple(each.link for each in property_links(text))
    if not said and not written and not linked:
        return document
    tags = tuple(dict.fromkeys((*document.tags, *_words(said.get("tags", "")), *written)))
    return replace(
        document,
        tags=tags,
        links=(*linked, *document.links),
        date=_day_of(text, said) or document.date,
        supersedes=_key(said.get("supersedes", "")) or document.supersedes,
        superseded_by=_key(said.get("superseded by", "")) or document.superseded_by,
        conflicts_with=tuple(_keys(said.get("conflicts with", ""))) or document.conflicts_with,
        confidence=said.get("confidence") or document.confidence,
        archived=document.archived or said.get("disabled", "").casefold() in {"true", "yes"},
        credential=document.credential or names_a_credential(document.title, *tags),
        stale_marker=document.stale_marker and (not said or _corrected(document)),
    )


def _day_of(text: str, said: Mapping[str, str]) -> str:
    """The first of the fields that holds a day, wherever it does; nothing of a note without the list."""
    declared: Fields = {}
    match parse(masked(text)) if said else Failure(None):
        case Success(fields):
            declared = fields
        case Failure(_):
            pass
    told = ((said.get(name, ""), str(declared.get(name, ""))) for name in DATES)
    return next((day[:_DAY] for both in told for day in both if parse_day(day[:_DAY])), "")


def _corrected(document: Document) -> bool:
    """By more than the list's own `Superseded by:`."""
    body = "".join(f"{part.heading}\n{part.text}" for part in document.parts if part.heading.casefold() != HEADING)
    return outline(body).stale_marker


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
