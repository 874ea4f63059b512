"""Telling: what a session's file says is looked at and added to in one step, by whoever has something to tell.

Nobody writes to the session in between, so that hooks, server and commands spend one budget. A file that
grew long is summarised then and there, which is rare, and only then imports more than a hook may.

Effects: reads and appends a session's file; rotates the ledger.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from .ledgerfile import PATIENCE, Limits, add, file_name, is_long, make_folder, opened

E = TypeVar("E")
T = TypeVar("T")


def tell(
    folder: str,
    session: str,
    choose: Callable[[], tuple[Sequence[E], T]],
    encode: Callable[[E, str], bytes],
    limits: Limits,
) -> T:
    """What `choose` decided, its events written before anybody else looks. OSError: the ledger cannot be written."""
    make_folder(folder)
    path = f"{folder}/{file_name(session)}"
    with opened(path, PATIENCE) as handle:
        begun = os.fstat(handle).st_size == 0
        events, answer = choose()
        add(handle, b"".join(encode(event, os.urandom(4).hex() if begun else "") for event in events))
        if is_long(handle, limits):
            _rotate(path, handle, limits)
    if begun and len(os.listdir(folder)) > limits.files:  # noqa: PTH208  (pathlib takes long to import)
        _archive(folder, limits)
    return answer


def _rotate(path: str, handle: int, limits: Limits) -> None:
    with suppress(ImportError):  # a hook that finds no library leaves it to whoever comes next
        from .rotation import rotate_session  # noqa: PLC0415  (as said above)

        rotate_session(path, handle, limits)


def _archive(folder: str, limits: Limits) -> None:
    from .ledgerfolder import sessions, settled  # noqa: PLC0415  (few folders hold so many files)

    if settled(sessions(folder), limits):
        with suppress(ImportError):
            from .rotation import archive  # noqa: PLC0415  (as said above)

            archive(folder, limits)
