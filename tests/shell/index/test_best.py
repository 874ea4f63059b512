"""The keyword leg leaves notes unscored, and never one that is among the best by all terms."""

import random

import pytest

from hindnote.core.analysis import Terms
from hindnote.core.bm25 import scores
from hindnote.shell.index.connection import IN_MEMORY, connect
from hindnote.shell.index.filters import NOT_ARCHIVED, Condition
from hindnote.shell.index.legs import WEIGHTS, keyword
from hindnote.shell.index.opening import Opened
from hindnote.shell.index.rows import Rows
from hindnote.shell.index.schema import create
from hindnote.shell.index.spread import Spread

NOTES = 6_000
SHARES = {"one": 0.001, "rare": 0.01, "some": 0.1, "many": 0.4, "most": 0.8, "all": 1.0}
TELLING = ("one", "rare", "some", "many", "absent")


@pytest.fixture(scope="module")
def notes() -> list[list[str]]:
    """Words of very different rarity, each up to three times, in notes of very different lengths."""
    draw = random.Random(7)
    held = [[word for word, share in SHARES.items() if draw.random() < share] for _ in range(NOTES)]
    return [
        [*(word for word in words for _ in range(draw.randint(1, 3))), *["x"] * draw.randint(1, 80)] for words in held
    ]


@pytest.fixture(scope="module")
def opened(notes: list[list[str]]) -> Opened:
    con = connect(IN_MEMORY)
    create(con, full_text=True)
    columns = [row[1] for row in con.execute("PRAGMA table_info(notes)") if row[3]]
    put = f"INSERT INTO notes(id, {', '.join(columns)}) VALUES(?, {', '.join('?' * len(columns))})"
    for number, words in enumerate(notes):
        con.execute(put, (number, *(number if name == "path" else 0 for name in columns)))
        con.execute("INSERT INTO terms(rowid, words, exact, parts) VALUES(?, ?, '', '')", (number, " ".join(words)))
    return Opened(con, Spread(con), Rows(con), "")


def found(opened: Opened, words: tuple[str, ...], depth: int, only: Condition = NOT_ARCHIVED) -> dict[int, float]:
    return dict(keyword(opened, Terms(words), only, depth))


def best(notes: list[list[str]], asked: tuple[str, ...], depth: int) -> dict[int, float]:
    """By scoring every note; those level with the last are among them."""
    every = sorted(scores(enumerate((words, (), ()) for words in notes), WEIGHTS, asked), key=lambda one: -one[1])
    return {note: score for note, score in every if score >= every[min(depth, len(every)) - 1][1] * (1 - 1e-12)}


@pytest.mark.parametrize("depth", [1, 20, 100, 1_000])
@pytest.mark.parametrize("first", range(len(TELLING)))
def test_the_best_are_those_that_scoring_every_note_finds(
    notes: list[list[str]], opened: Opened, depth: int, first: int
) -> None:
    """Whichever of the words come first."""
    words = (*TELLING[first:], *TELLING[:first])
    assert found(opened, words, depth) == pytest.approx(best(notes, words, depth), rel=1e-12)


def test_few_notes_of_rare_words_are_joined_by_those_of_commoner_ones(notes: list[list[str]], opened: Opened) -> None:
    words = ("one", "many")
    assert found(opened, words, 100) == pytest.approx(best(notes, words, 100), rel=1e-12)


def test_words_that_half_of_the_notes_hold_find_none_beside_rarer_ones(notes: list[list[str]], opened: Opened) -> None:
    assert set(found(opened, ("one", "most", "all"), 100)) == {
        number for number, held in enumerate(notes) if "one" in held
    }
    assert len(found(opened, ("most", "all"), 100)) >= 100


def test_they_do_where_a_filter_may_leave_nothing_else(opened: Opened) -> None:
    few = Condition("notes.id % 1000 = 0 AND notes.archived = 0")
    assert {note % 1000 for note in found(opened, ("one", "rare", "all"), 100, few)} == {0}
    assert len(found(opened, ("one", "rare", "all"), 100, few)) == NOTES // 1000
