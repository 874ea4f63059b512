"""Ranking silence: how many notes come up for a question, its own or a stranger's, as a Markdown table.

    python benchmarks/ranking_silence.py [FOLDER ...]

Stores of few notes are drawn by chance from each corpus, for there next to every word is known to some note. Each is asked
its own questions, and others that it cannot answer: those of the other corpora and what people ask of any store. Moved is
`SHARE`, of what a question's words tell: what a note must have that is no nearer in meaning than a stranger.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ranking_corpora import Corpus, corpora

from hindnote.core import ranking
from hindnote.core.cases import Case
from hindnote.shell.app import finding
from hindnote.shell.bench.bed import over_folder

SIZES = {8: 4, 12: 4, 25: 3, 50: 2, 0: 1}  # notes, 0 for all of them: stores of each corpus
SHARES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)
STRANGE = 40  # questions from the other corpora
PAGE = 8
ANYWHERE = (
    *("which editor does the team use", "is the office closed on Friday", "what postgres version runs in production"),
    *("is the test database reset between runs", "what is the best pizza in town", "who is on call this weekend"),
    *("how do I configure the printer", "thanks, that looks right", "commit this and push", "run the tests again"),
)


def drawn(corpus: Corpus, size: int, chance: random.Random) -> tuple[dict[str, str], list[Case]]:
    """Notes of the corpus, and the questions that they answer."""
    if not size:
        return corpus.texts, list(corpus.cases)
    cases = chance.sample(list(corpus.cases), min(size, len(corpus.cases)))
    return {key: corpus.texts[key] for case in cases for key in case.answers}, cases


@contextmanager
def opened(texts: dict[str, str]) -> Iterator[finding.Files]:
    with TemporaryDirectory() as folder:
        for key, text in texts.items():
            (path := Path(folder, f"{key}.md")).parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        with closing(over_folder(Path(folder), None).unwrap()) as index:
            files = finding.Files(index)
            files.report = index.refresh()
            yield files


def measured(over: Sequence[Corpus], size: int) -> None:
    own: dict[float, list[tuple[Case, list[str]]]] = {share: [] for share in SHARES}
    strange: dict[float, list[list[str]]] = {share: [] for share in SHARES}
    for corpus in over:
        for seed in range(SIZES[size]):
            chance = random.Random(seed)  # noqa: S311  (repeatable)
            texts, cases = drawn(corpus, size, chance)
            others = [case.query for other in over if other is not corpus for case in other.cases]
            others = [*chance.sample(others, STRANGE), *ANYWHERE]
            with opened(texts) as files:
                for share in SHARES:
                    ranking.SHARE = share  # type: ignore[misc]  # what is measured
                    own[share] += [(case, answers(files, case.query)) for case in cases]
                    strange[share] += [answers(files, question) for question in others]
    for share in SHARES:
        told, foreign = own[share], strange[share]
        first = sum(keys[:1] == [case.answers[0]] for case, keys in told) / len(told)
        page = sum(case.answers[0] in keys[:PAGE] for case, keys in told) / len(told)
        shown = sum(len(keys[:PAGE]) for _, keys in told) / len(told)
        answered = sum(map(bool, foreign)) / len(foreign)
        noise = sum(len(keys[:PAGE]) for keys in foreign) / len(foreign)
        said = f"**{share:g}**" if share == SHIPPED else f"{share:g}"
        print(
            f"| {size or 'all'} | {said} | {100 * first:.1f} | {100 * page:.1f} | {shown:.1f} | {100 * answered:.1f} | {noise:.1f} |"
        )


def answers(files: finding.Files, question: str) -> list[str]:
    ranked = finding.rank_notes(files, finding.Query(question=question)).ranked
    return list(dict.fromkeys(one.identity.key for one in ranked))


SHIPPED = ranking.SHARE

if __name__ == "__main__":
    print("| notes | `SHARE` | own: P@1 | R@8 | notes shown | strange: answered (%) | notes shown |")
    print("|---|---|---|---|---|---|---|")
    given = corpora([Path(folder) for folder in sys.argv[1:]])
    for each in SIZES:
        measured(given, each)
