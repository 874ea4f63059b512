"""Vaults: whether a note is found as well from a second index as from one, and what 50,000 files cost.

    python -m benchmarks.vaults split CASES        (a folder with cases.jsonl and notes/)
    python -m benchmarks.vaults large [--notes 50000] [--model off]

`split` asks each question of one index over all notes, and of two: every second note (by its path's digest) in another
folder, an index for each. The differences are paired, question by question; the interval is a bootstrap's. `large`
writes a vault of Obsidian's kind, indexes it in a fresh process and tells its time and its peak of memory.
"""

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean

from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.settings import read_settings

from .latency_generator import notes

DRAWS = 10_000
DEPTH = 10


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("what", choices=["split", "large"])
    arguments.add_argument("cases", nargs="?", type=Path)
    arguments.add_argument("--notes", type=int, default=50_000)
    arguments.add_argument("--model", default="")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.what == "split":
            split(given.cases, Path(folder))
        else:
            large(Path(folder), given.notes, given.model)


# --- one index and two ----------------------------------------------------------


def split(cases: Path, tmp: Path) -> None:
    asked = [json.loads(line) for line in (cases / "cases.jsonl").read_text("utf-8").splitlines()]
    paths = sorted((cases / "notes").rglob("*.md"))
    for name, vaults in (("one", ("all",)), ("two", ("even", "odd"))):
        for path in paths:
            key = path.relative_to(cases / "notes").as_posix()
            at = vaults[hashlib.sha256(key.encode()).digest()[0] % len(vaults)]
            target = tmp / name / at / key
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    one = [place(answer, [tmp / "one/all"], tmp / "s1") for answer in asked]
    two = [place(answer, [tmp / "two/even", tmp / "two/odd"], tmp / "s2") for answer in asked]
    for name, score in (("P@1", first), ("R@8", eighth), ("MRR", reciprocal)):
        single, double = list(map(score, one)), list(map(score, two))
        low, high = interval([b - a for a, b in zip(single, double, strict=True)])
        print(f"| {name} | {100 * mean(single):.1f} | {100 * mean(double):.1f} | {100 * low:.1f} to {100 * high:.1f} |")
    print(f"n = {len(asked)}; places that differ: {sum(a != b for a, b in zip(one, two, strict=True))}")


def place(case: Mapping[str, object], vaults: Sequence[Path], state: Path) -> int:
    """Of the first right answer, from 1; 0 when it is not among the first ten."""
    env = {f"HINDNOTE_{kind}_HOME": str(state / kind.lower()) for kind in ("DATA", "STATE", "CONFIG")}
    (state / "cwd").mkdir(parents=True, exist_ok=True)
    settings = read_settings(env, cwd=state / "cwd", vault=list(map(str, vaults)))
    world = open_world(settings).unwrap()
    answers = case["answers"]
    with open_index(world) as index:
        found = find(world, Query(question=str(case["query"]), limit=DEPTH), index=index).unwrap().hits
    keys = [hit.key for hit in found]
    return next((n for n, key in enumerate(keys, start=1) if isinstance(answers, list) and key in answers), 0)


def first(at: int) -> float:
    return float(at == 1)


def eighth(at: int) -> float:
    return float(0 < at <= 8)


def reciprocal(at: int) -> float:
    return 1 / at if at else 0.0


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """95 %, of the mean, by resampling."""
    chance = random.Random(1)  # noqa: S311  (repeatable)
    means = sorted(mean(chance.choices(differences, k=len(differences))) for _ in range(DRAWS))
    return means[DRAWS // 40], means[-DRAWS // 40]


# --- fifty thousand files ----------------------------------------------------------


def large(tmp: Path, count: int, model: str) -> None:
    size = 0
    for number, (path, text) in enumerate(notes(count)):
        body = text.partition("\n---\n")[2]
        head = f"---\naliases: [alias {number}]\ntags: [t{number % 97}]\ncreated: 2026-01-{1 + number % 28:02}\n---\n"
        target = tmp / "vault" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"{head}{body}\nSeen in [[alias {(number * 7) % count}]] #area/{number % 31}\n")
        size += target.stat().st_size
    env = {**os.environ, "HOME": str(tmp), **({"HINDNOTE_MODEL": model} if model else {})}
    (tmp / "cwd").mkdir()
    begun = time.perf_counter()
    command = [sys.executable, "-m", "hindnote", "--vault", str(tmp / "vault"), "reindex"]
    subprocess.run(command, cwd=tmp / "cwd", env=env, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  (ours)
    took = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"| {count:,} | {size / 1e6:.0f} MB | {model or 'shipped'} | {took:.0f} s | {peak:.0f} MiB |")


if __name__ == "__main__":
    main()
