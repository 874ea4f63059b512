"""Train: one command from the pairs file and the package list to the folder that ships.

    python -m tools.training --pairs commit_pairs.jsonl.gz --work WORK --out src/data/model

Every stage leaves its product in WORK and is skipped when that exists, so a stopped run goes on.
A work folder belongs to one recipe: with another, the command asks for a new folder.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from . import bags, contrast, imitation, manifest, packages, packing, pairs, teacher, vocabulary
from .recipe import FORBIDDEN, HELD_OUT_COMMITS, HELD_OUT_PACKAGES, Recipe
from .texts import texts

LIST = Path(__file__).with_name("packages.txt")
HELD_OUT = {*HELD_OUT_COMMITS, *HELD_OUT_PACKAGES}


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m tools.training", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("--pairs", type=Path, required=True, help="gzipped JSON lines: repo, licence, subject, body")
    asked.add_argument("--work", type=Path, required=True, help="products of the stages; never committed")
    asked.add_argument("--out", type=Path, required=True, help="the model folder to write")
    asked.add_argument("--threads", type=int, default=2)
    given = asked.parse_args()
    torch.set_num_threads(given.threads)
    run(Recipe(), given.pairs, given.work, given.out)


def run(recipe: Recipe, commits: Path, work: Path, out: Path) -> None:
    claim(work, recipe)
    read, missing = gather(work / "packages")
    everything = collect(recipe, read, commits, work / "pairs.jsonl")
    trained = [pair for pair in everything if pair.source not in HELD_OUT]
    pairs.save(pairs.asking(pair for pair in everything if pair.source in HELD_OUT), work / "held-out.jsonl")

    words = texts(trained, recipe.sentences, recipe.seed)[: recipe.most_texts]
    taught = teacher.embed(words, recipe.teacher_tokens, recipe.shard, work / "teacher")
    tokenizer = vocabulary.build(teacher.folder(), trained, recipe)
    single = teacher.embed(vocabulary.words_of(tokenizer), recipe.teacher_tokens, recipe.shard, work / "tokens")
    packing.pack(imitation.distilled(single, recipe.sif, recipe.dimension), tokenizer, work / "plain")

    to_axes = imitation.basis(taught, recipe.dimension)
    lesson = lesson_of(words, to_axes(taught), tokenizer)
    first = stage(
        work / "imitation.npy", lambda: imitation.imitate(imitation.start(single, recipe.sif, lesson), lesson, recipe)
    )
    asking = pairs.asking(trained)
    examples = examples_of(asking, tokenizer, dict(zip(words, taught, strict=True)))
    runs = [
        stage(
            work / f"contrast-{one.seed}.npy",
            lambda one=one: contrast.train(first, examples, lesson, one, recipe.similarity),  # type: ignore[misc]
        )
        for one in recipe.contrasts
    ]
    packing.pack(packing.rotate(packing.average(runs)), tokenizer, out)
    counts = {"pairs": len(asking), "teacher_texts": len(words), "vocabulary": tokenizer.get_vocab_size()}
    manifest.save(
        manifest.build(
            recipe, trained, [one for one in read if one.name not in HELD_OUT], missing, commits, counts, out
        ),
        out,
    )


def claim(work: Path, recipe: Recipe) -> None:
    """The folder is this recipe's, from now on if it was nobody's."""
    work.mkdir(parents=True, exist_ok=True)
    ours, mark = json.dumps(asdict(recipe), indent=1), work / "recipe.json"
    if mark.exists() and mark.read_text(encoding="utf-8") != ours:
        message = f"{work} was begun with another recipe: give a new --work folder"
        raise SystemExit(message)
    mark.write_text(ours, encoding="utf-8")


def gather(folder: Path) -> tuple[list[packages.Package], list[str]]:
    pins = [line for line in LIST.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    if barred := [pin for pin in pins if pin.partition("==")[0].lower() in FORBIDDEN]:
        message = f"never to be trained on: {', '.join(barred)}"
        raise SystemExit(message)
    folder.mkdir(exist_ok=True)
    missing = [pin for pin in pins if not packages.fetch(pin, folder)]
    return [found for pin in pins if (found := packages.read(pin, folder))], missing


def collect(recipe: Recipe, read: list[packages.Package], commits: Path, path: Path) -> list[pairs.Pair]:
    if not path.exists():
        found = [pair for one in read if one.permissive for pair in pairs.of_package(one, recipe.seed)]
        pairs.save(pairs.usable([*found, *pairs.commits(commits)], recipe), path)
    return pairs.load(path)


def lesson_of(words: list[str], targets: torch.Tensor, tokenizer: Tokenizer) -> imitation.Lesson:
    rows = bags.rows(vocabulary.token_ids(tokenizer, words))
    enough = [at for at, one in enumerate(rows) if len(one) >= contrast.FEWEST_QUERY]
    return imitation.Lesson([rows[at] for at in enough], targets[enough])


def examples_of(
    asking: list[pairs.Pair], tokenizer: Tokenizer, taught: dict[str, NDArray[np.float32]]
) -> contrast.Examples:
    unread = np.zeros_like(next(iter(taught.values())))
    return contrast.Examples(
        [pair.source for pair in asking],
        bags.rows(vocabulary.token_ids(tokenizer, [pair.query for pair in asking])),
        bags.rows(vocabulary.token_ids(tokenizer, [pair.body for pair in asking])),
        torch.from_numpy(np.stack([taught.get(pair.query, unread) for pair in asking])),
        torch.from_numpy(np.stack([taught.get(pair.body, unread) for pair in asking])),
        torch.tensor([pair.query in taught and pair.body in taught for pair in asking]),
    )


def stage(path: Path, make: Callable[[], torch.Tensor]) -> torch.Tensor:
    if not path.exists():
        partial = path.with_suffix(".partial.npy")
        np.save(partial, make().numpy())
        partial.replace(path)
    return torch.from_numpy(np.load(path))


if __name__ == "__main__":
    main()
