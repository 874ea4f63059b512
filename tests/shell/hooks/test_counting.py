"""What a session's start keeps of its count is what it would count now, whatever became of notes and indexes."""

import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindnote.core.budgets import heard
from hindnote.core.hints import Hint, Silence
from hindnote.core.moments import Moment
from hindnote.core.switches import Switches
from hindnote.shell.censusfile import FILE
from hindnote.shell.hooks.capsule import session_capsule
from hindnote.shell.hooks.here import Here
from hindnote.shell.hooks.scene import Finding, Scene, indexes_off, opened

from ..index.stores import Store, store_in, surprise, write

Change = Callable[[Store], None]


def told(store: Store, finding: Finding = opened) -> Hint | Silence:
    folders = {"team": (str(store.team),), "local": (str(store.local),), "vault": (str(store.vault),)}
    place = Here(str(store.team), (str(store.file),), folders, str(store.world.places.ledger), foreign=False)
    scene = Scene(Moment("session-start", "claude"), place, Switches(), finding)
    return session_capsule(scene, heard([], Switches()))


def counted_anew(store: Store) -> Hint | Silence:
    (store.file.parent / FILE).unlink(missing_ok=True)
    return told(store)


# --- what may happen to a store ---------------------------------------------

paths = st.sampled_from(["a.md", "b.md", "folder/c.md", "ß/d.md"])


def writing(layer: str, path: str, tag: str) -> Change:
    def put(store: Store) -> None:
        write(getattr(store, layer), path, surprise(Path(path).stem, f"It hums {tag}", tags=tag))

    return put


def removing(layer: str, path: str) -> Change:
    return lambda store: (getattr(store, layer) / path).unlink(missing_ok=True)


def refreshing(store: Store) -> None:
    with store.open() as index:
        index.refresh()


def losing(store: Store) -> None:
    for path in store.file.parent.glob("index.db*"):
        path.unlink()


def spoiling(store: Store) -> None:
    if store.file.exists():
        store.file.write_bytes(b"no database")


changes = (
    st.builds(writing, st.sampled_from(["team", "local"]), paths, st.sampled_from(["docker", "auth", ""]))
    | st.builds(removing, st.sampled_from(["team", "local"]), paths)
    | st.sampled_from([refreshing, refreshing, losing, spoiling])
)

# --- laws ---------------------------------------------------------------------


@given(st.lists(changes, max_size=8))
@settings(max_examples=25)
def test_what_is_kept_is_what_would_be_counted_now(
    tmp_path_factory: pytest.TempPathFactory, happened: list[Change]
) -> None:
    folder = tmp_path_factory.mktemp("store")
    store = store_in(folder)
    for change in happened:
        change(store)
        said = told(store)
        assert said == told(store) == counted_anew(store)
    shutil.rmtree(folder)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path)
    writing("local", "a.md", "docker")(store)
    refreshing(store)
    return store


def test_a_store_that_stands_as_it_did_is_counted_without_its_index(store: Store) -> None:
    said = told(store)
    assert isinstance(said, Hint)
    assert "docker 1" in said.text
    assert told(store, indexes_off) == said


def test_what_an_index_that_was_held_could_not_tell_is_not_kept(store: Store) -> None:
    holder = apsw.Connection(str(store.file))
    holder.pragma("locking_mode", "exclusive")
    holder.execute("BEGIN EXCLUSIVE; ROLLBACK")
    said = told(store)
    holder.close()
    assert isinstance(said, Hint)
    assert "docker" not in said.text
    assert told(store) != said
