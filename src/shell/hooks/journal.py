"""Journal: a hook's way to its session's file in the ledger.

The same files, lines and lock as the server's and the commands': what a hook decides from the records is
written before anybody else looks, so that all of them spend one budget. A ledger that cannot be written
costs a hook its word, for what is not recorded could be said without end. Imports next to nothing.

Effects: reads and appends the ledger's files.
"""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from ...core.attribution import call_typed, mark_of, readdressed, remaining
from ...core.budgets import SECOND
from ...core.records import Record, as_mapping, decode, encode, moved
from ..ledgerfile import ARCHIVE, JUST, LIMITS, PATIENCE, Limits, add, contents, covered, file_name, opened
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


def adopt(folder: str, session: str, typed: str) -> bool:
    """A call of ours that this session's agent typed: what a server was told in it under another id is told here.

    Whether there was such.
    """
    call = call_typed(typed)
    for name in _lately(folder, file_name(session)):
        try:
            if told := _moved(f"{folder}/{name}", call, session):
                return append(folder, session, [readdressed(each, session) for each in told])
        except OSError:
            continue
    return False


def _lately(folder: str, own: str) -> list[str]:
    """Other sessions' files that were just written, the latest first."""
    from ..ledgerfolder import sessions  # noqa: PLC0415  (few hooks see a call of ours)

    since = time.time_ns() - JUST * SECOND
    lately = [(file.at, name) for name, file in sessions(folder).items() if name != own and file.at > since]
    return [name for _, name in sorted(lately, reverse=True)]


def _moved(path: str, call: str, session: str) -> Records:
    """What the file told in this call, from now on told elsewhere."""
    if b'"call":"%s"' % call.encode() not in contents(path):
        return []
    with opened(path, PATIENCE) as handle:
        left = remaining(decode(contents(path)), mark_of)
        told = [each for each in left if mark_of(each).call == call]
        if told:
            add(handle, encode(moved(as_mapping(told[-1].get("stamp")), call, session)))
    return told


# --- reading ------------------------------------------------------------------


def records(folder: str, session: str) -> Records:
    """A session's, what was archived of it first."""
    name = file_name(session)
    old = archived(contents(f"{folder}/{ARCHIVE}"), session)
    data = contents(f"{folder}/{name}")
    return [*old, *remaining(decode(data[covered(data, name, covers_of(old)) :]), mark_of)]


def archived(data: bytes, session: str) -> Records:
    """The archive is long, and few of its lines are one session's: only these are read."""
    said = b'"session":' + json.dumps(session, ensure_ascii=False).encode("utf-8", "replace")
    own = [line for line in data.split(b"\n") if said in line] if said in data else []
    return [each for each in decode(b"\n".join(own)) if as_mapping(each.get("stamp")).get("session") == session]


def covers_of(summaries: Iterable[Record]) -> Iterable[Covers]:
    for each in summaries:
        match each.get("covers"):
            case {"file": str(file), "size": int(size), "digest": str(digest)}:
                yield Covers(file, size, digest)
            case _:
                pass
