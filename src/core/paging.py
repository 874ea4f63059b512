"""Paging: where a page ended, as a cursor that knows when it no longer fits, and how much fits on one.

A cursor holds how much was shown and a digest of it and of the question. It goes on only where the
same question still begins with the same answer, so that nothing is shown twice or skipped.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from returns.result import Failure, Success

from .keys import Identity
from .outcome import Explained, Outcome

PAGE_TOKENS = 3_200  # that a page costs its reader: about an eighth of what Claude Code lets a tool answer
ROWS_TOKENS = 2_800  # of them for what was asked for; the call that reads on and notices get the rest
DIGEST_BYTES = 9  # a chance in 2**72 of going on where it should not
_CURSOR = re.compile(rf"[0-9a-f]{{{2 * (4 + DIGEST_BYTES)}}}")

# --- values ---------------------------------------------------------------


class Slice(Struct, frozen=True):
    """What a page shows of a list, and the cursor for the page after it."""

    first: int
    last: int  # exclusive
    next_cursor: str | None


# --- refusals -------------------------------------------------------------


class StaleCursor(Struct, frozen=True, tag=True):
    cursor: str

    def explain(self) -> Explained:
        return Explained(
            f"the notes or the question have changed since the cursor `{self.cursor[:40]}` was made",
            "cursor",
            "Ask again without a cursor.",
        )


class UnknownCursor(Struct, frozen=True, tag=True):
    cursor: str

    def explain(self) -> Explained:
        said = self.cursor[:40].encode("utf-8", "backslashreplace").decode()
        return Explained(f"`{said}` is no cursor", "cursor", "Pass the `next_cursor` of an answer as it was given.")


# --- decisions ------------------------------------------------------------


def cursor_after(question: Sequence[str], shown: Sequence[Identity]) -> str:
    """For the page after these hits; `question` is all that the answer depends on."""
    return _cursor(len(shown), question, shown)


def first_of_page(
    cursor: str | None, question: Sequence[str], ranked: Sequence[Identity]
) -> Outcome[int, StaleCursor | UnknownCursor]:
    """Where the page begins that the cursor asks for."""
    return _place(cursor, lambda count: cursor_after(question, ranked[:count]))


def cursor_at(question: Sequence[str], place: int) -> str:
    """For what comes after `place` in a text that `question` names together with its version."""
    return _cursor(place, (*question, str(place)), ())


def place_at(cursor: str | None, question: Sequence[str]) -> Outcome[int, StaleCursor | UnknownCursor]:
    """Where in the text to read on."""
    return _place(cursor, lambda place: cursor_at(question, place))


def sliced(
    cursor: str | None, question: Sequence[str], listed: Sequence[Identity], limit: int, cost: Callable[[int], int]
) -> Outcome[Slice, StaleCursor | UnknownCursor]:
    """The page of a list that the cursor asks for: at most `limit` of it, and within what `cost` may come to."""
    match first_of_page(cursor, question, listed):
        case Failure(unusable):
            return Failure(unusable)
        case Success(first):
            pass
    some = range(first, min(first + limit, len(listed)))
    last = first + fitting([cost(at) for at in some], ROWS_TOKENS)
    return Success(Slice(first, last, cursor_after(question, listed[:last]) if last < len(listed) else None))


def fitting(costs: Sequence[int], max_tokens: int | None) -> int:
    """How many of the items the reader's budget pays for; at least one, or paging would never end."""
    if max_tokens is None:
        return len(costs)
    total = 0
    for count, cost in enumerate(costs):
        total += cost
        if count and total > max_tokens:
            return count
    return len(costs)


# --- cursors ----------------------------------------------------------------


def _cursor(count: int, question: Sequence[str], shown: Sequence[Identity]) -> str:
    said = json.dumps([list(question), [[one.layer, one.key] for one in shown]])
    digest = hashlib.blake2b(said.encode(), digest_size=DIGEST_BYTES).digest()
    return (count.to_bytes(4, "big") + digest).hex()


def _place(cursor: str | None, made: Callable[[int], str]) -> Outcome[int, StaleCursor | UnknownCursor]:
    """What a cursor counts, when the one that would be `made` now for that count is the same."""
    if cursor is None:
        return Success(0)
    if not _CURSOR.fullmatch(cursor):
        return Failure(UnknownCursor(cursor))
    count = int(cursor[:8], 16)
    return Success(count) if made(count) == cursor else Failure(StaleCursor(cursor))
