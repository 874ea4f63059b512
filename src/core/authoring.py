"""Authoring: a topic that somebody writes becomes the text of one note, in the local layer or in a vault.

In the local layer it is a note like any other: its key is derived from its title, and its sections must each say
something. In a vault it is written as people write there: under its title as a file's name, its text as it was said.
Not here: whether the place is taken, and the disk (the shell).
"""

import datetime
import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .arguments import Reading, SecretSaid, UnusableArguments, secret_in
from .events import Stamp
from .frontmatter import Value
from .frontmatter import render as render_fields
from .keys import COMPONENT_BYTES, WINDOWS_NAMES, Layer, MintRefusal, NothingToName, VaultKey, mint, path_of, vault_key
from .links import named
from .markdown import Heading, outline
from .note import Note, NoteType, Section, render
from .outcome import Outcome
from .settled import bullets, settled_heading, writable
from .slugs import shortened, slug
from .topics import sections_of
from .vaultpaths import NEVER_IN_A_NAME
from .writing import BreaksSchema, Writing, judged

# --- values ---------------------------------------------------------------


class NewTopic(Struct, frozen=True, kw_only=True):
    """As it was said. `folder` is one below the vault."""

    title: str
    text: str
    tags: tuple[str, ...] = ()
    relates_to: tuple[str, ...] = ()
    layer: Layer = Layer.LOCAL
    folder: str = ""


class VaultDraft(Struct, frozen=True):
    key: VaultKey
    path: str
    text: str


RELATED = "Related"
_NEVER = re.compile(rf"[{NEVER_IN_A_NAME}\s]+")

# --- reading --------------------------------------------------------------


def read_topic(said: NewTopic) -> Outcome[NewTopic, SecretSaid | UnusableArguments]:
    """The same, with tags and keys as they are written into a note."""
    if (secret := secret_in(_texts(said))) is not None:
        return Failure(secret)
    reading = Reading()
    if said.layer is Layer.TEAM:
        reading.fault(
            "layer", "is team: a note is written local, and promoted (`hindnote promote`) when it is reviewed"
        )
    if said.folder and said.layer is not Layer.VAULT:
        reading.fault("folder", "is for a vault: elsewhere a note's place is its key")
    read = replace(
        said,
        title=reading.text("title", said.title, required=True),
        text=reading.text("text", said.text, required=True),
        tags=reading.tags("tags", said.tags),
        relates_to=_related(reading, said),
    )
    return Failure(UnusableArguments(tuple(reading.faults), "new")) if reading.faults else Success(read)


def _texts(said: NewTopic) -> Iterator[tuple[str, str]]:
    yield from (("title", said.title), ("text", said.text), ("folder", said.folder))
    yield from (("tags", each) for each in said.tags)
    yield from (("relates_to", each) for each in said.relates_to)


def _related(reading: Reading, said: NewTopic) -> tuple[str, ...]:
    """In a vault a note goes by any characters."""
    if said.layer is not Layer.VAULT:
        return reading.keys("relates_to", said.relates_to)
    bare = (" ".join(named(each.strip().removeprefix("[[").removesuffix("]]")).split()) for each in said.relates_to)
    return tuple(dict.fromkeys(reading.texts("relates_to", tuple(bare))))


# --- decisions ------------------------------------------------------------


def drafted(topic: NewTopic, stamp: Stamp, template: str) -> Outcome[Writing, MintRefusal | BreaksSchema]:
    """The local note, where nothing is in its way."""
    match mint(template, {"slug": topic.title, "tags": topic.tags}):
        case Failure(refusal):
            return Failure(refusal)
        case Success(key):
            pass
    note = Note(
        key=key,
        type=NoteType.TOPIC,
        source=_source(stamp),
        recorded=datetime.date.fromisoformat(stamp.day),
        title=topic.title,
        sections=_sections(topic),
        tags=topic.tags,
    )
    return judged(Writing(key=key, path=path_of(key), how="created", text=render(note)))


def drafted_for_vault(topic: NewTopic, stamp: Stamp) -> Outcome[VaultDraft, NothingToName]:
    name = _file_name(topic.title)
    if not slug(name):
        return Failure(NothingToName("title", topic.title))
    path = "/".join((*filter(None, topic.folder.strip("/").split("/")), f"{name}.md"))
    fields: dict[str, Value] = {"created": stamp.day, "source": _source(stamp)}
    if topic.tags:
        fields["tags"] = topic.tags
    body = writable(topic.text).strip("\n")
    first = outline(body[: body.find("\n", 1) + 1] or body).headings[:1]
    told = bool(first) and _repeats(first[0], topic.title)
    title = "" if told else f"# {settled_heading(topic.title)}\n\n"
    related = f"\n\n## {RELATED}\n\n{_links(topic)}" if topic.relates_to else ""
    return Success(VaultDraft(vault_key(path), path, f"{render_fields(fields)}{title}{body}{related}\n"))


# --- functions ------------------------------------------------------------


def _source(stamp: Stamp) -> str:
    return f"session {stamp.session}, {stamp.client}"


def _sections(topic: NewTopic) -> tuple[Section, ...]:
    """Its own, and one for what it relates to where it has none."""
    found = outline(topic.text)
    first = next((each for each in found.headings if each.level == 1), None)
    sections = sections_of(found, "" if first is None or _repeats(first, topic.title) else first.text)
    if not topic.relates_to:
        return sections
    at = next((n for n, each in enumerate(sections) if each.name.casefold() == RELATED.casefold()), len(sections))
    there = sections[at].body if at < len(sections) else ""
    both = "\n".join(filter(None, (there, _links(topic))))
    return (*sections[:at], Section(RELATED, both), *sections[at + 1 :])


def _repeats(heading: Heading, title: str) -> bool:
    return heading.level == 1 and slug(heading.text) == slug(title)


def _links(topic: NewTopic) -> str:
    return bullets(*(f"[[{each}]]" for each in topic.relates_to))


def _file_name(title: str) -> str:
    """The title as every file system and every link can say it."""
    name = _NEVER.sub(" ", unicodedata.normalize("NFC", writable(title))).strip(" .")
    name = shortened(name, COMPONENT_BYTES - len(".md")).strip(" .")
    return f"{name} (note)" if name.partition(".")[0].casefold() in WINDOWS_NAMES else name
