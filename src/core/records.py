"""Records: the ledger's events as plain mappings, for hooks, which cannot pay for the library behind `core.events`.

A record is what stands under "e" in a line; who knows the events reads it as one of them, with the same
fields. Names that no index knows are not written: a token from a tool's output may be a secret.
Imports next to nothing.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, cast

from .tokens import estimate

# --- values -----------------------------------------------------------------

SCHEMA = 1

Hook: TypeAlias = Literal["preflight", "tool-hints", "session-start", "stop"]
Work: TypeAlias = Literal["failed", "edited"]  # a tool's call failed; a call changed a file
Record: TypeAlias = Mapping[str, object]

UNKNOWN_NAMES = frozenset(
    {"typed", "surroundings", "once-in-long-output", "unknown"}
)  # reasons given before the index was asked
SILENCE = b'{"v":%d,"e":{"event":"Withheld"' % SCHEMA
NAMES_TOLD = 20  # of one silence: more are counted as unnamed


class Said(NamedTuple):
    """What a hook put into a context."""

    characters: int
    tokens: int
    keys: tuple[str, ...] = ()  # `layer/key`
    names: tuple[str, ...] = ()  # by fold
    name_characters: int = 0
    timelines: int = 0


def said(text: str, keys: tuple[str, ...] = (), names: tuple[str, ...] = (), timelines: int = 0) -> Said:
    """What a text costs; where it speaks of names, all of it does."""
    return Said(len(text), estimate(text), keys, names, len(text) if names else 0, timelines)


# --- events -----------------------------------------------------------------


def stamped(at: str, session: str, client: str) -> Record:
    return {"at": at, "session": session, "client": client}


def hinted(stamp: Record, hook: Hook, said: Said, left_out: Sequence[tuple[str, str]] = ()) -> Record:
    """With the names that were left out beside what was said, and why."""
    known, others = _told_of(left_out)
    return _event("Hinted", stamp, hook=hook, channel="push", **said._asdict(), withheld=known, unnamed=others)


def withheld(stamp: Record, hook: Hook, why: str, names: Sequence[tuple[str, str]] = ()) -> Record:
    known, others = _told_of(names)
    return _event("Withheld", stamp, hook=hook, why=why, names=known, unnamed=others)


def _told_of(names: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[tuple[str, int]]]:
    """Names whose reason shows that the index knows them; of the rest how many there were, by reason."""
    known = [pair for pair in names if pair[1] not in UNKNOWN_NAMES][:NAMES_TOLD]
    others: dict[str, int] = {}
    for _, reason in [pair for pair in names if pair not in known]:
        others[reason] = others.get(reason, 0) + 1
    return known, sorted(others.items())


def worked(stamp: Record, did: Work) -> Record:
    return _event("Worked", stamp, did=did)


def failed(stamp: Record, why: str) -> Record:
    return _event("Failed", stamp, why=why)


def started(stamp: Record) -> Record:
    return _event("SessionStarted", stamp)


def moved(stamp: Record, call: str, to: str) -> Record:
    return _event("Moved", stamp, call=call, to=to)


def _event(event: str, stamp: Record, **fields: object) -> Record:
    """Without the fields that are empty, which read back as such."""
    told = {name: value for name, value in fields.items() if value not in (0, "", (), [])}
    return {"event": event, "stamp": stamp, "surface": "hook", **told}


# --- lines ------------------------------------------------------------------


def encode(record: Record, chance: str = "") -> bytes:
    line = {"v": SCHEMA, "e": record, **({"n": chance} if chance else {})}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def decode(data: bytes) -> list[Record]:
    """What is torn or foreign is skipped, and every silence: nobody decides by them, and most lines are one."""
    lines = (line for line in data.split(b"\n") if line and not line.startswith(SILENCE))
    return [record for line in lines if (record := _record(line)) is not None]


def _record(line: bytes) -> Record | None:
    try:
        read: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    told = as_mapping(read)
    event = as_mapping(told.get("e"))
    return event if told.get("v") == SCHEMA and isinstance(event.get("event"), str) else None


def as_mapping(value: object) -> Record:
    return cast("Record", value) if isinstance(value, dict) else {}
