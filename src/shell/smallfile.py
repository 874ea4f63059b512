"""Small file: a JSON object in a state folder, for who must be quick: disposable, and never worth a refusal.

What cannot be read is nothing known, what cannot be written is found again: so is what
would need a folder first. Of two processes that write at once one is heard. Standard library only: hooks stand on this module.

Effects: reads and replaces one file.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH105, PTH118

import contextlib
import json
import os
from collections.abc import Mapping
from typing import cast

from .noteswalk import TEMPORARY
from .regular import read_regular


def read_small(folder: str, name: str) -> Mapping[str, object]:
    try:
        found: object = json.loads(read_regular(os.path.join(folder, name)))
    except (OSError, ValueError, RecursionError):
        return {}
    return cast("dict[str, object]", found) if isinstance(found, dict) else {}


def write_small(folder: str, name: str, told: Mapping[str, object]) -> None:
    temporary = os.path.join(folder, f"{TEMPORARY}{os.getpid()}-{os.urandom(4).hex()}.tmp")
    with contextlib.suppress(OSError):
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(json.dumps(told).encode())
        os.replace(temporary, os.path.join(folder, name))
