"""Paging: where a page of hits ended, as a cursor that knows when it no longer fits.

A cursor holds how many hits were shown and a digest of them and of the question. It goes on only
where the same question still begins with the same hits, so that no hit is shown twice or skipped.
"""

import hashlib
import json
import re
from collections.abc import Sequence

from msgspec import Struct
from returns.result import Failure, Success

from .hits import Hit
from .keys import Identity
from .outcome import Explained, Outcome

DIGEST_BYTES = 9  # a chance in 2**72 of going on where it should not
_CURSOR = re.compile(rf"[0-9a-f]{{{2 * (4 + DIGEST_BYTES)}}}")

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
    count = len(shown).to_bytes(4, "big")
    return (count + _digest(question, shown)).hex()


def first_of_page(
    cursor: str | None, question: Sequence[str], ranked: Sequence[Identity]
) -> Outcome[int, StaleCursor | UnknownCursor]:
    """Where the page begins that the cursor asks for."""
    if cursor is None:
        return Success(0)
    if not _CURSOR.fullmatch(cursor):
        return Failure(UnknownCursor(cursor))
    raw = bytes.fromhex(cursor)
    count = int.from_bytes(raw[:4], "big")
    if count > len(ranked) or _digest(question, ranked[:count]) != raw[4:]:
        return Failure(StaleCursor(cursor))
    return Success(count)


def fitting(hits: Sequence[Hit], max_tokens: int | None) -> int:
    """How many of the hits the reader's budget pays for; at least one, or paging would never end."""
    if max_tokens is None:
        return len(hits)
    total = 0
    for count, hit in enumerate(hits):
        total += hit.tokens
        if count and total > max_tokens:
            return count
    return len(hits)


def _digest(question: Sequence[str], shown: Sequence[Identity]) -> bytes:
    said = json.dumps([list(question), [[one.layer, one.key] for one in shown]])
    return hashlib.blake2b(said.encode(), digest_size=DIGEST_BYTES).digest()
