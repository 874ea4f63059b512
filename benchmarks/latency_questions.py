"""Questions that nobody types: what they cost, by how much of them is searched, in processor time.

A question of different words is cut at `LONGEST` characters and its phrasings at `MOST`; the rows tell what twice and half
of either would cost. The hostile ones are 10 MB each.

    python benchmarks/latency_questions.py FOLDER
"""
# ruff: noqa: S311  (chance that can be repeated)

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from hindnote.core.analysis import analyse
from hindnote.core.bm25 import asked_terms
from hindnote.core.wordings import LONGEST, MOST, searched
from hindnote.shell.app.recall import recall
from hindnote.shell.app.world import World, open_world
from hindnote.shell.index.index import Index, open_index
from hindnote.shell.settings import read_settings

HUGE = 10_000_000
TRIES = 3


def beside(scratch: Path, notes: Path) -> World:
    """An empty repository with the notes as its vault."""
    (scratch / "repo").mkdir()
    subprocess.run(["git", "init", "-q"], cwd=scratch / "repo", check=True)  # noqa: S607  (the one on the path)
    places = {f"XDG_{name}_HOME": str(scratch / name) for name in ("STATE", "DATA", "CONFIG")}
    env = {**os.environ, "HOME": str(scratch), **places}
    return open_world(read_settings(env, cwd=scratch / "repo", vault=[str(notes)]), create=True).unwrap()


def vocabulary(notes: Path) -> list[str]:
    texts = (path.read_text("utf-8") for path, _ in zip(sorted(notes.rglob("*.md")), range(400), strict=False))
    found = sorted({word for text in texts for word in re.findall(r"[a-z]{3,}", text)})
    random.Random(1).shuffle(found)
    return found


def hostile(words: list[str]) -> Iterator[tuple[str, str]]:
    draw = random.Random(2)
    yield "one word, again and again", "flywheel " * (HUGE // 9)
    yield "one dotted name", ".".join(draw.choices(words, k=HUGE // 8))
    yield "paths", " ".join("/".join(draw.choices(words, k=6)) for _ in range(HUGE // 48))
    yield "one camelCase name", "".join(word.title() for word in draw.choices(words, k=HUGE // 7))
    yield "serial numbers", " ".join(f"A{draw.randrange(10**6)}-{draw.randrange(10**6)}" for _ in range(HUGE // 15))


def seconds(world: World, index: Index, question: str, also: tuple[str, ...] = ()) -> float:
    times: list[float] = []
    for _ in range(TRIES):
        began = process_time()
        recall(world, index, question, also)
        times.append(process_time() - began)
    return min(times)


def rows(world: World, index: Index, words: list[str]) -> Iterator[str]:
    for length in (LONGEST // 20, LONGEST // 2, LONGEST):
        question = " ".join(words)[:length]
        terms = len(asked_terms(analyse(question)))
        yield f"| {length:,} characters of different words | {terms:,} | {seconds(world, index, question):.2f} s |"
    for count in (1, MOST // 2, MOST):
        also = tuple(" ".join(words[8 * place : 8 * place + 8]) for place in range(1, count))
        yield f"| {count} phrasings of 8 words | {8 * count} | {seconds(world, index, ' '.join(words[:8]), also):.2f} s |"
    for what, question in hostile(words):
        terms = len(asked_terms(analyse(searched(question, ()).question)))
        yield f"| 10 MB: {what} | {terms:,} | {seconds(world, index, question):.2f} s |"


def main(notes: Path) -> None:
    with TemporaryDirectory() as scratch:
        world = beside(Path(scratch), notes)
        with open_index(world) as index:
            recall(world, index, "flywheel")
            print(*rows(world, index, vocabulary(notes)), sep="\n", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
