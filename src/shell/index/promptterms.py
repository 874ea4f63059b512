"""Prompt terms: the words of a prompt that are rare among the notes, and the notes that hold most of them.

A word counts once, whatever terms analysis makes of it. Imports nothing that a hook cannot afford.
"""
# ruff: noqa: S608  (values are bound; what is spliced in are weights)

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import inf

import apsw

from ...core.analysis import COLUMN_WEIGHTS, Terms, match_expression, terms_of
from ...core.idf import at_most, idf
from ...core.namenotes import NamedNote
from .naming import notes_of

READ = 16_000  # characters of a prompt

Words = Sequence[tuple[str, ...]]
"""The rare terms of each word of a prompt."""

Holders = Mapping[str, Sequence[str]]
"""The notes of one index that hold each rare term, by their rows."""

_HOLDERS = """SELECT (SELECT count(*) || ',' || group_concat(rowid) FROM
    (SELECT rowid FROM terms WHERE terms MATCH asked.value LIMIT ?)) FROM json_each(?) AS asked ORDER BY asked.key"""
_SCORES = f"""SELECT rowid, bm25(terms, {", ".join(map(str, COLUMN_WEIGHTS))}) FROM terms
    WHERE terms MATCH ? AND +rowid IN (SELECT value FROM json_each(?)) ORDER BY 2 LIMIT ?"""


def asked(
    cons: Sequence[apsw.Connection], prompt: str, most: int, terms: int, common: set[str]
) -> tuple[Words, list[Holders]]:
    """Words with a term that some notes hold and no more than `most`; of all of them the rarest `terms`.

    `common` are terms known to be in more, and it learns others: most words of a prompt are old acquaintances.
    """
    words = {tuple(dict.fromkeys(terms_of(chunk)[0])) for chunk in prompt[:READ].split()}
    unsure = list({term for word in words for term in word} - common)
    found = [_holders(con, unsure, most) for con in cons]
    count = {term: sum(len(holders[term]) for holders in found) for term in unsure}
    common.update(term for term, notes in count.items() if notes > most)
    kept = sorted((term for term, notes in count.items() if 0 < notes <= most), key=lambda term: (count[term], term))
    rare = set(kept[:terms])
    asking = {tuple(term for term in word if term in rare) for word in words}
    return sorted(word for word in asking if word), [{term: holders[term] for term in rare} for holders in found]


def shared(words: Words, holders: Holders) -> Mapping[str, int]:
    """How many of the words each note holds."""
    held = Counter[str]()
    for word in words:
        one, *others = word
        held.update(set(holders[one]).union(*(holders[term] for term in others)) if others else holders[one])
    return held


def ranked(  # noqa: PLR0913  (one index, what was asked of it, and what it said)
    con: apsw.Connection, words: Words, holders: Holders, held: Mapping[str, int], need: float, *, longest: int
) -> list[tuple[float, int, NamedNote]]:
    """The best notes, each with its score (lower is better) and its row.

    Of those that share enough words, and of the others those that could score better than any of these; the rest
    can neither be shown nor silence what is shown. A first guess at which these are is asked again where it was too
    bold.
    """
    newest = int(con.execute("SELECT max(id) FROM notes").get or 0)  # there are no more notes than that
    told = sorted(
        (sum(idf(newest, len(holders[term])) for term in word if holders[term]) for word in words), reverse=True
    )
    guessed = min(_outranking(told, sum(told) * max(held.values(), default=0) / len(words)), need)
    found = _best(con, words, held, guessed, longest)
    sharing = (score for score, row, note in found if held[str(row)] >= need and not note.credential)
    fewest = _outranking(told, -min(sharing, default=0.0))
    return _best(con, words, held, fewest, longest) if fewest < guessed else found


def _best(
    con: apsw.Connection, words: Words, held: Mapping[str, int], least: float, longest: int
) -> list[tuple[float, int, NamedNote]]:
    """Of the notes that hold so many words."""
    terms = tuple(dict.fromkeys(term for word in words for term in word))
    rows = f"[{','.join(row for row, count in held.items() if count >= least)}]"
    scored = con.execute(_SCORES, (match_expression(Terms(terms)), rows, longest)) if terms else ()
    scores = {int(row): float(score) for row, score in scored}
    return [(scores[row], row, note) for row, note in notes_of(con, list(scores)).items()]


def _outranking(told: Sequence[float], score: float) -> float:
    """How few words a note can share and still score more: those that tell most, as often as can be."""
    return next((count for count, weight in enumerate(accumulate(told), 1) if at_most(weight) > score), inf)


def _holders(con: apsw.Connection, terms: Sequence[str], most: int) -> Holders:
    """In one statement. Of the rows that hold a term no more are read than it takes to know that they are too many."""
    expressions = json.dumps([match_expression(Terms((term,))) for term in terms])
    rows = [str(found).split(",")[1:] for (found,) in con.execute(_HOLDERS, (most + 1, expressions))]
    return dict(zip(terms, rows, strict=True))
