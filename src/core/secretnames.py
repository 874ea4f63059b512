"""Secret names: a secret that is told by what stands before it, not by its own shape.

A URL with a password in it, an authorization header, a command that takes a password, a name such as `api_key` with a
value. What may stand between a name and its value is bounded, so that reading it costs no more than its length.
"""

import re
from collections.abc import Iterator
from typing import cast

from .secretvalues import (
    Sort,
    Span,
    has_letter_and_digit,
    is_bare_secret,
    is_label,
    is_password,
    is_placeholder,
    is_quoted_secret,
    is_wordy,
)
from .secretwords import KEYS, PASSWORDS, STEMS, TOKENS

# --- values ---------------------------------------------------------------

_URL = re.compile(r"://([^\s:/@\"'`<>]{0,128}):([^\s/\"'`<>]{3,256})@[^\s@]")

_HEADER = re.compile(
    r"\b(?:(?:proxy-)?authorization[\"']?\s{0,4}[:=,]\s{0,4}[\"']?(?:basic|bearer|token|apikey|digest|key)?|bearer)"
    r"[ \t]{1,4}([A-Za-z0-9._~+/=-]{8,4096})",
    re.IGNORECASE | re.ASCII,
)
_COMMANDS = re.compile(
    r"(?:\bcurl\b[^\n]{0,200}?[ \t](?:-u|--user)[ \t=]{0,2}[\"']?[^\s:\"']{1,64}:"
    r"|\bsshpass[ \t]{1,4}-p[ \t]?[\"']?"
    r"|\b(?i:identified[ \t]{1,4}by)[ \t]{1,4}[\"']"
    r"|\blogin[ \t]{1,4}\S{1,64}[ \t]{1,4}password[ \t]{1,4})([^\s\"'`<>]{3,128})",
    re.ASCII,
)

_NAME = re.compile(f"(?P<password>{PASSWORDS})|(?P<key>{KEYS})|(?P<token>{TOKENS})", re.IGNORECASE | re.ASCII)

# Between the name and its value: the rest of the name, what closes it, a sign, what opens the value.
_SUFFIX = (
    r"(?:[_-](?:key|value|base|prod|production|dev|staging|live|main|admin|root|db|b64|base64|\d{1,2})){0,2}\d{0,2}"
    r"(?:\\?[\"'`*\]]){0,4}"
)
_SIGN = r"[ \t]{0,8}(?::[ \t]?[A-Za-z_][\w.\[\] |]{0,24}[ \t]?=|:=|={1,3}>?|:{1,2}|->)[ \t]{0,8}"
_PROSE = r"[ \t]{1,2}(?:is|was)[ \t]{1,2}(?:now[ \t]|set to[ \t])?|>(?=[^\s<>]{1,256}</)|[ \t]{1,8}\|[ \t]{1,8}"
_OPENING = r"(?:\*\*[ \t]{0,2})?(?:[`*]|[fbru]{1,2}(?=[\"']))?"
_VALUE = (
    r"(?:\"(?P<double>[^\"\n]{1,256})\"|'(?P<single>[^'\n]{1,256})'|\\\"(?P<escaped>[^\"\\\n]{1,256})\\\""
    r"|(?P<bare>[^\s\"'`<>,;|\\]{1,100})(?P<next>.?))"
)
_ASSIGNED = re.compile(f"{_SUFFIX}(?:{_SIGN}|(?P<prose>{_PROSE})){_OPENING}{_VALUE}", re.ASCII | re.IGNORECASE)
_OPTION = re.compile(r"(?:^|[\s\"'`])--?[A-Za-z0-9-]{0,40}\Z")
_OPTION_VALUE = re.compile(f"(?P<prose>[ \\t]{{1,4}}){_VALUE}")
_KEY_SHAPED = re.compile("[ \\t]{1,2}[\"'`]?([A-Za-z0-9_-]{20,100})(?![A-Za-z0-9_(-])")

_OPTION_REACH = 48  # how far before a name its dashes may be
_TRAILING = ".,:!?*_)"  # a sentence's, not the value's

# --- functions ------------------------------------------------------------


def named_secrets(text: str) -> Iterator[Span]:
    """Spans of the values, in no order; the surer tellings first."""
    yield from _urls(text)
    yield from _headers(text)
    yield from _commands(text)
    yield from _assigned(text)


def _urls(text: str) -> Iterator[Span]:
    """`scheme://user:password@host`, but not `postgres:postgres@` or `user:pass@`, which every manual has."""
    for found in _URL.finditer(text):
        user, password = found[1], found[2]
        if user.lower() != password.lower() and _is_url_password(password):
            yield Span(found.start(2), found.end(2), "password in a URL")


def _is_url_password(value: str) -> bool:
    return not is_placeholder(value) and not is_label(value) and (is_password(value) or has_letter_and_digit(value))


def _headers(text: str) -> Iterator[Span]:
    for found in _HEADER.finditer(text):
        value = found[1]
        if has_letter_and_digit(value) and not is_placeholder(value) and not is_wordy(value):
            yield Span(found.start(1), found.end(1), "authorization header")


def _commands(text: str) -> Iterator[Span]:
    for found in _COMMANDS.finditer(text):
        value = found[1]
        if has_letter_and_digit(value) and not is_placeholder(value) and not is_label(value):
            yield Span(found.start(1), found.end(1), "password on a command line")


def introductions(text: str) -> Iterator[re.Match[str]]:
    """The names, looked for only in lines that hold one of their stems: one in a hundred is read letter by letter."""
    low = text.replace("\u0130", "I").lower()  # the one letter that lower case makes two of
    lines = {_line(low, at) for stem in STEMS for at in _places(low, stem)}
    for start, end in sorted(lines):
        yield from _NAME.finditer(text, start, end)


def _places(text: str, stem: str) -> Iterator[int]:
    """One in each line that holds it."""
    at = text.find(stem)
    while at >= 0:
        yield at
        end = text.find("\n", at)
        at = text.find(stem, end) if end >= 0 else -1


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _assigned(text: str) -> Iterator[Span]:
    for name in introductions(text):
        sort = cast("Sort", name.lastgroup)  # the three groups of the pattern are the three sorts
        value = _value_after(text, name, sort)
        if value:
            yield Span(*value, f"value of `{name[0].lower()}`")


def _value_after(text: str, name: re.Match[str], sort: Sort) -> tuple[int, int] | None:
    """Where the secret after a name stands, if one does."""
    found = _ASSIGNED.match(text, name.end())
    if not found and _OPTION.search(text[max(0, name.start() - _OPTION_REACH) : name.start()]):
        found = _OPTION_VALUE.match(text, name.end())
    if found:
        return _judged(found, sort)
    told = _KEY_SHAPED.match(text, name.end()) if sort == "key" else None
    return told.span(1) if told and has_letter_and_digit(told[1]) and is_bare_secret(told[1], sort) else None


def _judged(found: re.Match[str], sort: Sort) -> tuple[int, int] | None:
    for quotes in ("double", "single", "escaped"):
        if found[quotes]:
            return found.span(quotes) if is_quoted_secret(found[quotes], sort) else None
    bare = found["bare"].rstrip(_TRAILING)
    if found["next"] in {"(", "[", "{"} or (found["prose"] and not has_letter_and_digit(bare)):
        return None
    return found.span("bare") if is_bare_secret(bare, sort) else None
