"""Search: ranked hits with excerpts from the files as they are, in pages, by filters that act before the cut."""

from collections.abc import Callable
from pathlib import Path

import pytest
from returns.result import Failure

from hindnote.core.keys import Layer
from hindnote.core.outcome import Outcome
from hindnote.core.paging import StaleCursor
from hindnote.shell.app.finding import Query
from hindnote.shell.app.search import Found, find
from hindnote.shell.index.index import Index
from hindnote.shell.index.reading import IndexedNote
from hindnote.shell.notesdir import Unreadable

from .stores import Store, store_in, surprise, write


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def ask(store: Store, question: str, **said: object) -> Found:
    return find(store.world, Query(question=question, **said)).unwrap()  # type: ignore[arg-type]  # Query's own fields


def keys(found: Found) -> list[str]:
    return [str(hit.key) for hit in found.hits]


def test_a_hit_says_where_and_when_and_shows_the_passage(store: Store) -> None:
    write(store.local, "surprise/a.md", surprise("surprise/a", "the flywheel stalls when it is cold"))
    [hit] = ask(store, "why does my flywheel stall").hits
    assert (hit.key, hit.layer, hit.date, hit.section) == ("surprise/a", Layer.LOCAL, "2026-08-07", "Observed")
    assert "flywheel stalls" in hit.excerpt
    assert hit.lines == (13, 13)


def test_silence_is_an_answer(store: Store) -> None:
    write(store.local, "a.md", "# flywheel\n")
    assert ask(store, "zeppelin") == Found(mode="index")


@pytest.mark.parametrize(
    "question", ["", " ", "a", "x" * 10_000, "\0", "\ud800", "😀", '"', "a OR (", "NEAR(", "*", "-", "{words}:a"]
)
def test_any_text_is_a_question(store: Store, question: str) -> None:
    write(store.local, "a.md", "# a flywheel\n")
    assert ask(store, question).mode == "index"


def test_a_filter_acts_before_the_cut(store: Store) -> None:
    for number in range(300):
        write(store.team, f"t{number}.md", f"# flywheel {number}\n\nflywheel flywheel\n")
    for number in range(5):
        write(store.local, f"l{number}.md", f"# other {number}\n\nlong text with one flywheel in it\n")
    assert len(ask(store, "flywheel", layer=Layer.LOCAL).hits) == 5


def test_pages_show_every_note_once_in_one_order(store: Store) -> None:
    for number in range(23):
        write(store.local, f"n{number:02}.md", f"# flywheel {number}\n")
    whole = keys(ask(store, "flywheel", limit=50))
    paged: list[str] = []
    cursor: str | None = None
    while True:
        found = ask(store, "flywheel", limit=5, cursor=cursor)
        paged += keys(found)
        assert found.omitted == len(whole) - len(paged)
        cursor = found.next_cursor
        if cursor is None:
            break
    assert paged == whole
    assert len(set(whole)) == 23


def test_a_cursor_is_refused_when_the_answer_before_it_has_changed(store: Store) -> None:
    for number in range(4):
        write(store.local, f"n{number}.md", f"# flywheel {number}\n")
    first = ask(store, "flywheel", limit=2)
    (store.local / f"{first.hits[0].key}.md").unlink()
    assert find(store.world, Query(question="flywheel", limit=2, cursor=first.next_cursor)) == Failure(
        StaleCursor(str(first.next_cursor))
    )


def test_an_answer_fits_the_tokens_it_may_cost(store: Store) -> None:
    for number in range(10):
        write(store.local, f"n{number}.md", f"# flywheel {number}\n\n{'flywheel words ' * 50}\n")
    found = ask(store, "flywheel", max_tokens=300)
    assert 0 < found.tokens <= 300
    assert found.next_cursor is not None


def test_several_phrasings_reach_what_each_reaches(store: Store) -> None:
    write(store.local, "a.md", "# flywheel\n")
    write(store.local, "b.md", "# sprocket\n")
    assert sorted(keys(ask(store, "flywheel", also=("sprocket",)))) == ["a", "b"]


