"""Sources: what an import may be made of, read into the notes it would become.

An export comes back as it was, whatever lint thinks of it; what others wrote must be a note that may be
written, and is refused one by one where it is not.

Effects: reads files.
"""

import codecs
import datetime
import io
import os
import stat
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core import memories
from ...core.days import day_at
from ...core.exports import Exported, NoExport, decoded, exported, is_export
from ...core.keys import Layer, MintRefusal, path_of
from ...core.memories import INDEX, NoGraph, Told
from ...core.note import Note, render
from ...core.outcome import Explained, Outcome
from ...core.schema import judge
from ...core.violations import Severity
from .. import notesdir
from ..noteswalk import is_walked

# --- values ---------------------------------------------------------------

Fate: TypeAlias = Literal["new", "same", "taken", "refused", "failed"]
LARGEST = 1 << 30  # bytes of a source: it is held in memory
COMPRESSED = b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd"  # nobody knows how large it is unpacked
DAMAGED = (
    tarfile.TarError,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    ArithmeticError,
    RecursionError,
)  # what `tarfile` raises of one


class Item(Struct, frozen=True):
    """One note that a source holds, and what becomes of it."""

    layer: Layer
    path: str
    fate: Fate
    why: str = ""
    data: bytes = b""


class Shipment(Struct, frozen=True):
    kind: str  # of the source
    items: tuple[Item, ...]


# --- refusals -------------------------------------------------------------


class NoSource(Struct, frozen=True, tag=True):
    path: str
    problem: str

    def explain(self) -> Explained:
        mend = "Name an export, a folder with a MEMORY.md, a Markdown file, or a memory server's JSON."
        return Explained(f"cannot be imported: {self.problem}", self.path, mend)


SourceRefusal: TypeAlias = NoSource | NoExport | NoGraph

# --- functions ------------------------------------------------------------


def held_by(source: Path, template: str) -> Outcome[Shipment, SourceRefusal]:
    """`template` names topics."""
    if source.is_dir():
        return _folder(source, template)
    try:
        known = source.stat()
        if not stat.S_ISREG(known.st_mode) or known.st_size > LARGEST:
            return Failure(NoSource(str(source), "it is no file that could hold notes"))
        data = source.read_bytes()
    except OSError as fault:
        return Failure(NoSource(str(source), fault.strerror or str(fault)))
    return _file(source, data, template)


def _file(source: Path, data: bytes, template: str) -> Outcome[Shipment, SourceRefusal]:
    if data.startswith(COMPRESSED):
        return Failure(NoSource(str(source), "it is compressed: unpack it first"))
    data = data.removeprefix(codecs.BOM_UTF8)
    if is_export(data):
        return _lines(data)
    if _is_tar(data):
        return _tar(source, data)
    if source.suffix.lower() == ".md":
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        held = memories.Remembered(source.name, text, day_of(source))
        return Success(_notes("instructions", memories.of_instructions(held, template, "import")))
    return _graph(source, data, template)


def _lines(data: bytes) -> Outcome[Shipment, SourceRefusal]:
    match decoded(data):
        case Failure(broken):
            return Failure(broken)
        case Success(held):
            return Success(Shipment("export", tuple(_restored(held))))


def _graph(source: Path, data: bytes, template: str) -> Outcome[Shipment, SourceRefusal]:
    match memories.read_graph(data):
        case Failure(no_graph):
            return Failure(no_graph)
        case Success(graph):
            told = Told(f"memory server, {source.name}", day_of(source))
            return Success(_notes("memory server", memories.of_graph(graph, told, template)))


def _folder(source: Path, template: str) -> Outcome[Shipment, SourceRefusal]:
    source = Path(os.path.realpath(source))  # however a person's word leads there
    if not (source / INDEX).is_file():
        return Failure(NoSource(str(source), f"it has no {INDEX}"))
    found = notesdir.scan(source, must_exist=True)
    if found.unavailable:
        return Failure(NoSource(str(source), found.unavailable))
    held: list[memories.Remembered] = []
    for file in found.files:
        match notesdir.read(source, file.path):
            case Failure(unreadable):
                return Failure(NoSource(unreadable.path, unreadable.problem))
            case Success(text):
                held.append(memories.Remembered(file.path, text.removeprefix("\ufeff"), day_of(source / file.path)))
    return Success(_notes("memory", memories.of_memory(held, template, "agent memory")))


def _is_tar(data: bytes) -> bool:
    try:
        tarfile.open(fileobj=io.BytesIO(data), mode="r:").close()
    except DAMAGED:
        return False
    return True


def _tar(source: Path, data: bytes) -> Outcome[Shipment, SourceRefusal]:
    held: list[Exported] = []
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            for member in tar:
                layer, _, path = member.name.partition("/")
                body = tar.extractfile(member) if _is_plain(member) else None
                if body is None or layer not in {Layer.TEAM, Layer.LOCAL}:
                    return Failure(NoSource(str(source), f"`{member.name[:100]}` in it is no note of an export"))
                match exported(Layer(layer), path, body.read()):
                    case Failure(problem):
                        return Failure(NoSource(str(source), problem))
                    case Success(each):
                        held.append(each)
    except DAMAGED as broken:
        return Failure(NoSource(str(source), f"the archive is damaged: {broken}"))
    return Success(Shipment("export", tuple(_restored(held))))


def _is_plain(member: tarfile.TarInfo) -> bool:
    """A file whose bytes are in the archive: no link, and none that a few bytes make as long as they like."""
    return member.isreg() and not member.issparse() and member.size >= 0


def _restored(held: Iterable[Exported]) -> Iterator[Item]:
    for each in held:
        if is_walked(each.path):
            yield Item(each.layer, each.path, "new", data=each.data)
        else:
            yield Item(each.layer, each.path, "refused", "notes are never looked for there")


def _notes(kind: str, made: Iterable[Outcome[Note, MintRefusal]]) -> Shipment:
    """What others wrote is judged like anything that is to be written."""
    items: list[Item] = []
    for outcome in made:
        match outcome:
            case Failure(refusal):
                items.append(Item(Layer.LOCAL, "", "refused", refusal.explain().message()))
            case Success(note):
                items.append(_judged(note))
    return Shipment(kind, tuple(items))


def _judged(note: Note) -> Item:
    path, text = path_of(note.key), render(note)
    breaches = [each for each in judge(text, path) if each.severity is Severity.REFUSED]
    if breaches:
        return Item(Layer.LOCAL, path, "refused", "; ".join(each.explain().error for each in breaches))
    return Item(Layer.LOCAL, path, "new", data=text.encode())


def day_of(path: Path) -> datetime.date:
    return day_at(int(path.stat().st_mtime))
