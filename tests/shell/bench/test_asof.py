"""On any day a store is what its notes of that day and before make it, whatever was looked at before."""

from pathlib import Path

import pytest

from hindnote.core.keys import Layer
from hindnote.core.namenotes import NamedNote
from hindnote.core.switches import Switches
from hindnote.shell.bench.asof import AsOf
from hindnote.shell.index.folders import Source

NOTES = {
    "hums": "---\nrecorded: 2026-02-01\n---\n# As30p hums in the cellar at night\n",
    "stops": "---\nrecorded: 2026-03-01\nsupersedes: hums\n---\n# As30p stops humming in the cellar\n",
    "fan": "---\nrecorded: 2026-01-01\nsuperseded_by: stops\n---\n# As30p has a fan in the cellar\n",
    "gone": "---\nrecorded: 2026-01-01\nsuperseded_by: nobody\n---\n# Zx9 is gone\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for key, text in NOTES.items():
        (tmp_path / f"{key}.md").write_text(text, "utf-8")
    return tmp_path


def opened(folder: Path) -> AsOf:
    return AsOf([[Source(Layer.VAULT, folder)]])


def naming(store: AsOf, day: str) -> dict[str, NamedNote]:
    found = store.on(day).names(["as30p"])
    return {note.key: note for note in found.naming("as30p")}


def test_a_day_has_the_notes_up_to_it_and_counts_no_other(folder: Path) -> None:
    with opened(folder) as store:
        found = {day: store.on(day).names(["as30p"]) for day in ("", "2026-01-15", "2026-02-01")}
        assert [(one.total, one.known["as30p"].notes if one.known else 0) for one in found.values()] == [
            (0, 0),
            (2, 1),
            (3, 2),
        ]


def test_what_a_later_note_supersedes_is_not_superseded_yet(folder: Path) -> None:
    with opened(folder) as store:
        before, after = naming(store, "2026-02-28"), naming(store, "2026-03-01")
    assert not before["hums"].superseded
    assert not before["fan"].superseded
    assert after["hums"].superseded
    assert after["fan"].superseded


def test_a_successor_that_nobody_knows_counts_from_the_first_day(folder: Path) -> None:
    with opened(folder) as store:
        assert [note.superseded for note in store.on("2026-01-01").names(["zx9"]).naming("zx9")] == [True]


def test_going_back_in_time_finds_what_going_forward_found(folder: Path) -> None:
    days = ["2026-01-15", "2026-02-15", "2026-03-15"]
    with opened(folder) as store:
        forward = [naming(store, day) for day in days]
        assert [naming(store, day) for day in reversed(days)] == forward[::-1]


def test_prompts_find_no_later_note_and_count_no_later_word(folder: Path) -> None:
    """Two notes may hold a word that means something: by and by three hold these."""
    with opened(folder) as store:
        early = {match.note.key for match in store.on("2026-01-15").matched("as30p cellar", Switches(max_share=2))}
        late = {match.note.key for match in store.on("2026-12-31").matched("as30p cellar", Switches(max_share=2))}
    assert early == {"fan"}
    assert late == set()


def test_the_time_of_a_note_is_its_day_whenever_the_file_was_copied(folder: Path) -> None:
    with opened(folder) as store:
        assert {note.key: note.mtime for note in naming(store, "2026-12-31").values()} == {
            "hums": 1769904000 * 10**9,
            "stops": 1772323200 * 10**9,
            "fan": 1767225600 * 10**9,
        }


def test_nothing_is_written_beside_the_notes(folder: Path) -> None:
    with opened(folder) as store:
        store.on("2026-02-01")
    assert {path.name for path in folder.iterdir()} == {f"{key}.md" for key in NOTES}


def test_a_note_that_is_gone_by_now_has_no_text(folder: Path) -> None:
    with opened(folder) as store:
        note = naming(store, "2026-12-31")["hums"]
        assert "hums in the cellar" in store.text_of(note)
        (folder / "hums.md").unlink()
        assert store.text_of(note) == ""
        assert store.names_of("vault/hums") == {"as30p"}
