"""Journal: a hook's way to its session's file in the ledger.

The same files, lines and lock as the server's and the commands': what a hook decides from the records is
written before anybody else looks, so that all of them spend one budget. A ledger that cannot be written
costs a hook its word, for what is not recorded could be said without end. Imports next to nothing.

Effects: reads and appends the ledger's files.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from ...core.records import Record, as_mapping, decode, encode
from ..ledgerfile import ARCHIVE, LIMITS, Limits, contents, covered, file_name
from ..telling import tell

T = TypeVar("T")

Records = Sequence[Record]
Choice = Callable[[Records], tuple[Sequence[Record], T]]

# --- values -------------------------------------------------------------------


class Covers(NamedTuple):
    file: str
    size: int
    digest: str


# --- writing ------------------------------------------------------------------


def decide(folder: str, session: str, choose: Choice[T], limits: Limits = LIMITS) -> T | None:
    """What was chosen from the session's records, when what it adds to them is written; else None."""
    try:
        return tell(folder, session, lambda: choose(records(folder, session)), encode, limits)
    except OSError:
        return None


def append(folder: str, session: str, told: Sequence[Record], limits: Limits = LIMITS) -> bool:
    """Without looking; whether it could be written."""
    try:
        return tell(folder, session, lambda: (told, True), encode, limits)
    except OSError:
        return False


# --- reading ------------------------------------------------------------------


def records(folder: str, session: str) -> Records:
    """A session's, what was archived of it first."""
    name = file_name(session)
    old = archived(contents(f"{folder}/{ARCHIVE}"), session)
    data = contents(f"{folder}/{name}")
    return [*old, *decode(data[covered(data, name, _covers(old)) :])]


def archived(data: bytes, session: str) -> Records:
    """The archive is long, and few of its lines are one session's: only these are read."""
    said = b'"session":' + json.dumps(session, ensure_ascii=False).encode("utf-8", "replace")
    own = [line for line in data.split(b"\n") if said in line] if said in data else []
    return [each for each in decode(b"\n".join(own)) if as_mapping(each.get("stamp")).get("session") == session]


def _covers(summaries: Iterable[Record]) -> Iterable[Covers]:
    for each in summaries:
        match each.get("covers"):
            case {"file": str(file), "size": int(size), "digest": str(digest)}:
                yield Covers(file, size, digest)
            case _:
                pass
