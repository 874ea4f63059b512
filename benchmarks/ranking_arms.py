"""Ranking arms: the ways to rank that the ablation compares, each made from a corpus and answering a question.

Plain BM25 is the reference of design.md 14. Every other arm is the product's own with one thing changed.
"""

import re
import string
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import apsw
from ranking_corpora import Corpus

from hindnote.core.analysis import COLUMN_WEIGHTS, Terms, analyse
from hindnote.core.chunks import chunks

Ranked: TypeAlias = dict[str, float]  # scores by key, higher is better
Engine: TypeAlias = Callable[[str], Ranked]
Arm: TypeAlias = Callable[[Corpus], Engine]

TOKENIZER = "ascii tokenchars '" + string.punctuation.replace("'", "''").replace('"', '""') + "'"
STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "no",
        "not",
        "of",
        "on",
        "or",
        "our",
        "should",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)


# --- plain BM25 -----------------------------------------------------------


def plain(corpus: Corpus) -> Engine:
    """One row a note, text after the frontmatter, `porter unicode61`, OR of the words with repeats."""
    con = apsw.Connection(":memory:")
    con.execute("create virtual table t using fts5(body, tokenize='porter unicode61')")
    keys = list(corpus.documents)
    con.executemany("insert into t values(?)", [(corpus.documents[key].body,) for key in keys])

    def search(question: str) -> Ranked:
        asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question.lower()))
        return {keys[row - 1]: -score for row, score in con.execute(SEARCH.format("bm25()"), (asked,))} if asked else {}

    return search


SEARCH = "select rowid, rank from t where t match ? and rank match '{}'"

# --- ours -----------------------------------------------------------------

Columns: TypeAlias = tuple[Sequence[str], ...]


def columns(_title: str, text: str) -> Columns:
    terms = analyse(text)
    return terms.words, terms.exact, terms.parts


def in_one_column(title: str, text: str) -> Columns:
    return (sum(map(tuple, columns(title, text)), ()),)


def with_title(title: str, text: str) -> Columns:
    return (*columns(title, text), analyse(title).words)


def any_term(terms: Terms) -> list[str]:
    return [quoted(term) for term in dict.fromkeys((*terms.words, *terms.exact, *terms.parts))]


def repeated(terms: Terms) -> list[str]:
    return [quoted(term) for term in (*terms.words, *terms.exact, *terms.parts)]


def without_stop_words(terms: Terms) -> list[str]:
    asked = any_term(terms)
    return [term for term in asked if term.strip('"') not in STOP_WORDS] or asked


def as_prefixes(terms: Terms) -> list[str]:
    return [f"{term}*" if len(term) > 5 else term for term in any_term(terms)]


def with_pairs(terms: Terms) -> list[str]:
    pairs = zip(terms.words, terms.words[1:], strict=False)
    return [*any_term(terms), *(f"{quoted(one)} + {quoted(other)}" for one, other in pairs)]


def quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def ours(  # noqa: PLR0913  (one argument for each choice that is varied)
    corpus: Corpus,
    *,
    split: Callable[[str, str], Columns] = columns,
    weights: Sequence[float] = COLUMN_WEIGHTS,
    asked: Callable[[Terms], list[str]] = any_term,
    level: str = "note",
    budget: float | None = None,
) -> Engine:
    con, owners = apsw.Connection(":memory:"), list[str]()
    names = ", ".join(f"c{place}" for place in range(len(weights)))
    con.execute(f"create virtual table t using fts5({names}, content='', tokenize=\"{TOKENIZER}\")")
    con.execute("create virtual table v using fts5vocab(t, 'row')")
    for key, document in corpus.documents.items():
        texts = [document.body] if level == "note" else [chunk.text for chunk in chunks(document)]
        for text in texts:
            owners.append(key)
            cells = [" ".join(column) for column in split(document.title, text)]
            con.execute(f"insert into t(rowid, {names}) values(?{', ?' * len(cells)})", (len(owners), *cells))
    search = SEARCH.format(f"bm25({', '.join(map(str, weights))})")

    def run(question: str) -> Ranked:
        terms = asked(analyse(question))
        if budget is not None:
            terms = within(con, terms, budget * len(owners))
        best: Ranked = {}
        for row, score in con.execute(search, (" OR ".join(terms),)) if terms else ():
            best[owners[row - 1]] = max(best.get(owners[row - 1], -score), -score)
        return best

    return run