def test_a_note_that_another_supersedes_says_so_and_sinks(store: Store) -> None:
    write(store.local, "old.md", surprise("old", "the flywheel stalls"))
    write(store.local, "new.md", surprise("new", "the flywheel stalls no more, it only hums", supersedes="old"))
    found = ask(store, "flywheel stalls")
    assert keys(found) == ["new", "old"]
    assert found.hits[1].flags.superseded_by == "new"


def test_a_conflict_shows_on_both_sides_whoever_declares_it(store: Store) -> None:
    write(store.local, "a.md", surprise("a", "the flywheel stalls", conflicts_with="[b]"))
    write(store.local, "b.md", surprise("b", "the flywheel never stalls"))
    marks = {str(hit.key): (hit.flags.conflicts_with, hit.flags.unacknowledged) for hit in ask(store, "flywheel").hits}
    assert marks == {"a": (("b",), ("b",)), "b": (("a",), ("a",))}


def test_two_files_that_dispute_a_key_are_both_shown(store: Store) -> None:
    write(store.local, "a.md", surprise("a", "the flywheel stalls"))
    write(store.local, "copy of a.md", surprise("a", "the flywheel stalls"))
    assert keys(ask(store, "flywheel")) == ["a", "a"]


def test_an_archived_note_stays_out(store: Store) -> None:
    write(store.local, "a.md", surprise("a", "the flywheel stalls", archived="true"))
    assert ask(store, "flywheel").hits == ()


def test_a_bad_file_is_named_beside_the_answer(store: Store) -> None:
    write(store.local, "a.md", "# flywheel\n")
    (store.local / "bad.md").write_bytes(b"\xff")
    found = ask(store, "flywheel")
    assert keys(found) == ["a"]
    assert [str(store.local / "bad.md") in notice for notice in found.notices] == [True]


class Racing(Index):
    """An index under which a file changes in the moment between the ranking and its reading."""

    def __init__(self, index: Index, changes: Callable[[Path], None]) -> None:
        super().__init__(index.shelves)
        self.changes: Callable[[Path], None] | None = changes

    def text(self, note: IndexedNote) -> Outcome[str, Unreadable]:
        if self.changes is not None:
            self.changes(self.place(note))
            self.changes = None
        return super().text(note)


def test_a_note_that_changes_while_it_is_answered_is_shown_as_it_is(store: Store) -> None:
    file = write(store.local, "a.md", "# A\n\nthe flywheel stalls\n")
    racing = Racing(store.open(), lambda _: void(file.write_text("# A\n\n\n\nthe flywheel hums\n", "utf-8")))
    [hit] = find(store.world, Query(question="flywheel"), index=racing).unwrap().hits
    assert (hit.excerpt, hit.lines) == ("the flywheel hums", (5, 5))


def test_a_note_that_no_longer_answers_is_not_shown(store: Store) -> None:
    file = write(store.local, "a.md", "# A\n\nthe flywheel stalls\n")
    racing = Racing(store.open(), lambda _: void(file.write_text("# A\n\nnothing\n", "utf-8")))
    assert find(store.world, Query(question="flywheel"), index=racing).unwrap().hits == ()


def test_a_note_that_goes_while_it_is_answered_is_not_shown(store: Store) -> None:
    write(store.local, "a.md", "# A\n\nthe flywheel stalls\n")
    write(store.local, "b.md", "# B\n\nno flywheel here\n")
    racing = Racing(store.open(), Path.unlink)
    assert len(find(store.world, Query(question="flywheel"), index=racing).unwrap().hits) == 1


def void(_: object) -> None:
    """For a lambda that is called for its effect."""


def test_a_question_of_any_length_is_answered_and_says_what_was_left_out(store: Store) -> None:
    write(store.local, "surprise/a.md", surprise("surprise/a", "the flywheel stalls when it is cold"))
    asked = ask(store, "flywheel " + " ".join(map(str, range(300_000))), also=tuple(map(str, range(5_000))))
    assert keys(asked) == ["surprise/a"]
    assert [notice.split()[0] for notice in asked.notices] == ["Only", "Of"]
