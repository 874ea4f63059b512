"""The census counts the files there are, and knows their tags from an index without needing one."""

from pathlib import Path

import apsw
import pytest

from hindnote.core.census import Group
from hindnote.core.keys import Layer
from hindnote.shell.app.census import census

from ..index.stores import Store, store_in, surprise, write


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path, vault=True)
    write(store.team, "docs/a.md", surprise("docs/a", "A."))
    write(store.local, "surprise/b.md", surprise("surprise/b", "B.", tags="docker"))
    write(store.local, "surprise/c.md", surprise("surprise/c", "C.", tags="docker"))
    write(store.vault, "Mine/d.md", "# D\n")
    return store


def test_without_an_index_notes_are_grouped_by_folder(store: Store) -> None:
    counted = census(store.world)
    assert counted.layers == ((Layer.TEAM, 1), (Layer.LOCAL, 2), (Layer.VAULT, 1))
    assert counted.groups[0] == Group("surprise", 2)


def test_an_index_that_is_there_tells_the_tags_and_files_it_does_not_know_are_counted(store: Store) -> None:
    with store.open() as index:
        index.refresh()
    write(store.local, "new.md", surprise("new", "New."))
    (store.team / "docs/a.md").unlink()
    counted = census(store.world)
    assert counted.groups[0] == Group("docker", 2)
    assert counted.total == 4


def test_no_index_file_can_break_it(store: Store) -> None:
    """Damaged, another program's, or held by a writer: then folders must do."""
    with store.open() as index:
        index.refresh()
    whole = store.file.read_bytes()
    for damaged in (b"", b"damage" * 1_000, whole[: len(whole) // 2]):
        store.file.write_bytes(damaged)
        assert census(store.world).total == 4
    store.file.unlink()
    apsw.Connection(str(store.file)).execute("CREATE TABLE notes(layer, path, tags)")
    assert census(store.world).groups[0] == Group("surprise", 2)


def test_nothing_is_written(store: Store, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    census(store.world)
    assert sorted(tmp_path.rglob("*")) == before
