"""Exports: notes as one stream of lines, byte for byte, and back.

The first line says what the stream is. Each further line is one file: its layer, its path below the
layer's folder, and its text; bytes that are no UTF-8 are Base64, so that every file comes back as it was.
"""

import re
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct
from returns.result import Failure, Success

from .keys import Layer
from .outcome import Explained, Outcome, shown

# --- values ---------------------------------------------------------------

VERSION = 1


class Head(Struct, frozen=True, omit_defaults=True):
    hindnote: str = ""
    version: int = 0


class Line(Struct, frozen=True, omit_defaults=True):
    layer: Layer
    path: str
    text: str | None = None
    base64: bytes | None = None  # msgspec's own spelling of bytes in JSON


class Exported(Struct, frozen=True):
    layer: Layer
    path: str
    data: bytes


# --- refusals -------------------------------------------------------------


class NoExport(Struct, frozen=True, tag=True):
    line: int
    problem: str

    def explain(self) -> Explained:
        mend = "Take the file as `hindnote export` wrote it, or export again."
        return Explained(f"this is no export: {self.problem}", f"line {self.line}", mend)


# --- decisions ------------------------------------------------------------

HEAD = msgspec.json.encode(Head("export", VERSION)) + b"\n"
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_PATH = re.compile(r"(?!/)(?:(?!\.{1,2}(?:/|\Z))[^/\x00\ud800-\udfff]+/)*(?!\.{1,2}\Z)[^/\x00\ud800-\udfff]+\.[mM][dD]")


def encoded(files: Iterable[Exported]) -> Iterator[bytes]:
    """Lines, the head first."""
    yield HEAD
    for each in files:
        try:
            line = Line(each.layer, each.path, text=each.data.decode())
        except UnicodeDecodeError:
            line = Line(each.layer, each.path, base64=each.data)
        yield msgspec.json.encode(line) + b"\n"


def is_export(data: bytes) -> bool:
    try:
        return msgspec.json.decode(data.partition(b"\n")[0], type=Head).hindnote == "export"
    except UNREADABLE:
        return False


def decoded(data: bytes) -> Outcome[tuple[Exported, ...], NoExport]:
    """Every file of a stream, or the first line that is none: half an export is not taken."""
    head, *lines = data.removesuffix(b"\n").split(b"\n")
    try:
        version = msgspec.json.decode(head, type=Head).version
    except UNREADABLE as broken:
        return Failure(NoExport(1, str(broken)))
    if version != VERSION:
        return Failure(NoExport(1, f"its version is {version}, ours is {VERSION}"))
    found: list[Exported] = []
    for number, line in enumerate(lines, start=2):
        try:
            read = msgspec.json.decode(line, type=Line)
        except UNREADABLE as broken:
            return Failure(NoExport(number, str(broken)))
        match exported(read.layer, read.path, read.base64 if read.text is None else read.text.encode()):
            case Failure(problem):
                return Failure(NoExport(number, problem))
            case Success(each):
                found.append(each)
    return Success(tuple(found))


def exported(layer: Layer, path: str, data: bytes | None) -> Outcome[Exported, str]:
    """One file of an export, if it is one: a note's own path, in a layer that is ours to write."""
    if data is None:
        return Failure("it holds neither text nor base64")
    if layer is Layer.VAULT:
        return Failure("a vault's notes are not ours to write")
    if not _PATH.fullmatch(path):
        return Failure(f"`{shown(path)}` is no note's path")
    return Success(Exported(layer, path, data))
