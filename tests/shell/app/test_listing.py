"""What there is, by layer and key, with how many notes name each; a session by what it did; a note by anything printed."""

from pathlib import Path

import pytest
from returns.result import Failure

from hindnote.core.events import Accessed, Remembered, Stamp
from hindnote.core.keys import Layer
from hindnote.core.namenotes import title_text
from hindnote.core.paging import ROWS_TOKENS
from hindnote.core.timelines import LONGEST_TITLE
from hindnote.shell import ledger
from hindnote.shell.app.listing import Listing, Row, list_page, listing
from hindnote.shell.app.reading import CannotOpen
from hindnote.shell.app.session import NoSuchSession, tell_session
from hindnote.shell.app.show import NoSuchNote, show
from hindnote.shell.index.filters import Filter

from ..index.stores import Store, store_in, surprise, write
from ..places import world_in


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = store_in(tmp_path, vault=True)
    write(store.team, "volume.md", surprise("volume", "It lives in a volume."))
    write(store.local, "volume.md", surprise("volume", "It lives in a file. See [[volume]].", tags="docker"))
    write(store.local, "surprise/busy.md", surprise("surprise/busy", "It is busy. See [[volume]] and [[volume]]."))
    write(store.local, "old.md", surprise("old", "It was so.", archived="true"))
    write(store.vault, "My Note.md", "# Mine\n\nplain\n")
    return store


def listed(store: Store, only: Filter = Filter()) -> Listing:  # noqa: B008  (a frozen value)
    with store.open() as index:
        return listing(store.world, index, only)


def test_notes_are_listed_by_layer_and_key_with_how_many_name_them(store: Store) -> None:
    rows = [(row.layer, row.key, row.inbound) for row in listed(store).notes]
    assert rows == [
        ("team", "volume", 2),
        ("local", "surprise/busy", 0),
        ("local", "volume", 1),
        ("vault", "My Note", 0),
    ]


def test_what_is_archived_can_be_listed_in_place_of_the_rest(store: Store) -> None:
    with store.open() as index:
        rows = [(row.layer, row.key) for row in listing(store.world, index, Filter(), archived=True).notes]
        assert rows == [("local", "old")]
        assert listing(store.world, index, Filter(layer=Layer.TEAM), archived=True).notes == ()


@pytest.mark.parametrize(
    "only", [Filter(), Filter(layer=Layer.LOCAL), Filter(tag="docker"), Filter(since="2030-01-01")]
)
def test_pages_join_up_to_the_listing(store: Store, only: Filter) -> None:
    """Each row costs half a page, so that two are one."""
    rows: list[Row] = []
    cursor: str | None = None
    with store.open() as index:
        while True:
            page = list_page(store.world, index, only, cursor, lambda _: ROWS_TOKENS // 2).unwrap()
            rows += page.notes
            assert len(page.notes) <= 2
            assert len(rows) + page.omitted == len(listed(store, only).notes)
            if (cursor := page.next_cursor) is None:
                break
    assert tuple(rows) == listed(store, only).notes


def test_a_listing_can_be_of_one_layer_or_tag(store: Store) -> None:
    assert [row.layer for row in listed(store, Filter(layer=Layer.VAULT)).notes] == ["vault"]
    assert [row.key for row in listed(store, Filter(tag="docker")).notes] == ["volume"]


def test_being_listed_is_no_access_and_being_shown_is(store: Store) -> None:
    listed(store)
    assert not ledger.everything(store.world.places.ledger).events
    with store.open() as index:
        shown = show(store.world, index, "volume").unwrap()
    events = ledger.everything(store.world.places.ledger).events
    assert [each.note.layer for each in shown] == ["team", "local"]
    assert "in a volume." in shown[0].text
    assert "in a file." in shown[1].text
    assert [(each.key, each.layer) for each in events if isinstance(each, Accessed)] == [
        ("volume", "team"),
        ("volume", "local"),
    ]


def test_one_layers_note_is_shown_when_the_layer_is_named(store: Store) -> None:
    with store.open() as index:
        assert len(show(store.world, index, "volume", Layer.LOCAL).unwrap()) == 1
        assert len(show(store.world, index, "note://team/volume").unwrap()) == 1


STALLS = (
    "It stalls whenever the feed pump and the return pump are both switched on within the same minute, and then some"
)


@pytest.mark.parametrize("said", [STALLS, title_text(STALLS, LONGEST_TITLE)])
def test_a_note_goes_by_the_title_that_a_hint_gives_it(store: Store, said: str) -> None:
    write(store.local, "pump.md", surprise("pump", STALLS))
    with store.open() as index:
        index.refresh()
        assert [each.note.key for each in show(store.world, index, f"[[{said}]]").unwrap()] == ["pump"]
        assert isinstance(show(store.world, index, said), Failure)
        write(store.team, "other.md", surprise("other", STALLS))
        assert isinstance(show(store.world, index, f"[[{said}]]"), Failure)


def test_an_archived_note_is_not_listed_and_still_shown(store: Store) -> None:
    assert "old" not in [row.key for row in listed(store).notes]
    with store.open() as index:
        assert show(store.world, index, "old").unwrap()[0].note.key == "old"


@pytest.mark.parametrize(
    ("asked", "near"), [("busy", "surprise/busy"), ("volum", "volume"), ("xyzzy", None), ("", None)]
)
def test_a_key_that_is_nobodys_names_those_near_it(store: Store, asked: str, near: str | None) -> None:
    with store.open() as index:
        missing = show(store.world, index, asked).failure()
    assert isinstance(missing, NoSuchNote)
    assert missing.near == ((near,) if near else ())


def test_a_note_that_cannot_be_read_now_is_refused_by_name(store: Store) -> None:
    with store.open() as index:
        index.refresh()
        (store.local / "surprise/busy.md").write_bytes(b"\xff")
        assert isinstance(show(store.world, index, "surprise/busy").failure(), CannotOpen | NoSuchNote)


def test_a_folder_that_somebody_named_and_that_is_not_there_is_a_notice(tmp_path: Path) -> None:
    gone = store_in(tmp_path)
    gone.team.rmdir()
    assert any(str(gone.team) in notice for notice in listed(gone).notices)


def test_a_session_that_is_nobodys_names_the_latest(tmp_path: Path) -> None:
    world = world_in(tmp_path, tmp_path, team=str(tmp_path / "t"), local=str(tmp_path / "l"))
    assert tell_session(world, "s01").failure() == NoSuchSession("s01", ())
    for day in ("01", "02"):
        world.append(Remembered(stamp=Stamp(f"2026-08-{day}T10:00:00Z", f"s{day}", "claude"), key="a", layer="local"))
    assert tell_session(world, "s09").failure() == NoSuchSession("s09", ("s02", "s01"))
    assert [step.key for step in tell_session(world, "s01").unwrap().recorded] == ["a"]
