"""Schema: everything that is wrong with one note, all of it at once.

Each breach here is something that would be lost: a note that cannot be read back, found again or trusted. A writer
refuses on any of them. What a note means is nobody's verdict here, and how it stands to others is `hygiene`'s.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace
from returns.result import Failure, Success

from .expiry import parse_trigger, stored
from .frontmatter import field_line, parse, split
from .keys import key_of_path, parse_key
from .markdown import Block, Outline, SectionSpan, outline
from .note import NoteType, parse_note
from .outcome import shown
from .secrets import find_secrets
from .violations import Rule, Violation

# --- values ---------------------------------------------------------------

REQUIRED_SECTIONS = {
    NoteType.SURPRISE: ("Expected", "Observed", "Evidence", "Answers"),
    NoteType.STUB: ("Answers",),
    NoteType.TOPIC: (),  # a title and any one section
}
LIST_SECTIONS = frozenset({"answers", "related", "timeline"})

_MARKER = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: |\r?$)", re.MULTILINE)
_ITEM_MARKS = re.compile(r"^[ \t]*[-*+][ \t]*|\s", re.MULTILINE)
_COMMENT = re.compile(r"\s*(?:<!--.*?-->\s*)+", re.DOTALL)
_FIELD = re.compile("`([a-z_]+)`")  # a breach of a field begins with its name
_FIELD_OF = {Rule.UNKNOWN_TYPE: "type", Rule.NO_SUCH_DATE: "recorded"}

# --- functions ------------------------------------------------------------


def judge(text: str, path: str) -> tuple[Violation, ...]:
    """Every breach in a note's text, in the order of its lines. `path` is its place below the layer's folder."""
    head = split(text)
    cut = head.after if head else 0
    found = outline(text[cut:].removeprefix("\ufeff"), first_line=1 + text.count("\n", 0, cut))
    breaches = [
        *_fields(text, path),
        *_sections(found, text, path),
        *_shape(found, text, cut, path),
        *_secrets(text, path),
    ]
    return tuple(sorted(map(_without_secret, breaches), key=lambda breach: breach.line or 0))


# --- frontmatter ------------------------------------------------------------


def _fields(text: str, path: str) -> Iterator[Violation]:
    match parse_note(text, path):
        case Failure(breaches):
            yield from (_at_its_field(breach, text) for breach in breaches)
        case Success(_):
            pass
    yield from _place(text, path)
    yield from _trigger(text, path)


def _place(text: str, path: str) -> Iterator[Violation]:
    said, claimed = _field(text, "key"), key_of_path(path)
    if said != claimed and isinstance(parse_key(said), Success):
        detail = f"`{shown(said)}` is its key, and its place says `{shown(claimed)}`"
        yield Violation(Rule.KEY_DISAGREES_WITH_PATH, path, detail, field_line(text, "key"))


def _at_its_field(breach: Violation, text: str) -> Violation:
    named = _FIELD.match(breach.detail)
    name = _FIELD_OF.get(breach.rule) or (named[1] if named else "")
    return breach if breach.line else replace(breach, line=field_line(text, name))


def _trigger(text: str, path: str) -> Iterator[Violation]:
    trigger = _field(text, "invalidated_by")
    if not trigger:
        return
    match parse_trigger(trigger):
        case Failure(refusal):
            problem = refusal.explain().error
        case Success(parsed) if not stored(parsed):
            problem = f"`{shown(trigger)}` was never resolved to a hash"
        case Success(_):
            return
    yield Violation(Rule.UNEVALUATABLE_TRIGGER, path, problem, field_line(text, "invalidated_by"))


def _field(text: str, name: str) -> str:
    match parse(text):
        case Success(fields):
            value = fields.get(name, "")
            return (value if isinstance(value, str) else ", ".join(value)).strip()
        case Failure():
            return ""


# --- sections ---------------------------------------------------------------


def _sections(found: Outline, text: str, path: str) -> Iterator[Violation]:
    kind = next((each for each in NoteType if each == _field(text, "type")), None)
    if kind is NoteType.TOPIC:
        yield from _topic(found, path)
    for name in REQUIRED_SECTIONS[kind] if kind else ():
        yield from _required(found, name, path)
    for section in found.sections:
        if section.name.casefold() in LIST_SECTIONS:
            yield from _only_bullets(found, section, path)


def _topic(found: Outline, path: str) -> Iterator[Violation]:
    if not any(heading.level == 1 and heading.text for heading in found.headings):
        yield Violation(Rule.MISSING_SECTION, path, "a topic needs a title (`# ...`)")
    if not any(_holds_something(found, section) for section in found.sections):
        yield Violation(Rule.MISSING_SECTION, path, "a topic needs one section (`## ...`) with something under it")


def _required(found: Outline, name: str, path: str) -> Iterator[Violation]:
    named = [section for section in found.sections if section.name.casefold() == name.casefold()]
    if not named:
        yield Violation(Rule.MISSING_SECTION, path, f"`## {name}` is missing")
    elif not any(_holds_something(found, section) for section in named):
        yield Violation(Rule.MISSING_SECTION, path, f"`## {name}` has nothing under it", named[0].line)


def _only_bullets(found: Outline, section: SectionSpan, path: str) -> Iterator[Violation]:
    for block in found.blocks_in(section):
        if block.kind != "List" and not _is_comment(found, block):
            detail = f"`## {section.name}` holds more than `- ` bullets"
            yield Violation(Rule.PROSE_IN_LIST_SECTION, path, detail, block.line)
            return


def _holds_something(found: Outline, section: SectionSpan) -> bool:
    return any(_says_something(found, block) for block in found.blocks_in(section))


def _says_something(found: Outline, block: Block) -> bool:
    """A heading, a rule, a comment and a bullet without text are not what a section is for."""
    if block.kind in {"Heading", "Rule"} or _is_comment(found, block):
        return False
    text = found.text[block.start : block.end]
    return block.kind != "List" or bool(_ITEM_MARKS.sub("", text))


def _is_comment(found: Outline, block: Block) -> bool:
    return block.kind == "HtmlBlock" and bool(_COMMENT.fullmatch(found.text, block.start, block.end))


# --- the whole text -----------------------------------------------------------


def _shape(found: Outline, text: str, cut: int, path: str) -> Iterator[Violation]:
    if found.unclosed_fence is not None:
        yield Violation(Rule.UNCLOSED_FENCE, path, "a code fence opens here and is never closed", found.unclosed_fence)
    marker = _first_marker(found, text, cut)
    if marker is not None:
        yield Violation(Rule.CONFLICT_MARKERS, path, "a merge left its marker here", 1 + text.count("\n", 0, marker))


def is_unmerged(text: str) -> bool:
    """Whether a merge left its markers: nobody knows yet what the note says."""
    if _MARKER.search(text) is None:
        return False
    head = split(text)
    cut = head.after if head else 0
    return _first_marker(outline(text[cut:]), text, cut) is not None


def _first_marker(found: Outline, text: str, cut: int) -> int | None:
    """In a code block a marker is an example; a real conflict has one outside, or is inside of that example alone."""
    shift = len(text) - len(found.text)
    code = [(block.start + shift, block.end + shift) for block in found.blocks if block.kind == "CodeBlock"]
    places = (marker.start() for marker in _MARKER.finditer(text))
    return next((at for at in places if at < cut or not any(start <= at < end for start, end in code)), None)


def _secrets(text: str, path: str) -> Iterator[Violation]:
    for secret in find_secrets(text):
        yield Violation(Rule.SECRET_IN_NOTE, path, f"this looks like a secret ({secret.kind})", secret.line)


def _without_secret(breach: Violation) -> Violation:
    """What is wrong with a field quotes the field, and a field can hold anything."""
    return (
        replace(breach, detail="its value looks like a secret and is not shown")
        if find_secrets(breach.detail)
        else breach
    )
