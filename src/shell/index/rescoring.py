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


def corpus(opened: Opened, asked: Sequence[str]) -> Corpus:
    """What this index adds to all the notes there are."""
    return opened.spread.corpus(asked) if opened.spread else _corpus_by_reading(opened, asked)


def counted(opened: Opened, terms: Terms, notes: Sequence[int]) -> dict[int, Counted]:
    """How these notes hold the terms, each of which holds at least one."""
    asked, wanted = asked_terms(terms), set(notes)
    if opened.spread is None:
        return {note: count(columns, WEIGHTS, asked) for note, columns in all_terms(opened.con) if note in wanted}
    opened.con.register_fts5_function("counted", _counted)
    found = opened.con.execute(
        "SELECT rowid, counted(terms) FROM terms WHERE terms MATCH ? AND +rowid IN (SELECT value FROM json_each(?))",
        (match_expression(terms), json.dumps(sorted(wanted))),
    )
    pairs = ((note, json.loads(told)) for note, told in found)
    return {note: Counted(length, tuple(frequencies)) for note, (length, frequencies) in pairs}


def _counted(api: apsw.FTS5ExtensionApi, *_: object) -> str:
    def frequency(phrase: int) -> float:
        places = api.phrase_locations(phrase)
        return sum(weight * len(offsets) for weight, offsets in zip(WEIGHTS, places, strict=True))

    return json.dumps([api.column_size(), [frequency(phrase) for phrase in range(api.phrase_count)]])


def _corpus_by_reading(opened: Opened, asked: Sequence[str]) -> Corpus:
    total = Corpus(0, 0, (0,) * len(asked))
    for _, columns in all_terms(opened.con):
        note = count(columns, WEIGHTS, asked)
        total += Corpus(1, note.length, tuple(int(frequency > 0) for frequency in note.frequencies))
    return total
