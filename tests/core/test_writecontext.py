"""Beside the answer of a write stand a few live notes about what it names, within bounds, and never the note itself."""

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict
from syrupy.assertion import SnapshotAssertion

from hindnote.core.document import read_document
from hindnote.core.namenotes import NamedNote, Snapshot, Standing
from hindnote.core.switches import Switches
from hindnote.core.writecontext import (
    ADVISORY,
    LIST,
    WriteContext,
    Written,
    context_lines,
    names_written,
    summary_of,
    write_context,
)

from .. import strategies as some
from ..pages import page

__all__ = ["page"]  # the fixture

TLDS = frozenset({"com", "dev"})
SHIPPED = Switches()


def note(
    key: str, title: str = "", *, date: str = "2026-08-01", titled: bool = True, layer: str = "local"
) -> NamedNote:
    return NamedNote(layer, key, title or f"As30p {key}", date, 0, titled)


def snapshot(naming: Mapping[str, Sequence[NamedNote]], total: int = 100) -> Snapshot:
    known = {fold: Standing(len(notes), sum(each.titled for each in notes)) for fold, notes in naming.items()}
    return Snapshot(total, known, naming.__getitem__)


def context(
    text: str, naming: Mapping[str, Sequence[NamedNote]], switches: Switches = SHIPPED, summary: str = "It hums."
) -> WriteContext:
    written = Written("local/surprise/new", text)
    return write_context(written, names_written(written, TLDS), snapshot(naming), switches, lambda _: summary)


def keys(found: WriteContext) -> list[tuple[str, str]]:
    return [(each.name, each.key) for each in found.related]


# --- which names ------------------------------------------------------------


@pytest.mark.parametrize("step", ["run4", "round-3", "ch13", "phase-2", "step_7", "s03"])
def test_a_step_of_a_sequence_is_no_thing(step: str) -> None:
    assert names_written(Written("", f"{step} failed, {step} again"), TLDS) == ()


def test_a_name_that_only_a_path_has_is_left_out() -> None:
    assert names_written(Written("", "see /srv/As30p/x and /mnt/As30p"), TLDS) == ()
    assert [name.text for name in names_written(Written("", "see /srv/As30p/x: As30p"), TLDS)] == ["As30p"]


def test_in_a_long_text_a_name_must_come_twice() -> None:
    assert names_written(Written("", "As30p " + "word " * 100), TLDS) == ()
    assert len(names_written(Written("", "As30p As30p " + "word " * 100), TLDS)) == 1
    assert len(names_written(Written("", "As30p " + "word " * 90), TLDS)) == 1


# --- which notes ------------------------------------------------------------


def test_titled_notes_stand_alone_newest_first_and_three_at_most() -> None:
    notes = [note(f"n{day}", date=f"2026-08-0{day}") for day in range(1, 5)]
    found = context("As30p", {"as30p": [*notes, note("mention", date="2026-08-09", titled=False)]})
    assert keys(found) == [("As30p", "n4"), ("As30p", "n3"), ("As30p", "n2")]
    assert found.note == ADVISORY


def test_without_a_title_up_to_ten_mentions_speak() -> None:
    assert len(context("As30p", {"as30p": [note(f"n{i}", titled=False) for i in range(10)]}).related) == 3
    assert context("As30p", {"as30p": [note(f"n{i}", titled=False) for i in range(11)]}) == WriteContext()


def test_the_note_itself_a_credential_and_a_common_name_stay_out() -> None:
    itself = note("surprise/new")
    secret = note("token")._replace(credential=True)
    assert context("As30p", {"as30p": [itself, secret]}) == WriteContext()
    assert context("As30p", {"as30p": [note(f"n{i}") for i in range(16)]}) == WriteContext()
    assert context("As30p", {}).note == ""


def test_three_names_at_most_and_a_note_once() -> None:
    naming = {f"x{i}y": [note("shared"), note(f"own{i}")] for i in range(4)}
    found = context("x0y x1y x2y x3y", naming)
    assert len({name for name, _ in keys(found)}) == 3
    assert [key for _, key in keys(found)].count("shared") == 1


def test_a_changed_history_is_told_unless_switched_off() -> None:
    old, new = note("old")._replace(superseded=True), note("new", date="2026-08-02")
    found = context("As30p", {"as30p": [new, old]})
    assert [(each.key, each.mark) for each in found.timelines[0].notes] == [("old", "superseded"), ("new", "newest")]
    assert context("As30p", {"as30p": [new, old]}, SHIPPED._replace(timelines=False)).timelines == ()


def test_what_the_note_just_written_supersedes_is_not_called_the_newest() -> None:
    old = note("old")._replace(superseded=True)
    found = context("As30p", {"as30p": [note("surprise/new", date="2026-08-02"), old]})
    assert [(each.key, each.mark) for each in found.timelines[0].notes] == [("old", "superseded")]


titles = st.one_of(some.nasty_text, st.text(min_size=300, max_size=500))


@given(st.lists(titles, min_size=9, max_size=9), titles)
def test_the_list_fits_its_limits_whatever_the_notes_say(said: list[str], summary: str) -> None:
    naming = {f"x{i}y": [note(f"{i}-{j}", said[3 * i + j]) for j in range(3)] for i in range(3)}
    found = context("x0y x1y x2y", naming, summary=summary)
    rows = [asdict(each) for each in found.related]
    assert len(json.dumps(rows, ensure_ascii=False)) <= LIST
    assert all(len(each.summary) <= 200 for each in found.related)
    lines = context_lines(found.related, found.timelines)
    assert all(len(each.splitlines()) == 1 for each in lines)


# --- words ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("# T\n\n## Expected\nno\n\n## Observed\nIt\nhums.\n\n## Evidence\nlog\n", "It hums."),
        ("- **Created:** x\n\n# T\n\n## Summary\nShort.\n", "Short."),
        ("# T\n\nThe first words.\n\n## More\nx\n", "The first words."),
        ("# T\n", ""),
        ("", ""),
    ],
)
def test_a_summary_is_what_the_note_says_it_is_about(text: str, summary: str) -> None:
    assert summary_of(read_document(text, "x.md")) == summary


def test_without_context_there_are_no_words() -> None:
    assert context_lines((), ()) == ()


def test_the_words_beside_an_answer(page: SnapshotAssertion) -> None:
    old = note("old", "As30p is read-only", layer="team")._replace(superseded=True)
    found = context("As30p", {"as30p": [note("new", "As30p was swapped", date="2026-08-02"), old]})
    assert "".join(f"{each}\n" for each in context_lines(found.related, found.timelines)) == page
