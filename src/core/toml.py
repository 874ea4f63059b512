"""TOML: a configuration's text as a value, or what is wrong with it and on which line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome

T = TypeVar("T")

# tomllib takes about a second for 1 MB, and the square of the dots in one key: 70 s for 50,000 of them.
LARGEST = 1_000_000
DEEPEST = 100

# --- refusals -------------------------------------------------------------


class InvalidConfig(Struct, frozen=True, tag=True):
    where: str
    problem: str
    line: int | None = None

    def explain(self) -> Explained:
        place = f"{self.where}:{self.line}" if self.line else self.where
        return Explained(self.problem, place, "Mend that line; `hindnote init` writes the file anew when it is gone.")


# --- functions ------------------------------------------------------------


def read_toml(text: str, where: str, kind: type[T]) -> Outcome[tuple[T, Mapping[str, object]], InvalidConfig]:
    """The value, and the table with what the value has no place for."""
    text = text.removeprefix("\ufeff")
    if len(text) > LARGEST or max(line.count(".") for line in text.split("\n")) > DEEPEST:
        return Failure(InvalidConfig(where, "too large, or nested too deeply, to be a configuration"))
    try:
        table = tomllib.loads(text)
        return Success((msgspec.convert(table, kind), table))
    except msgspec.ValidationError as fault:
        return Failure(InvalidConfig(where, str(fault), line_of(text, _path_told(str(fault)))))
    except ValueError as fault:  # TOML's, and Python's own of a number with too many digits
        return Failure(InvalidConfig(where, f"not TOML: {fault}", _line_told(str(fault), text)))
    except RecursionError:
        return Failure(InvalidConfig(where, "not TOML: nested too deeply"))


def names_in(table: object) -> set[str]:
    return set(cast("dict[str, object]", table)) if isinstance(table, dict) else set()  # tomllib types its values Any


def _line_told(fault: str, text: str) -> int:
    found = re.search(r"at line (\d+)", fault)
    return int(found[1]) if found else text.count("\n") + 1  # "at end of document"


def _path_told(fault: str) -> str:
    found = re.search(r"`\$\.([^`[]*)", fault)
    return found[1] if found else ""


def line_of(text: str, path: str) -> int | None:
    """Where `table.name` or `[table]` stands, as TOML is usually laid out; None where it is spelled in another way."""
    return next((number for place, number in _laid_out(text) if place == path), None)


def _laid_out(text: str) -> Iterator[tuple[str, int]]:
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([^\[\]]*?)\s*\]", line):
            table = header[1]
            yield table, number
        elif "=" in line:
            name = line.partition("=")[0].strip().strip("\"'")
            yield f"{table}.{name}" if table else name, number
