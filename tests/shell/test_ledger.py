"""What is told is told once and for all sessions, whoever else writes, is killed or rotates; and it fails nobody."""

import os
import shutil
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hindnote.core.events import Accessed, AnyEvent, Failed, SessionStarted, Stamp, Summarised
from hindnote.core.log import ReadLog, encode
from hindnote.core.tally import lasting, reads, recent, total
from hindnote.shell import ledger
from hindnote.shell.ledgerfile import ARCHIVE, Limits, file_name

from ..core.test_tally import logs
from .processes import Python

SMALL = Limits(session_bytes=600, files=3, kept_files=1, archived=2, days=90)


def read(key: str, session: str = "s", at: str = "2026-08-07T12:00:00Z") -> Accessed:
    return Accessed(stamp=Stamp(at, session, "claude"), key=key, layer="local")


# --- files ------------------------------------------------------------------


@given(
    st.lists(
        st.text(st.characters(), max_size=100) | st.sampled_from(["s", "S", "..", "a/b", "a\\b", "~archive", "CON"])
    )
)
def test_any_session_has_a_safe_file_of_its_own(sessions: list[str]) -> None:
    names = {session: file_name(session) for session in sessions}
    assert len({name.casefold() for name in names.values()}) == len(names)
    for name in names.values():
        assert name.isprintable()
        assert not set(name) & set('/\\:*?"<>|\0')
        assert not name.startswith(".")
        assert len(name.encode()) <= 120
        assert name != ARCHIVE


def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    ledger.append(tmp_path / "ledger", [read("a")])
    assert stat.S_IMODE((tmp_path / "ledger").stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "ledger").iterdir()} == {0o600}


def test_a_torn_line_costs_itself_alone(tmp_path: Path) -> None:
    ledger.append(tmp_path, [read("a")])
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes() + encode(read("torn"))[:40])
    ledger.append(tmp_path, [read("b")])
    assert ledger.session(tmp_path, "s") == ReadLog((read("a"), read("b")), skipped=1)


@pytest.mark.parametrize(
    "strange",
    [b'{"v":1,"more":' + b"[" * 100_000, b"[" * 100_000, b"\xff", b"\0" * 10_000, b"x" * 10_000_000],
    ids=["deep", "deeper", "no text", "zeros", "10 MB"],
)
def test_a_strange_line_costs_itself_alone(tmp_path: Path, strange: bytes) -> None:
    ledger.append(tmp_path, [read("a")])
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes() + strange + b"\n" + encode(read("b")))
    assert ledger.session(tmp_path, "s") == ReadLog((read("a"), read("b")), skipped=1)


def test_a_ledger_that_cannot_be_written_fails_nobody_and_says_so_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ledger").write_text("a file")
    for _ in range(3):
        ledger.append(tmp_path / "ledger", [read("a")])
    assert ledger.decide(tmp_path / "ledger", "s", lambda _: ([], "answer")) is None
    assert capsys.readouterr().err.count("the ledger cannot be written") == 1
    assert ledger.everything(tmp_path / "ledger") == ReadLog()


def test_a_symbolic_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / file_name("s")).symlink_to("../precious")
    ledger.append(tmp_path / "ledger", [read("a")])
    assert (tmp_path / "precious").read_text() == "mine"


# --- rotation ---------------------------------------------------------------


