"""Drafting: what an ingest would do, from what lies in the repository and in the local layer.

Nothing is written here, so that no lock is held while thousands of documents are read.

Effects: reads documents, build files and local notes.
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.days import parse_day
from ...core.ingest import Existing, Found, Held, Keys, NoDocument, Plan, existing, plan
from ...core.keys import Layer, fold_key, key_of_path
from ...core.outcome import Outcome
from ...core.stubs import RepoDocument
from .. import notesdir
from ..declared import declared
from ..documents import Gone, Listing, Text, read_all
from ..notesdir import NoteFile, Scan, Unavailable
from ..repository import Places
from .layers import listed
from .world import World

# --- values ---------------------------------------------------------------

Progress: TypeAlias = Callable[[int, int], None]  # told what is done, and of how many


class Job(Struct, frozen=True):
    """What one run reads from and writes to."""

    world: World
    listing: Listing
    keys: Keys
    progress: Progress


class Draft(Struct, frozen=True):
    """A plan, and the local notes as they were when it was made."""

    files: tuple[NoteFile, ...]
    plan: Plan


# --- functions ------------------------------------------------------------


def unseen(done: int, total: int) -> None:
    """Progress that nobody watches."""


def drafted(job: Job) -> Outcome[Draft, Unavailable]:
    match listed(job.world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            return Success(Draft(scan.files, plan_of(job, scan)))


def plan_of(job: Job, scan: Scan) -> Plan:
    places = job.world.places
    local, facts = local_notes(places.local, scan), declared(places.root, job.listing)
    day = parse_day(job.world.stamp().day) or datetime.date.min
    return plan(found(job), facts, local, job.keys, day)


def local_notes(folder: Path, scan: Scan) -> Mapping[str, Existing]:
    """By folded key. Of two files that are one on some disks, the one that ingest did not make stands for both."""
    notes = sorted((note(folder, file.path) for file in scan.files), key=lambda each: not each.made)
    return {fold_key(key_of_path(each.path)): each for each in notes}


def note(folder: Path, path: str) -> Existing:
    match notesdir.read(folder, path):
        case Success(text):
            return existing(path, text)
        case Failure(_):
            return Existing(path, "", made=False)


def found(job: Job) -> Iterator[Found]:
    """The documents one after the other, so that only one text is held at a time."""
    places, documents = job.world.places, job.listing.documents(own_folders(job.world.places))
    for done, (file, content) in enumerate(read_all(places.root, documents, job.listing.algorithm), 1):
        if isinstance(content, Text):
            yield RepoDocument(file.path, content.blob, content.text)
        elif not isinstance(content, Gone):
            yield Held(file.path, content.why) if content.there else NoDocument(file.path, content.why)
        job.progress(done, len(documents))


def own_folders(places: Places) -> tuple[str, ...]:
    """Our own notes, where they lie inside the repository: a store never points at itself."""
    folders = (places.team, places.local, *places.vaults)
    inside = (folder.relative_to(places.root) for folder in folders if folder.is_relative_to(places.root))
    return tuple(f"{folder.as_posix()}/" if folder.parts else "" for folder in inside)
