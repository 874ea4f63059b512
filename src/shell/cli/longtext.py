"""Long text: an option's value from stdin (`-`) or from a file (`@file`); anything else is the text itself.

Effects: reads stdin and the files that were named.
"""

import sys
from collections.abc import Sequence

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome, shown
from ..regular import read_named

STDIN = "@-"  # what a lone dash becomes before cyclopts reads it as an option without a name


def spelled_out(words: Sequence[str]) -> list[str]:
    return [STDIN if word == "-" else word for word in words]


# --- refusals -------------------------------------------------------------


class CannotReadText(Struct, frozen=True, tag=True):
    option: str
    path: str
    problem: str

    def explain(self) -> Explained:
        mend = f"Name a text file in UTF-8. For a value that begins with `@`, write `{self.option} @@...`."
        return Explained(f"{self.option} cannot be read: {self.problem}", self.path, mend)


class NoPair(Struct, frozen=True, tag=True):
    option: str
    problem: str

    def explain(self) -> Explained:
        mend = f"Write `{self.option} NAME=VALUE`, each name once. Nothing was changed."
        return Explained(f"{self.option} {self.problem}", "command line", mend)


# --- functions ------------------------------------------------------------


class LongTexts:
    """The readers of one command line: stdin is there once, whoever asks first."""

    def __init__(self) -> None:
        self.problems: list[CannotReadText | NoPair] = []
        self._stdin_of = ""

    def all(self, option: str, values: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.text(option, value) for value in values)

    def named(self, option: str, pairs: Sequence[str]) -> dict[str, str]:
        """Of `NAME=VALUE`, each value read as any other."""
        found: dict[str, str] = {}
        for pair in pairs:
            name, equals, value = pair.partition("=")
            name = name.strip()
            if not (equals and name):
                self.problems.append(NoPair(option, "wants a name and what it is to say"))
            elif name in found:
                self.problems.append(NoPair(option, f"names `{shown(name)}` twice"))
            else:
                found[name] = self.text(option, value)
        return found

    def text(self, option: str, value: str) -> str:
        match self._read(option, value):
            case Failure(problem):
                self.problems.append(problem)
                return ""
            case Success(text):
                return text

    def _read(self, option: str, value: str) -> Outcome[str, CannotReadText]:
        if value in {"-", STDIN}:
            return self._stdin(option)
        if not value.startswith("@"):
            return Success(value)
        if value.startswith("@@"):
            return Success(value[1:])
        try:
            return _decoded(option, value, read_named(value[1:]))
        except (OSError, ValueError) as fault:
            return Failure(CannotReadText(option, value[1:], getattr(fault, "strerror", None) or str(fault)))

    def _stdin(self, option: str) -> Outcome[str, CannotReadText]:
        if self._stdin_of:
            return Failure(CannotReadText(option, "stdin", f"{self._stdin_of} has read it already"))
        self._stdin_of = option
        return _decoded(option, "stdin", sys.stdin.buffer.read())


def _decoded(option: str, path: str, data: bytes) -> Outcome[str, CannotReadText]:
    try:
        return Success(data.decode("utf-8-sig").strip("\n"))
    except UnicodeDecodeError as fault:
        return Failure(CannotReadText(option, path, f"not UTF-8: byte {fault.start} is 0x{data[fault.start]:02x}"))
