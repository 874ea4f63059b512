"""Generator: large stores of our own text, the same files for the same arguments on any machine.

A note is a surprise of about 4.8 KB and 7.6 chunks, as in a real vault of 1,432 notes. Words follow Zipf's
law, so that a few are in most notes and most are in few; identifiers, links, tags, and a share of notes that
supersede or contradict another are there too.

    python benchmarks/latency_generator.py FOLDER 10000
"""
# ruff: noqa: S311, SIM905  (chance that can be repeated; lists of words read best as text)

import random
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

SEED = 20_260_807
VOCABULARY = 60_000  # about what 100,000 English notes hold, names left out
EXPONENT = 1.05
PER_FOLDER = 500

COMMON = """the to of and a in is that it for on with as was be at this by not are from or an when but if we so they has
into no which after before because only then its can will one two all more than same other each what does how why
used run runs test file build error cache path value set get new old call code change time line list name key lock
read write start stop fail fails check note state server client process request response command config default
version module function type field table index query log event user token thread memory disk network timeout""".split()
ONSETS = "b c ch d f g h j k l m n p qu r s sh st t th tr v w".split()
NUCLEI = "a e i o u ai ea oo".split()
CODAS = ["", "", "", "d", "g", "l", "m", "n", "nd", "p", "r", "s", "st", "t", "x"]
SECTIONS = ("Expected", "Observed", "Evidence", "Cause", "Consequences")
SHAPES = (
    "{a}_{b}.rs",
    "src/{a}/{b}.py",
    "{A}{B}",
    "DEC-{n:04}",
    "v{m}.{k}.{n}",
    "--{a}-{b}",
    "{a}::{b}",
    "10.0.{m}.{k}",
)


class Words:
    """Words by rank, drawn as often as Zipf's law wants them; rarer ones are longer, as in any language."""

    def __init__(self, draw: random.Random) -> None:
        made = dict.fromkeys(COMMON)
        while len(made) < VOCABULARY:
            syllables = 1 + (len(made) > 1_500) + (len(made) > 30_000)
            made.setdefault("".join(self._syllable(draw) for _ in range(syllables)))
        self.words = list(made)
        self.bounds = list(accumulate(1 / (rank + 2.7) ** EXPONENT for rank in range(VOCABULARY)))

    @staticmethod
    def _syllable(draw: random.Random) -> str:
        return draw.choice(ONSETS) + draw.choice(NUCLEI) + draw.choice(CODAS)

    def some(self, draw: random.Random, count: int) -> list[str]:
        top = self.bounds[-1]
        return [self.words[bisect_left(self.bounds, draw.random() * top)] for _ in range(count)]

    def rare(self, draw: random.Random) -> str:
        return self.words[draw.randrange(len(COMMON), VOCABULARY)]


def notes(count: int) -> Iterator[tuple[str, str]]:
    """(path, text) of each note."""
    draw = random.Random(SEED)
    words = Words(draw)
    keys = [f"surprise/{number // PER_FOLDER:03}/{'-'.join(words.some(draw, 5))}-{number}" for number in range(count)]
    for number, key in enumerate(keys):
        yield f"{key}.md", _note(draw, words, keys, number)


def _note(draw: random.Random, words: Words, keys: Sequence[str], number: int) -> str:
    title = _sentence(draw, words, 9)
    sections = [f"## {name}\n\n{_prose(draw, words, 155 if name != 'Expected' else 40)}" for name in SECTIONS]
    answers = "\n".join(f"- why does the {' '.join(words.some(draw, 8))}" for _ in range(3))
    related = "\n".join(f"- [[{draw.choice(keys)}]]" for _ in range(draw.randrange(3)))
    body = "\n\n".join(
        (f"# {title}", *sections, f"## Answers\n\n{answers}", *([f"## Related\n\n{related}"] if related else []))
    )
    return f"{_fields(draw, words, keys, number)}{body}\n"


def _fields(draw: random.Random, words: Words, keys: Sequence[str], number: int) -> str:
    day = f"20{draw.randrange(20, 27)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}"
    tags = ", ".join(words.words[draw.randrange(100, 400)] for _ in range(draw.randrange(4)))
    more = f"tags: [{tags}]\n" if tags else ""
    if number and number % 40 == 0:
        more += f"supersedes: {keys[draw.randrange(number)]}\n"
    if number and number % 50 == 0:
        more += f"conflicts_with: [{keys[draw.randrange(number)]}]\n"
    return f"---\nkey: {keys[number]}\ntype: surprise\nsource: session s{number % 90:02}, generator\nrecorded: {day}\n{more}---\n"


def _prose(draw: random.Random, words: Words, count: int) -> str:
    paragraphs = []
    while count > 0:
        size = min(count, draw.randrange(40, 90))
        sentences = []
        while size > 0:
            length = min(size, draw.randrange(6, 18))
            sentences.append(_sentence(draw, words, length) + ".")
            size -= length
            count -= length
        paragraphs.append(" ".join(sentences))
    return "\n\n".join(paragraphs)


def _sentence(draw: random.Random, words: Words, count: int) -> str:
    said = words.some(draw, count)
    if draw.random() < 0.25:
        said[draw.randrange(count)] = f"`{_identifier(draw, words)}`"
    return " ".join(said)


def _identifier(draw: random.Random, words: Words) -> str:
    one, other = words.rare(draw), words.rare(draw)
    numbers = {"n": draw.randrange(10_000), "m": draw.randrange(10), "k": draw.randrange(100)}
    return draw.choice(SHAPES).format(a=one, b=other, A=one.capitalize(), B=other.capitalize(), **numbers)


def write(folder: Path, count: int) -> int:
    """All of them below the folder; their bytes."""
    size = 0
    for path, text in notes(count):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        size += file.write_bytes(text.encode())
    return size


if __name__ == "__main__":
    print(write(Path(sys.argv[1]), int(sys.argv[2])))
