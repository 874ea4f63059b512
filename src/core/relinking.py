r"""Relinking: a text whose links to one note go to another key, what they show a reader kept.

`[[old|text]]` keeps its text and `[[old#part]]` its part; a bare `[[old]]` showed its target, and goes on showing
it as `[[new|old]]`. A text that says no more than the new target is dropped, so that a way back leads back. An
embed shows what it embeds, and gets no text. Every other byte stays, and what cannot be said so is refused.
In a vault `[text](old.md)` goes along, and what OMI lists under `## Metadata`.
Not here: which links are meant (links).
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from .frontmatter import Value, parse, respell_field, split
from .markdown import Link, Outline, outline
from .metadata import listed
from .outcome import Explained, Outcome
from .pathlinks import reworded as path_reworded
from .propertylinks import FIELDS, property_links, respelled
from .targets import named
from .yamlblock import UnparsableFrontmatter

# --- values ---------------------------------------------------------------

Leads: TypeAlias = Callable[[str], str | None]
"""The key that a target is to have, in a vault a path; None for one that stays as it is."""


class Relinked(Struct, frozen=True):
    text: str
    links: int = 0  # that were led elsewhere; a field that names a note is one


# --- refusals -------------------------------------------------------------


class CannotRelink(Struct, frozen=True, tag=True):
    line: int

    def explain(self) -> Explained:
        mend = "Write that link as `[[key]]` or `[[key|text]]` on one line, then say it again. Nothing was changed."
        return Explained("a link cannot be led elsewhere without changing what it says", f"line {self.line}", mend)


# --- decisions ------------------------------------------------------------


def relinked(
    text: str, leads: Leads, *, in_vault: bool = False
) -> Outcome[Relinked, CannotRelink | UnparsableFrontmatter]:
    """In the body, and in the fields that name notes; those of a block that does not parse name none."""
    match _body(text, leads, paths=in_vault):
        case Failure(unspeakable):
            return Failure(unspeakable)
        case Success(body):
            pass
    match _in_properties(_with_items(body, leads), leads) if in_vault else Success(body):
        case Failure(unspeakable):
            return Failure(unspeakable)
        case Success(done):
            return _in_fields(text, done, leads)


# --- links in the text --------------------------------------------------------

_WRITTEN = re.compile(r"(!?\[\[)(.*?)(?:(\\?\|)(.*))?(\]\])", re.DOTALL)
_TARGET = re.compile(r"(\s*)(\./)?(.*?)((?:\.md)?\s*(?:#.*)?)", re.DOTALL | re.IGNORECASE)
_LINKS = re.compile(r"\[\[[^\[\]\n]*\]\]")


def _body(text: str, leads: Leads, *, paths: bool) -> Outcome[Relinked, CannotRelink]:
    head = split(text)
    cut = head.after if head else 0
    found = outline(text[cut:].removeprefix("\ufeff"), first_line=1 + text.count("\n", 0, cut), paths=paths)
    led = [leads(link.target) for link in found.links]
    if not any(led):
        return Success(Relinked(text))
    body = _with(found, led)
    meant = [named(to or link.target) for link, to in zip(found.links, led, strict=True)]
    say = [named(link.target) for link in outline(body, paths=paths).links]
    if say != meant:
        astray = next((n for n, (one, other) in enumerate(zip(meant, say, strict=False)) if one != other), -1)
        return Failure(CannotRelink(found.links[astray].line))
    return Success(Relinked(text[: len(text) - len(found.text)] + body, len(led) - led.count(None)))


def _with(found: Outline, led: Sequence[str | None]) -> str:
    """The text, each link that goes elsewhere in its new words."""
    pieces: list[str] = []
    at = 0
    for (start, end), to in zip(found.link_spans, led, strict=True):
        if to is not None:
            pieces += [found.text[at:start], _reworded(found.text[start:end], to, _bar(found.text, start, end))]
            at = end
    return "".join([*pieces, found.text[at:]])


def _reworded(written: str, to: str, bar: str) -> str:
    parts = _WRITTEN.fullmatch(written)
    target = parts and _TARGET.fullmatch(parts[2])
    if not (parts and target):
        return path_reworded(written, to)
    here = "" if to.startswith((".", "/")) else target[2] or ""
    new = f"{target[1]}{here}{to}{target[4]}"
    shown = parts[2] if parts[3] is None else parts[4]
    is_embed, bare = parts[1].startswith("!"), parts[3] is None
    if bare if is_embed else shown == new:
        return f"{parts[1]}{new}]]"
    return f"{parts[1]}{new}{parts[3] or bar}{shown}]]"


def _bar(text: str, start: int, end: int) -> str:
    """In a row of a table, where `|` parts columns, that of a link has a backslash before it."""
    line_end = text.find("\n", end)
    line = text[text.rfind("\n", 0, start) + 1 : line_end if line_end >= 0 else len(text)]
    return "\\|" if "|" in _LINKS.sub("", line) else "|"


# --- links in fields ----------------------------------------------------------


def _in_fields(text: str, done: Relinked, leads: Leads) -> Outcome[Relinked, UnparsableFrontmatter]:
    match parse(text):
        case Failure():
            return Success(done)
        case Success(fields):
            pass
    for name in FIELDS:
        value, words = _led(name, fields.get(name, ""), leads)
        if words:
            match respell_field(done.text, name, value, words):
                case Failure(unparsable):
                    return Failure(unparsable)
                case Success(edited):
                    done = Relinked(edited, done.links + len(words))
    return Success(done)


def _in_properties(done: Relinked, leads: Leads) -> Outcome[Relinked, CannotRelink]:
    """Those of a vault's other fields, which are written as in its text."""

    def said(link: Link, written: str) -> str:
        to = leads(link.target)
        return written if to is None else _reworded(written, to, "|")

    links = sum(leads(each.link.target) is not None for each in property_links(done.text))
    edited = respelled(done.text, said)
    if isinstance(edited, Link):
        return Failure(CannotRelink(edited.line))
    return Success(Relinked(edited, done.links + links))


def _with_items(done: Relinked, leads: Leads) -> Relinked:
    """Those of OMI's list whose notes stand there without brackets; with them they are links of the text."""
    text, links = done.text, done.links
    for item in reversed([each for each in listed(text) if each.name.replace(" ", "_") in FIELDS]):
        said = text[item.said : item.end]
        value, words = _led(FIELDS[-1], said, leads) if "[[" not in said else (said, ())
        text = f"{text[: item.said]}{value}{text[item.end :]}"
        links += len(words)
    return Relinked(text, links)


def _led(name: str, value: Value, leads: Leads) -> tuple[Value, tuple[tuple[str, str], ...]]:
    """The field's value as it is to be, and the words that change in it."""
    told = name == "conflicts_with"  # of the others each names one note
    if not told and not isinstance(value, str) and len(value) != 1:
        return value, ()
    words: dict[str, str] = {}

    def led(item: str) -> str:
        target = item.strip().removeprefix("[[").removesuffix("]]")
        to = leads(target) if target else None
        if to is None:
            return item
        old = named(target)
        if to.startswith((".", "/")) and target.startswith("./"):
            old = f"./{old}"
        words[old] = to
        return item.replace(old, to, 1)

    if not isinstance(value, str):
        return tuple(map(led, value)), tuple(words.items())
    return ",".join(map(led, value.split(",") if told else [value])), tuple(words.items())
