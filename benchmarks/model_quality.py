"""Model quality: what meaning beside words finds that words alone do not, corpus by corpus.

    python -m benchmarks.model_quality --cases CASES/commits --held-out WORK/held-out.jsonl \
        --model plain=WORK/plain --model shipped=src/data/model [--teacher]

Prints Markdown: every leg alone and four fusions, with n, and the paired gain over plain BM25 with
its 95 % bootstrap interval. `--teacher` adds the full transformer (the training environment has it).
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import Stemmer
from numpy.typing import NDArray

from . import model_corpora
from . import model_scores as scores
from .model_corpora import Corpus

ROOT = Path(__file__).resolve().parents[1]
FUSIONS = {
    "RRF 60, 1 / .9": scores.by_rank,
    "b/(b+10) + .75 cos": scores.by_score,
    "b + 16 cos": scores.by_sum,
    "z + .75 z": scores.by_spread,
}
STOP = re.compile(
    r"an?|and|are|as|at|be|been|but|by|can|do|does|for|from|had|has|have|how|if|in|into|is|it|its|no|not|of|on|or|so|such|than|that"
    r"|the|their|then|there|these|they|this|to|up|used?|using|was|were|what|when|where|which|who|why|will|with|you|your"
)
LOW = 1 / 3  # of the content words shared: what the issue calls low overlap

Vectors = NDArray[np.float32]
Result = tuple[Corpus, dict[str, scores.Ranks]]


class Leg:
    """A model's folder as the product reads it, int8 vectors and all."""

    def __init__(self, folder: Path) -> None:
        from hindnote.shell import embedding  # noqa: PLC0415

        self.encode = embedding.shipped(folder).unwrap().encode

    def __call__(self, texts: Sequence[str]) -> Vectors:
        packed = self.encode(texts)
        empty = bytes(max(len(vector or b"") for vector in packed))
        vectors = (
            np.frombuffer(b"".join(vector or empty for vector in packed), np.int8)
            .reshape(len(texts), -1)
            .astype(np.float32)
        )
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def transformer() -> scores.Encode:
    sys.path.insert(0, str(ROOT))
    from tools.training.teacher import Teacher  # noqa: PLC0415

    return Teacher(256).encode


def every(corpus: Corpus) -> NDArray[np.bool_]:
    return np.ones(len(corpus.queries), bool)


def low_overlap(corpus: Corpus) -> NDArray[np.bool_]:
    stem = Stemmer.Stemmer("porter").stemWord

    def content(text: str) -> set[str]:
        return {stem(word) for word in re.findall(r"\w+", text.lower()) if not STOP.fullmatch(word)}

    told = [content(note) for note in corpus.notes]
    asked = [content(query) for query in corpus.queries]
    return np.array(
        [len(words & told[at]) <= LOW * len(words) for words, at in zip(asked, corpus.answers, strict=True)]
    )


def table(title: str, rows: dict[str, list[scores.Ranks]]) -> None:
    base = np.concatenate(rows["plain BM25"])
    if not len(base):
        return
    print(
        f"\n### {title} (n={len(base)})\n\n| method | {' / '.join(scores.MEASURES)} | gain in P@1 | in R@8 | in MRR |\n|---|---|---|---|---|"
    )
    for name, parts in rows.items():
        ours = np.concatenate(parts)
        gains = (scores.gain(ours, base, measure) for measure in ("P@1", "R@8", "MRR"))
        told = " | ".join(f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]" for mean, low, high in gains)
        print(f"| {name} | {scores.row(ours)} | {told} |")


def measured(corpus: Corpus, legs: dict[str, scores.Encode]) -> dict[str, scores.Ranks]:
    words = scores.keyword(corpus)
    rows = {"plain BM25": scores.found(words, corpus)}
    for name, encode in legs.items():
        meaning = scores.semantic(corpus, encode)
        rows[f"{name} alone"] = scores.found(meaning, corpus)
        rows |= {f"{name}, {how}": scores.found(fuse(words, meaning), corpus) for how, fuse in FUSIONS.items()}
    return rows


def pooled(results: Iterable[Result], mask: Callable[[Corpus], NDArray[np.bool_]]) -> dict[str, list[scores.Ranks]]:
    rows: dict[str, list[scores.Ranks]] = {}
    for corpus, found in results:
        for name, ranks in found.items():
            rows.setdefault(name, []).append(ranks[mask(corpus)])
    return rows


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--cases", type=Path, required=True)
    asked.add_argument("--held-out", type=Path)
    asked.add_argument("--model", action="append", default=[], metavar="NAME=FOLDER")
    asked.add_argument("--teacher", action="store_true")
    given = asked.parse_args()
    legs: dict[str, scores.Encode] = {
        name: Leg(Path(folder)) for name, _, folder in (one.partition("=") for one in given.model)
    }
    if given.teacher:
        legs["full transformer"] = transformer()
    corpora = model_corpora.given(given.cases) + (model_corpora.held_out(given.held_out) if given.held_out else [])
    results = [(corpus, measured(corpus, legs)) for corpus in corpora]
    print(f"# Model quality, {time.strftime('%Y-%m-%d')}")
    for kind in dict.fromkeys(corpus.kind for corpus, _ in results):
        of_kind = [one for one in results if one[0].kind == kind]
        print(f"\n## {kind}")
        table(f"{kind}, pooled", pooled(of_kind, every))
        table(f"{kind}, low overlap", pooled(of_kind, low_overlap))
        for one in of_kind:
            table(one[0].name, pooled([one], every))


if __name__ == "__main__":
    main()
