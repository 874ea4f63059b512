"""Duplicates: at which cosine two notes say the same, on a labelled set and on real stores.

    python -m benchmarks.duplicates [--cases FOLDER]

The set (`duplicates_set`) has pairs that are the same and pairs that are not. Of real stores, whose notes their authors
kept apart, the pairs above each cosine are counted, and the nearest are printed for a person to judge.
"""

import argparse
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from hindnote.core.document import read_document
from hindnote.core.duplicates import NEAR, REVIEW
from hindnote.shell.embedding import Model, load
from hindnote.shell.index.cosines import cosines, pairs

from .duplicates_set import CASES

STEPS = (0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--cases", type=Path, help="a folder of folders with notes")
    given = arguments.parse_args()
    model = load(None).unwrap()
    if model is None:
        return
    stores = dict(sorted(read(given.cases))) if given.cases else {}
    vectors = {name: embedded(model, [text for _, text in notes]) for name, notes in stores.items()}
    same, sibling, other = labelled(model)
    print(
        f"{len(same)} pairs the same, {len(sibling)} of one subject, {len(other):,} of two subjects; shipped: {REVIEW} and {NEAR}\n"
    )
    heads = [
        "cosine",
        "same",
        "one subject",
        "two subjects",
        *(f"{name} (n={len(of)})" for name, of in vectors.items()),
    ]
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for least in sorted({*STEPS, REVIEW, NEAR}):
        counts = [sum(each >= least for each in group) for group in (same, sibling, other)]
        counts += [pairs(of, least=least, most=1).count for of in vectors.values()]
        print(f"| {least:.2f} | {' | '.join(map(str, counts))} |")
    print(f"\nleast of the same {min(same):.3f}; most of one subject {max(sibling):.3f}, of two {max(other):.3f}")
    for name, of in vectors.items():
        for first, second, cosine in pairs(of, least=NEAR, most=12).best:
            print(f"{name} {cosine:.3f}: {stores[name][first][0]} | {stores[name][second][0]}")


def labelled(model: Model) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    told = [embedded(model, case) for case in CASES]
    same = [cosine(one, again) for one, again, _ in told]
    sibling = [cosine(each, last) for one, again, last in told for each in (one, again)]
    other = [cosine(a, b) for first, second in itertools.combinations(told, 2) for a in first for b in second]
    return same, sibling, other


def embedded(model: Model, texts: Sequence[str]) -> list[bytes]:
    return [vector for vector in model.encode(list(texts)) if vector is not None]


def cosine(one: bytes, other: bytes) -> float:
    return cosines(one, [other])[0]


def read(folder: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each store's notes as the index embeds them: title and body."""
    for store in folder.iterdir():
        found = [read_document(path.read_text("utf-8", "replace"), path.name) for path in sorted(store.rglob("*.md"))]
        if found:
            yield store.name, [(each.title, f"{each.title}\n{each.body}") for each in found]


if __name__ == "__main__":
    main()
