"""Layers: what the files of a layer claim, and the writes that keep them whole.

Every function here that writes wants the layer's lock to be held by its caller. Of vaults there may be several: a
`Home` says which. A vault is written to only where a person or an agent asks for it by name.

Effects: lists, reads, writes and removes notes.
"""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct
from returns.result import Failure, Success

from ...core.keys import Layer, fold_key, key_of_path
from ...core.outcome import Outcome
from .. import files, notesdir
from ..lock import Held, LockTimeout
from ..notesdir import Scan, Unavailable
from .world import World

# --- values ---------------------------------------------------------------


class Home(Struct, frozen=True):
    """A folder of notes."""

    layer: Layer
    folder: Path


# --- functions ------------------------------------------------------------


def home(world: World, layer: Layer) -> Home:
    """Of the two layers that have exactly one."""
    return Home(layer, world.places.folder(layer))


def locked(world: World, at: Home) -> Outcome[Held, LockTimeout | files.CannotWrite]:
    return world.lock_vault(at.folder) if at.layer is Layer.VAULT else world.lock(at.layer)


def listed(world: World, layer: Layer) -> Outcome[Scan, Unavailable]:
    return listed_at(home(world, layer))


def listed_at(at: Home) -> Outcome[Scan, Unavailable]:
    """All of its notes, or a refusal: where some cannot be seen, nothing may be taken for free."""
    found = notesdir.scan(at.folder, must_exist=at.layer is Layer.VAULT)
    return Failure(Unavailable(str(at.folder), found.unavailable)) if found.unavailable else Success(found)


def claimed(found: Scan) -> Mapping[str, str]:
    """The file that stands for each folded key."""
    return {fold_key(key_of_path(file.path)): file.path for file in reversed(found.files)}


def sweep(folder: Path, found: Scan) -> None:
    """Remove what killed writes left behind."""
    for leftover in found.leftovers:
        match files.contained(folder, leftover):
            case Success(place):
                files.remove(place)
            case Failure():
                pass


def put(
    world: World, layer: Layer, path: str, text: str | bytes, *, replaces: bool
) -> Outcome[Path, files.OutsideFolder | files.CannotWrite | files.Exists]:
    return put_at(home(world, layer), path, text, replaces=replaces)


def put_at(
    at: Home, path: str, text: str | bytes, *, replaces: bool
) -> Outcome[Path, files.OutsideFolder | files.CannotWrite | files.Exists]:
    """The note is on disk when this returns."""
    private = at.layer is Layer.LOCAL
    match files.contained(at.folder, path):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            pass
    match files.make_folder(place.parent, private=private):
        case Failure(fault):
            return Failure(fault)
        case Success():
            pass
    written = (files.write if replaces else files.create)(
        place, text.encode() if isinstance(text, str) else text, private=private
    )
    match written:
        case Failure(problem):
            return Failure(problem)
        case Success():
            return Success(place)


def take(world: World, layer: Layer, path: str) -> Outcome[Path, files.OutsideFolder | files.CannotWrite]:
    """The note is gone when this returns, and folders that it leaves empty are gone too."""
    folder = world.places.folder(layer)
    match files.contained(folder, path):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            pass
    match files.remove(place):
        case Failure(fault):
            return Failure(fault)
        case Success():
            files.remove_empty(place.parent, folder)
            return Success(place)
