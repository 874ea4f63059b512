"""Pairs: (source, kind, query, body), the one shape of all training data.

The query is what somebody would ask, the body is the note that answers: a commit's subject and
message, a heading and its section, a docstring's first line and the rest.
"""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from . import packages
from .docstrings import docstrings
from .recipe import Recipe
from .sections import plain, sections

TRAILER = re.compile(
    r"^\s*(signed-off-by|co-authored-by|reviewed-by|reported-by|acked-by|closes?|fixes|fixed|refs?|bug|ref|assisted-by|change-id"
    r"|rig|role|executed-by)\b.{0,120}$|^.*generated with.*$",
    re.IGNORECASE | re.MULTILINE,
)
GENERIC = 4  # a heading that so many sections carry asks nothing
FEWEST, MOST = 2, 40  # words of a query
RELEASE = re.compile(r"\d+\.\d+|\b(19|20)\d\d\b")


class Pair(NamedTuple):
    source: str
    kind: str  # commits | sections | docstrings
    query: str
    body: str


def commits(path: Path) -> Iterator[Pair]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Pair(row["repo"], "commits", row["subject"], " ".join(TRAILER.sub("", row["body"]).split()))


def of_package(package: packages.Package, seed: int) -> Iterator[Pair]:
    draw = random.Random(f"{seed} {package.name}")  # noqa: S311
    for path, text in packages.files(package):
        if path.endswith(".py"):
            for name, first, rest in docstrings(text):
                query = f"{name}: {first}" if len(name) > 3 and draw.random() < 0.3 else first
                yield Pair(package.name, "docstrings", query, rest)
            continue
        for section in sections(text):
            yield Pair(package.name, "sections", asked(section.path), plain(section.body))


def asked(path: tuple[str, ...]) -> str:
    """The heading, with the one above it where it says too little alone."""
    own = path[-1]
    return f"{path[-2]}: {own}" if len(own.split()) < 3 and len(path) > 1 else own


def usable(pairs: Iterable[Pair], recipe: Recipe) -> list[Pair]:
    """Long enough, asking something, and each once."""
    fit = [
        pair._replace(body=pair.body[: recipe.body_chars])
        for pair in pairs
        if FEWEST <= len(pair.query.split()) <= MOST
        and len(pair.body.split()) >= recipe.shortest_body
        and norm(pair.query) not in norm(pair.body)
    ]
    headings = Counter(norm(pair.query) for pair in fit)
    bodies: set[str] = set()
    kept = []
    for pair in fit:
        start = norm(pair.body)[:150]
        if headings[norm(pair.query)] < GENERIC and start not in bodies:
            bodies.add(start)
            kept.append(pair)
    return kept


def asking(pairs: Iterable[Pair]) -> list[Pair]:
    """Without the headings that name a release or a day: nobody asks for those in words."""
    return [pair for pair in pairs if pair.kind != "sections" or not RELEASE.search(pair.query)]


def norm(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def save(pairs: Iterable[Pair], path: Path) -> None:
    path.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")


def load(path: Path) -> list[Pair]:
    with path.open(encoding="utf-8") as lines:
        return [Pair(*json.loads(line)) for line in lines]
