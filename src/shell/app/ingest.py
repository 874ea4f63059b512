"""Ingest: the repository's documents become stubs in the local layer, and one overview links to them all.

One lock and one pass. A second run writes nothing. What cannot become a stub is reported with the
reason; nothing but what ingest itself made is written over or removed.

Effects: lists and reads the repository; writes and removes stubs.
"""

import datetime
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.config import InvalidConfig
from ...core.days import parse_day
from ...core.ingest import Existing, Found, Held, Keys, NoDocument, Plan, Written, existing, plan
from ...core.keys import Key, Layer, MintRefusal, fold_key, key_of_path, mint, path_of
from ...core.outcome import Explained, Outcome
from ...core.overview import TITLE
from ...core.stubs import RepoDocument
from .. import files, notesdir
from ..declared import declared
from ..documents import Gone, Listing, Text, list_files, read_all
from ..git import GitFailed, GitMissing
from ..lock import LockTimeout
from ..notesdir import Scan, Unavailable
from ..repository import LocateRefusal, Places, note_checkout
from .layers import listed, put, sweep, take
from .refreshing import refresh_after_write
from .world import World, open_world

# --- values ---------------------------------------------------------------


class LeftOut(Struct, frozen=True):
    path: str
    why: str


class IngestReport(Struct, frozen=True, kw_only=True):
    """The public `--json` shape. The overview is among the notes of the first three."""

    written: tuple[Key, ...]
    refreshed: tuple[Key, ...]
    unchanged: tuple[Key, ...]
    removed: tuple[str, ...]  # keys, as their files spelled them
    skipped: tuple[LeftOut, ...]  # documents without a stub of their present text, and why
    overview: Key | None  # None where there is nothing to say, or the key is somebody's note
    dry_run: bool


WriteFault: TypeAlias = files.CannotWrite | files.OutsideFolder | files.Exists

# --- refusals -------------------------------------------------------------


class Stopped(Struct, frozen=True, tag=True):
    """Some of the work is done, and every note is whole."""

    done: int
    of: int
    fault: WriteFault

    def explain(self) -> Explained:
        told = self.fault.explain()
        mend = "Mend that and run `hindnote ingest` again: it goes on from here."
        return Explained(f"{told.error}; {self.done} of {self.of} changes are made", told.where, mend)


IngestRefusal: TypeAlias = (
    GitMissing | GitFailed | MintRefusal | LocateRefusal | InvalidConfig | Unavailable | LockTimeout | Stopped
)

# --- functions ------------------------------------------------------------


def ingest(world: World, *, dry_run: bool = False) -> Outcome[IngestReport, IngestRefusal]:
    """With `dry_run` the report says what would be done, and nothing is. In git a store is made when there is none yet."""
    match established(world, dry_run=dry_run):
        case Failure(nowhere):
            return Failure(nowhere)
        case Success(here):
            pass
    match names(here):
        case Failure(misnamed):
            return Failure(misnamed)
        case Success(keys):
            pass
    match list_files(here.places.root, in_git=here.places.common is not None):
        case Failure(unlisted):
            return Failure(unlisted)
        case Success(listing):
            return planned(here, listing, keys) if dry_run else performed(here, listing, keys)


def established(world: World, *, dry_run: bool) -> Outcome[World, LocateRefusal | InvalidConfig]:
    there = dry_run or world.places.store.is_dir()
    return Success(world) if there else open_world(world.settings, create=True)


def names(world: World) -> Outcome[Keys, MintRefusal]:
    templates = world.config.keys
    match mint(templates.topic, {"slug": TITLE}):
        case Failure(refusal):
            return Failure(refusal)
        case Success(key):
            return Success(Keys(templates.stub, key))


def planned(world: World, listing: Listing, keys: Keys) -> Outcome[IngestReport, IngestRefusal]:
    match listed(world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            return Success(report(plan_of(world, listing, scan, keys), dry_run=True))


def performed(world: World, listing: Listing, keys: Keys) -> Outcome[IngestReport, IngestRefusal]:
    """From reading what is there until the last stub is on disk, nobody else writes."""
    match world.lock(Layer.LOCAL):
        case Failure(busy):
            return Failure(busy)
        case Success(held):
            with held:
                done = locked(world, listing, keys)
    note_checkout(world.places)
    refresh_after_write(world)
    return done


def locked(world: World, listing: Listing, keys: Keys) -> Outcome[IngestReport, IngestRefusal]:
    match listed(world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            sweep(world.places.local, scan)
            drawn = plan_of(world, listing, scan, keys)
    match perform(world, drawn):
        case Failure(stopped):
            return Failure(stopped)
        case Success():
            return Success(report(drawn, dry_run=False))


def plan_of(world: World, listing: Listing, scan: Scan, keys: Keys) -> Plan:
    places = world.places
    day = parse_day(world.stamp().day) or datetime.date.min
    return plan(found(places, listing), declared(places.root, listing), local_notes(places.local, scan), keys, day)


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


def found(places: Places, listing: Listing) -> Iterator[Found]:
    """The documents one after the other, so that only one text is held at a time."""
    for file, content in read_all(places.root, listing.documents(own_folders(places)), listing.algorithm):
        if isinstance(content, Text):
            yield RepoDocument(file.path, content.blob, content.text)
        elif not isinstance(content, Gone):
            yield Held(file.path, content.why) if content.there else NoDocument(file.path, content.why)


def own_folders(places: Places) -> tuple[str, ...]:
    """Our own notes, where they lie inside the repository: a store never points at itself."""
    folders = (places.team, places.local, *places.vaults)
    inside = (folder.relative_to(places.root) for folder in folders if folder.is_relative_to(places.root))
    return tuple(f"{folder.as_posix()}/" if folder.parts else "" for folder in inside)


# --- functions: writing ----------------------------------------------------

WRITERS = 8  # threads: a disk commits several writes at once (2,000 stubs: 22 s one by one, 1.8 s by eight)


def perform(world: World, plan: Plan) -> Outcome[None, Stopped]:
    """Removals first: a stub may take a name in another spelling, which some disks call the same."""
    with ThreadPoolExecutor(WRITERS) as pool:
        outcomes: list[Outcome[Path, WriteFault]] = []
        outcomes += pool.map(lambda path: take(world, Layer.LOCAL, path), plan.removals)
        outcomes += pool.map(lambda each: written(world, each), plan.writes)
    faults = [each.failure() for each in outcomes if isinstance(each, Failure)]
    return Failure(Stopped(len(outcomes) - len(faults), len(outcomes), faults[0])) if faults else Success(None)


def written(world: World, each: Written) -> Outcome[Path, WriteFault]:
    return put(world, Layer.LOCAL, path_of(each.key), each.text, replaces=not each.new)


def report(plan: Plan, *, dry_run: bool) -> IngestReport:
    return IngestReport(
        written=tuple(sorted(each.key for each in plan.writes if each.new)),
        refreshed=tuple(sorted(each.key for each in plan.writes if not each.new)),
        unchanged=tuple(sorted(plan.unchanged)),
        removed=tuple(sorted(map(key_of_path, plan.removals))),
        skipped=tuple(LeftOut(each.path, each.why) for each in plan.skipped),
        overview=plan.overview,
        dry_run=dry_run,
    )
