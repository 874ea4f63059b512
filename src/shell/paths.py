"""Paths: the three folders hindnote keeps outside a checkout.

`HINDNOTE_DATA_HOME`, `HINDNOTE_STATE_HOME` and `HINDNOTE_CONFIG_HOME` name them outright; else
platformdirs says (XDG variables on Linux), each ending in `hindnote`. Without a home they may come
out relative: `repository.locate` refuses those, so that no note is written under a working directory.

Effects: reads the environment through platformdirs.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import platformdirs
from msgspec import Struct


class Homes(Struct, frozen=True):
    data: Path  # local notes: the only one of the three that cannot be rebuilt
    state: Path  # indexes, ledger, locks
    config: Path  # the user's own config.toml


def homes(env: Mapping[str, str]) -> Homes:
    return Homes(
        data=_named(env, "HINDNOTE_DATA_HOME") or _usual(platformdirs.user_data_path),
        state=_named(env, "HINDNOTE_STATE_HOME") or _usual(platformdirs.user_state_path),
        config=_named(env, "HINDNOTE_CONFIG_HOME") or _usual(platformdirs.user_config_path),
    )


def _usual(place: Callable[..., Path]) -> Path:
    try:
        return place("hindnote", appauthor=False)
    except RuntimeError:  # no HOME, and nobody knows this user
        return Path("~")


def _named(env: Mapping[str, str], variable: str) -> Path | None:
    said = env.get(variable, "").strip()
    return home_expanded(said) if said else None


def home_expanded(said: str) -> Path:
    """`~` spelled out where there is a home; where there is none the text stays as it was said."""
    try:
        return Path(said).expanduser()
    except RuntimeError:
        return Path(said)
