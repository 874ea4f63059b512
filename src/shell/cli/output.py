"""Output: what a command prints, for a person or a program, and how a refusal ends it.

Exit codes: 0 done, 1 refused or something found, 2 a command line that cannot be understood.
A refusal quotes what was said, whoever composed it (cyclopts too), but never a secret.

Effects: writes stdout and stderr; reads NO_COLOR and whether stdout is a terminal.
"""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import TextIO, TypeVar

from msgspec import Struct
from returns.result import Failure, Success

from ...core.outcome import Explained, Outcome, Refusal
from ...core.quoted import line
from ...core.render import COLOURED, PLAIN, Palette
from ..pathjson import encoded

T = TypeVar("T")

DONE = 0
REFUSED = 1
USAGE = 2
INTERRUPTED = 130  # as a shell reports it


# --- refusals -------------------------------------------------------------


class Blank(Struct, frozen=True, tag=True):
    what: str

    def explain(self) -> Explained:
        return Explained(f"the {self.what} is blank", "command line", f"Say in a few words what the {self.what} is.")


class CannotPrint(Struct, frozen=True, tag=True):
    problem: str

    def explain(self) -> Explained:
        mend = "What the command did is done: say where its answer is to go, and ask again for what you need."
        return Explained(f"the answer cannot be written: {self.problem}", "stdout", mend)


# --- functions ------------------------------------------------------------


def say(text: str) -> None:
    print(text)


def say_json(value: object) -> None:
    """One line; the field names are the public shape."""
    print(encoded(value).decode())


def palette() -> Palette:
    """Colour only for eyes, and never against NO_COLOR (no-color.org: set and not empty)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return PLAIN if plain else COLOURED


def refused(refusal: Refusal, *, json: bool, code: int = REFUSED) -> int:
    """Say on stderr what is wrong, where, and how to mend it."""
    from ...core.discretion import discreet  # noqa: PLC0415  (only who is refused pays for it)

    sys.stdout.flush()
    print(explanation(discreet(refusal.explain()), json=json), file=sys.stderr)
    return code


def answered(
    outcome: Outcome[T, Refusal],
    as_text: Callable[[T], str],
    as_json: Callable[[T], object] | None = None,
    *,
    json: bool,
    code: int = REFUSED,
) -> int:
    """Say what a use case came to: its answer as text or JSON (its own fields, unless `as_json` says which), or why not."""
    match outcome:
        case Failure(refusal):
            return refused(refusal, json=json, code=code)
        case Success(answer) if json:
            say_json(as_json(answer) if as_json else answer)
        case Success(answer):
            say(as_text(answer))
    return DONE


def explanation(told: Explained, *, json: bool) -> str:
    if json:
        return encoded(told).decode()
    where = f" ({line(told.where)})" if told.where else ""
    return f"hindnote: {line(told.error)}{where}\n  {line(told.mend)}"


def utf8_streams() -> None:
    """UTF-8 whatever the locale; what cannot be written is spelled out rather than an error."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, _nothing_at(number))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _nothing_at(number: int) -> TextIO:
    """A stream that the caller closed is empty; else the next file opened, a note, would have its number."""
    null = os.open(os.devnull, os.O_RDWR)
    if null != number:
        os.dup2(null, number)
        os.close(null)
    return open(number, "w" if number else "r", encoding="utf-8", closefd=False)


def silence_stdout() -> None:
    """The reader went away: nobody is left to be told, not even by the interpreter at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def unheard(fault: OSError, *, json: bool) -> int:
    """Stdout took nothing, or stderr did not: whoever still listens is told."""
    silence_stdout()
    try:
        return refused(CannotPrint(fault.strerror or str(fault)), json=json)
    except OSError:
        os.dup2(1, 2)
        return REFUSED
