"""Speaks: how far a name may go, in a module of its own: a hook that reads no names needs no shapes."""

from enum import IntEnum


class Speaks(IntEnum):
    """How far a name may go: into no index, into it, into a hint if a title or no second note names it, into any hint."""

    NEVER = 0
    INDEXED = 1
    TITLED = 2
    ALONE = 3  # as TITLED, or only one note mentions it
    FREELY = 4
