"""Topics: a text that somebody wrote as the sections of a note, which must each say something."""

import re
from collections.abc import Iterator

from .inert import code_span, inert
from .markdown import Outline
from .note import Section
from .settled import writable

# --- functions ------------------------------------------------------------


def sections_of(found: Outline, lead: str = "") -> tuple[Section, ...]:
    """At least one; `lead` are words about the text, which come first."""
    return tuple(_parted(found, lead))


def _parted(found: Outline, lead: str) -> Iterator[Section]:
    """The file's own `##` sections; what stands before them, its title apart, comes first."""
    first = min((heading.start for heading in found.headings if heading.level == 2), default=len(found.text))
    title = next((heading for heading in found.headings if heading.level == 1 and heading.start < first), None)
    before = found.text[:first] if title is None else found.text[: title.start] + found.text[title.end : first]
    about = "\n\n".join(filter(None, (inert(lead), before.strip())))
    if about or not found.sections:
        yield Section("Details", said(about))
    yield from (Section(each.name or "Details", said(found.under(each))) for each in found.sections)


def said(text: str) -> str:
    """What has no letter or digit is quoted: a section must say something, and a bare mark may mean nothing."""
    kept = writable(text)
    if re.search(r"[^\W_]", kept):
        return text.strip()
    return f"(nothing but {code_span(' '.join(kept.split()))})" if kept.strip() else "(nothing)"
