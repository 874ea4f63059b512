"""Attribution: whose session a server was told something in, when only a hook knows that session's id.

A server mints an id of its own where no variable names the harness's session, and one process may outlive
several sessions. So it marks what it tells the ledger with the call it was in: a short digest of what the
agent typed in the call, which the hook that sees the call can make too, whatever the harness did to the
answer. The hook then writes `Moved` into the server's file and copies of the marked records, as its own
session's, into its session's file: every fold over one session finds all of it in one place.
Runs in hooks, so it imports next to nothing.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from .jsontext import strings
from .records import Record, as_mapping

T = TypeVar("T")


class Mark(NamedTuple):
    """The call that something was told in, and whether it says that this call was moved."""

    call: str
    moved: bool = False


def call_of(arguments: object) -> str:
    """Of a call's arguments, in any order. Eight digits tell calls of one minute apart, and nobody what was said."""
    return call_typed("\n".join(strings(arguments)))


def call_typed(typed: str) -> str:
    """Of a call's arguments as the text that a hook has of them."""
    from hashlib import blake2s  # noqa: PLC0415  (few hooks see a call of ours, and it takes long to import)

    lines = "\n".join(sorted(filter(None, typed.splitlines())))
    return blake2s(lines.encode("utf-8", "replace"), digest_size=4).hexdigest()


def remaining(told: Iterable[T], mark: Callable[[T], Mark]) -> list[T]:
    """In a file's order: without what was moved to another session's file, and without the words that say so."""
    kept: list[tuple[T, str]] = []
    for each in told:
        call, moved = mark(each)
        if moved:
            kept = [pair for pair in kept if pair[1] != call]
        else:
            kept.append((each, call))
    return [each for each, _ in kept]


def mark_of(record: Record) -> Mark:
    """Of a record."""
    moved = record.get("event") == "Moved"
    call = record.get("call") if moved else as_mapping(record.get("stamp")).get("call")
    return Mark(call if isinstance(call, str) else "", moved)


def readdressed(record: Record, session: str) -> Record:
    """As told in that session, and in no call that could be moved again."""
    stamp = {**as_mapping(record.get("stamp")), "session": session}
    stamp.pop("call", None)
    return {**record, "stamp": stamp}
