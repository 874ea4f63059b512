"""Model corpora: questions with one right note each, from the given cases and from held-out text.

A given corpus is a folder with `cases.jsonl` and `notes/`; held-out text is the file of pairs that
training set aside (whole repositories and whole packages): query = subject or heading, note = the rest.
"""

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

FRONTMATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
SMALLEST = 25  # questions: fewer make no corpus


class Corpus(NamedTuple):
    name: str
    kind: str  # given | commits | sections
    notes: list[str]
    queries: list[str]
    answers: list[int]  # the place of the right note, one a query


def given(folder: Path) -> list[Corpus]:
    return [read(one) for one in sorted(folder.iterdir()) if (one / "cases.jsonl").exists()]


def read(folder: Path) -> Corpus:
    paths = sorted((folder / "notes").rglob("*.md"), key=lambda path: path.stem)
    place = {path.relative_to(folder / "notes").with_suffix("").as_posix(): at for at, path in enumerate(paths)}
    place |= {path.stem: at for at, path in enumerate(paths)}
    notes = [FRONTMATTER.sub("", path.read_text(encoding="utf-8")) for path in paths]
    cases = [json.loads(line) for line in (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    return Corpus(
        folder.name, "given", notes, [one["query"] for one in cases], [place[one["answers"][0]] for one in cases]
    )


def held_out(path: Path) -> list[Corpus]:
    found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        source, kind, query, body = json.loads(line)
        if kind != "docstrings":
            found[kind, source].append((query, body))
    return [
        Corpus(source, kind, [body for _, body in rows], [query for query, _ in rows], list(range(len(rows))))
        for (kind, source), rows in sorted(found.items())
        if len(rows) >= SMALLEST
    ]
