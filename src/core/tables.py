"""Tables: a file of settings read as nested tables, whatever state it is in.

A file that is broken, of another shape, or nested beyond sense is an empty table.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, cast

import yaml

Table: TypeAlias = Mapping[str, object]


def as_table(parse: Callable[[str], object], text: str) -> Table:
    """What a JSON or TOML parser makes of the text."""
    try:
        return tabular(parse(text))
    except (ValueError, RecursionError):
        return {}


def yaml_table(text: str) -> Table:
    """YAML with every scalar a string: `on` is a key, not true."""
    try:
        return tabular(yaml.load(text, yaml.CBaseLoader))  # noqa: S506  (the base loader makes strings, lists, dicts)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}


def tabular(value: object) -> Table:
    """The value, if it is a table; JSON's, TOML's and YAML's keys are strings by now."""
    return cast("Table", value) if isinstance(value, dict) else {}


def table(parent: Table, name: str) -> Table:
    return tabular(parent.get(name))


def strings(parent: Table, name: str) -> Iterator[tuple[str, str]]:
    """The entries of a table of commands: each a string, a list of strings, or a table that holds a `cmd`."""
    for key, value in table(parent, name).items():
        yield key, " && ".join(spelled(value))


def spelled(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (each for each in cast("list[object]", value) if isinstance(each, str))
    else:
        inner = tabular(value)
        yield from (text for name in ("cmd", "shell", "command") if name in inner for text in spelled(inner[name]))
