"""Pointing: a document of the repository that is imported by name is the stub that `ingest` makes of it.

The file keeps its imperatives, and the store what a question can reach. A file from elsewhere is none of ours to
point at: what it says comes in as a topic (sources).

Effects: lists the repository; reads the document and its stub.
"""

import os
from pathlib import Path

from returns.result import Failure, Success

from ...core.ingest import Skipped, Unchanged, Verdict, Written, claimed, settled
from ...core.keys import Key, Layer, path_of
from ...core.stubs import RepoDocument
from ..documents import Text, list_files, read
from .drafting import note, own_folders
from .sources import Item, Shipment, day_of
from .world import World


def pointed_at(world: World, source: Path) -> Shipment | None:
    """None for what is no document of this repository."""
    document = _document(world, Path(os.path.realpath(source)))
    if document is None:
        return None
    match claimed(document, {}, world.config.keys.stub):
        case Failure(skipped):
            return Shipment("instructions", (Item(Layer.LOCAL, document.path, "refused", skipped.why),))
        case Success((usable, key)):
            there = note(world.places.local, path_of(key)) if (world.places.local / path_of(key)).exists() else None
            verdict = settled(usable, key, there, day_of(source))
            return Shipment("instructions", (_item(key, verdict, there=there is not None),))


def _document(world: World, source: Path) -> RepoDocument | None:
    places = world.places
    if not source.is_relative_to(places.root) or not source.is_file():
        return None
    match list_files(places.root, in_git=places.common is not None):
        case Failure(_):
            return None
        case Success(listing):
            pass
    path = source.relative_to(places.root).as_posix()
    listed = next((each for each in listing.documents(own_folders(places)) if each.path == path), None)
    found = read(places.root, listed, listing.algorithm) if listed is not None else None
    return RepoDocument(path, found.blob, found.text) if isinstance(found, Text) else None


def _item(key: Key, verdict: Verdict, *, there: bool) -> Item:
    match verdict:
        case Unchanged():
            return Item(Layer.LOCAL, path_of(key), "same")
        case Written(new=True):
            return Item(Layer.LOCAL, path_of(key), "new", data=verdict.text.encode())
        case Written():
            return Item(Layer.LOCAL, path_of(key), "taken", "`hindnote ingest` brings the stub up to its document")
        case Skipped():
            return Item(Layer.LOCAL, path_of(key), "taken" if there else "refused", verdict.why)
