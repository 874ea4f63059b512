"""Engines are judged on the same cases, side by side, and in the shape that others rely on."""

import msgspec
from syrupy.assertion import SnapshotAssertion

from hindnote.core.cases import Case
from hindnote.core.measures import MEASURES
from hindnote.core.quality import BM25, ENGINES, GREP, HYBRID, KEYWORD, SEMANTIC, Quality, as_text, judge

CASES = (Case("one", ("a",)), Case("two", ("b",)), Case("three", ("c",)))
ANSWERED: dict[str, list[list[str]]] = {
    HYBRID: [["a"], ["b"], ["x", "c"]],
    KEYWORD: [["a"], ["x", "b"], []],
    SEMANTIC: [[], ["b"], ["c"]],
    GREP: [[], [], []],
    BM25: [["x", "a"], ["x", "b"], ["x", "y", "c"]],
}
DRAWS = [[0, 1, 2], [0, 0, 1], [2, 2, 2], [1, 1, 0]]


def judged() -> Quality:
    return judge(CASES, ANSWERED, frozenset("abxy"), DRAWS)


def test_every_engine_is_measured_and_compared() -> None:
    quality = judged()
    assert tuple(quality.engines) == ENGINES
    assert quality.engines[HYBRID].p1 == 2 / 3
    assert quality.engines[GREP].returned == 0
    assert quality.intervals["hybrid vs bm25"]["p1"].mean == 2 / 3
    assert quality.mcnemar["hybrid vs bm25"].wins == 2


def test_what_one_leg_alone_has_on_its_first_page_is_told() -> None:
    assert (judged().only.keyword, judged().only.semantic) == (1 / 3, 1 / 3)


def test_answers_that_are_no_note_are_counted() -> None:
    assert judged().unknown == 1


def test_the_shape_is_the_one_that_others_rely_on() -> None:
    told = msgspec.json.decode(msgspec.json.encode(judged()))
    assert {"notes", "n", "engines", "intervals", "mcnemar"} <= told.keys()
    assert set(told["engines"]["hybrid"]) == {*MEASURES, "returned"}
    assert all(len(told["intervals"]["hybrid vs bm25"][name]) == 3 for name in MEASURES)


def test_a_person_reads_two_tables(snapshot: SnapshotAssertion) -> None:
    assert as_text(judged()) == snapshot
