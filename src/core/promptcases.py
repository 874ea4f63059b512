"""Prompt cases: prompts with the notes that answer them, or with none where a hook had better be silent."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .cases import BadCase, NoCases
from .outcome import Outcome

# --- values ---------------------------------------------------------------


class PromptCase(Struct, frozen=True):
    prompt: str
    answers: tuple[str, ...] = ()  # keys


class _Line(Struct, frozen=True):
    """A case of `bench quality` is a case here too."""

    prompt: str | None = None
    query: str | None = None
    answers: tuple[str, ...] = ()


_LINE = msgspec.json.Decoder(_Line)

# --- functions ------------------------------------------------------------


def read_prompt_cases(lines: bytes) -> Outcome[Sequence[PromptCase], BadCase | NoCases]:
    """All of them, or the first line that is none; blank lines and a byte-order mark are passed over."""
    cases: list[PromptCase] = []
    for number, line in enumerate(lines.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if not line.strip():
            continue
        try:
            read = _LINE.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            return Failure(BadCase(number, str(problem)))
        prompt = read.prompt if read.prompt is not None else read.query
        if prompt is None:
            return Failure(BadCase(number, "it has no `prompt`"))
        cases.append(PromptCase(prompt, read.answers))
    return Success(cases) if cases else Failure(NoCases())
