"""Calls: what a client sends as a tool's arguments, judged by us, for the SDK judges nothing.

A call becomes a question or a request to remember, or a refusal that names every fault at once
and how to mend it. Lists may come as lists, as JSON in a string, or as lines. Nothing raises.
"""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ...core.days import parse_day
from ...core.outcome import Explained, Outcome, shown
from ...core.render import counted

UNKNOWN_NAMED = 8  # of the arguments that nobody takes; the rest are counted
NAME_LENGTH = 100  # of an argument's name that is compared with ours
FLAGS = ("true", "false")
NO_OBJECT = ""  # an argument's name that stands for arguments which were no object at all

# --- values ---------------------------------------------------------------


class Parameter(Struct, frozen=True):
    """A tool's parameter: its schema's half (`description`) and the reading of it (`many`, `required`)."""

    name: str
    description: str
    many: bool = False
    required: bool = False
    keys: bool = False  # its items are keys or tags: commas part them too
    form: Literal["text", "day", "flag"] = "text"
    choices: tuple[str, ...] = ()  # none: any text

    def schema(self) -> dict[str, object]:
        if self.form == "flag":
            return {"type": "boolean", "description": self.description}
        text: dict[str, object] = {"type": "string"}
        if self.choices:
            text["enum"] = list(self.choices)
        if not self.many:
            return {**text, "description": self.description}
        return {"anyOf": [{"type": "array", "items": text}, text], "description": self.description}


class Arguments(Struct, frozen=True):
    """What was said, by parameter: nothing blank is in it."""

    texts: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]

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
    read: dict[Parameter, tuple[str, ...]] = {}
    for parameter in parameters:
        match _read(parameter, given.get(parameter.name, "")):
            case Failure(problem):
                problems.append(problem)
            case Success(items):
                read[parameter] = items
    if problems:
        return Failure(BadArguments(tool, tuple(problems), takes))
    return Success(
        Arguments(
            texts={parameter.name: items[0] for parameter, items in read.items() if items and not parameter.many},
            lists={parameter.name: items for parameter, items in read.items() if parameter.many},
        )
    )


def as_given(said: object) -> Mapping[str, object]:
    """By name, without those that are null; what is no object at all is under its own name."""
    if said is not None and not isinstance(said, Mapping):
        return {NO_OBJECT: said}
    pairs = cast("Mapping[object, object]", said or {}).items()
    return {str(name): value for name, value in pairs if value is not None}


def _read(parameter: Parameter, value: object) -> Outcome[tuple[str, ...], str]:
    """The items of a parameter, or what is wrong with them."""
    match _items(parameter, value):
        case Failure(problem):
            return Failure(problem)
        case Success(items):
            said = tuple(text for item in items if (text := plain(item)).strip())
    if parameter.required and not said:
        return Failure(f"`{parameter.name}` is missing or blank")
    problem = next((problem for item in said if (problem := _misfit(parameter, item.strip()))), "")
    return Failure(f"`{parameter.name}` {problem}") if problem else Success(said)


def _misfit(parameter: Parameter, item: str) -> str:
    if parameter.choices and item not in parameter.choices:
        return f"is `{shown(item)}`, none of {', '.join(parameter.choices)}"
    if parameter.form == "day" and parse_day(item) is None:
        return f"is `{shown(item)}`, no day such as 2026-08-07"
    if parameter.form == "flag" and item not in FLAGS:
        return f"is `{shown(item)}`, neither true nor false"
    return ""


def _items(parameter: Parameter, value: object) -> Outcome[Sequence[str], str]:
    if isinstance(value, bool) and parameter.form == "flag":
        return Success((str(value).lower(),))
    if isinstance(value, str):
        return Success(_from_text(parameter, value) if parameter.many else (value,))
    if not parameter.many:
        wanted = "true or false" if parameter.form == "flag" else "text"
        return Failure(f"`{parameter.name}` must be {wanted}, not {kind(value)}")
    if not isinstance(value, list):
        return Failure(f"`{parameter.name}` must be a list of texts, not {kind(value)}")
    items = cast("list[object]", value)
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) == len(items):
        return Success(texts)
    strange = next(item for item in items if not isinstance(item, str))
    return Failure(f"`{parameter.name}` must be a list of texts: it holds {kind(strange)}")


def _from_text(parameter: Parameter, text: str) -> Sequence[str]:
    """A list that a client flattened: JSON in a string, or one item a line."""
    if text.lstrip().startswith("["):
        try:
            return msgspec.json.decode(text, type=list[str])
        except msgspec.MsgspecError:
            pass
    lines = text.replace(",", "\n") if parameter.keys else text
    return [line.strip().removeprefix("- ").removeprefix("* ") for line in lines.splitlines()]


def plain(text: str) -> str:
    """Text that UTF-8 can carry: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def kind(value: object) -> str:
    """What JSON calls it."""
    kinds: Sequence[tuple[type | tuple[type, ...], str]] = (
        (type(None), "null"),
        (bool, "a boolean"),
        ((int, float), "a number"),
        (str, "text"),
        (Mapping, "an object"),
    )
    return next((name for types, name in kinds if isinstance(value, types)), "a list")


def _unknown(names: Sequence[str], takes: Sequence[str]) -> Iterable[str]:
    for name in names[:UNKNOWN_NAMED]:
        near = difflib.get_close_matches(name[:NAME_LENGTH], takes, 1)
        yield f"unknown argument `{shown(name)}`" + (f" (did you mean `{near[0]}`?)" if near else "")
    if (more := len(names) - UNKNOWN_NAMED) > 0:
        yield f"and {counted(more, 'more unknown argument')}"
