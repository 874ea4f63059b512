"""TOML tables: one table put at a configuration's end or taken out, and every other character as it was.

The file is read as text, table by table, and the result is checked against a full parser: unless it
means what it meant before with that one table changed, the edit is refused.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .entries import given
from .outcome import Explained, Outcome
from .splices import Splice, spliced

# --- values ---------------------------------------------------------------

Table: TypeAlias = Mapping[str, str | Sequence[str]]

# --- refusals -------------------------------------------------------------


class InvalidToml(Struct, frozen=True, tag=True):
    problem: str

    def explain(self) -> Explained:
        return Explained(f"the file is no TOML: {self.problem}", "", "Mend that line, then try again.")


class OtherTable(Struct, frozen=True, tag=True):
    """The table is there in a spelling that cannot be edited by its lines."""

    name: str

    def explain(self) -> Explained:
        mend = f"Remove it, or write it as a table of its own, `[{self.name}]`, then try again."
        return Explained(f"`{self.name}` is written in a way that we do not edit", "", mend)


TomlRefusal: TypeAlias = InvalidToml | OtherTable

# --- decisions ------------------------------------------------------------


def put_table(text: str, name: Sequence[str], table: Table) -> Outcome[tuple[Splice, ...], TomlRefusal]:
    """The table has these values, beside those that somebody gave it: in its place when it is there, else at the end."""
    match _read(text):
        case Failure(invalid):
            return Failure(invalid)
        case Success(before):
            pass
    there = _at(before, name)
    table = {key: value if isinstance(value, str) else given(_at(there, [key]), value) for key, value in table.items()}
    wanted = {**msgspec.convert(there, dict[str, object]), **table} if isinstance(there, dict) else table
    if there == wanted:
        return Success(())
    spans = _spans(text, name)
    if not spans:
        return _checked(text, name, wanted, (Splice(len(text), "", _gap(text) + _written(text, name, table)),))
    own = [span for span in spans if _keys(_title(text[slice(*span)])) == list(name)]
    return _checked(
        text, name, wanted, tuple(Splice(start, text[start:end], _given(text[start:end], table)) for start, end in own)
    )


def drop_table(text: str, name: Sequence[str]) -> Outcome[tuple[Splice, ...], TomlRefusal]:
    """Without the table and those below it; no edit where it is not."""
    match _read(text):
        case Failure(invalid):
            return Failure(invalid)
        case Success(before):
            pass
    if _at(before, name) is None:
        return Success(())
    return _checked(text, name, None, tuple(_cuts(text, _spans(text, name))))


# --- reading --------------------------------------------------------------


def _read(text: str) -> Outcome[dict[str, object], InvalidToml]:
    try:
        return Success(tomllib.loads(text.removeprefix("\ufeff")))
    except (ValueError, RecursionError) as problem:
        return Failure(InvalidToml(str(problem)[:200]))


def _at(document: object, name: Sequence[str]) -> object:
    for key in name:
        document = msgspec.convert(document, dict[str, object]).get(key) if isinstance(document, dict) else None
    return document


def _without(document: dict[str, object], name: Sequence[str]) -> dict[str, object]:
    """The document without the table, and without those that only held it."""
    key, *below = name
    inner = document.get(key)
    rest = {each: value for each, value in document.items() if each != key}
    kept = _without(msgspec.convert(inner, dict[str, object]), below) if below and isinstance(inner, dict) else None
    return {**rest, key: kept} if kept else rest


_HEADER = re.compile(r"[ \t]*\[[ \t]*([^\[\]\n]+?)[ \t]*\][ \t]*(?:#[^\n]*)?\r?\n?")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r'"""|\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*')


def _spans(text: str, name: Sequence[str]) -> list[tuple[int, int]]:
    """Of the table and those below it, each from its header to the next, whatever stands in strings of several lines."""
    found: list[tuple[int, int]] = []
    start: int | None = None
    for at, header in _headers(text):
        if start is not None:
            found.append((start, at))
            start = None
        if header[: len(name)] == list(name):
            start = at
    return [*found, (start, len(text))] if start is not None else found


def _headers(text: str) -> Iterator[tuple[int, list[str]]]:
    """Where each table begins, and its name; none of an array of tables."""
    at, closing = 0, ""
    for line in _LINE.findall(text):
        bare = line.removeprefix("\ufeff")
        if not closing and bare.lstrip(" \t").startswith("["):
            yield at, _keys(_title(bare))
        closing = _left_open(line, closing)
        at += len(line)


def _title(lines: str) -> str:
    """What stands between the brackets of a table's first line; nothing of an array of tables."""
    header = _HEADER.match(lines.removeprefix("\ufeff"))
    return header.group(1) if header else ""


def _keys(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in dotted.split(".")]


def _left_open(line: str, closing: str) -> str:
    """The quotes that a string of several lines still waits for at a line's end."""
    at = 0
    while True:
        if closing:
            end = line.find(closing, at)
            if end < 0:
                return closing
            at, closing = end + 3, ""
        found = _FENCE.search(line, at)
        if found is None:
            return ""
        at = found.end()
        closing = found.group() if found.group() in {'"""', "'''"} else ""


# --- writing --------------------------------------------------------------


def _checked(
    text: str, name: Sequence[str], table: Mapping[str, object] | None, splices: tuple[Splice, ...]
) -> Outcome[tuple[Splice, ...], TomlRefusal]:
    match _read(text), _read(spliced(text, splices)):
        case Success(before), Success(after) if _at(after, name) == table and _without(after, name) == _without(
            before, name
        ):
            return Success(splices)
        case _:
            return Failure(OtherTable(".".join(name)))


def _cuts(text: str, spans: Sequence[tuple[int, int]]) -> list[Splice]:
    """Each table with its lines, the last of a file with the gap before it."""
    cuts: list[Splice] = []
    for start, end in spans:
        before = len(text[:start].rstrip()) + len(_newline(text)) if end == len(text) and start else start
        at = min(before, start)
        cuts.append(Splice(at, text[at:end], ""))
    return cuts


def _given(table: str, values: Table) -> str:
    """The lines of a table with these values: each on the line that it had, else below the one before it."""
    newline = _newline(table)
    text = table if table.endswith("\n") else table + newline
    at = text.index("\n") + 1
    for key, value in values.items():
        said = f"{key} = {_literal(value)}"
        found = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*=[ \t]*(?:\[[^\]]*\]|[^\r\n]*)", re.MULTILINE).search(text)
        start, end = found.span() if found else (at, at)
        text = text[:start] + (said if found else said + newline) + text[end:]
        at = text.index("\n", start) + 1
    return text


def _gap(text: str) -> str:
    newline = _newline(text)
    return "" if not text.strip() else newline if text.endswith("\n") else newline * 2


def _written(text: str, name: Sequence[str], table: Table) -> str:
    lines = [f"[{'.'.join(name)}]", *(f"{key} = {_literal(value)}" for key, value in table.items())]
    return _newline(text).join([*lines, ""])


def _literal(value: str | Sequence[str]) -> str:
    """A basic string of JSON's is one of TOML's (toml.io, v1.0: the same escapes)."""
    if isinstance(value, str):
        return msgspec.json.encode(value).decode()
    return f"[{', '.join(map(_literal, value))}]"


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
