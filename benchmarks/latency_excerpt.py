"""What a note of megabytes costs its first excerpt: Markdown rows, in CPU time, of notes of ever new words.

python benchmarks/latency_excerpt.py
"""

from time import process_time

from hindnote.core.analysis import analyse
from hindnote.core.document import read_document
from hindnote.core.excerpts import excerpt_of, readable

MEGABYTES = (0.1, 1, 10)
KINDS = {"words": "{}", "serial numbers": "A{}-{}"}
LETTERS = str.maketrans("0123456789", "abcdefghij")


def text(kind: str, length: int) -> str:
    said = (KINDS[kind].format(number, number) for number in range(1_000_000, 1_000_000 + length // 8))
    whole = "# Long\n\n" + " ".join(said)[:length]
    return whole.translate(LETTERS) if kind == "words" else whole


def row(kind: str, megabytes: float) -> str:
    said = text(kind, int(megabytes * 1_000_000))
    document, question = read_document(said, "long.md"), analyse("what holds the needle")
    began = process_time()
    note = readable(said, document)
    ready = process_time()
    excerpt_of(note, question)
    return f"| {kind} | {megabytes} MB | {ready - began:.2f} s | {process_time() - ready:.2f} s |"


if __name__ == "__main__":
    print("| different words | note | made ready, once | excerpt |\n|---|---|---|---|")
    for kind in KINDS:
        for megabytes in MEGABYTES:
            print(row(kind, megabytes))
