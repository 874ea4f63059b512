"""What a hook keeps of the ledger's reads is what the whole ledger tells of them, whatever became of its files and the notes' keys."""

import datetime
import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hindnote.core.earned import DAY, DAYS, ranked
from hindnote.core.events import Accessed, Moved, Promoted, Renamed, Stamp
from hindnote.core.tally import reads, total
from hindnote.shell import ledger
from hindnote.shell.hooks.readings import KEPT, readings
from hindnote.shell.ledgerfile import ARCHIVE, Limits, file_name
from hindnote.shell.ledgerfolder import SETTLED_NS

SMALL = Limits(session_bytes=900, files=3, kept_files=1, archived=2)
TODAY = datetime.date(2026, 12, 1)
NOW = int(datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.UTC).timestamp()) * 10**9

Change = Callable[[Path], None]

# --- what may happen to a ledger --------------------------------------------


def stamp(session: str, call: str = "", age: int = 0) -> Stamp:
    return Stamp(f"{TODAY - datetime.timedelta(age)}T12:00:00Z", session, "claude", call)


sessions = st.sampled_from(["a", "b", "c", "d", "Ünlike"])
calls = st.sampled_from(["", "c1", "c2"])
accesses = st.builds(
    Accessed,
    stamp=st.builds(stamp, sessions, calls, st.integers(0, 2 * DAYS)),
    key=st.sampled_from(["k", "folder/k"]),
    layer=st.sampled_from(["team", "local"]),
)
moves = st.builds(Moved, stamp=st.builds(stamp, sessions), call=calls.filter(bool), to=sessions)
gone = st.builds(
    Renamed,
    stamp=st.builds(stamp, sessions, calls, st.integers(0, 2 * DAYS)),
    key=st.just("k"),
    to=st.just("new"),
    layer=st.sampled_from(["team", "local"]),
) | st.builds(
    Promoted,
    stamp=st.builds(stamp, sessions, calls, st.integers(0, 2 * DAYS)),
    key=st.sampled_from(["k", "new"]),
)


def telling(events: Sequence[Accessed | Moved | Renamed | Promoted]) -> Change:
    return lambda folder: ledger.append(folder, events, SMALL)


def tearing(session: str) -> Change:
    """As a kill may, and as a hand may."""

    def tear(folder: Path) -> None:
        path = folder / file_name(session)
        if path.exists():
            path.write_bytes(path.read_bytes()[:-9] + b'\n{"v":1,"e":{"event":"Accessed"')

    return tear


def losing(session: str) -> Change:
    return lambda folder: (folder / file_name(session)).unlink(missing_ok=True)


def resting(folder: Path) -> None:
    """Every session is over."""
    for path in folder.glob("*.jsonl"):
        at = path.stat().st_mtime_ns - 2 * SETTLED_NS
        os.utime(path, ns=(at, at))


def bringing_back(folder: Path) -> None:
    """A kill kept what went into the archive from going."""
    for path in (folder / "old").iterdir() if (folder / "old").exists() else ():
        shutil.copy2(path, folder)


def keeping_copies(folder: Path) -> None:
    (folder / "old").mkdir(exist_ok=True)
    for path in folder.glob("*.jsonl"):
        if path.name != ARCHIVE:
            shutil.copy2(path, folder / "old")


def spoiling(folder: Path) -> None:
    (folder / KEPT).write_bytes(b'{"version": 2, "files": {"a.jsonl": [[1, 2, 3, 4], [["local/k", 7]], []]}}')


changes = (
    st.builds(telling, st.lists(accesses | moves | gone, min_size=1, max_size=4))
    | st.builds(tearing, sessions)
    | st.builds(losing, sessions)
    | st.sampled_from([resting, keeping_copies, spoiling])
)

# --- laws ---------------------------------------------------------------------


def counted(folder: Path) -> dict[str, tuple[int, str]]:
    told = readings(str(folder), NOW)
    return {each.note: (each.times, each.last) for each in ranked(told.reads, str(TODAY), told.moves)}


def folded(folder: Path) -> dict[str, tuple[int, str]]:
    """A day at a time, each key renamed and promoted by hand."""
    events = total(ledger.everything(folder).events)
    found: dict[str, tuple[int, str]] = {}
    for age in range(DAYS - 1, -1, -1):
        day = str(TODAY - datetime.timedelta(age))
        today = replace(events, tallies=tuple(each for each in events.tallies if each.day == day))
        for (layer, key), each in reads(today).items():
            found[f"{layer}/{key}"] = sum_of(found.get(f"{layer}/{key}"), (each.times, day))
        renamed = {each.layer for each in today.tallies if each.did == "Renamed"}
        promoted = {each.key for each in today.tallies if each.did == "Promoted"}
        for old, new, did in steps(renamed, promoted):
            if did and old in found:
                found[new] = sum_of(found.get(new), found.pop(old))
    return found


