"""Ingest: the repository's documents become stubs in the local layer, and one overview links to them all.

One lock and one pass. A second run writes nothing. What cannot become a stub is reported with the
reason; nothing but what ingest itself made is written over or removed.

Effects: lists and reads the repository; writes and removes stubs.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.config import InvalidConfig
from ...core.ingest import Keys, Plan, Written
from ...core.keys import Key, Layer, MintRefusal, key_of_path, mint, path_of
from ...core.outcome import Explained, Outcome
from ...core.overview import TITLE
from .. import files
from ..documents import list_files
from ..git import GitFailed, GitMissing
from ..lock import LockTimeout
from ..notesdir import Unavailable
from ..repository import LocateRefusal, note_checkout
from .drafting import Draft, Job, Progress, drafted, plan_of, unseen
from .layers import listed, put, sweep, take
from .refreshing import refresh_after_write
from .world import World, established

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


def ingest(world: World, *, dry_run: bool = False, progress: Progress = unseen) -> Outcome[IngestReport, IngestRefusal]:
    """With `dry_run` the report says what would be done, and nothing is. In git a store is made when there is none yet."""
    match Success(world) if dry_run else established(world):
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
            job = Job(here, listing, keys, progress)
    match drafted(job):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(draft):
            return Success(report(draft.plan, dry_run=True)) if dry_run else performed(job, draft)


def names(world: World) -> Outcome[Keys, MintRefusal]:
    templates = world.config.keys
    match mint(templates.topic, {"slug": TITLE}):
        case Failure(refusal):
            return Failure(refusal)
        case Success(key):
            return Success(Keys(templates.stub, key))


def performed(job: Job, draft: Draft) -> Outcome[IngestReport, IngestRefusal]:
    match job.world.lock(Layer.LOCAL):
        case Failure(busy):
            return Failure(busy)
        case Success(held):
            with held:
                done = locked(job, draft)
    note_checkout(job.world.places)
    refresh_after_write(job.world)
    return done


def locked(job: Job, draft: Draft) -> Outcome[IngestReport, IngestRefusal]:
    """The plan was made without the lock, which others wait for; if a note has changed since, it is made again."""
    match listed(job.world, Layer.LOCAL):
        case Failure(unavailable):
            return Failure(unavailable)
        case Success(scan):
            sweep(job.world.places.local, scan)
            valid = draft.plan if scan.files == draft.files else plan_of(job, scan)
    match perform(job.world, valid):
        case Failure(stopped):
            return Failure(stopped)
        case Success():
            return Success(report(valid, dry_run=False))


# --- functions: writing ----------------------------------------------------

WRITERS = 8  # threads: a disk commits several writes at once (2,000 stubs: 22 s one by one, 1.8 s by eight)


def perform(world: World, plan: Plan) -> Outcome[None, Stopped]:
    """Removals first: a stub may take a name in another spelling, which some disks call the same."""
    with ThreadPoolExecutor(WRITERS) as pool:
        outcomes: list[Outcome[Path, WriteFault]] = []
        outcomes += pool.map(partial(removed, world), plan.removals)
        outcomes += pool.map(partial(written, world), plan.writes)
    faults = [each.failure() for each in outcomes if isinstance(each, Failure)]
    return Failure(Stopped(len(outcomes) - len(faults), len(outcomes), faults[0])) if faults else Success(None)


def removed(world: World, path: str) -> Outcome[Path, WriteFault]:
    return take(world, Layer.LOCAL, path)


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
