"""Note: one topic as a value, and its text; `parse_note(render(n)) == tidy(n)`, and a tidy note is its own.

A note here has the fields of one; the schema's whole opinion is `schema.judge`'s, and any other
Markdown is read as a `Document`. Text that would break out of its section is settled, never dropped.
"""

import datetime
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .days import parse_day
from .edits import add_timeline as add_timeline  # noqa: PLC0414  (told to the type checkers: found here too)
from .frontmatter import Fields, Value, parse, split
from .frontmatter import render as render_fields
from .keys import InvalidKey, Key, parse_key, read_key
from .markdown import Outline, outline
from .outcome import Outcome, shown
from .settled import settled, settled_heading, writable
from .violations import Rule, Violation

# --- values ---------------------------------------------------------------


class NoteType(StrEnum):
    SURPRISE = "surprise"
    TOPIC = "topic"
    STUB = "stub"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Section(Struct, frozen=True):
    """A `## name` heading and the text under it, without the blank lines around it."""

    name: str
    body: str


class Note(Struct, frozen=True, kw_only=True):
    key: Key
    type: NoteType
    source: str
    recorded: datetime.date
    title: str
    sections: tuple[Section, ...]
    preamble: str = ""  # between the title and the first section
    invalidated_by: str | None = None
    tags: tuple[str, ...] = ()
    supersedes: Key | None = None
    superseded_by: Key | None = None
    conflicts_with: tuple[Key, ...] = ()
    confidence: Confidence | None = None
    archived: bool = False
    extra: tuple[tuple[str, str | tuple[str, ...]], ...] = ()  # unknown frontmatter, in its order


KNOWN_FIELDS = (
    *("key", "type", "source", "recorded", "invalidated_by", "tags", "supersedes", "superseded_by", "conflicts_with"),
    *("confidence", "archived"),
)

# --- functions ------------------------------------------------------------


def tidy(note: Note) -> Note:
    """The note as its text can say it, and as `parse_note` reads it back."""
    return replace(
        note,
        source=_field(note.source),
        title=settled_heading(note.title),
        preamble=settled(note.preamble),
        sections=tuple(Section(settled_heading(section.name), settled(section.body)) for section in note.sections),
        invalidated_by=_field(note.invalidated_by or "") or None,
        tags=_texts(note.tags),
        extra=tuple({writable(name): _value(value) for name, value in note.extra if name not in KNOWN_FIELDS}.items()),
    )


def _field(text: str) -> str:
    return writable(text).strip()


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(_field, texts)))


def _value(value: Value) -> Value:
    return writable(value) if isinstance(value, str) else tuple(map(writable, value))


def render(note: Note) -> str:
    tidied = tidy(note)
    pieces = [f"# {tidied.title}" if tidied.title else "", tidied.preamble]
    for section in tidied.sections:
        pieces += [f"## {section.name}".rstrip(), section.body]
    return render_fields(_fields(tidied)) + "".join(f"\n{piece}\n" for piece in pieces if piece)


def _fields(note: Note) -> Fields:
    known: dict[str, Value | None] = {
        "key": note.key,
        "type": note.type,
        "source": note.source,
        "recorded": note.recorded.isoformat(),
        "invalidated_by": note.invalidated_by,
        "tags": note.tags or None,
        "supersedes": note.supersedes,
        "superseded_by": note.superseded_by,
        "conflicts_with": note.conflicts_with or None,
        "confidence": note.confidence,
        "archived": "true" if note.archived else None,
    }
    return {name: value for name, value in known.items() if value is not None} | dict(note.extra)


# --- reading --------------------------------------------------------------


def parse_note(text: str, where: str = "") -> Outcome[Note, tuple[Violation, ...]]:
    """The note that a text is, or every reason why its fields are not those of one."""
    match parse(text):
        case Failure(unparsable):
            return Failure((Violation(Rule.UNPARSABLE_FRONTMATTER, where, unparsable.problem, unparsable.line),))
        case Success(fields):
            reading = _Reading(fields, where)
    key, kind, day = reading.own_key(), reading.type(), reading.day()
    supersedes, superseded_by = reading.key("supersedes"), reading.key("superseded_by")
    source, conflicts_with = reading.required("source"), reading.keys("conflicts_with")
    if key is None or kind is None or day is None or reading.violations:
        return Failure(tuple(reading.violations))
    head = split(text)
    title, preamble, sections = _content(outline(text[head.after :] if head else text))
    note = Note(
        key=key,
        type=kind,
        source=source,
        recorded=day,
        title=title,
        preamble=preamble,
        sections=sections,
        invalidated_by=reading.text("invalidated_by") or None,
        tags=reading.texts("tags"),
        supersedes=supersedes,
        superseded_by=superseded_by,
        conflicts_with=conflicts_with,
        confidence=next((each for each in Confidence if each == reading.text("confidence")), None),
        archived=reading.text("archived") == "true",
        extra=tuple((name, value) for name, value in fields.items() if name not in KNOWN_FIELDS),
    )
    return Success(tidy(note))


def _content(found: Outline) -> tuple[str, str, tuple[Section, ...]]:
    """Title, preamble and sections. Text before the title belongs to the preamble, so that none is lost."""
    spans = found.sections
    first = next((head.start for head in found.headings if head.level == 2), len(found.text))
    title = next((head for head in found.headings if head.level == 1 and head.start < first), None)
    before, after = (found.text[: title.start], title.end) if title else ("", 0)
    preamble = "\n\n".join(piece.strip("\r\n") for piece in (before, found.text[after:first]) if piece.strip(" \t\r\n"))
    return title.text if title else "", preamble, tuple(Section(span.name, found.under(span)) for span in spans)


class _Reading:
    """The fields of a text as those of a note, and what is wrong with them."""

    def __init__(self, fields: Fields, where: str) -> None:
        self.fields = fields
        self.where = where
        self.violations: list[Violation] = []

    def text(self, name: str) -> str:
        value = self.fields.get(name, "")
        return (value if isinstance(value, str) else ", ".join(value)).strip()

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.fields.get(name, "")
        return _texts(value.split(",") if isinstance(value, str) else value)

    def required(self, name: str) -> str:
        found = self.text(name)
        if not found:
            self._breach(Rule.MISSING_FIELD, f"`{name}` is missing")
        return found

    def own_key(self) -> Key | None:
        text = self.required("key")
        return self._parsed("key", parse_key(text)) if text else None

    def key(self, name: str) -> Key | None:
        text = self.text(name)
        return self._parsed(name, read_key(text)) if text else None

    def keys(self, name: str) -> tuple[Key, ...]:
        return tuple(key for text in self.texts(name) if (key := self._parsed(name, read_key(text))))

    def _parsed(self, name: str, key: Outcome[Key, InvalidKey]) -> Key | None:
        match key:
            case Success(parsed):
                return parsed
            case Failure(invalid):
                self._breach(Rule.INVALID_KEY, f"`{name}`: {invalid.explain().error}")
                return None

    def type(self) -> NoteType | None:
        text = self.required("type")
        found = next((each for each in NoteType if each == text), None)
        if text and not found:
            self._breach(Rule.UNKNOWN_TYPE, f"`{shown(text)}` is none of {', '.join(NoteType)}")
        return found

    def day(self) -> datetime.date | None:
        text = self.required("recorded")
        day = parse_day(text)
        if text and not day:
            self._breach(Rule.NO_SUCH_DATE, f"`{shown(text)}` is no day")
        return day

    def _breach(self, rule: Rule, detail: str) -> None:
        self.violations.append(Violation(rule, self.where, detail))
