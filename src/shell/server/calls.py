"""Calls: what a client sends as a tool's arguments, judged by us, for the SDK judges nothing.

A call becomes what its tool takes, or a refusal that names every fault at once and how to mend it.
Nothing raises. Not here: what one argument may be (parameters).
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome, shown
from ...core.render import counted
from .parameters import Entry, Parameter, kind, read_map, read_texts

UNKNOWN_NAMED = 8  # of the arguments that nobody takes; the rest are counted
NAME_LENGTH = 100  # of an argument's name that is compared with ours
NO_OBJECT = ""  # an argument's name that stands for arguments which were no object at all

# --- values ---------------------------------------------------------------


class Arguments(Struct, frozen=True):
    """What was said, by parameter: no blank text is in it."""

    texts: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]
    maps: Mapping[str, Mapping[str, Entry]] = {}

    def word(self, name: str) -> str | None:
        """Of a parameter that takes no text but a choice, a day or a key."""
        said = self.texts.get(name)
        return said and said.strip()

    def flag(self, name: str) -> bool:
        return self.word(name) == "true"


# --- refusals -------------------------------------------------------------


class BadArguments(Struct, frozen=True, tag=True):
    tool: str
    problems: tuple[str, ...]
    takes: tuple[str, ...]

    def explain(self) -> Explained:
        mend = f"{self.tool} takes {', '.join(self.takes)}; nothing was done."
        return Explained("; ".join(self.problems), f"arguments of {self.tool}", mend)


class UnknownTool(Struct, frozen=True, tag=True):
    name: str
    known: tuple[str, ...]

    def explain(self) -> Explained:
        return Explained(f"no tool is called `{shown(self.name)}`", "tools/call", f"Call {' or '.join(self.known)}.")


# --- decisions ------------------------------------------------------------


def read_arguments(tool: str, parameters: Sequence[Parameter], said: object) -> Outcome[Arguments, BadArguments]:
    """Every argument read as its parameter wants it, or every fault named."""
    takes = tuple(parameter.name for parameter in parameters)
    given = as_given(said)
    if NO_OBJECT in given:
        return Failure(BadArguments(tool, (f"arguments must be an object, not {kind(given[NO_OBJECT])}",), takes))
    problems = list(_unknown([name for name in given if name not in takes], takes))
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    maps: dict[str, Mapping[str, Entry]] = {}
    for parameter in parameters:
        value = given.get(parameter.name, "")
        if parameter.form == "map":
            match read_map(parameter, value):
                case Failure(problem):
                    problems.append(problem)
                case Success(entries):
                    maps[parameter.name] = entries
            continue
        match _read_texts(parameter, value):
            case Failure(problem):
                problems.append(problem)
            case Success(items) if parameter.many:
                lists[parameter.name] = items
            case Success(items):
                texts.update((parameter.name, item) for item in items[:1])
    return Failure(BadArguments(tool, tuple(problems), takes)) if problems else Success(Arguments(texts, lists, maps))


def _read_texts(parameter: Parameter, value: object) -> Outcome[tuple[str, ...], str]:
    match read_texts(parameter, value):
        case Success(()) if parameter.required:
            return Failure(f"`{parameter.name}` is missing or blank")
        case read:
            return read


def as_given(said: object) -> Mapping[str, object]:
    """By name, without those that are null; what is no object at all is under its own name."""
    if said is not None and not isinstance(said, Mapping):
        return {NO_OBJECT: said}
    pairs = cast("Mapping[object, object]", said or {}).items()
    return {str(name): value for name, value in pairs if value is not None}


def _unknown(names: Sequence[str], takes: Sequence[str]) -> Iterable[str]:
    for name in names[:UNKNOWN_NAMED]:
        near = difflib.get_close_matches(name[:NAME_LENGTH], takes, 1)
        yield f"unknown argument `{shown(name)}`" + (f" (did you mean `{near[0]}`?)" if near else "")
    if (more := len(names) - UNKNOWN_NAMED) > 0:
        yield f"and {counted(more, 'more unknown argument')}"
