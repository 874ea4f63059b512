"""The index knows which live notes name a thing, keeps that up with every change, and says what became of each note."""

import subprocess
import sys
from pathlib import Path

import pytest

from hindnote.core.namenotes import Snapshot
from hindnote.shell.index.naming import snapshot

from .stores import Store, contents, store_in, surprise, write


def seen(store: Store, *folds: str) -> Snapshot:
    with store.open() as index:
        index.refresh()
        cons = [shelf.ask(lambda opened: opened.con) for shelf in index.shelves]
        found = snapshot(cons, folds)
        notes = {fold: list(found.naming(fold)) for fold in found.known}
        return Snapshot(found.total, found.known, notes.__getitem__)


def titles(found: Snapshot, fold: str) -> set[str]:
    return {note.title for note in found.naming(fold)} if fold in found.known else set()


def test_a_name_is_known_from_title_tags_and_body_without_its_case(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    write(store.local, "a.md", surprise("a", "AS30P is read-only"))
    write(store.local, "b.md", surprise("b", "the disk as30p hangs", tags="WX81A255JFYD"))
    write(store.team, "c.md", surprise("c", "nothing", tags="as30p"))
    found = seen(store, "as30p", "wx81a255jfyd", "unknown1")
    assert (found.total, found.known["as30p"]) == (3, (3, 2))
    assert found.known.keys() == {"as30p", "wx81a255jfyd"}
    assert titles(found, "as30p") == {"AS30P is read-only", "the disk as30p hangs", "nothing"}


def test_a_component_of_a_path_in_a_title_names_no_title(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    write(store.local, "a.md", surprise("a", "writing to /srv/As30p/x fails"))
    assert seen(store, "as30p").known["as30p"] == (1, 0)


def test_names_follow_every_change_of_a_note(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    note = write(store.local, "a.md", surprise("a", "As30p is read-only"), settled=False)
    assert seen(store, "as30p").known
    write(store.local, "a.md", surprise("a", "Bs40q is read-only"), settled=False)
    assert seen(store, "as30p", "bs40q").known.keys() == {"bs40q"}
    note.unlink()
    assert not seen(store, "as30p", "bs40q").known
    assert contents(store)["names"] == []


def test_an_archived_note_is_named_by_nothing(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    write(store.local, "a.md", surprise("a", "As30p is read-only", archived="true"))
    found = seen(store, "as30p")
    assert (found.total, found.known) == (0, {})


def test_a_note_is_superseded_by_its_own_word_or_by_that_of_a_note_that_reaches_it(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    write(store.team, "old.md", surprise("old", "Old As30p"))
    write(store.team, "other/old.md", surprise("other/old", "Other As30p"))
    write(store.local, "new.md", surprise("new", "New As30p", supersedes="old"))
    write(store.local, "own.md", surprise("own", "Own As30p", superseded_by="nobody"))
    marks = {note.title: (note.superseded, note.replaces) for note in seen(store, "as30p").naming("as30p")}
    assert marks == {
        "Old As30p": (True, False),
        "Other As30p": (False, False),
        "New As30p": (False, True),
        "Own As30p": (True, False),
    }


def test_a_team_note_cannot_supersede_what_it_does_not_reach(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    write(store.local, "old.md", surprise("old", "Old As30p"))
    write(store.team, "new.md", surprise("new", "New As30p", supersedes="old"))
    assert not any(note.superseded for note in seen(store, "as30p").naming("as30p"))


@pytest.mark.parametrize(
    ("target", "old"),
    [
        ("one/disk", frozenset({"one"})),
        ("disk", frozenset[str]()),  # two go by that name, and nobody guesses
        ("the pump", frozenset({"pump"})),  # an alias
        ("../two/disk", frozenset({"two"})),
        ("Pump", frozenset({"upper"})),  # the exact spelling
        ("PUMP", frozenset[str]()),
        ("new", frozenset[str]()),  # no note supersedes itself
    ],
)
def test_in_a_vault_a_note_is_superseded_as_its_links_are_resolved(
    tmp_path: Path, target: str, old: frozenset[str]
) -> None:
    store = store_in(tmp_path, vault=True)
    for path, title in {"one/disk": "one", "two/disk": "two", "x/pump": "pump", "y/Pump": "upper"}.items():
        alias = "aliases: [the pump]\n" if title == "pump" else ""
        write(store.vault, f"{path}.md", f"---\n{alias}---\n# {title}\n\nAs30p\n")
    write(store.vault, "sub/new.md", f'---\nsupersedes: "[[{target}]]"\n---\n# new\n\nAs30p\n')
    assert {note.title for note in seen(store, "as30p").naming("as30p") if note.superseded} == old
    with store.open() as index:
        index.refresh()
        declared = index.declarations([note.identity for note in index.notes()])
        told = [note.title for each in declared for one in each.reached for note in index.named(one.key)]
    assert set(told) - {"new"} == old


def test_the_notes_of_every_index_are_counted_together(tmp_path: Path) -> None:
    store = store_in(tmp_path, vault=True)
    write(store.local, "a.md", surprise("a", "As30p is read-only"))
    write(store.vault, "Disks/As30p.md", "It hums.\n\nCORRECTION: it does not.\n")
    write(store.vault, "Log.md", "supersedes nothing\n[[As30p]]\n")
    found = seen(store, "as30p")
    assert (found.total, found.known["as30p"]) == (3, (3, 2))
    assert {note.title for note in found.naming("as30p") if note.corrected} == {"As30p"}


def test_a_hostile_name_is_looked_up_like_any_other(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    write(store.local, "a.md", surprise("a", "As30p is read-only"))
    assert not seen(store, "' OR 1=1 --", "\ud800x1", "", "%", "as30p\x00").known


def test_a_hook_can_afford_the_lookup() -> None:
    """Neither the extractor nor the lookup brings in what a hook must not import."""
    script = (
        "import sys; import hindnote.core.names, hindnote.shell.index.naming, hindnote.shell.tlds; print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"msgspec", "returns", "numpy", "yaml", "pyromark", "Stemmer", "cyclopts", "mcp"}.intersection(loaded)
