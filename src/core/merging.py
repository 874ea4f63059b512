"""Merging: one draft of two notes that say nearly the same, for a person to edit, and the originals set aside.

Nothing either note says is left out of a draft: what both say stands once, lists are joined, and other text
of the older follows that of the newer under its own key and day. An original keeps every byte but two fields.
"""

import hashlib
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace
from returns.result import Failure, Success

from .frontmatter import UnparsableFrontmatter, set_field
from .keys import Key, Layer
from .note import Note, Section
from .outcome import Outcome

# --- values ---------------------------------------------------------------


class Original(Struct, frozen=True):
    """A note as it was when the plan was made; the version is of all its bytes."""

    key: Key
    path: str
    version: str


class MergePlan(Struct, frozen=True, kw_only=True):
    """What is kept beside a draft, and all that applying it needs."""

    id: str
    cosine: float
    layer: Layer
    key: Key  # of the draft
    originals: tuple[Original, Original]  # the newer first


LISTS = frozenset({"Answers", "Related", "Timeline", "Connections", "References", "Action Items"})

# --- decisions ------------------------------------------------------------


def plan_id(originals: Iterable[Original]) -> str:
    """The same two versions are the same plan."""
    told = "\n".join(sorted(f"{each.key} {each.version}" for each in originals))
    return hashlib.sha256(told.encode()).hexdigest()[:10]


def merged(newer: Note, older: Note, key: Key) -> Note:
    """A draft under a key of its own, which supersedes the newer."""
    left = list(older.sections)  # several may have one name
    sections: list[Section] = []
    for each in newer.sections:
        theirs = next((section for section in left if section.name == each.name), None)
        left = [section for section in left if section is not theirs]
        sections.append(_joined(each, theirs, older))
    return replace(
        newer,
        key=key,
        source=f"consolidated from {newer.key} and {older.key}",
        preamble="\n\n".join(dict.fromkeys(filter(None, (newer.preamble, older.preamble)))),
        sections=(*sections, *left),
        invalidated_by=newer.invalidated_by or older.invalidated_by,
        tags=tuple(dict.fromkeys((*newer.tags, *older.tags))),
        supersedes=newer.key,
        superseded_by=None,
        conflicts_with=tuple(
            each
            for each in dict.fromkeys((*newer.conflicts_with, *older.conflicts_with))
            if each not in {newer.key, older.key}
        ),
        confidence=newer.confidence or older.confidence,
        extra=tuple({**dict(older.extra), **dict(newer.extra)}.items()),
    )


def _joined(newer: Section, older: Section | None, from_note: Note) -> Section:
    if older is None or older.body.strip() == newer.body.strip():
        return newer
    if newer.name in LISTS:
        items = [line for line in older.body.splitlines() if line not in set(newer.body.splitlines())]
        return Section(newer.name, "\n".join([newer.body, *items]))
    return Section(newer.name, f"{newer.body}\n\nOf [[{from_note.key}]] ({from_note.recorded}):\n\n{older.body}")


def set_aside(text: str, key: Key) -> Outcome[str, UnparsableFrontmatter]:
    """An original once its draft stands: archived, and pointing at what took its place."""
    match set_field(text, "superseded_by", key):
        case Failure(unparsable):
            return Failure(unparsable)
        case Success(pointed):
            return set_field(pointed, "archived", "true")
