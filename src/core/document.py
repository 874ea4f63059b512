"""Document: any Markdown file as retrieval and lint see it; reading one never fails.

Every byte of the text is in `body`, whatever its shape: no title, text before the first
heading, Setext headings, broken frontmatter. The schema's opinion is `schema.judge`'s.
"""

from collections.abc import Iterator

from msgspec import Struct
from returns.result import Failure, Success

from .credentials import names_a_credential
from .days import parse_day
from .frontmatter import Fields, parse, split
from .keys import key_of_path
from .markdown import Link as Link  # noqa: PLC0414  (told to the type checkers: found here too)
from .markdown import Outline, outline
from .vaultfields import masked

# --- values ---------------------------------------------------------------


class Part(Struct, frozen=True):
    """A heading and the text under it up to the next heading of any level, with its lines in the file."""

    heading: str  # "" for the text before the first heading
    level: int  # 0 for the text before the first heading
    text: str  # without the heading line itself
    first_line: int  # 1-based, the heading's own line
    last_line: int


class Document(Struct, frozen=True, kw_only=True):
    title: str  # the first heading of level 1, else a frontmatter title, else the file's name
    type: str  # "" when the frontmatter names none
    date: str  # ISO day of `recorded` (or created, updated, timestamp); "" when none is declared
    body: str  # the text after the frontmatter (all of it, when the frontmatter does not parse)
    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    key: str = ""  # as the frontmatter says, unvalidated
    source: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()  # other names that links may use, in a vault
    declared: tuple[str, ...] = ()  # all that the frontmatter says beside its tags
    invalidated_by: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    confidence: str | None = None
    archived: bool = False
    generated: bool = False
    credential: bool = False
    stale_marker: bool = False  # a line outside code begins with CORRECTION or SUPERSEDED
    opaque: tuple[tuple[int, int], ...] = ()  # of the body: code, HTML and comments, from and to in characters


GENERATED_TYPES = frozenset({"journal", "worklog"})

_DATE_FIELDS = ("recorded", "created", "updated", "timestamp")
_DAY = len("2026-08-07")

# --- functions ------------------------------------------------------------


def read_document(text: str, path: str, *, in_vault: bool = False) -> Document:
    """Any text as a document; `path` gives the title where the text has none.

    In a vault paths are links too, and frontmatter may hold more than ours: what can be read of it is.
    """
    head = split(text)
    cut = head.after if head else 0
    read = masked(text) if in_vault else text
    declared = parse(read)
    fields: Fields = declared.unwrap() if isinstance(declared, Success) else {}
    found = outline(text[cut:].removeprefix("\ufeff"), first_line=1 + text.count("\n", 0, cut), paths=in_vault)
    # A block that is not read, or not wholly, is text like any other.
    unread = text[:cut].removeprefix("\ufeff") if isinstance(declared, Failure) or read != text else ""
    title = _title(found, fields, path)
    tags = _tags(fields)
    kind = _text(fields, "type")
    return Document(
        title=title,
        type=kind,
        date=_day(fields),
        body=unread + found.text,
        parts=tuple(_parts(found, unread)),
        links=found.links,
        key=_text(fields, "key"),
        source=_text(fields, "source"),
        tags=tags,
        aliases=(*_texts(fields, "aliases"), *_texts(fields, "alias")),
        declared=tuple(_text(fields, name) for name in fields if name != "tags"),
        invalidated_by=_text(fields, "invalidated_by") or None,
        supersedes=_bare(_text(fields, "supersedes")) or None,
        superseded_by=_bare(_text(fields, "superseded_by")) or None,
        conflicts_with=tuple(filter(None, map(_bare, _texts(fields, "conflicts_with")))),
        confidence=_text(fields, "confidence") or None,
        archived=_is_true(fields, "archived"),
        generated=_is_true(fields, "generated") or kind.casefold() in GENERATED_TYPES,
        credential=_is_true(fields, "credential") or names_a_credential(title, *tags),
        stale_marker=found.stale_marker,
        opaque=tuple((len(unread) + start, len(unread) + end) for start, end in found.opaque),
    )


def _parts(found: Outline, unread: str) -> Iterator[Part]:
    """The text before the first heading, then each heading with what is under it: every character once."""
    starts = [*(heading.start for heading in found.headings), len(found.text)]
    before = found.text[: starts[0]]
    if (unread + before).strip():
        first = found.first_line - unread.count("\n")
        yield Part("", 0, unread + before, first, _last_line(first, unread + before))
    for heading, end in zip(found.headings, starts[1:], strict=True):
        written, under = found.text[heading.start : heading.end], found.text[heading.end : end]
        last = heading.line + written.count("\n") if under.strip() else heading.line
        yield Part(
            heading.text, heading.level, under, heading.line, _last_line(last, under if under.strip() else written)
        )


def _last_line(line: int, text: str) -> int:
    """The line on which a text ends that begins on `line`; blank lines at its end are left out."""
    return line + text.rstrip().count("\n")


def _title(found: Outline, fields: Fields, path: str) -> str:
    headings = (heading.text for heading in found.headings if heading.level == 1)
    name = key_of_path(path).rpartition("/")[2]
    return next(filter(None, (*headings, _text(fields, "title"), name)), path)


def _text(fields: Fields, name: str) -> str:
    value = fields.get(name, "")
    return (value if isinstance(value, str) else ", ".join(value)).strip()


def _texts(fields: Fields, name: str) -> tuple[str, ...]:
    """A list, or as many write one: texts parted by commas."""
    value = fields.get(name, "")
    items = value.split(",") if isinstance(value, str) else value
    return tuple(filter(None, (item.strip() for item in items)))


def _tags(fields: Fields) -> tuple[str, ...]:
    return tuple(filter(None, (tag.removeprefix("#") for tag in _texts(fields, "tags"))))


def _bare(key: str) -> str:
    """A key as it stands in a field, or as a link."""
    inner = key.removeprefix("[[").removesuffix("]]") if key.startswith("[[") else key
    return inner.partition("|")[0].partition("#")[0].strip()


def _day(fields: Fields) -> str:
    """The first of the fields that holds a day, be it with a time after it."""
    days = (_text(fields, name)[:_DAY] for name in _DATE_FIELDS)
    return next((day for day in days if parse_day(day)), "")


def _is_true(fields: Fields, name: str) -> bool:
    return _text(fields, name).casefold() in {"true", "yes"}
