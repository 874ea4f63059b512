"""Parameters: what a tool takes, as a schema for its client and as a reading of what came.

A list may come as a list, as JSON in a string, or as lines; an object as an object or as JSON in a string.
Nothing raises. Not here: which of them are missing or nobody's (calls).
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, cast

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from ...core.days import parse_day
from ...core.outcome import Outcome, shown

FLAGS = ("true", "false")

# --- values ---------------------------------------------------------------

Entry: TypeAlias = str | tuple[str, ...] | None


class Parameter(Struct, frozen=True):
    """The schema's half (`description`), and what the reading must know."""

    name: str
    description: str
    many: bool = False  # a list of texts; of a map, that an entry may be one
    required: bool = False
    keys: bool = False  # its items are keys or tags: commas part them too
    form: Literal["text", "day", "flag", "map"] = "text"
    choices: tuple[str, ...] = ()  # none: any text
    removes: bool = False  # of a map: an entry may be null

    def schema(self) -> dict[str, object]:
        return {**self._type(), "description": self.description}

    def _type(self) -> dict[str, object]:
        text: dict[str, object] = {"type": "string"}
        if self.form == "flag":
            return {"type": "boolean"}
        if self.form == "map":
            return {"anyOf": [{"type": "object", "additionalProperties": self._entry()}, text]}
        if self.choices:
            text["enum"] = list(self.choices)
        return {"anyOf": [_listed(text), text]} if self.many else text

    def _entry(self) -> dict[str, object]:
        text: dict[str, object] = {"type": ["string", "null"] if self.removes else "string"}
        return {"anyOf": [text, _listed({"type": "string"})]} if self.many else text


def _listed(text: dict[str, object]) -> dict[str, object]:
    return {"type": "array", "items": text}


# --- texts ------------------------------------------------------------------


def read_texts(parameter: Parameter, value: object) -> Outcome[tuple[str, ...], str]:
    """The items, none of them blank, or what is wrong with them."""
    match _items(parameter, value):
        case Failure(problem):
            return Failure(problem)
        case Success(items):
            said = tuple(text for item in items if (text := plain(item)).strip())
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
    if (texts := _all_texts(value)) is not None:
        return Success(texts)
    if not isinstance(value, list):
        return Failure(f"`{parameter.name}` must be a list of texts, not {kind(value)}")
    strange = next(item for item in cast("list[object]", value) if not isinstance(item, str))
    return Failure(f"`{parameter.name}` must be a list of texts: it holds {kind(strange)}")


def _all_texts(value: object) -> Sequence[str] | None:
    """A list of nothing else."""
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    texts = [item for item in items if isinstance(item, str)]
    return texts if len(texts) == len(items) else None


def _from_text(parameter: Parameter, text: str) -> Sequence[str]:
    """A list that a client flattened: JSON in a string, or one item a line."""
    if text.lstrip().startswith("["):
        try:
            return msgspec.json.decode(text, type=list[str])
        except msgspec.MsgspecError:
            pass
    lines = text.replace(",", "\n") if parameter.keys else text
    return [line.strip().removeprefix("- ").removeprefix("* ") for line in lines.splitlines()]


# --- maps -------------------------------------------------------------------


def read_map(parameter: Parameter, value: object) -> Outcome[Mapping[str, Entry], str]:
    """By name, as it was said; an entry may be null where that takes something out."""
    given = _object(value) if isinstance(value, str) else value
    if not isinstance(given, Mapping):
        return Failure(f"`{parameter.name}` must be an object of texts, not {kind(value)}")
    read: dict[str, Entry] = {}
    for name, entry in cast("Mapping[object, object]", given).items():
        match _entry(parameter, entry):
            case Failure(problem):
                return Failure(f"`{parameter.name}` must be an object of texts: `{shown(str(name))}` is {problem}")
            case Success(said):
                read[plain(str(name))] = said
    return Success(read)


def _object(text: str) -> object:
    """What a client flattened into JSON; blank is nothing."""
    try:
        return msgspec.json.decode(text) if text.strip() else {}
    except msgspec.MsgspecError:
        return text


def _entry(parameter: Parameter, entry: object) -> Outcome[Entry, str]:
    if isinstance(entry, str):
        return Success(plain(entry))
    if entry is None and parameter.removes:
        return Success(None)
    if parameter.many and (texts := _all_texts(entry)) is not None:
        return Success(tuple(map(plain, texts)))
    return Failure(kind(entry))


# --- words ------------------------------------------------------------------


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
