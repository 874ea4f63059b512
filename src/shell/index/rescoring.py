"""Rescoring: keyword scores of several indexes on one scale, where a term is as rare as it is in all of them.

Each index scores by its own rarities, so a word that one of them lacks would weigh what it weighs
nowhere else. The best of each are scored again over all the notes there are.
"""

import json
from collections.abc import Sequence

import apsw

from ...core.analysis import Terms, match_expression
from ...core.bm25 import Corpus, Counted, asked_terms, count
from .legs import WEIGHTS, all_terms
from .opening import Opened


def corpus(opened: Opened, terms: Terms) -> Corpus:
    """What this index adds to all the notes there are."""
    asked = asked_terms(terms)
    if not opened.full_text:
        return _corpus_by_reading(opened, asked)
    register(opened.con)
    (totals,) = opened.con.execute("SELECT totals(terms) FROM terms LIMIT 1").fetchone() or ("[0, 0]",)
    notes, tokens = json.loads(totals)
    return Corpus(notes, tokens, tuple(_holding(opened.con, term) for term in asked))


def counted(opened: Opened, terms: Terms, notes: Sequence[int]) -> dict[int, Counted]:
    """How these notes hold the terms, each of which holds at least one."""
    asked, wanted = asked_terms(terms), set(notes)
    if not opened.full_text:
        return {note: count(columns, WEIGHTS, asked) for note, columns in all_terms(opened.con) if note in wanted}
    register(opened.con)
    found = opened.con.execute(
        "SELECT rowid, counted(terms) FROM terms WHERE terms MATCH ? AND +rowid IN (SELECT value FROM json_each(?))",
        (match_expression(terms), json.dumps(sorted(wanted))),
    )
    pairs = ((note, json.loads(told)) for note, told in found)
    return {note: Counted(length, tuple(frequencies)) for note, (length, frequencies) in pairs}


def register(con: apsw.Connection) -> None:
    con.register_fts5_function("totals", _totals)
    con.register_fts5_function("counted", _counted)


def _totals(api: apsw.FTS5ExtensionApi, *_: object) -> str:
    return json.dumps([api.row_count, api.column_total_size()])


def _counted(api: apsw.FTS5ExtensionApi, *_: object) -> str:
    def frequency(phrase: int) -> float:
        places = api.phrase_locations(phrase)
        return sum(weight * len(offsets) for weight, offsets in zip(WEIGHTS, places, strict=True))

    return json.dumps([api.column_size(), [frequency(phrase) for phrase in range(api.phrase_count)]])


def _holding(con: apsw.Connection, term: str) -> int:
    asked = match_expression(Terms((term,)))
    (holding,) = con.execute("SELECT count(*) FROM terms WHERE terms MATCH ?", (asked,)).fetchone() or (0,)
    return int(holding)


def _corpus_by_reading(opened: Opened, asked: Sequence[str]) -> Corpus:
    total = Corpus(0, 0, (0,) * len(asked))
    for _, columns in all_terms(opened.con):
        note = count(columns, WEIGHTS, asked)
        total += Corpus(1, note.length, tuple(int(frequency > 0) for frequency in note.frequencies))
    return total
