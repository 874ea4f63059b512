"""Model cost: what loading, one question and many notes cost, beside model2vec over the same files.

    python -m benchmarks.model_cost [--rounds 7]

Prints one Markdown table. Loading is CPU time of a fresh interpreter, numpy's own import taken off;
the best of several rounds, for a machine that others use too.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pydoc_data.topics import topics

from hindnote.shell import embedding

QUESTION = "why is the login lost when a session ends"
NOTE = 1000  # characters, cut from the language reference that comes with Python
NUMPY = "import time, numpy; begun = time.process_time(); {}; print((time.process_time() - begun) * 1000)"
OURS = f"from hindnote.shell import embedding; embedding.load(None).unwrap().encode([{QUESTION!r}])"
THEIRS = (
    "from model2vec import StaticModel; from hindnote.shell import embedding; "
    f"StaticModel.from_pretrained(embedding.SHIPPED, max_length=None).encode([{QUESTION!r}])"
)


def loading(code: str, rounds: int) -> float:
    """Milliseconds from numpy imported to the first vector."""
    asked = [sys.executable, "-c", NUMPY.format(code)]
    return min(float(subprocess.run(asked, check=True, capture_output=True, text=True).stdout) for _ in range(rounds))  # noqa: S603


def one(encode: Callable[[Sequence[str]], object]) -> float:
    """Median milliseconds of a question, each with words not met before."""
    taken = []
    for at in range(500):
        begun = time.perf_counter()
        encode([f"{QUESTION} item{at} thing{at * 7}"])
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def many(encode: Callable[[Sequence[str]], object], rounds: int) -> float:
    """Notes a CPU second."""
    text = "\n".join(topics.values())
    notes = [text[at : at + NOTE] for at in range(0, len(text), NOTE)]
    taken = []
    for _ in range(rounds):
        begun = time.process_time()
        encode(notes)
        taken.append(time.process_time() - begun)
    return len(notes) / min(taken)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--rounds", type=int, default=7)
    rounds = asked.parse_args().rounds
    ours, theirs = embedding.shipped(embedding.SHIPPED).unwrap(), embedding.brought(embedding.SHIPPED).unwrap()
    size = sum(path.stat().st_size for path in embedding.SHIPPED.iterdir())
    print(f"Model cost, {time.strftime('%Y-%m-%d')}: {size / 1e6:.2f} MB on disk, {ours.dimension} dimensions\n")
    print(
        "| encoder | load and first question, ms CPU beyond numpy | a question, ms | notes a CPU second |\n|---|---|---|---|"
    )
    for name, code, model in (("ours", OURS, ours), ("model2vec", THEIRS, theirs)):
        print(f"| {name} | {loading(code, rounds):.1f} | {one(model.encode):.3f} | {many(model.encode, rounds):,.0f} |")


if __name__ == "__main__":
    main()
