"""Memory: what a process remembers of an index, so that a refresh with nothing to do asks SQLite nothing."""

from collections.abc import Mapping

import apsw
from msgspec import Struct

from ...core.keys import Layer
from .glance import tree_of
from .meta import Meta, read_meta
from .stamps import Known, Stamp, recalled
from .vectors import lacking


class Memory(Struct, frozen=True):
    """True as long as no other connection has written since."""

    meta: Meta
    version: int
    layers: Mapping[Layer, Known]
    devices: Mapping[Layer, int]
    lacking: int = 0  # notes without a vector

    def holds(self, con: apsw.Connection) -> bool:
        return data_version(con) == self.version


def data_version(con: apsw.Connection) -> int:
    """Changes whenever another connection commits; a write of our own leaves it."""
    return int(con.pragma("data_version"))


def state_of(con: apsw.Connection) -> tuple[int, int]:
    """Changes whenever anybody writes, this connection too."""
    return data_version(con), con.total_changes()


def remember_index(con: apsw.Connection) -> Memory:
    version = data_version(con)
    stamps: dict[Layer, dict[str, Stamp]] = {layer: {} for layer in Layer}
    unsettled: dict[Layer, list[str]] = {layer: [] for layer in Layer}
    broken: dict[Layer, dict[str, str]] = {layer: {} for layer in Layer}
    for layer, path, size, mtime, inode, settled in con.execute(
        "SELECT layer, path, size, mtime, inode, settled FROM notes"
    ):
        stamps[layer][path] = recalled((size, mtime, inode))
        if not settled:
            unsettled[layer].append(path)
    for layer, path, problem in con.execute("SELECT layer, path, problem FROM broken"):
        broken[layer][path] = problem
    return Memory(
        read_meta(con),
        version,
        {layer: Known(stamps[layer], unsettled[layer], broken[layer], tree_of(stamps[layer])) for layer in Layer},
        {Layer(layer): device for layer, device in con.execute("SELECT layer, device FROM folders")},
        len(lacking(con)),
    )
