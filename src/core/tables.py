"""Tables: a file of settings read as nested tables, whatever state it is in.

A file that is broken, of another shape, or nested beyond sense is an empty table.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import yaml

Table: TypeAlias = Mapping[str, object]


def as_table(parse: Callable[[str], object], text: str) -> Table:
    """What a JSON or TOML parser makes of the text."""
    try:
        value = parse(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def yaml_table(text: str) -> Table:
    """YAML with every scalar a string: `on` is a key, not true."""
    try:
        value: object = yaml.load(text, yaml.CBaseLoader)  # noqa: S506  (the base loader makes strings, lists, dicts)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return {str(key): each for key, each in value.items()} if isinstance(value, dict) else {}


def table(parent: Table, name: str) -> Table:
    value = parent.get(name)
    return value if isinstance(value, dict) else {}


def strings(parent: Table, name: str) -> Iterator[tuple[str, str]]:
    """The entries of a table of commands: each a string, a list of strings, or a table that holds a `cmd`."""
    for key, value in table(parent, name).items():
        yield str(key), " && ".join(spelled(value))


def spelled(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            yield from (each for each in value if isinstance(each, str))
        case dict():
            yield from spelled(next((value[name] for name in ("cmd", "shell", "command") if name in value), []))
        case _:
            pass
