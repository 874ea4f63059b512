"""Places: where this person's harnesses keep their files, and how this installation is called from them.

Effects: reads the environment and the PATH; looks at folders.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from ...core.entries import Install, Place, Root
from ...core.harnesses import Harness

PACKAGE = Path(__file__).resolve().parents[2]
BY_NAME = ("hindnote", "serve")

# --- files ----------------------------------------------------------------


def roots(env: Mapping[str, str], project: Path) -> Mapping[Root, Path]:
    """`CLAUDE_CONFIG_DIR` and `CODEX_HOME` move what those harnesses keep, as they say themselves."""
    home = Path(env.get("HOME") or Path.home())
    config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
    claude = env.get("CLAUDE_CONFIG_DIR")
    return {
        "home": home,
        "config": config,
        "project": project,
        "claude": Path(claude or home / ".claude"),
        "claude-json": Path(claude or home),
        "codex": Path(env.get("CODEX_HOME") or home / ".codex"),
        "vscode": _vscode(env, home, config) / "Code" / "User",
    }


def _vscode(env: Mapping[str, str], home: Path, config: Path) -> Path:
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(env.get("APPDATA") or home) if sys.platform == "win32" else config


def path_of(place: Place, known: Mapping[Root, Path]) -> Path:
    """The file, or its other spelling when only that is there: OpenCode reads both."""
    path = known[place.root] / place.path
    other = path.with_suffix(".jsonc")
    return other if path.suffix == ".json" and not path.exists() and other.exists() else path


def is_installed(harness: Harness, known: Mapping[Root, Path], env: Mapping[str, str]) -> bool:
    """It can be called, or it has left its folder."""
    callable_ = any(shutil.which(each, path=env.get("PATH")) for each in harness.commands)
    return callable_ or path_of(harness.folder, known).is_dir()


# --- this installation ----------------------------------------------------


def own_folder() -> Path:
    """Where this installation's programs are."""
    return Path(sys.executable).parent


def here() -> Install:
    """By absolute paths, which hold on this machine whatever the PATH of a harness is."""
    script = own_folder() / _program("hindnote")
    server = (str(script),) if script.is_file() else (sys.executable, "-P", "-m", "hindnote")
    return Install((*server, "serve"), _hook_here())


def anywhere(env: Mapping[str, str]) -> Install | None:
    """By the PATH, as a file that is committed must say it; None where our PATH has another or none."""
    found = shutil.which("hindnote", path=env.get("PATH"))
    hook = shutil.which("hindnote-hook", path=env.get("PATH"))
    if found and hook and Path(found).parent == own_folder() == Path(hook).parent:
        return Install(BY_NAME, "hindnote-hook")
    return None


def _hook_here() -> str:
    """The script that starts fastest; Windows has no sockets of its kind."""
    if os.name == "nt":
        return f'"{own_folder() / _program("hindnote-hook")}"'
    return shlex.join([sys.executable, "-I", "-S", str(PACKAGE / "data" / "hook.py")])


def _program(name: str) -> str:
    return f"{name}.exe" if os.name == "nt" else name
