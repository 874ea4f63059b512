"""Text blocks: a marked part of ours in a text that is somebody's, put at its end and taken out by its marks."""

import re

from msgspec import Struct
from returns.result import Failure, Success

from .outcome import Explained, Outcome
from .rules import BEGIN, END
from .splices import Splice

# --- refusals -------------------------------------------------------------


class HalfMarked(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        return Explained("one of our two marks is gone", "", f"Put `{END}` back, or remove `{BEGIN}`, then try again.")


# --- decisions ------------------------------------------------------------


def put_block(text: str, block: str) -> Outcome[tuple[Splice, ...], HalfMarked]:
    """With the block, which carries its marks: in the place of the one that is there, else at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    new = block.replace("\n", newline)
    match _marked(text):
        case Failure(refusal):
            return Failure(refusal)
        case Success(found):
            pass
    if found is None:
        gap = "" if not text.strip() else newline if text.endswith("\n") else newline * 2
        return Success((Splice(len(text), "", gap + new),))
    old = text[found[0] : found[1]]
    return Success(() if old == new else (Splice(found[0], old, new),))


def drop_block(text: str) -> Outcome[tuple[Splice, ...], HalfMarked]:
    """Without the block and the blank line before it; no edit where there is none."""
    match _marked(text):
        case Failure(refusal):
            return Failure(refusal)
        case Success(found):
            pass
    if found is None:
        return Success(())
    newline = "\r\n" if "\r\n" in text else "\n"
    start = found[0] - len(newline) if text[: found[0]].endswith(newline * 2) else found[0]
    return Success((Splice(start, text[start : found[1]], ""),))


def _marked(text: str) -> Outcome[tuple[int, int] | None, HalfMarked]:
    """Our part with its last newline."""
    start, end = text.find(BEGIN), text.find(END)
    if start < 0 and end < 0:
        return Success(None)
    if start < 0 or end < start:
        return Failure(HalfMarked())
    end += len(END)
    rest = re.compile(r"\r?\n|").match(text, end)
    return Success((start, rest.end() if rest else end))
