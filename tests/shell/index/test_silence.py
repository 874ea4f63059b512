"""A question about nothing that the notes know is answered with silence, in whatever words it is asked."""

import shutil
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hindnote.core.analysis import analyse
from hindnote.core.keys import Layer
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import find
from hindnote.shell.index.entry import entry
from hindnote.shell.index.filters import EVERY
from hindnote.shell.index.folders import Source
from hindnote.shell.index.index import Index
from hindnote.shell.index.legs import holding
from hindnote.shell.index.opening import Opened
from hindnote.shell.index.retrieval import keyword_leg, shares
from hindnote.shell.index.shelf import Shelf

from .stores import Spelled, Store, store_in, surprise, write

NOTES = {
    "surprise/mount": "How do I mount a token file? The rename in place fails with EBUSY, and that is what it is.",
    "surprise/lock": "You do not get the lock before the first attempt has let it go, which is why it hangs.",
}


def keys(tmp_path: Path, question: str, *, model: str = "off") -> list[str]:
    store = store_in(tmp_path, model=model)
    for key, said in NOTES.items():
        write(store.local, f"{key}.md", surprise(key, said))
    return [hit.key for hit in find(store.world, Query(question=question)).unwrap().hits]


@pytest.mark.parametrize("model", ["off", ""])
@pytest.mark.parametrize(
    "question", ["How do I bake sourdough bread?", "what is the price of it", "why is that so zzyzx"]
)
def test_notes_that_share_only_glue_with_a_question_do_not_answer_it(tmp_path: Path, model: str, question: str) -> None:
    assert keys(tmp_path, question, model=model) == []


def test_one_word_that_the_notes_know_is_enough(tmp_path: Path) -> None:
    assert keys(tmp_path, "how do I rename sourdough bread")[0] == "surprise/mount"


def test_a_question_of_glue_alone_is_still_asked(tmp_path: Path) -> None:
    assert keys(tmp_path, "which is why")[0] == "surprise/lock"


MATTERS = (
    *("The boiler leaks steam when its valve is shut by hand.", "Sourdough collapses when the starter is a week old."),
    *("The orchid drops its buds after a draught.", "A violin loses its tuning when the humidity falls."),
    *("The glacier gauge freezes and reports zero depth.", "The kiln cracks glaze when it is cooled in an hour."),
    *("The ferry timetable skips the winter Sundays.", "Bees leave the hive when smoke is blown from below."),
    *("The telescope drifts because its mount is out of balance.", "Tyres lose pressure overnight in frost."),
)


@pytest.fixture
def workshop(tmp_path: Path) -> Store:
    """Notes on ten matters, each with words that people use for anything."""
    store = store_in(tmp_path, model="")
    for place, matter in enumerate(MATTERS):
        write(store.local, f"n{place}.md", surprise(f"n{place}", f"{matter} The team saw it in production."))
    return store


def test_words_that_every_note_has_do_not_make_it_an_answer(workshop: Store) -> None:
    question = "does the team reset the database of invoices between runs"
    assert find(workshop.world, Query(question=question)).unwrap().hits == ()


def test_and_the_one_word_that_tells_does(workshop: Store) -> None:
    question = "does the team reset the database of the kiln between runs"
    assert [hit.key for hit in find(workshop.world, Query(question=question)).unwrap().hits] == ["n5"]


words = st.sampled_from(["kiln", "loom", "foo_bar", "getUser2", "端口", "ran", "running", "it's"])
bodies = st.lists(st.lists(words, max_size=6).map(" ".join), min_size=1, max_size=6)


@given(bodies, st.lists(words, min_size=1, max_size=4, unique=True).map(" ".join))
@settings(max_examples=30)
def test_what_notes_have_of_a_question_is_the_same_without_fts5(
    tmp_path_factory: pytest.TempPathFactory, said: list[str], question: str
) -> None:
    folder = tmp_path_factory.mktemp("notes")
    for place, each in enumerate(said):
        write(folder, f"n{place}.md", each)
    index = Index([Shelf([Source(Layer.VAULT, folder)], None, Spelled())])
    index.refresh()
    terms = analyse(question)
    found = keyword_leg(index, terms, EVERY, 10)
    plain = apsw.Connection(":memory:")
    plain.execute("CREATE TABLE terms(words, exact, parts)")
    for one in found:
        columns = entry(said[int(one.note.key[1:])], Layer.VAULT, one.note.path, 0).terms
        values = (one.note.row, *(" ".join(column) for column in columns))
        plain.execute("INSERT INTO terms(rowid, words, exact, parts) VALUES(?, ?, ?, ?)", values)

    def held(opened: Opened) -> dict[str, set[int]]:
        return holding(opened, terms.words, [one.note.row for one in found])

    (shelf,) = index.shelves
    assert shelf.ask(held) == shelf.ask(lambda opened: held(replace(opened, con=plain, spread=None)))
    assert all(0.0 <= share <= 1.0 + 1e-9 for share in shares(index, terms, found).values())
    index.close()
    shutil.rmtree(folder)
