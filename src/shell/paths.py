"""Paths: the three folders hindnote keeps outside a checkout, as `userfolders` finds them.

Without a home they may come out relative: `repository.locate` refuses those, so that no note is
written under a working directory.

Effects: reads the environment.
"""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from . import userfolders
from .userfolders import user_folder


class Homes(Struct, frozen=True):
    data: Path  # local notes: the only one of the three that cannot be rebuilt
    state: Path  # indexes, ledger, locks
    config: Path  # the user's own config.toml


def homes(env: Mapping[str, str]) -> Homes:
    return Homes(*(Path(user_folder(kind, env)) for kind in ("data", "state", "config")))


def home_expanded(said: str) -> Path:
    """`~` spelled out where there is a home; where there is none the text stays as it was said."""
    return Path(userfolders.home_expanded(said))
