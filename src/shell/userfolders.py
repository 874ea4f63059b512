"""User folders: where hindnote keeps its data, state and configuration, as text.

`HINDNOTE_DATA_HOME`, `HINDNOTE_STATE_HOME` and `HINDNOTE_CONFIG_HOME` name them outright; else
platformdirs says. On Linux its answer is given without it, for its import costs more than a hook does
(a test holds both to one answer). Standard library only: hooks stand on this module.

Effects: asks who the user is, where no variable says.
"""

# Text paths, for pathlib would cost a hook more than all that happens here.
# ruff: noqa: PTH111, PTH117, PTH118

import os
import sys
from collections.abc import Mapping
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["data", "state", "config"]

_USUAL = {"data": "~/.local/share", "state": "~/.local/state", "config": "~/.config"}


def user_folder(kind: Kind, env: Mapping[str, str]) -> str:
    """Without a home it comes out relative, and nobody may keep anything there."""
    said = env.get(f"HINDNOTE_{kind.upper()}_HOME", "").strip()
    if said:
        return home_expanded(said, env)
    if sys.platform != "linux" or "ANDROID_ROOT" in env:
        return _asked(kind)
    usual = env.get(f"XDG_{kind.upper()}_HOME", "")
    return os.path.join(usual if os.path.isabs(usual) else home_expanded(_USUAL[kind], env), "hindnote")


def home_expanded(said: str, env: Mapping[str, str] = os.environ) -> str:
    """`~` spelled out where there is a home; where there is none the text stays as it was said."""
    home = env.get("HOME")
    if home and (said == "~" or said.startswith("~/")):
        return (home.rstrip("/") + said[1:]) or "/"
    return os.path.expanduser(said)


def _asked(kind: Kind) -> str:
    import platformdirs  # noqa: PLC0415  (see above)

    ask = {
        "data": platformdirs.user_data_dir,
        "state": platformdirs.user_state_dir,
        "config": platformdirs.user_config_dir,
    }
    try:
        return ask[kind]("hindnote", appauthor=False)
    except RuntimeError:  # no HOME, and nobody knows this user
        return "~"
