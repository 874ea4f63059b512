"""A question is mostly about one section of a long note, and that section speaks for the note."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from hindnote.core.analysis import analyse
from hindnote.core.keys import Layer
from hindnote.shell.index.filters import EVERY
from hindnote.shell.index.folders import Source
from hindnote.shell.index.index import Index
from hindnote.shell.index.retrieval import Scored, keyword_leg, semantic_leg
from hindnote.shell.index.shelf import Shelf

from .stores import Spelled, write

LONG = "# ccc\n\n## one\naaaa aaaa\n\n## two\nbbbb bbbb\n\n## three\ncccc cccc\n\n## four\ndddd dddd\n"
MIXED = "# aab\n\naaaa bbbb aabb cdcd\n"


def index_of(folder: Path, notes: dict[str, str]) -> Index:
    for path, text in notes.items():
        write(folder, path, text)
    index = Index([Shelf([Source(Layer.VAULT, folder)], None, Spelled())])
    index.refresh()
    return index


def nearest(index: Index, question: str, also: Sequence[Scored] = (), depth: int = 9) -> dict[str, float]:
    return {scored.note.key: scored.score for scored in semantic_leg(index, question, EVERY, depth, also)}


def test_the_section_that_answers_lifts_a_long_note(tmp_path: Path) -> None:
    with index_of(tmp_path, {"long.md": LONG, "mixed.md": MIXED}) as index:
        near = nearest(index, "dddd")
    assert near["long"] > near["mixed"]
    assert near["long"] > 0.7  # half of it is the section's 1.0


def test_what_the_words_found_is_compared_too_however_far_it_is(tmp_path: Path) -> None:
    notes = {f"near{number}.md": "# dd\n\ndddd\n" for number in range(4)} | {"far.md": "# aa\n\naaaa needle\n"}
    with index_of(tmp_path, notes) as index:
        found = keyword_leg(index, analyse("needle"), EVERY, 9)
        assert "far" not in nearest(index, "dddd", depth=2)
        assert "far" in nearest(index, "dddd", found, depth=2)


def test_a_note_of_one_passage_is_its_own(tmp_path: Path) -> None:
    with index_of(tmp_path, {"short.md": "dddd\n"}) as index:
        (count,) = index.shelves[0].ask(
            lambda opened: opened.con.execute("SELECT count(*) FROM passages WHERE ordinal >= 0").fetchone() or (None,)
        )
    assert count == 0


@pytest.mark.parametrize("archived", [0, 1, 5, 150])
def test_archived_notes_take_no_ones_place(tmp_path: Path, archived: int) -> None:
    """Whether they are left out within the leg or, when they are few, after it."""
    near = {f"old{number}.md": "---\narchived: true\n---\ndddd\n" for number in range(archived)}
    with index_of(tmp_path, near | {f"a{number}.md": f"ddd{'a' * number}\n" for number in range(5)}) as index:
        assert list(nearest(index, "dddd", depth=3)) == ["a0", "a1", "a2"]