def steps(renamed: set[str], promoted: set[str]) -> list[tuple[str, str, bool]]:
    """All happen in one second here, and a note goes on as far as it can."""
    return [
        ("local/k", "local/new", "local" in renamed),
        ("local/k", "team/k", "k" in promoted),
        ("local/new", "team/new", "new" in promoted),
        ("team/k", "team/new", "team" in renamed),
    ]


def sum_of(had: tuple[int, str] | None, more: tuple[int, str]) -> tuple[int, str]:
    return (had[0] + more[0], max(had[1], more[1])) if had else more


@given(st.lists(changes, max_size=12))
@settings(max_examples=60)
def test_what_is_kept_is_what_the_ledger_tells_now(
    tmp_path_factory: pytest.TempPathFactory, happened: list[Change]
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    for change in happened:
        change(folder)
        assert counted(folder) == folded(folder)
    shutil.rmtree(folder)


def test_a_read_that_was_moved_to_another_session_is_counted_once(tmp_path: Path) -> None:
    telling([Accessed(stamp=stamp("a", "c1"), key="k", layer="local")])(tmp_path)
    telling([Moved(stamp=stamp("a"), call="c1", to="b"), Accessed(stamp=stamp("b"), key="k", layer="local")])(tmp_path)
    assert counted(tmp_path) == folded(tmp_path) == {"local/k": (1, str(TODAY))}


def test_a_session_that_was_read_before_it_was_archived_is_counted_once(tmp_path: Path) -> None:
    folder, other = tmp_path / "ledger", tmp_path / "other"
    telling([Accessed(stamp=stamp(each), key="k", layer="local") for each in "abc"])(folder)
    resting(folder)
    assert counted(folder) == {"local/k": (3, str(TODAY))}
    shutil.copytree(folder, other)
    telling([Accessed(stamp=stamp("d"), key="k", layer="local")])(other)
    shutil.copy2(other / ARCHIVE, folder)  # and a kill before any of them was removed
    assert counted(folder) == folded(folder) == {"local/k": (3, str(TODAY))}


def test_a_session_that_a_kill_kept_beside_the_archive_is_counted_once(tmp_path: Path) -> None:
    for number in range(6):
        telling([Accessed(stamp=stamp(f"s{number}"), key="k", layer="local")])(tmp_path)
        counted(tmp_path)
        keeping_copies(tmp_path)
        resting(tmp_path)
    assert (tmp_path / ARCHIVE).exists()
    bringing_back(tmp_path)
    assert counted(tmp_path) == folded(tmp_path) == {"local/k": (6, str(TODAY))}


def test_a_file_that_nobody_wrote_to_for_so_long_is_not_read(tmp_path: Path) -> None:
    telling([Accessed(stamp=stamp("a"), key="k", layer="local")])(tmp_path)
    long_ago = NOW - (DAYS + 2) * DAY
    os.utime(tmp_path / "a.jsonl", ns=(long_ago, long_ago))
    assert counted(tmp_path) == {}


# --- what it costs --------------------------------------------------------------


def test_only_a_file_that_was_written_to_is_read_again(tmp_path: Path) -> None:
    telling([Accessed(stamp=stamp(each), key="k", layer="local") for each in "ab"])(tmp_path)
    counted(tmp_path)
    kept = json.loads((tmp_path / KEPT).read_bytes())
    for _, told, _ in kept["files"].values():
        told[0][2] = 40
    (tmp_path / KEPT).write_text(json.dumps(kept))
    telling([Accessed(stamp=stamp("b"), key="k", layer="local")])(tmp_path)
    assert counted(tmp_path) == {"local/k": (42, str(TODAY))}


@pytest.mark.parametrize("damage", [b"", b"[", b"[1]", b'{"version": 2, "files": [1]}', b"\xff", b'{"version": 3}'])
def test_what_is_kept_may_be_damaged(tmp_path: Path, damage: bytes) -> None:
    telling([Accessed(stamp=stamp("a"), key="k", layer="local")])(tmp_path)
    (tmp_path / KEPT).write_bytes(damage)
    assert counted(tmp_path) == folded(tmp_path)
