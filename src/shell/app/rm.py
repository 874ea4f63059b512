"""Rm: one note's file is removed; what links to it is told and left alone.

Effects: removes one file; appends to the ledger; refreshes the index.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Removed
from ...core.forget import Ambiguous, Candidate, NothingThere, NothingToRemove, forget, goes_by
from ...core.frontmatter import parse
from ...core.keys import Identity, Layer, parse_key, vault_key
from ...core.outcome import Explained, Outcome
from .. import files, notesdir
from ..index.index import open_index
from ..lock import LockTimeout
from .layers import listed, take
from .refreshing import refresh_after_write
from .world import World

# --- values ---------------------------------------------------------------


class RemovedAnswer(Struct, frozen=True, kw_only=True):
    """The public `--json` shape: add to it, never rename."""

    key: str
    layer: Layer
    path: str
    inbound: tuple[Identity, ...] = ()  # the notes that name it still


# --- refusals -------------------------------------------------------------


class VaultIsYours(Struct, frozen=True, tag=True):
    def explain(self) -> Explained:
        mend = "Delete it in the program that you write your vault with; `hindnote show KEY` prints its path."
        return Explained("hindnote removes no vault notes", "--layer vault", mend)


RmRefusal: TypeAlias = (
    VaultIsYours
    | NothingToRemove
    | NothingThere
    | Ambiguous
    | notesdir.Unavailable
    | LockTimeout
    | files.CannotWrite
    | files.OutsideFolder
)

OWN = (Layer.TEAM, Layer.LOCAL)

# --- functions ------------------------------------------------------------


def rm(world: World, key: str, layer: Layer | None = None, at: str | None = None) -> Outcome[RemovedAnswer, RmRefusal]:
    """`at` is a path as a person types it: below the working directory, below the layer's folder, or whole."""
    if layer is Layer.VAULT:
        return Failure(VaultIsYours())
    match _meant(world, key, layer, at):
        case Failure(refusal):
            return Failure(refusal)
        case Success(candidate):
            pass
    inbound = _inbound(world, candidate)
    match _removed(world, candidate):
        case Failure(refusal):
            return Failure(refusal)
        case Success(place):
            world.append(Removed(stamp=world.stamp(), surface=world.surface, key=candidate.key, layer=candidate.layer))
            refresh_after_write(world)
            return Success(RemovedAnswer(key=candidate.key, layer=candidate.layer, path=str(place), inbound=inbound))


def _meant(world: World, key: str, layer: Layer | None, at: str | None) -> Outcome[Candidate, RmRefusal]:
    candidates: list[Candidate] = []
    for each in OWN if layer is None else (layer,):
        match listed(world, each):
            case Failure(unavailable):
                return Failure(unavailable)
            case Success(found):
                candidates += _candidates(world, each, found, key)
    return forget(key, layer, _place(world, at, candidates), candidates)


def _place(world: World, at: str | None, candidates: Sequence[Candidate]) -> str | None:
    """The whole path of a candidate where `at` leads to it from the working directory, else `at` as it was said."""
    whole = os.path.realpath(world.settings.cwd / at) if at else None
    return whole if any(each.place == whole for each in candidates) else at


def _candidates(world: World, layer: Layer, found: notesdir.Scan, key: str) -> Iterator[Candidate]:
    folder = world.places.folder(layer)
    for file in found.files:
        if goes_by(key, file.path, _said_key(folder, file.path)):
            yield Candidate(layer, file.path, str(folder / file.path))


def _said_key(folder: Path, path: str) -> str:
    """The key in the frontmatter, where there is one to read."""
    fields = notesdir.read(folder, path).value_or("")
    match parse(fields):
        case Success(said):
            key = said.get("key", "")
            return key if isinstance(key, str) else ""
        case Failure():
            return ""


def _inbound(world: World, candidate: Candidate) -> tuple[Identity, ...]:
    with open_index(world) as index:
        index.refresh()
        identity = Identity(candidate.layer, parse_key(candidate.key).value_or(vault_key(candidate.path)))
        naming = (*index.links_in(identity), *(each.source for each in index.declarations([identity])))
        return tuple(dict.fromkeys(note.identity for note in naming if note.identity != identity))


def _removed(world: World, candidate: Candidate) -> Outcome[Path, RmRefusal]:
    match world.lock(candidate.layer):
        case Failure(refusal):
            return Failure(refusal)
        case Success(held):
            with held:
                return take(world, candidate.layer, candidate.path)
