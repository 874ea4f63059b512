"""Arguments: the words of a command line as text, and the options that any command takes.

Words are UTF-8 whatever the locale says, and `--team`, `--local`, `--vault` and `--json` may stand
before the command or after it. Not here: a command's own options (cyclopts reads those).
"""

import os
from collections.abc import Sequence

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome

END_OF_OPTIONS = "--"
FOLDER_OPTIONS = ("--team", "--local", "--vault")

# --- values ---------------------------------------------------------------


class CommandLine(Struct, frozen=True, kw_only=True):
    command: str  # "" when none was named
    words: tuple[str, ...]  # what follows the command, the global options taken out
    team: str | None = None
    local: str | None = None
    vaults: tuple[str, ...] = ()
    json: bool = False  # errors are JSON too


# --- refusals -------------------------------------------------------------


class OptionWithoutValue(Struct, frozen=True, tag=True):
    option: str

    def explain(self) -> Explained:
        return Explained(f"{self.option} needs a folder", "command line", f"Write `{self.option} DIR`.")


# --- functions ------------------------------------------------------------


def as_text(word: str) -> str:
    """What the shell sent, read as UTF-8; what is no UTF-8 becomes a replacement character."""
    return os.fsencode(word).decode("utf-8", "replace")


def read_words(words: Sequence[str]) -> Outcome[CommandLine, OptionWithoutValue]:
    """A folder keeps the bytes of its name; everything else is text."""
    ours, rest = _split(list(words))
    folders: dict[str, list[str]] = {option: [] for option in FOLDER_OPTIONS}
    left: list[str] = []
    while ours:
        word = ours.pop(0)
        option, equals, value = word.partition("=")
        if option not in FOLDER_OPTIONS:
            left.append(as_text(word))
        elif equals or ours:
            folders[option].append(value if equals else ours.pop(0))
        else:
            return Failure(OptionWithoutValue(option))
    return Success(_command_line(left, rest, folders))


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index(END_OF_OPTIONS) if END_OF_OPTIONS in words else len(words)
    return words[:at], words[at:]


def _command_line(left: list[str], rest: list[str], folders: dict[str, list[str]]) -> CommandLine:
    first = next((at for at, word in enumerate(left) if not word.startswith("-")), len(left))
    before, command, after = left[:first], left[first : first + 1], left[first + 1 :]
    return CommandLine(
        command="".join(command),
        words=(*before, *after, *map(as_text, rest)),
        team=next(iter(folders["--team"][-1:]), None),
        local=next(iter(folders["--local"][-1:]), None),
        vaults=tuple(folders["--vault"]),
        json="--json" in left,
    )
