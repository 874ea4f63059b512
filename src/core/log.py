"""Log: events to lines of bytes and back.

A line is `{"v": schema version, "e": event}`. What cannot be read back (torn by a kill, written by a
newer version, foreign) is counted and skipped, never guessed at.
"""

import msgspec
from msgspec import Struct

from .events import SCHEMA, AnyEvent

# --- values ---------------------------------------------------------------


class Line(Struct, frozen=True, omit_defaults=True):
    v: int
    e: AnyEvent
    n: str = ""  # chance, in a file's first line: no two files begin alike, whatever they tell


class ReadLog(Struct, frozen=True):
    events: tuple[AnyEvent, ...] = ()
    skipped: int = 0  # lines that nobody could read


_DECODER = msgspec.json.Decoder(Line)
_ENCODER = msgspec.json.Encoder()

# --- functions ------------------------------------------------------------


def encode(event: AnyEvent, chance: str = "") -> bytes:
    return _ENCODER.encode(Line(SCHEMA, event, chance)) + b"\n"


def decode(data: bytes) -> ReadLog:
    events: list[AnyEvent] = []
    skipped = 0
    for line in filter(None, data.split(b"\n")):
        try:
            read = _DECODER.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            skipped += 1
            continue
        if read.v == SCHEMA:
            events.append(read.e)
        else:
            skipped += 1
    return ReadLog(tuple(events), skipped)
