"""Stale: what looking at every note's trigger takes beside `git status`, and what the marks add to a question.

    python -m benchmarks.stale [--notes 1432] [--files 500] [--rounds 15]

A generated store, each note of it pinned to one of the files of a generated repository; of every ten notes one is pinned
to what its file no longer is, and with `--crlf` the files have CRLF and git turns it. All times are medians of rounds
that alternate, in this process save for git's own; the commands are whole processes. Each git that starts is counted,
by one on the PATH that says so.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hindnote.core.frontmatter import set_field
from hindnote.shell.app.facts import Effort, gather
from hindnote.shell.app.recall import recall
from hindnote.shell.app.world import World, open_world
from hindnote.shell.documents import named
from hindnote.shell.index.index import open_index
from hindnote.shell.settings import read_settings
from hindnote.shell.verdicts import FILE

from .latency_generator import notes

HINDNOTE = (sys.executable, "-m", "hindnote")
QUESTIONS = ("why does the cache fail", "server request timeout", "config default value", "lock and write order")
OLD = "0" * 40


class Bed(NamedTuple):
    repo: Path
    pinned: World  # its notes have triggers
    plain: World  # the same notes without
    spawned: Path  # a line for each git
    env: Mapping[str, str]  # of a command that stands in the pinned one's home


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--notes", type=int, default=1_432)
    arguments.add_argument("--files", type=int, default=500)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--crlf", action="store_true")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bed = made(Path(folder), given.notes, given.files, crlf=given.crlf)
        looking(bed, given.rounds)
        asking(bed, given.rounds)
        commands(bed, min(given.rounds, 5))


# --- the bed ----------------------------------------------------------------


def made(folder: Path, count: int, files: int, *, crlf: bool) -> Bed:
    spawned = counting(folder / "bin")
    repo = folder / "repo"
    draw = random.Random(count)  # noqa: S311  (chance that can be repeated)
    git(folder, "init", "-q", "repo")
    names = []
    for number in range(files):
        path = repo / f"src/{number % 20}/{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = b"".join(b"line %d %d\n" % (number, draw.randrange(10**9)) for _ in range(200))
        path.write_bytes(lines.replace(b"\n", b"\r\n") if crlf else lines)
        names.append((path.relative_to(repo).as_posix(), named(lines, "sha1")))
    git(repo, "config", "core.autocrlf", str(crlf).lower())
    git(repo, "add", ".")
    git(repo, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")
    filled(folder, count, names, draw)
    pinned, plain = (world(folder, repo, kind) for kind in ("pinned", "plain"))
    return Bed(repo, pinned, plain, spawned, environment(folder, "pinned"))


def filled(folder: Path, count: int, names: Sequence[tuple[str, str]], draw: random.Random) -> None:
    for number, (path, text) in enumerate(notes(count)):
        name, blob = draw.choice(names)
        trigger = f"file:{name}@{blob if number % 10 else OLD}"
        for kind, said in (("pinned", set_field(text, "invalidated_by", trigger).unwrap()), ("plain", text)):
            place = folder / kind / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(said)


def environment(folder: Path, kind: str) -> Mapping[str, str]:
    homes = {f"HINDNOTE_{name}_HOME": str(folder / f"{kind}-home") for name in ("DATA", "STATE", "CONFIG")}
    return {**os.environ, **homes}


def world(folder: Path, repo: Path, kind: str) -> World:
    settings = read_settings(environment(folder, kind), cwd=repo, local=str(folder / kind))
    return open_world(settings, create=True).unwrap()


def counting(folder: Path) -> Path:
    folder.mkdir()
    said = folder / "spawned"
    said.write_text("")
    (folder / "git").write_text(f'#!/bin/sh\necho "$*" >> {said}\nexec {shutil.which("git")} "$@"\n')
    (folder / "git").chmod(0o755)
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return said


def git(at: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=at, check=True, capture_output=True)  # noqa: S603, S607  (fixed words)


# --- measuring --------------------------------------------------------------


def taken(work: Callable[[], object]) -> float:
    """Milliseconds."""
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def looking(bed: Bed, rounds: int) -> None:
    with open_index(bed.pinned) as index:
        index.refresh(vectors=False)
        triggers = [note.invalidated_by for note in index.notes() if note.invalidated_by]
    kinds: Mapping[str, Effort] = {"nothing kept": "anew", "as `stale`, again": "anew", "as recall, of all": "glance"}
    times: dict[str, list[float]] = {"status": [], **{kind: [] for kind in kinds}}
    gits: dict[str, int] = {}
    for _ in range(rounds):
        times["status"].append(taken(partial(git, bed.repo, "status", "--porcelain")))
        (bed.pinned.places.state / FILE).unlink(missing_ok=True)
        for kind, effort in kinds.items():
            bed.spawned.write_text("")
            times[kind].append(taken(partial(gather, bed.pinned, triggers, effort=effort)))
            gits[kind] = len(bed.spawned.read_text().splitlines())
    base = statistics.median(times["status"])
    print(f"{len(triggers):,} triggers. `git status` alone: {base:.1f} ms.\n")
    print(f"| facts of all | ms | of `git status` | processes of git |\n{'|---' * 4}|")
    for kind in kinds:
        ms = statistics.median(times[kind])
        print(f"| {kind} | {ms:.1f} | {ms / base:.2f} | {gits[kind]} |")


def asking(bed: Bed, rounds: int) -> None:
    """As a server does: the index stays open. The first round warms."""
    times: dict[str, list[float]] = {"pinned": [], "plain": []}
    with open_index(bed.pinned) as pinned, open_index(bed.plain) as plain:
        for at in range(rounds + 1):
            if at == 1:
                bed.spawned.write_text("")
            for question in QUESTIONS:
                without = taken(partial(recall, bed.plain, plain, question))
                with_marks = taken(partial(recall, bed.pinned, pinned, question))
                times["plain"] += [without] if at else []
                times["pinned"] += [with_marks] if at else []
    without, with_marks = statistics.median(times["plain"]), statistics.median(times["pinned"])
    print(f"\n| hot recall | ms | ratio |\n{'|---' * 3}|\n| no note has a trigger | {without:.2f} | 1 |")
    print(f"| every note has one | {with_marks:.2f} | {with_marks / without:.2f} |")
    print(f"\nProcesses of git after the first round: {len(bed.spawned.read_text().splitlines())}.")


def commands(bed: Bed, rounds: int) -> None:
    print(f"\n| command | ms | processes of git |\n{'|---' * 3}|")
    for words in (("list",), ("stale",), ("recall", QUESTIONS[0])):
        call = [*HINDNOTE, *words, "--local", str(bed.pinned.places.local)]
        run = partial(subprocess.run, call, cwd=bed.repo, env=bed.env, capture_output=True, check=False)
        times = [taken(run) for _ in range(rounds)]
        bed.spawned.write_text("")
        run()
        gits = len(bed.spawned.read_text().splitlines())
        print(f"| `hindnote {words[0]}` | {statistics.median(times):.0f} | {gits} |")


if __name__ == "__main__":
    main()