@given(log=logs, limits=st.builds(Limits, *[st.integers(1, 900), *[st.integers(0, 3)] * 3]))
def test_rotation_changes_no_total(
    tmp_path_factory: pytest.TempPathFactory, log: list[AnyEvent], limits: Limits
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    limits = limits._replace(days=99_999, silences=99_999)
    for event in log:
        ledger.append(folder, [event], limits)
        age(folder)
    found = total(ledger.everything(folder).events)
    assert lasting(found) == lasting(total(log))
    assert limits.archived < 3 or found == total(log)
    shutil.rmtree(folder)


def test_a_long_session_stays_small_and_means_the_same(tmp_path: Path) -> None:
    told = [read(f"note{n % 3}", at=f"2026-08-{n // 24 + 1:02}T{n % 24:02}:00:00Z") for n in range(200)]
    for event in told:
        ledger.append(tmp_path, [event], SMALL._replace(session_bytes=4_000))
    found = ledger.session(tmp_path, "s")
    assert total(found.events) == total(told)
    assert isinstance(found.events[0], Summarised)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 4_000 * 3 < sum(len(encode(each)) for each in told)


def age(folder: Path, days: int = 2) -> None:
    """As if every file there had been written so long ago."""
    for path in folder.glob("*.jsonl"):
        at = path.stat().st_mtime - days * 86_400
        os.utime(path, (at, at))


def test_a_summary_that_is_long_is_not_made_again_for_every_line(tmp_path: Path) -> None:
    ledger.append(tmp_path, [read(f"note{n}") for n in range(40)], SMALL)
    summary = ledger.session(tmp_path, "s").events
    ledger.append(tmp_path, [read("one more")], SMALL)
    assert isinstance(summary[0], Summarised)
    assert ledger.session(tmp_path, "s").events == (*summary, read("one more"))


def test_a_line_with_a_time_that_is_none_keeps_no_session_from_growing_and_shrinking(tmp_path: Path) -> None:
    told = [*(read("a", at=f"no time {n}") for n in range(20)), read("a", at="9999-99-99")]
    for event in told:
        ledger.append(tmp_path, [event], SMALL)
    assert total(ledger.session(tmp_path, "s").events) == total(told)


def test_a_call_just_made_is_not_summarised_until_a_hook_could_say_whose_it_was(tmp_path: Path) -> None:
    made = replace(read("a"), stamp=Stamp("2026-08-07T12:00:00Z", "s", "c", "c1"))
    for n in range(20):
        ledger.append(tmp_path, [made, read(f"k{n}")], SMALL)
    assert [each.stamp.call for each in ledger.session(tmp_path, "s").events][-20:] == ["c1"] * 20
    ledger.append(tmp_path, [read(f"later{n}", at="2026-08-07T12:01:01Z") for n in range(9)], SMALL)
    assert {each.stamp.call for each in ledger.session(tmp_path, "s").events} == {""}


def _many(folder: Path, count: int, limits: Limits = SMALL) -> Sequence[AnyEvent]:
    told = [read("a", session=f"s{n:03}", at=f"2026-08-07T12:{n:02}:00Z") for n in range(count)]
    for event in told:
        ledger.append(folder, [event], limits)
        age(folder)
    return told


def test_many_sessions_become_few_files_and_mean_the_same(tmp_path: Path) -> None:
    told = _many(tmp_path, 40)
    assert len(list(tmp_path.glob("*.jsonl"))) <= SMALL.files + 1
    assert total(ledger.everything(tmp_path).events) == total(told)
    assert (tmp_path / ARCHIVE).stat().st_size < 2_000


def test_an_archived_session_can_still_be_asked_for(tmp_path: Path) -> None:
    told = _many(tmp_path, 8, SMALL._replace(archived=100))
    assert not (tmp_path / file_name("s000")).exists()
    assert total(ledger.session(tmp_path, "s000").events) == total(told[:1])


def test_a_session_that_goes_on_after_it_was_archived_counts_once(tmp_path: Path) -> None:
    told = _many(tmp_path, 8)
    more = read("b", session="s000", at="2026-08-09T12:00:00Z")
    ledger.append(tmp_path, [more], SMALL)
    assert total(ledger.everything(tmp_path).events) == total([*told, more])


def test_a_session_that_tells_the_same_again_is_no_copy_of_itself(tmp_path: Path) -> None:
    told = list(_many(tmp_path, 8))
    ledger.append(tmp_path, told[:1], SMALL)
    assert total(ledger.everything(tmp_path).events) == total([*told, told[0]])


def test_sessions_that_may_be_alive_are_left_alone(tmp_path: Path) -> None:
    for n in range(10):
        ledger.append(tmp_path, [read("a", session=f"s{n}")], SMALL)
    assert len(list(tmp_path.glob("*.jsonl"))) == 10


def test_a_kill_between_archiving_and_removing_counts_nothing_twice(tmp_path: Path) -> None:
    told = list(_many(tmp_path, 3))
    before = tmp_path.parent / "before"
    shutil.copytree(tmp_path, before)
    told += [read("a", session="s9")]
    ledger.append(tmp_path, told[-1:], SMALL)
    assert (tmp_path / ARCHIVE).exists()
    for path in before.iterdir():  # as if none had been removed yet
        shutil.copy2(path, tmp_path)
    assert total(ledger.everything(tmp_path).events) == total(told)
    told += [read("more", session="s000")]  # one of them goes on
    ledger.append(tmp_path, told[-1:], SMALL)
    assert total(ledger.everything(tmp_path).events) == total(told)
    age(tmp_path)
    told += [read("a", session="s10")]
    ledger.append(tmp_path, told[-1:], SMALL)
    assert total(ledger.everything(tmp_path).events) == total(told)


def test_reads_age_out_after_their_days(tmp_path: Path) -> None:
    old, new = read("old", session="s000", at="2026-01-01T00:00:00Z"), read("new", session="s001")
    ledger.append(tmp_path, [old, new], SMALL)
    age(tmp_path)
    _many(tmp_path, 6)
    everything = total(ledger.everything(tmp_path).events)
    assert ("local", "old") not in reads(everything)
    assert recent(everything, "2026-08-01") == everything


# --- many processes ---------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from hindnote.core.events import Accessed, Stamp
from hindnote.shell import ledger
from hindnote.shell.ledgerfile import Limits
print("ready", flush=True)
sys.stdin.readline()
for n in range(300):
    event = Accessed(stamp=Stamp("2026-08-07T12:00:00Z", "shared", "c"), key=f"k{n % 5}", layer="local")
    ledger.append(Path(sys.argv[1]), [event], Limits(session_bytes=3_000))
"""


def test_processes_that_share_a_session_lose_nothing_while_it_rotates(tmp_path: Path) -> None:
    writers = [Python(WRITER, str(tmp_path)) for _ in range(4)]
    _together(writers)
    for each in writers:
        each.end()
    found = ledger.session(tmp_path, "shared")
    assert found.skipped == 0
    assert {key: read.times for key, read in reads(total(found.events)).items()} == {
        ("local", f"k{n}"): 240 for n in range(5)
    }


ROTATOR = """
import os, sys
from pathlib import Path
from hindnote.core.events import Accessed, Stamp
from hindnote.shell import ledger
from hindnote.shell.ledgerfile import Limits
folder = Path(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for n in range(400):
    event = Accessed(stamp=Stamp("2026-08-07T12:00:00Z", f"s{n}", "c"), key="k", layer="local")
    ledger.append(folder, [event], Limits(files=4, kept_files=1))
    os.utime(folder / ledger.file_name(f"s{n}"), (n, n))
    for path in folder.glob("s*.jsonl"):
        os.utime(path, (path.stat().st_mtime - 90_000, path.stat().st_mtime - 90_000))
"""


def test_a_reader_never_loses_what_it_saw_while_sessions_are_archived(tmp_path: Path) -> None:
    rotator = Python(ROTATOR, str(tmp_path))
    _together([rotator])
    seen = 0
    while rotator.process.poll() is None:
        found = reads(total(ledger.everything(tmp_path).events)).get(("local", "k"))
        now = found.times if found else 0
        assert seen <= now
        seen = now
    rotator.end()
    assert reads(total(ledger.everything(tmp_path).events))["local", "k"].times == 400


SPENDER = """
import sys
from pathlib import Path
from hindnote.core.events import Failed, Stamp
from hindnote.shell import ledger
print("ready", flush=True)
sys.stdin.readline()

def spend(read):
    spent = sum(isinstance(event, Failed) for event in read().events)
    return ([Failed(stamp=Stamp("2026-08-07T12:00:00Z", "shared", "c"), why="spent")], True) if spent < 50 else ([], False)

print(sum(bool(ledger.decide(Path(sys.argv[1]), "shared", spend)) for _ in range(40)))
"""


def test_a_budget_that_processes_share_is_spent_once(tmp_path: Path) -> None:
    spenders = [Python(SPENDER, str(tmp_path)) for _ in range(4)]
    _together(spenders)
    assert sum(int(each.end()) for each in spenders) == 50


def _together(processes: Sequence[Python]) -> None:
    for each in processes:
        assert each.read() == "ready"
    for each in processes:
        each.tell("go")


def test_killed_writers_tear_at_most_a_line_each(tmp_path: Path) -> None:
    for _ in range(6):
        writer = Python(WRITER.replace("range(300)", "range(10**9)"), str(tmp_path))
        _together([writer])
        while not any(tmp_path.iterdir()):
            pass
        writer.kill()
    ledger.append(tmp_path, [SessionStarted(stamp=Stamp("2026-08-08T00:00:00Z", "shared", "c"))])
    found = ledger.session(tmp_path, "shared")
    assert found.skipped <= 6
    assert found.events


def test_what_a_decision_is_told_holds_until_it_is_written(tmp_path: Path) -> None:
    ledger.append(tmp_path, [read("a")])

    def look(log: Callable[[], ReadLog]) -> tuple[Sequence[AnyEvent], int]:
        return [Failed(stamp=Stamp("2026-08-07T13:00:00Z", "s", "c"), why="seen")], len(log().events)

    assert ledger.decide(tmp_path, "s", look) == 1
    assert ledger.decide(tmp_path, "s", look) == 2
