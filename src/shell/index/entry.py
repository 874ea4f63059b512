"""Entry: what the index keeps of one note, computed from its text and its place alone.

Pure, so that a note indexed alone and one indexed in a full build are the same: no answer depends
on how an index came to be. Not here: SQL (writing) and the file (refresh).
"""

import re

from msgspec import Struct
from returns.result import Failure, Success

from ...core.analysis import Terms, analyse
from ...core.chunks import Chunk, chunks
from ...core.days import day_at, parse_day
from ...core.document import Document, read_document
from ...core.keys import Layer, NoteKey, key_of_path, parse_key, vault_key
from ...core.names import names, without_stamps
from ...core.origins import DECLARED, MODIFIED, NAMED
from ...core.schema import is_unmerged
from ...core.vaultnotes import read_vault_note
from ..tlds import top_level_domains

# --- values ---------------------------------------------------------------

_DAY_IN_NAME = re.compile(r"(?<![0-9])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")


class Reference(Struct, frozen=True):
    """A note named by another: `kind` is `link` or the frontmatter field that names it."""

    kind: str
    target: str
    line: int = 0


class NamedIn(Struct, frozen=True):
    """A name that the note's title, tags or body holds; `titled` when the title does, not as a component of a path."""

    fold: str
    titled: bool


class Entry(Struct, frozen=True, kw_only=True):
    key: NoteKey
    document: Document
    date: str
    dated: str
    chunks: tuple[Chunk, ...]
    references: tuple[Reference, ...]
    terms: Terms
    names: tuple[NamedIn, ...]
    unmerged: bool


# --- functions ------------------------------------------------------------


def entry(text: str, layer: Layer, path: str, mtime_ns: int) -> Entry:
    document = read_vault_note(text, path) if layer is Layer.VAULT else read_document(text, path)
    date, dated = _date(document, path, mtime_ns)
    return Entry(
        key=note_key(document, layer, path),
        document=document,
        date=date,
        dated=dated,
        chunks=chunks(document),
        references=_references(document),
        terms=analyse(searchable(document, path if layer is Layer.VAULT else "")),
        names=() if document.archived else names_in(document),
        unmerged=is_unmerged(text),
    )


def note_key(document: Document, layer: Layer, path: str) -> NoteKey:
    """As declared; a vault's notes, and a note without a usable key, are known by their path."""
    if layer is not Layer.VAULT:
        match parse_key(document.key):
            case Success(key):
                return key
            case Failure(_):
                pass
    return vault_key(path)


def searchable(document: Document, vault_path: str = "") -> str:
    """Every byte of the body, and the words about the note that it may lack.

    In a vault these are the file's name and the frontmatter too, which are a person's own; in a store we wrote them.
    """
    own = (key_of_path(vault_path).rpartition("/")[2], *document.declared) if vault_path else ()
    about = [each for each in dict.fromkeys((document.title, *own)) if each not in document.body]
    return "\n".join((*about, *document.tags, document.body))


def names_in(document: Document) -> tuple[NamedIn, ...]:
    """An archived note has none: nothing that speaks of a name may come upon it."""
    tlds = top_level_domains()
    title = names(document.title, tlds)
    told = {**title, **names("\n".join(document.tags), tlds), **names(without_stamps(document.body), tlds)}
    return tuple(NamedIn(fold, fold in title and not title[fold].in_path) for fold in told)


def modified_day(mtime_ns: int) -> str:
    return day_at(mtime_ns // 1_000_000_000).isoformat()


def _date(document: Document, path: str, mtime_ns: int) -> tuple[str, str]:
    if document.date:
        return document.date, DECLARED
    if day := next(filter(parse_day, _DAY_IN_NAME.findall(path.rpartition("/")[2])), ""):
        return day, NAMED
    return modified_day(mtime_ns), MODIFIED


def _references(document: Document) -> tuple[Reference, ...]:
    named = (
        ("supersedes", (document.supersedes,)),
        ("superseded_by", (document.superseded_by,)),
        ("conflicts_with", document.conflicts_with),
    )
    declared = [Reference(kind, target) for kind, targets in named for target in targets if target]
    return (*(Reference("link", link.target, link.line) for link in document.links), *declared)
