"""Tags: whether the code still defines a symbol, as a file of tags or Universal Ctags has it.

A file of tags in the repository is read as data. Without one Universal Ctags is run, where it is installed outside of
the repository: deaf to every options file and to the environment, following no link, and never for a mere question.

Effects: reads one file, or spawns ctags.
"""

import os
import shutil
import subprocess
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from ..core.facts import Fact, Gone, Present, Unclear
from ..core.outcome import shown
from .blobs import stamp
from .factfile import Tagged
from .notesdir import read_bytes

# --- values ---------------------------------------------------------------

FILES = ("tags", ".tags")
PROGRAMS = ("universal-ctags", "ctags")
NOWHERE = Unclear("there is no file of tags, and universal-ctags is not installed")
UNKNOWN = Unclear("`hindnote stale` has not looked for it yet")
FOREIGN = {"CTAGS", "ETAGS", "CTAGS_DATA_PATH_EXTRA", "CTAGS_LIBEXEC_PATH"}  # they tell ctags what to read and run
DEAF = ("--options=NONE", "--quiet")  # the first must stand first: it is what keeps options files unread
ASKED = ("--links=no", "--sort=no", "--output-format=u-ctags", "--extras=+q", "--fields=", "-f", "-", "-R", ".")

# --- functions ------------------------------------------------------------


def tagged(root: Path, names: Collection[str], known: Tagged, *, run: bool) -> Tagged:
    """What is known of these symbols; without `run` ctags is not started, and its last answer stands."""
    for path in FILES:
        at = stamp(root, path)
        if isinstance(at, tuple):
            if known.stamp == at and known.symbols.keys() >= set(names):
                return known
            return Tagged(at, _in_file(root, path, {*known.symbols, *names}))
    if run:
        return Tagged(None, _run(root, names))
    last: Mapping[str, Fact] = known.symbols if known.stamp is None else {}
    return Tagged(None, dict(last) | {name: UNKNOWN for name in names if name not in last})


def _in_file(root: Path, path: str, names: Iterable[str]) -> Mapping[str, Fact]:
    data = read_bytes(root, path).value_or(None)
    if data is None:
        return dict.fromkeys(names, Unclear(f"the file of tags, {path}, cannot be read"))
    return _among(data, names)


def _among(tags: bytes, names: Iterable[str]) -> Mapping[str, Fact]:
    """A line for each definition: the symbol, a tab, its file, and more; lines with `!_TAG_` are about the file."""
    wanted = {name.encode(): name for name in names}
    found: dict[str, set[str]] = {name: set() for name in wanted.values()}
    for line in tags.splitlines():
        symbol, tab, rest = line.partition(b"\t")
        if tab and symbol in wanted:
            found[wanted[symbol]].add(rest.partition(b"\t")[0].decode("utf-8", "replace").removeprefix("./"))
    return {name: Present(tuple(sorted(files))) if files else Gone() for name, files in found.items()}


def _run(root: Path, names: Collection[str]) -> Mapping[str, Fact]:
    program = universal_ctags(root)
    if program is None:
        return dict.fromkeys(names, NOWHERE)
    told = _output(program, root, *DEAF, *ASKED)
    if isinstance(told, Unclear):
        return dict.fromkeys(names, told)
    return _among(told, names)


def universal_ctags(root: Path) -> str | None:
    """The first on the PATH that is it; what lies in the repository is not run, however the PATH leads there."""
    for name in PROGRAMS:
        place = os.path.realpath(shutil.which(name) or root)
        if not f"{place}{os.sep}".startswith(f"{root}{os.sep}") and _is_universal(place, root):
            return place
    return None


def _is_universal(program: str, root: Path) -> bool:
    told = _output(program, root, "--options=NONE", "--version")
    return isinstance(told, bytes) and told.startswith(b"Universal Ctags")


def _output(program: str, root: Path, *arguments: str) -> bytes | Unclear:
    env = {name: value for name, value in os.environ.items() if name not in FOREIGN} | {"LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(  # noqa: S603  (no shell; found outside of the repository)
            [program, *arguments], cwd=root, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except OSError as fault:
        return Unclear(f"ctags cannot be run: {fault.strerror or fault}")
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        return Unclear(f"ctags failed: {shown(said) or done.returncode}")
    return done.stdout
