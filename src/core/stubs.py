"""Stubs: a document as a note that points at it and does not restate it.

The title, the first line, a link and the `##` headings are the document's own words, made inert so
that they can break nothing. The same document gives the same note, whatever note was there before.
"""

import datetime
import re
from collections.abc import Iterator

from msgspec import Struct
from returns.result import Failure, Success

from .frontmatter import parse, split
from .inert import code_span, destination, inert, inert_inline, one_line
from .keys import Key
from .markdown import Block, Outline, outline
from .note import Note, NoteType, Section

# --- values ---------------------------------------------------------------

SOURCE = "ingest"
# Characters of a first line that are kept. The longest of 582 README and documentation files has 647, so only
# a line that is no line of prose (a whole document on one) is cut: a stub must not restate it.
FIRST_LINE = 650
ONLY_IMAGES = re.compile(r"(\[?!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])(\](\([^)]*\)|\[[^\]]*\]))?|\s|&nbsp;|<[^>]*>)++")
TRAILING_MARKS = re.compile(r"(^|[ \t])#+$")
CONFLICT = re.compile("^(<<<<<<< |>>>>>>> )", re.MULTILINE)


class RepoDocument(Struct, frozen=True):
    path: str  # from the repository's root, with `/`
    blob: str
    text: str  # without a byte order mark


# --- functions ------------------------------------------------------------


def trigger_of(path: str, blob: str) -> str:
    """What a stub says it expires by: another blob at that path."""
    return f"file:{path}@{blob}"


def body_of(document: RepoDocument) -> Outline:
    """What follows the frontmatter, whose lines are counted."""
    head = split(document.text)
    start = head.after if head else 0
    return outline(document.text[start:], first_line=1 + document.text.count("\n", 0, start))


def conflict_in(body: Outline) -> bool:
    """Whether a merge left its markers: then nobody knows yet what the document says. Markers shown as code are none."""
    code = [block for block in body.blocks if block.kind == "CodeBlock"]
    found = {each[1] for each in CONFLICT.finditer(body.text) if not any(in_block(each.start(), one) for one in code)}
    return found == {"<<<<<<< ", ">>>>>>> "}


def in_block(at: int, block: Block) -> bool:
    return block.start <= at < block.end


def stub_of(document: RepoDocument, body: Outline, key: Key, day: datetime.date) -> Note:
    return Note(
        key=key,
        type=NoteType.STUB,
        source=SOURCE,
        recorded=day,
        title=title_of(document, body),
        preamble="\n\n".join(filter(None, (first_line(body), link_to(document.path)))),
        sections=(Section("Answers", "\n".join(f"- {each}" for each in answers(document.path, body))),),
        invalidated_by=trigger_of(document.path, document.blob),
    )


def title_of(document: RepoDocument, body: Outline) -> str:
    """The first heading of level one, else what the frontmatter calls it, else the file's name."""
    headings = (heading.text for heading in body.headings if heading.level == 1)
    candidates = (*headings, declared_title(document.text), document.path.rpartition("/")[2])
    return next(title for each in candidates if (title := title_text(each)))


def title_text(text: str) -> str:
    """As a heading may hold it: marks at its end would count as the heading's own."""
    return TRAILING_MARKS.sub("", inert_inline(text)).strip()


def declared_title(text: str) -> str:
    match parse(text):
        case Success(fields):
            title = fields.get("title", "")
            return title if isinstance(title, str) else ""
        case Failure():
            return ""


def first_line(body: Outline) -> str:
    """The first line of prose; badges are none."""
    lines = (line for block in body.blocks if block.kind == "Paragraph" for line in prose(body, block.start, block.end))
    return next(lines, "")


def prose(body: Outline, start: int, end: int) -> Iterator[str]:
    for line in body.text[start:end].splitlines():
        if one_line(line) and not ONLY_IMAGES.fullmatch(line):
            yield inert(line if len(line) <= FIRST_LINE else f"{line[:FIRST_LINE].rsplit(maxsplit=1)[0]} ...")


def link_to(path: str) -> str:
    """A reader at the repository's root, where agents stand, can follow it; GitHub and editors can too."""
    return f"[{code_span(path)}]({destination(path)})"


def answers(path: str, body: Outline) -> tuple[str, ...]:
    """The document's `##` headings as they are written, each once; without any it answers as a whole."""
    headings = dict.fromkeys(inert(heading.text) for heading in body.headings if heading.level == 2)
    return tuple(filter(None, headings)) or (f"the whole of {code_span(path)}",)