def within(con: apsw.Connection, terms: Sequence[str], budget: float) -> list[str]:
    """The rarest terms up to the budget of postings, and always the rarest one."""
    spread = {term: con.execute("select sum(doc) from v where term = ?", (term.strip('"'),)).get or 0 for term in terms}
    kept: list[str] = []
    for term in sorted(spread, key=lambda one: spread[one]):
        budget -= spread[term]
        if budget >= 0 or not any(spread[one] for one in kept):
            kept.append(term)
    return kept


# --- orders on top --------------------------------------------------------


def all_words_first(corpus: Corpus) -> Engine:
    """Notes with every word of the question above those with some."""
    search, held = ours(corpus), {key: set(analyse(one.body).words) for key, one in corpus.documents.items()}

    def run(question: str) -> Ranked:
        wanted = set(analyse(question).words)
        return {key: score + 1e6 * (wanted <= held[key]) for key, score in search(question).items()}

    return run


def summed(corpus: Corpus) -> Engine:
    """Note-level and best chunk's BM25 added."""
    note, chunk = ours(corpus), ours(corpus, level="chunk")

    def run(question: str) -> Ranked:
        whole, best = note(question), chunk(question)
        return {key: score + best.get(key, 0.0) for key, score in whole.items()}

    return run


def with_recency_leg(corpus: Corpus, weight: float = 0.25) -> Engine:
    """Reciprocal ranks of the keyword leg and of the notes' dates: the known trap."""
    search = ours(corpus)
    newest = sorted(corpus.documents, key=lambda key: corpus.documents[key].date, reverse=True)
    recent = {key: weight / (60 + place) for place, key in enumerate(newest, 1)}

    def run(question: str) -> Ranked:
        return {key: 1 / (60 + place) + recent[key] for place, key in enumerate(ordered(search(question)), 1)}

    return run


def ordered(scores: Ranked) -> list[str]:
    return sorted(scores, key=lambda key: (-scores[key], key))


KEYWORD_ARMS: Mapping[str, Arm] = {
    "plain BM25": plain,
    "ours: note-level, columns 1 / .1 / .3, any word": ours,
    "columns 1 / 0 / 0": partial(ours, weights=(1.0, 0.0, 0.0)),
    "columns 1 / .1 / .1": partial(ours, weights=(1.0, 0.1, 0.1)),
    "columns 1 / .1 / 1": partial(ours, weights=(1.0, 0.1, 1.0)),
    "columns 1 / .3 / .1": partial(ours, weights=(1.0, 0.3, 0.1)),
    "columns 1 / .3 / .3": partial(ours, weights=(1.0, 0.3, 0.3)),
    "columns 1 / 1 / 1": partial(ours, weights=(1.0, 1.0, 1.0)),
    "the same terms in one column": partial(ours, split=in_one_column, weights=(1.0,)),
    "title column .5": partial(ours, split=with_title, weights=(*COLUMN_WEIGHTS, 0.5)),
    "title column 2": partial(ours, split=with_title, weights=(*COLUMN_WEIGHTS, 2.0)),
    "title column 8": partial(ours, split=with_title, weights=(*COLUMN_WEIGHTS, 8.0)),
    "best chunk": partial(ours, level="chunk"),
    "note + best chunk": summed,
    "all words first": all_words_first,
    "words of the question repeated": partial(ours, asked=repeated),
    "stop words left out": partial(ours, asked=without_stop_words),
    "words as prefixes": partial(ours, asked=as_prefixes),
    "pairs of words as phrases": partial(ours, asked=with_pairs),
    "rarest terms up to 2.0 N postings": partial(ours, budget=2.0),
    "rarest terms up to 1.0 N postings": partial(ours, budget=1.0),
    "rarest terms up to 0.5 N postings": partial(ours, budget=0.5),
    "rarest terms up to 0.25 N postings": partial(ours, budget=0.25),
    "recency as a leg, .25": with_recency_leg,
}
