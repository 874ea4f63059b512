"""Entries: what `setup` puts into a harness's files, as values: which file, where in it, and what.

A file is a root that the shell knows (the home folder, a harness's own folder, the project) and a path
below it. Not here: which harness gets which (harnesses), and how a file is edited (setups).
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from .jsonc import Json

# --- values ---------------------------------------------------------------

Scope: TypeAlias = Literal["user", "project"]
Root: TypeAlias = Literal["home", "config", "project", "claude", "claude-json", "codex", "vscode"]


class Place(Struct, frozen=True):
    root: Root
    path: str


class JsonMember(Struct, frozen=True):
    """A member of an object, which is ours by its name."""

    place: Place
    path: tuple[str, ...]
    value: Json


class JsonDefault(Struct, frozen=True):
    """A member that the file must have, and anybody may have given it."""

    place: Place
    path: tuple[str, ...]
    value: Json


class JsonElement(Struct, frozen=True):
    """An element of an array, which is ours by the command in it."""

    place: Place
    path: tuple[str, ...]
    value: Json


class TomlTable(Struct, frozen=True):
    place: Place
    name: tuple[str, ...]
    command: str
    args: tuple[str, ...]


class OwnFile(Struct, frozen=True):
    """A file that is ours whole."""

    place: Place
    text: str


class TextBlock(Struct, frozen=True):
    """A marked part of a text that is somebody's."""

    place: Place
    text: str


Entry: TypeAlias = JsonMember | JsonDefault | JsonElement | TomlTable | OwnFile | TextBlock


class Install(Struct, frozen=True):
    """How this installation is called: the server's words, and a shell's words for a hook, before its event."""

    server: tuple[str, ...]
    hook: str

    def hook_for(self, event: str, harness: str) -> str:
        return f"{self.hook} {event} --harness {harness}"


class Ask(Struct, frozen=True):
    """For whom: this installation, a user or a project, and OpenCode's second format, which keeps servers a level deeper."""

    install: Install
    scope: Scope
    deeper: bool = False

    @property
    def at_user(self) -> bool:
        return self.scope == "user"


# --- functions ------------------------------------------------------------

SERVE = "serve"
CHOICES = frozenset({("--tools", "two"), ("--tools", "full"), ("--tools=two",), ("--tools=full",)})


def given(there: object, ours: Sequence[str]) -> list[str]:
    """Our words for the server, and after them which tools somebody chose: no other words of theirs are kept, or run."""
    words = msgspec.convert(there, list[object]) if isinstance(there, list | tuple) else []
    chosen = tuple(words[words.index(SERVE) + 1 :]) if SERVE in words and list(ours[-1:]) == [SERVE] else ()
    return [*ours, *map(str, chosen)] if chosen in CHOICES else list(ours)
