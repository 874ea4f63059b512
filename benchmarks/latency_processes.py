"""Writers and readers on one store at once: faults, refused locks and stale answers, as one Markdown row.

Each writer writes notes in one step and brings the index up as `remember` does; each reader asks without a pause.
After the last write every reader must find every note. A scan or a fault would be counted here.

    python benchmarks/latency_processes.py [SECONDS] [WRITERS] [READERS]
"""

# ruff: noqa: S603, S607  (our own scripts, and git)

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

WRITER = """
import sys, time
from pathlib import Path
from hindnote.shell.app.refreshing import WRITER_PATIENCE_MS
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.settings import read_settings
world = open_world(read_settings(cwd=sys.argv[1]), create=True).unwrap()
until, count, late = time.monotonic() + float(sys.argv[3]), 0, 0
world.places.local.mkdir(parents=True, exist_ok=True)
while time.monotonic() < until:
    key = f"w{sys.argv[2]}-{count}"
    new = world.places.local / f".hn-{key}.tmp"
    new.write_text(f"---\\nkey: {key}\\nrecorded: 2026-08-07\\n---\\n# The flywheel of {key} stalls\\n", "utf-8")
    new.rename(world.places.local / f"{key}.md")
    with open_index(world) as index:
        report = index.refresh(vectors=False, patience_ms=WRITER_PATIENCE_MS)
        late += report.mode != "index" or index.note("local", key) is None
    count += 1
print(count, late)
"""
READER = """
import json, select, sys
from pathlib import Path
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from hindnote.shell.app.world import open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.settings import read_settings
world = open_world(read_settings(cwd=sys.argv[1]), create=True).unwrap()
asked = scans = damaged = 0
with open_index(world) as index:
    while not select.select([sys.stdin], [], [], 0)[0]:
        found = find(world, Query(question="flywheel"), index=index).unwrap()
        asked, scans = asked + 1, scans + (found.mode != "index")
        damaged += any("damaged" in notice for notice in found.notices)
    index.refresh()
    print(json.dumps([asked, scans, damaged, sorted(note.key for note in index.notes())]))
"""


def start(script: str, *words: str, env: dict[str, str]) -> subprocess.Popen[str]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", script, *words], env=env, text=True, **pipes)


def end(process: subprocess.Popen[str], said: str | None = None) -> str:
    out, err = process.communicate(said)
    if process.returncode:
        raise SystemExit(err)
    return out


def row(folder: Path, seconds: float, writers: int, readers: int) -> str:
    named = {f"HINDNOTE_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "STATE", "CONFIG")}
    env = {"PATH": "/usr/bin:/bin", "HINDNOTE_MODEL": "off", **named}
    repository = folder / "repository"
    repository.mkdir()
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    reading = [start(READER, str(repository), env=env) for _ in range(readers)]
    writing = [start(WRITER, str(repository), str(number), str(seconds), env=env) for number in range(writers)]
    counts = [[int(word) for word in end(writer).split()] for writer in writing]
    told = [json.loads(end(reader, "enough\n")) for reader in reading]
    keys = sorted(f"w{number}-{one}" for number, (count, _) in enumerate(counts) for one in range(count))
    stale = sum(found != keys for _, _, _, found in told)
    written, late = (sum(each) for each in zip(*counts, strict=True))
    asked, scans, damaged = (sum(each[place] for each in told) for place in range(3))
    return (
        f"| {writers} | {readers} | {seconds:g} s | {written:,} | {late} | {asked:,} | {scans} | {damaged} | {stale} |"
    )


if __name__ == "__main__":
    said = [*sys.argv[1:], *("20", "4", "8")[len(sys.argv) - 1 :]]
    with TemporaryDirectory() as scratch:
        print(row(Path(scratch), float(said[0]), int(said[1]), int(said[2])))
