"""Startup: what `hindnote recall` costs a fresh process on a store of 1,000 notes, as ratios to what it stands on.

    python -m benchmarks.startup [--notes 1000] [--rounds 15]

One row a command; CPU time of the process, the least of its rounds, taken in turn with the bare
interpreter so that a busy machine is unfair to all alike. The index is there already; `warm` asks
again in one process, as a server does.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from .latency_generator import write

PYTHON = sys.executable
HINDNOTE = (PYTHON, "-m", "hindnote")
QUESTION = ("why", "does", "the", "token", "cache", "fail", "after", "the", "server", "restarts")
LIBRARIES = "import cyclopts, msgspec, returns.result, apsw"
NEEDED = "import msgspec, returns.result, apsw"
WARM = """
import time
from hindnote.shell.settings import read_settings
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.app.recall import recall
world = open_world(read_settings()).unwrap()
with open_index(world) as index:
    took = []
    for n in range(60):
        begun = time.process_time()
        recall(world, index, f"why does the token cache fail after the server restarts {n}")
        took.append(time.process_time() - begun)
print(sorted(took)[len(took) // 2] * 1000)
"""
COMMANDS: Mapping[str, tuple[str, Sequence[str], Mapping[str, str]]] = {
    "bare": ("`python -c pass`", (PYTHON, "-c", "pass"), {}),
    "needed": (f"`{NEEDED}`", (PYTHON, "-c", NEEDED), {}),
    "libraries": (f"`{LIBRARIES}`", (PYTHON, "-c", LIBRARIES), {}),
    "recall": ("`hindnote recall WORDS`", (*HINDNOTE, "recall", *QUESTION), {}),
    "without": ("the same, `HINDNOTE_MODEL=off`", (*HINDNOTE, "recall", *QUESTION), {"HINDNOTE_MODEL": "off"}),
    "cyclopts": (
        "the same, read by cyclopts",
        (*HINDNOTE, "recall", *QUESTION, "--also=token"),
        {"HINDNOTE_MODEL": "off"},
    ),
    "version": ("`hindnote --version`", (*HINDNOTE, "--version"), {}),
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--notes", type=int, default=1_000)
    arguments.add_argument("--rounds", type=int, default=15)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        env = store(here, given.notes)
        for model in ({}, {"HINDNOTE_MODEL": "off"}):
            cpu([*HINDNOTE, "recall", *QUESTION], here, env | model)
        least = measured(here, env, given.rounds)
        took = float(ran([PYTHON, "-c", WARM], here, env))
    print(f"| {given.notes:,} notes | CPU ms | to bare Python | to the libraries |\n|---|---|---|---|")
    for name, (label, _, _) in COMMANDS.items():
        of = least[name]
        print(f"| {label} | {of:.0f} | {of / least['bare']:.1f} | {of / least['libraries']:.2f} |")
    print(f"| asked again in one process | {took:.1f} | {took / least['bare']:.2f} | {took / least['libraries']:.2f} |")


def store(here: Path, notes: int) -> dict[str, str]:
    """A repository with that many local notes; the environment that finds it and nothing of the user's."""
    homes = {f"HINDNOTE_{kind}_HOME": str(here / kind) for kind in ("DATA", "STATE", "CONFIG")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HINDNOTE_")}
    write(here / "notes", notes)
    return {**kept, **homes, "HINDNOTE_LOCAL": str(here / "notes"), "HINDNOTE_TEAM": str(here / "team")}


def measured(here: Path, env: Mapping[str, str], rounds: int) -> Mapping[str, float]:
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(rounds):
        for name, (_, words, more) in COMMANDS.items():
            least[name] = min(least[name], cpu(words, here, {**env, **more}))
    return least


def cpu(words: Sequence[str], here: Path, env: Mapping[str, str]) -> float:
    """Milliseconds of processor time, user and system, of a child."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran(words, here, env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def ran(words: Sequence[str], here: Path, env: Mapping[str, str]) -> str:
    return subprocess.run(words, cwd=here, env=env, check=True, capture_output=True, text=True).stdout  # noqa: S603  (our own words)


if __name__ == "__main__":
    main()
