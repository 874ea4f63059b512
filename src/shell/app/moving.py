"""Moving: a planned renaming on disk: what the files have against it, and the journal by which it is done or is not.

Whoever calls holds the locks of all that changes. Effects: looks at files; moves and writes notes; appends to the ledger.
"""

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from returns.result import Failure, Success

from ...core.events import Renamed
from ...core.keys import Layer
from ...core.outcome import Explained, Outcome
from ...core.renaming import Renaming, Rewriting
from .. import files, journal
from .world import World

# --- values ---------------------------------------------------------------


class Site(Struct, frozen=True):
    """Where the note goes, the folders that stay however empty they get, and where it is kept what is under way."""

    folder: Path
    layers: Sequence[Path]
    journal: Path


# --- refusals -------------------------------------------------------------


class SameFile(Struct, frozen=True, tag=True):
    """On a disk that takes no notice of case or Unicode form."""

    path: str

    def explain(self) -> Explained:
        mend = "Rename it to another key, then to this one. Nothing was changed."
        return Explained("the new name is the old one to this disk", self.path, mend)


Immovable: TypeAlias = SameFile | files.OutsideFolder | files.CannotWrite | files.Exists

# --- functions ------------------------------------------------------------


def possible(plan: Renaming, folder: Path) -> Outcome[Renaming, Immovable]:
    """What the files themselves have against it, said before any is touched."""
    for each in (plan.own, *plan.others):
        if locked := _read_only(Path(each.note.place)):
            return Failure(locked)
    match files.contained(folder, plan.path):
        case Failure(outside):
            return Failure(outside)
        case Success(place):
            pass
    if not os.path.lexists(place):
        return Success(plan)
    return Failure(SameFile(str(place)) if place.samefile(plan.own.note.place) else files.Exists(str(place)))


def moved(world: World, plan: Renaming, site: Site) -> Outcome[Renaming, journal.MoveRefusal]:
    match journal.perform(site.journal, _moves(world, plan, site), lambda events: world.append(*events)):
        case Failure(fault):
            return Failure(fault)
        case Success():
            return Success(plan)


def _read_only(path: Path) -> files.CannotWrite | None:
    """A file that is marked so is not replaced, though its folder would allow that."""
    try:
        writable = path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    except OSError as fault:
        return files.cannot_write(path, fault)
    return None if writable else files.CannotWrite(str(path), "the file is read-only", errno.EACCES)


def _moves(world: World, plan: Renaming, site: Site) -> journal.Moves:
    own = plan.own.note
    old, new = Path(own.place), site.folder / plan.path
    event = Renamed(stamp=world.stamp(), surface=world.surface, key=own.key, layer=own.layer, to=plan.key)
    changing = [_changing(each) for each in plan.others]
    if old == new:
        changing.insert(0, _changing(plan.own))
        return journal.Moves(coming=[], going=[], layers=site.layers, changing=changing, events=(event,))
    return journal.Moves(
        coming=[journal.Coming(new, plan.own.after.encode(), private=own.layer is Layer.LOCAL, like=old)],
        going=[old],
        layers=site.layers,
        changing=changing,
        as_read={old: plan.own.before.encode()},
        events=(event,),
    )


def _changing(each: Rewriting) -> journal.Changing:
    private = each.note.layer is Layer.LOCAL
    return journal.Changing(each.note.place, each.before.encode(), each.after.encode(), private=private)
