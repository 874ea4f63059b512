"""Scene: what a surface decides from: the moment, the store around it, the switches, and a way to the indexes."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...core.moments import Moment
from ...core.switches import Switches
from .here import Here

if TYPE_CHECKING:
    from ..index.lookup import Lookup

    Finding: TypeAlias = Callable[[Sequence[str]], AbstractContextManager[Lookup]]
    """A process that ends opens the indexes, a server keeps them open."""
else:
    Finding = object  # as words, typing would compile them in every hook: a twentieth of its time


class Scene(NamedTuple):
    moment: Moment
    here: Here
    switches: Switches
    finding: Finding


def indexes_off(_: Sequence[str]) -> "AbstractContextManager[Lookup]":
    """`HINDNOTE_INDEX=0`: nothing is known."""
    return opened(())


def opened(paths: Sequence[str]) -> "AbstractContextManager[Lookup]":
    from ..index.lookup import Lookup  # noqa: PLC0415  (most outputs bring up no name: they need no database)

    return Lookup(paths)
