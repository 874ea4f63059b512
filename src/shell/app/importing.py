"""Importing: what a source holds, against the notes that are there; a plan first, then all of it that fits.

What is there already, byte for byte, is skipped; what another note stands for is named and left alone.

Effects: reads and writes notes; appends to the ledger; refreshes the index.
"""

from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from returns.result import Failure, Success

from ...core.config import InvalidConfig
from ...core.events import Remembered
from ...core.keys import Layer, fold_key, key_of_path
from ...core.outcome import Outcome
from .. import files, notesdir
from ..lock import LockTimeout
from ..repository import LocateRefusal
from .layers import claimed, listed, put
from .pointing import pointed_at
from .refreshing import refresh_after_write
from .sources import Item, Shipment, SourceRefusal, held_by
from .world import World, established

ImportRefusal: TypeAlias = (
    SourceRefusal | LocateRefusal | InvalidConfig | notesdir.Unavailable | LockTimeout | files.CannotWrite
)

# --- functions ------------------------------------------------------------


def read_source(world: World, source: Path) -> Outcome[Shipment, ImportRefusal]:
    """The plan: nothing is written."""
    if (stub := pointed_at(world, source)) is not None:
        return _against(world, stub)
    match held_by(source, world.config.keys.topic):
        case Failure(refusal):
            return Failure(refusal)
        case Success(shipment):
            return _against(world, shipment)


def _against(world: World, shipment: Shipment) -> Outcome[Shipment, ImportRefusal]:
    taken: dict[Layer, dict[str, str]] = {}
    for layer in dict.fromkeys(item.layer for item in shipment.items):
        match listed(world, layer):
            case Failure(unavailable):
                return Failure(unavailable)
            case Success(scan):
                taken[layer] = dict(claimed(scan))
    items: list[Item] = []
    for item in shipment.items:
        if item.fate != "new":
            items.append(item)
            continue
        folded = fold_key(key_of_path(item.path))
        there = taken[item.layer].setdefault(folded, "")
        items.append(_met(world, item, there))
        taken[item.layer][folded] = there or item.path
    return Success(Shipment(shipment.kind, tuple(items)))


def _met(world: World, item: Item, there: str) -> Item:
    if not there:
        return item
    match notesdir.read_bytes(world.places.folder(item.layer), there):
        case Success(data) if data == item.data and there == item.path:
            return Item(item.layer, item.path, "same")
        case _:
            return Item(item.layer, item.path, "taken", f"{there} is there already, and says something else")


def take_in(world: World, source: Path) -> Outcome[Shipment, ImportRefusal]:
    """The plan, carried out: every note that fits is written, under the locks of the layers."""
    match established(world):
        case Failure(nowhere):
            return Failure(nowhere)
        case Success(here):
            pass
    with ExitStack() as locks:
        for layer in (Layer.TEAM, Layer.LOCAL):
            match here.lock(layer):
                case Failure(busy):
                    return Failure(busy)
                case Success(held):
                    locks.enter_context(held)
        match read_source(here, source):
            case Failure(refusal):
                return Failure(refusal)
            case Success(plan):
                done = Shipment(plan.kind, tuple(_written(here, item) for item in plan.items))
    refresh_after_write(here)
    return Success(done)


def _written(world: World, item: Item) -> Item:
    if item.fate != "new":
        return item
    match put(world, item.layer, item.path, item.data, replaces=False):
        case Failure(problem):
            return Item(item.layer, item.path, "failed", problem.explain().message())
        case Success(_):
            key = key_of_path(item.path)
            world.append(Remembered(stamp=world.stamp(), surface=world.surface, key=key, layer=item.layer))
            return item
