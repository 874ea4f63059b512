"""Memories: what other programs remembered, as notes of ours that keep their source and their date.

Three kinds are read: an agent's own memory folder (a `MEMORY.md` with topic files beside it), a file of
instructions such as `AGENTS.md`, and the store of the reference memory server (entities, observations and
relations as JSON lines). Each becomes topics; text that would break a note is settled, never dropped.
"""

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .days import parse_day
from .frontmatter import Value, parse, split
from .inert import inert, inert_inline
from .keys import Key, MintRefusal, mint
from .markdown import outline
from .note import Note, NoteType, Section
from .outcome import Explained, Outcome
from .topics import said, sections_of

# --- values ---------------------------------------------------------------


class Remembered(Struct, frozen=True):
    """A file of another program: its name, its text and the day it was last changed."""

    name: str
    text: str
    day: datetime.date


class Told(Struct, frozen=True):
    """By which program, and on which day."""

    program: str
    day: datetime.date


class Entity(Struct, frozen=True, tag="entity", tag_field="type", rename="camel"):
    name: str
    entity_type: str = ""
    observations: tuple[str, ...] = ()


class Relation(Struct, frozen=True, tag="relation", tag_field="type", rename="camel"):
    origin: str = msgspec.field(name="from")
    to: str
    relation_type: str = ""


class Graph(Struct, frozen=True):
    """As one document; the server itself writes a line for each."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()


# --- refusals -------------------------------------------------------------


class NoGraph(Struct, frozen=True, tag=True):
    line: int
    problem: str

    def explain(self) -> Explained:
        mend = "Take the file as the memory server wrote it: one JSON object a line, entities and relations."
        return Explained(f"this is no memory server's store: {self.problem}", f"line {self.line}", mend)


# --- an agent's memory, and instructions ------------------------------------

_BULLET = re.compile(r"[-*+]\s+(.*)")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
INDEX = "MEMORY.md"
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def of_memory(files: Sequence[Remembered], template: str, program: str) -> list[Outcome[Note, MintRefusal]]:
    """A topic for each topic file, and one for what the index says beside pointing at those."""
    topics = {each.name for each in files if each.name != INDEX}
    return [_topic(_left_over(each, topics) if each.name == INDEX else each, template, program) for each in files]


def of_instructions(file: Remembered, template: str, program: str) -> list[Outcome[Note, MintRefusal]]:
    return [_topic(file, template, program)]


def _left_over(index: Remembered, topics: set[str]) -> Remembered:
    """The index without the lines that only name a topic file."""

    def points(line: str) -> bool:
        return any(target.removeprefix("./") in topics for target in _LINK.findall(line))

    kept = [line for line in index.text.splitlines() if not points(line)]
    return Remembered(index.name, "\n".join(kept), index.day)


def _topic(file: Remembered, template: str, program: str) -> Outcome[Note, MintRefusal]:
    fields = _fields(file.text)
    head = split(file.text)
    body = outline(file.text[head.after :] if head else file.text)
    said = [heading.text for heading in body.headings if heading.level == 1]
    title = next(
        each for text in (*said, _text(fields, "name"), _stem(file.name), "memory") if (each := inert_inline(text))
    )
    match mint(template, {"slug": title, "tags": ()}):
        case Failure(refusal):
            return Failure(refusal)
        case Success(key):
            pass
    kind = _text(fields, "type")
    return Success(
        Note(
            key=key,
            type=NoteType.TOPIC,
            source=f"{program}, {file.name}",
            recorded=parse_day(_text(fields, "modified")[:10]) or file.day,
            title=title,
            sections=sections_of(body, _text(fields, "description")),
            tags=(kind,) if kind else (),
        )
    )


def _text(fields: Mapping[str, Value], name: str) -> str:
    value = fields.get(name, "")
    return value if isinstance(value, str) else ""


def _fields(text: str) -> Mapping[str, Value]:
    match parse(text):
        case Success(fields):
            return fields
        case Failure():
            return {}


def _stem(name: str) -> str:
    return re.sub(r"\.[mM][dD]\Z", "", name).replace("_", " ").replace("-", " ")


# --- the reference memory server ----------------------------------------------

_Row: TypeAlias = Entity | Relation


def read_graph(data: bytes) -> Outcome[Graph, NoGraph]:
    """The server's lines, or one document with `entities` and `relations`."""
    try:
        return Success(_whole(data))
    except UNREADABLE:
        pass
    rows: list[_Row] = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            rows.append(msgspec.json.decode(line, type=Entity | Relation))
        except UNREADABLE as broken:
            return Failure(NoGraph(number, str(broken)))
    if not rows:
        return Failure(NoGraph(1, "it is empty"))
    entities = tuple(row for row in rows if isinstance(row, Entity))
    return Success(Graph(entities, tuple(row for row in rows if isinstance(row, Relation))))


class _Document(Struct, frozen=True):
    entities: tuple[msgspec.Raw, ...]
    relations: tuple[msgspec.Raw, ...] = ()


def _whole(data: bytes) -> Graph:
    told = msgspec.json.decode(data, type=_Document)
    untagged = {"type": "entity"}, {"type": "relation"}
    entities = [msgspec.convert({**untagged[0], **_object(each)}, Entity) for each in told.entities]
    relations = [msgspec.convert({**untagged[1], **_object(each)}, Relation) for each in told.relations]
    return Graph(tuple(entities), tuple(relations))


def _object(raw: msgspec.Raw) -> dict[str, object]:
    return msgspec.json.decode(raw, type=dict[str, object])


def of_graph(graph: Graph, told_by: Told, template: str) -> list[Outcome[Note, MintRefusal]]:
    """A topic for each entity, with its observations, and a link for each relation to one that is there too."""
    minted = [(entity, mint(template, {"slug": entity.name, "tags": ()})) for entity in graph.entities]
    keys: dict[str, Key] = {}
    for entity, outcome in minted:
        match outcome:
            case Success(key):
                keys.setdefault(entity.name, key)
            case Failure():
                pass
    related: dict[str, list[Relation]] = {}
    for each in graph.relations:
        if each.to in keys:
            related.setdefault(each.origin, []).append(each)
    notes: list[Outcome[Note, MintRefusal]] = []
    for entity, outcome in minted:
        match outcome:
            case Failure(refusal):
                notes.append(Failure(refusal))
            case Success(key):
                notes.append(Success(_entity(entity, key, related.get(entity.name, ()), keys, told_by)))
    return notes


def _entity(entity: Entity, key: Key, related: Sequence[Relation], keys: Mapping[str, Key], told_by: Told) -> Note:
    told = "\n".join(f"- {said(' '.join(inert(each).split()))}" for each in entity.observations if each.strip())
    links = "\n".join(f"- [[{keys[each.to]}]] {inert_inline(each.relation_type)}".rstrip() for each in related)
    observations = Section("Observations", told or "(none)")
    return Note(
        key=key,
        type=NoteType.TOPIC,
        source=told_by.program,
        recorded=told_by.day,
        title=inert_inline(entity.name),
        sections=(observations, Section("Related", links)) if links else (observations,),
        tags=(entity.entity_type,) if entity.entity_type.strip() else (),
    )
