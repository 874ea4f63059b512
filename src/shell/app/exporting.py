"""Exporting: the notes of the two layers as one stream of lines, or one archive, byte for byte.

Effects: reads notes; writes the file that is asked for.
"""

import io
import os
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ...core.exports import Exported, encoded
from ...core.keys import Layer
from ...core.outcome import Explained, Outcome
from .. import files, notesdir
from .layers import listed
from .world import World

# --- refusals -------------------------------------------------------------


class NoPlainFile(Struct, frozen=True, tag=True):
    """A device, a pipe or a folder: a file that took its name would be the end of it."""

    path: str

    def explain(self) -> Explained:
        mend = "Name another file, or export to `-` and let the shell lead it there. Nothing was changed."
        return Explained("what is there is no plain file", self.path, mend)


# --- functions ------------------------------------------------------------


def exported_files(world: World, layers: Iterable[Layer]) -> Outcome[tuple[Exported, ...], notesdir.Unavailable]:
    found: list[Exported] = []
    for layer in layers:
        match listed(world, layer):
            case Failure(unavailable):
                return Failure(unavailable)
            case Success(scan):
                pass
        for file in scan.files:
            match notesdir.read_bytes(world.places.folder(layer), file.path):
                case Failure(unreadable):
                    told = unreadable.explain()
                    return Failure(notesdir.Unavailable(told.where, told.error))
                case Success(data):
                    found.append(Exported(layer, file.path, data))
    return Success(tuple(found))


def as_lines(found: Sequence[Exported]) -> bytes:
    return b"".join(encoded(found))


def as_tar(found: Sequence[Exported]) -> bytes:
    """The same files give the same bytes, whoever exports them and when."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for each in found:
            member = tarfile.TarInfo(f"{each.layer}/{each.path}")
            member.size = len(each.data)
            tar.addfile(member, io.BytesIO(each.data))
    return out.getvalue()


def written_out(path: Path, data: bytes) -> Outcome[None, NoPlainFile | files.CannotWrite]:
    """Where the path leads: a symbolic link stays one."""
    place = Path(os.path.realpath(path))
    if os.path.lexists(place) and not os.path.isfile(place):  # noqa: PTH113  (pathlib's raises where none may look)
        return Failure(NoPlainFile(str(path)))
    return files.write(place, data, private=True)
