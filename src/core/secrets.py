"""Secrets: does a text hold a credential, and on which line; the value itself never leaves this module.

Three ways of telling: a published token shape, a URL with a password in it, a name such as `password` with a value
that looks like one. Every step is linear in the text: anchors are found, and what follows one is read up to a bound.
A placeholder (`<token>`, `${TOKEN}`, `xxxx`) is not a secret; a documentation key in the issuer's own shape is one,
because nothing but the issuer can tell it from a live one. The table is `secretshapes.py`.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from .secretnames import named_secrets
from .secretshapes import PATTERNS, SHAPES
from .secretvalues import Span, has_letter_and_digit, is_masked

# --- values ---------------------------------------------------------------


class SecretFound(Struct, frozen=True):
    """What it looks like and its 1-based line. Deliberately not the value, nor a part of it."""

    kind: str
    line: int


# --- functions ------------------------------------------------------------


def find_secrets(text: str) -> tuple[SecretFound, ...]:
    """Every secret once, in the order of the text; where two tellings overlap, the more exact one names it."""
    spans = [*_shapes(text), *_patterns(text), *named_secrets(text)]
    return tuple(_located(text, _apart(spans)))


def _apart(spans: list[Span]) -> Iterator[Span]:
    """Spans in order, without those that overlap one told more exactly (`spans` lists the exact tellings first)."""
    reached = -1
    for _, span in sorted(enumerate(spans), key=lambda ranked: (ranked[1].start, ranked[0])):
        if span.start >= reached:
            yield span
            reached = span.end


def _located(text: str, spans: Iterator[Span]) -> Iterator[SecretFound]:
    line, at = 1, 0
    for span in spans:
        line += text.count("\n", at, span.start)
        at = span.start
        yield SecretFound(span.kind, line)


# --- published shapes -------------------------------------------------------

_COMPILED = tuple((s.kind, s.anchors, re.compile(s.body), s.mixed) for s in SHAPES)

# A token begins where a word begins, after an escape (`\n`, `%3D`) or after a terminal's colour.
_INSIDE_WORD = re.compile(r"[A-Za-z0-9_-]\Z")
_AFTER_ESCAPE = re.compile(r"(?:\\[nrt]|%[0-9A-Fa-f]{2}|\\u00[0-9a-f]{2}|\x1b\[[0-9;]{0,8}m)\Z")


def _shapes(text: str) -> Iterator[Span]:
    for kind, anchors, body, mixed in _COMPILED:
        for anchor in anchors:
            at = text.find(anchor)
            while at >= 0:
                found = body.match(text, at + len(anchor))
                if found and _begins_token(text, at) and _is_token(found[0], mixed=mixed):
                    yield Span(at, found.end(), kind)
                at = text.find(anchor, at + len(anchor))


def _begins_token(text: str, at: int) -> bool:
    before = text[max(0, at - 12) : at]
    return not _INSIDE_WORD.search(before) or bool(_AFTER_ESCAPE.search(before))


def _is_token(body: str, *, mixed: bool) -> bool:
    return not is_masked(body) and (not mixed or has_letter_and_digit(body))


def _patterns(text: str) -> Iterator[Span]:
    for shape in PATTERNS:
        if shape.gate in text:
            for found in shape.pattern.finditer(text):
                if not shape.mixed or _is_token(found[0], mixed=True):
                    yield Span(found.start(), found.end(), shape.kind)
