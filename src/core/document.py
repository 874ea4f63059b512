"""Document: any Markdown file as retrieval and lint see it; reading one never fails.

Every byte of the text is in `body`, whatever its shape: no title, text before the first
heading, Setext headings, broken frontmatter. The schema's opinion is `schema.judge`'s.
"""

from msgspec import Struct


class Link(Struct, frozen=True):
    """A `[[target]]` outside code and comments; `line` is 1-based in the file."""

    target: str
    line: int


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
    invalidated_by: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    conflicts_with: tuple[str, ...] = ()
    confidence: str | None = None
    archived: bool = False
    generated: bool = False
    credential: bool = False
    stale_marker: bool = False  # a line outside code begins with CORRECTION or SUPERSEDED
