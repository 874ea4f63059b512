"""Configured: what harnesses will start in our name, as their own files say it now.

Effects: reads the configurations of harnesses.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from returns.pipeline import is_successful
from returns.result import Success

from ...core.entries import Ask, Entry, JsonElement, JsonMember, Root, Scope, TomlTable
from ...core.harnesses import HARNESSES, SERVER, Harness
from ...core.jsonc import Json
from ...core.jsonedits import value_at
from ...core.setups import calls_us
from . import places
from .texts import read_text

# --- values ---------------------------------------------------------------


class Started(Struct, frozen=True):
    """A server's or a hook's command, and the file that names it."""

    harness: Harness
    scope: Scope
    file: Path
    command: tuple[str, ...]
    env: Mapping[str, str] = {}


class _Said(Struct, frozen=True):
    """As any of the harnesses spells it."""

    command: str | list[str]
    args: list[str] = []
    env: dict[str, str] = {}
    environment: dict[str, str] = {}


# --- functions ------------------------------------------------------------


def servers(known: Mapping[Root, Path]) -> Iterator[Started]:
    """Each entry of ours that a harness has, of a user's files and of a project's."""
    for harness, ask in _asks():
        for entry in harness.entries(ask):
            said: object
            match entry:
                case JsonMember(place, path) if path[-1] == SERVER:
                    said = _member(places.path_of(place, known), path)
                case TomlTable(place, name):
                    said = _table(places.path_of(place, known), name)
                case _:
                    continue
            if (read := _read(said)) is not None:
                yield Started(harness, ask.scope, places.path_of(place, known), *read)


def hooks(known: Mapping[Root, Path]) -> Iterator[Started]:
    """The first hook of ours in each file that has any; its command is a shell's."""
    for harness, ask in _asks():
        for place in dict.fromkeys(each.place for each in harness.entries(ask) if _is_of_hooks(each)):
            match _member(places.path_of(place, known), ("hooks",)):
                case dict() | list() as said if calls_us(said):
                    command = next(each for each in _texts(said) if calls_us(each))
                    yield Started(harness, ask.scope, places.path_of(place, known), (command,))
                case _:
                    pass


def _is_of_hooks(entry: Entry) -> bool:
    """One among others', or, in a file of ours alone, all of them."""
    return isinstance(entry, JsonElement) or (isinstance(entry, JsonMember) and entry.path == ("hooks",))


def _asks() -> Iterator[tuple[Harness, Ask]]:
    scopes: tuple[Scope, ...] = ("user", "project")
    return ((harness, Ask(places.here(), scope)) for harness in HARNESSES for scope in scopes)


def _member(path: Path, where: tuple[str, ...]) -> Json:
    match read_text(path):
        case Success(str() as text):
            deeper = (where[0], "servers", *where[1:])  # OpenCode's second format
            there = (each.unwrap() for each in (value_at(text, where), value_at(text, deeper)) if is_successful(each))
            return next((each for each in there if each is not None), None)
        case _:
            return None


def _table(path: Path, name: tuple[str, ...]) -> object:
    match read_text(path):
        case Success(str() as text):
            pass
        case _:
            return None
    try:
        found: object = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    for key in name:
        found = msgspec.convert(found, dict[str, object]).get(key) if isinstance(found, dict) else None
    return found


def _read(said: object) -> tuple[tuple[str, ...], Mapping[str, str]] | None:
    try:
        read = msgspec.convert(said, _Said)
    except msgspec.ValidationError:
        return None
    words = [read.command] if isinstance(read.command, str) else read.command
    return (*words, *read.args), {**read.env, **read.environment}


def _texts(said: Json) -> Iterator[str]:
    match said:
        case str():
            yield said
        case dict():
            for each in said.values():
                yield from _texts(each)
        case list():
            for each in said:
                yield from _texts(each)
        case _:
            pass
