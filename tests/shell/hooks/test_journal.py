"""Hooks, server and commands tell one ledger, read each other's lines and spend one budget, however many run at once."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hindnote.core import records
from hindnote.core.budgets import PUSH_CHARACTERS, heard
from hindnote.core.events import (
    AnyEvent,
    Failed,
    Hinted,
    Moved,
    Recalled,
    SessionStarted,
    Stamp,
    Summarised,
    Withheld,
    Worked,
)
from hindnote.core.hints import NAME_CHARACTERS, Heard, Silence
from hindnote.core.log import ReadLog, decode, encode
from hindnote.core.namehints import ToolOutput, brought_up, name_hint
from hindnote.core.namenotes import NamedNote, Snapshot
from hindnote.core.records import Record, Said, as_mapping, stamped
from hindnote.core.switches import Switches
from hindnote.core.tally import summarise, total
from hindnote.shell import ledger
from hindnote.shell.hooks import journal
from hindnote.shell.ledgerfile import ARCHIVE, Limits, file_name

from ... import strategies as some
from ..processes import Python
from ..test_ledger import SMALL, age, read

AT = "2026-08-07T12:00:00Z"
APART = Switches()


def stamp(session: str = "s") -> Record:
    return stamped(AT, session, "claude")


HEAVY = Stamp(AT, "s", "claude")
SAID = Said(120, 30, ("local/a", "team/b"), ("as30p",), 100, 1)
PAIRS: Sequence[tuple[Record, AnyEvent]] = [
    (records.started(stamp()), SessionStarted(stamp=HEAVY, surface="hook")),
    (
        records.hinted(stamp(), "tool-hints", SAID, [("10.0.3.7", "too-common"), ("sk-12345", "typed")]),
        Hinted(
            stamp=HEAVY,
            surface="hook",
            hook="tool-hints",
            keys=("local/a", "team/b"),
            names=("as30p",),
            characters=120,
            tokens=30,
            name_characters=100,
            timelines=1,
            withheld=(("10.0.3.7", "too-common"),),
            unnamed=(("typed", 1),),
        ),
    ),
    (
        records.withheld(stamp(), "preflight", "seen", [("as30p", "seen"), ("sk-12345", "unknown")]),
        Withheld(
            stamp=HEAVY,
            surface="hook",
            hook="preflight",
            why="seen",
            names=(("as30p", "seen"),),
            unnamed=(("unknown", 1),),
        ),
    ),
    (records.worked(stamp(), "edited"), Worked(stamp=HEAVY, surface="hook", did="edited")),
    (records.failed(stamp(), "IndexGone"), Failed(stamp=HEAVY, surface="hook", why="IndexGone")),
    (records.moved(stamp(), "c1", "s2"), Moved(stamp=HEAVY, surface="hook", call="c1", to="s2")),
]

# --- one format -------------------------------------------------------------


def test_what_a_hook_writes_everybody_reads(tmp_path: Path) -> None:
    journal.append(str(tmp_path), "s", [record for record, _ in PAIRS if record["event"] != "Moved"])
    told = tuple(event for _, event in PAIRS if not isinstance(event, Moved))
    assert ledger.session(tmp_path, "s") == ReadLog(told)


def test_every_event_that_a_hook_writes_is_as_the_ledger_has_it() -> None:
    assert decode(b"".join(records.encode(record) for record, _ in PAIRS)).events == tuple(event for _, event in PAIRS)


def test_what_everybody_writes_a_hook_reads(tmp_path: Path) -> None:
    ledger.append(tmp_path, [Recalled(stamp=HEAVY, channel="pull", keys=("local/a",), characters=40, tokens=10)])
    (found,) = journal.records(str(tmp_path), "s")
    assert (found["event"], found["keys"], found["characters"]) == ("Recalled", ["local/a"], 40)


@given(st.text(st.characters(codec="utf-8"), max_size=40), st.text(st.characters(codec="utf-8"), max_size=40))
def test_whatever_a_session_is_called_its_archived_records_are_found_and_no_other(one: str, another: str) -> None:
    events = [SessionStarted(stamp=Stamp(AT, session, "c")) for session in dict.fromkeys([one, another])]
    archive = b"".join(encode(summary) for event in events if (summary := summarise([event])))
    (found,) = journal.archived(archive, one)
    assert as_mapping(found["stamp"])["session"] == one


def test_a_hook_knows_what_was_archived_of_its_session(tmp_path: Path) -> None:
    for n in range(8):
        own = replace(HEAVY, session=f"s{n}/é", at=f"2026-08-07T12:{n:02}:00Z")
        ledger.append(
            tmp_path,
            [Hinted(stamp=own, hook="tool-hints", names=("as30p",), characters=9)],
            SMALL._replace(archived=99),
        )
        age(tmp_path)
    assert not (tmp_path / file_name("s0/é")).exists()
    told = heard(journal.records(str(tmp_path), "s0/é"), APART)
    assert (set(told.hinted), told.push_left) == ({"as30p"}, PUSH_CHARACTERS - 9)


def test_a_kill_in_the_midst_of_archiving_is_counted_once_by_hooks_too(tmp_path: Path) -> None:
    told: list[AnyEvent] = [read("a", session=f"s{n:03}") for n in range(3)]
    hint = Hinted(stamp=replace(HEAVY, session="s000"), hook="tool-hints", characters=500)
    for event in [hint, *told]:
        ledger.append(tmp_path, [event], SMALL)
        age(tmp_path)
    before = (tmp_path / file_name("s000")).read_bytes()
    ledger.append(tmp_path, [read("a", session="s9")], SMALL)
    assert (tmp_path / ARCHIVE).exists()
    (tmp_path / file_name("s000")).write_bytes(before)
    assert heard(journal.records(str(tmp_path), "s000"), APART).push_left == PUSH_CHARACTERS - 500


# --- rotation ---------------------------------------------------------------


def test_a_live_session_that_was_rotated_knows_what_it_was_told(tmp_path: Path) -> None:
    limits = Limits(session_bytes=3_000)
    for n in range(60):
        said = Said(100 + n, 30, (f"local/k{n}",), (f"host{n}",), 90, n % 2)
        journal.append(str(tmp_path), "s", [records.hinted(stamp(), "tool-hints", said)], limits)
    (path,) = tmp_path.iterdir()
    assert any(isinstance(event, Summarised) for event in ledger.session(tmp_path, "s").events)
    told = heard(journal.records(str(tmp_path), "s"), APART)
    assert set(told.hinted) == {f"host{n}" for n in range(60)}
    assert told.name_characters == 90 * 60
    assert told.push_left == PUSH_CHARACTERS - sum(100 + n for n in range(60))
    assert set(told.seen) == {f"local/k{n}" for n in range(60)}
    assert path.stat().st_size < 12_000


def test_hints_are_remembered_however_old_they_are(tmp_path: Path) -> None:
    limits = Limits(session_bytes=1_000)
    old = stamped("2020-01-01T00:00:00Z", "s", "claude")
    journal.append(str(tmp_path), "s", [records.hinted(old, "tool-hints", SAID)], limits)
    for _ in range(30):
        journal.append(str(tmp_path), "s", [records.withheld(stamp(), "tool-hints", "nothing-to-ask")], limits)
    assert set(heard(journal.records(str(tmp_path), "s"), APART).hinted) == {"as30p"}


def test_hooks_without_end_leave_a_file_that_does_not_grow(tmp_path: Path) -> None:
    """benchmarks/ledger.md has 10,000 of them at the size that ships."""
    limits = Limits(session_bytes=10_000, silences=50)
    for n in range(1_200):
        names = [(f"host{n * 5 + each}", "too-common") for each in range(5)]
        journal.append(str(tmp_path), "s", [records.withheld(stamp(), "tool-hints", "too-common", names)], limits)
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < 20_000
    reasons = [tally for tally in total(ledger.session(tmp_path, "s").events).tallies if not tally.key]
    assert [(tally.detail, tally.times) for tally in reasons] == [("tool-hints too-common", 1_200)]


NEW_SESSION = """
import sys
from hindnote.core import records
from hindnote.shell.hooks import journal
from hindnote.shell.ledgerfile import Limits
started = records.started(records.stamped("2026-08-07T12:00:00Z", sys.argv[2], "claude"))
assert journal.append(sys.argv[1], sys.argv[2], [started], Limits(files=2, kept_files=1))
print(*sys.modules)
"""


def test_of_many_sessions_in_a_day_none_pays_for_archiving_them(tmp_path: Path) -> None:
    """Only what is done in its time is imported: the libraries of the archive take four times as long as all else."""

    def begun(session: str) -> set[str]:
        words = [sys.executable, "-c", NEW_SESSION, str(tmp_path), session]
        return set(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())

    assert not any("hindnote.shell.rotation" in begun(session) for session in "abcd")
    age(tmp_path)
    assert "hindnote.shell.rotation" in begun("e")


def test_silences_are_no_records_of_a_hook(tmp_path: Path) -> None:
    """Most lines are silences, nobody decides by them, and reading them would cost more than deciding."""
    journal.append(str(tmp_path), "s", [records.withheld(stamp(), "preflight", "seen"), records.started(stamp())])
    ledger.append(tmp_path, [PAIRS[2][1]])
    assert [each["event"] for each in journal.records(str(tmp_path), "s")] == ["SessionStarted"]


# --- faults -----------------------------------------------------------------


def test_a_ledger_that_cannot_be_written_gives_a_hook_no_word(tmp_path: Path) -> None:
    (tmp_path / "ledger").write_text("a file")
    folder = str(tmp_path / "ledger")
    assert journal.decide(folder, "s", lambda _: ([records.started(stamp())], "a hint")) is None
    assert not journal.append(folder, "s", [records.started(stamp())])


def test_foreign_and_torn_lines_are_no_records(tmp_path: Path) -> None:
    (tmp_path / file_name("s")).write_bytes(
        b'{"v":1,"e":{"event":"Hin\n{"v":2,"e":{"event":"Hinted"}}\n[]\n"x"\n\xff\n{"v":1,"e":[]}\n' + b"[" * 99_999
    )
    assert journal.records(str(tmp_path), "s") == []


def test_a_name_that_no_index_knows_is_not_written() -> None:
    names = [(f"token{n}", reason) for n, reason in enumerate(("typed", "once-in-long-output", "unknown", "hinted"))]
    told = records.encode(records.withheld(stamp(), "tool-hints", "unknown", names)).decode()
    assert [name for name, _ in names if name in told] == ["token3"]


@given(some.nasty_text | st.text("abz019-._/@: \n", max_size=200), st.booleans())
def test_nothing_of_an_output_is_written_whose_names_no_index_knows(output: str, typed: bool) -> None:  # noqa: FBT001  (Hypothesis says it)
    noted: dict[str, list[NamedNote]] = {}
    nothing = Snapshot(0, {}, noted.__getitem__)
    said = brought_up(ToolOutput("Bash", output if typed else "", output), Heard(), APART, frozenset({"com"}))
    silence = said if isinstance(said, Silence) else name_hint(said, nothing, Heard(), APART)
    assert isinstance(silence, Silence)
    told = records.withheld(stamp(), "tool-hints", silence.why, silence.withheld)
    assert told.get("names", []) == []
    assert len(records.encode(told)) < 400


def test_many_names_of_one_silence_are_counted() -> None:
    names = [(f"host{n}", "seen") for n in range(50)]
    told = records.withheld(stamp(), "tool-hints", "seen", names)
    assert told["names"] == names[:20]
    assert told["unnamed"] == [("seen", 30)]


# --- many processes ---------------------------------------------------------

HOOK = """
import sys, time
from hindnote.core import records
from hindnote.core.budgets import heard
from hindnote.core.records import Said
from hindnote.core.switches import Switches
from hindnote.shell.hooks import journal
from hindnote.shell.ledgerfile import Limits
folder = sys.argv[1]
print("ready", flush=True)
sys.stdin.readline()
stamp = records.stamped("2026-08-07T12:00:00Z", "shared", "claude")

def hint(name):
    def choose(read):
        told = heard(read, Switches())
        time.sleep(0.001)  # long enough for another to come between, if one could
        if name in told.hinted:
            return [records.withheld(stamp, "tool-hints", "hinted", [(name, "hinted")])], False
        if told.name_characters + 450 > 8_000:
            return [records.withheld(stamp, "tool-hints", "name-budget", [(name, "name-budget")])], False
        return [records.hinted(stamp, "tool-hints", Said(450, 115, (f"local/{name}",), (name,), 450))], True
    return choose

def topic(read):
    time.sleep(0.001)
    fits = heard(read, Switches()).push_left >= 1_900
    told = records.hinted(stamp, "preflight", Said(1_900, 475, ("team/t",)))
    return ([told], True) if fits else ([records.withheld(stamp, "preflight", "push-budget")], False)

for n in range(40):
    journal.decide(folder, "shared", topic if n % 2 else hint(f"host{n}"), Limits(session_bytes=20_000))
"""

SERVER = """
import sys
from pathlib import Path
from hindnote.core.events import Accessed, Recalled, Stamp
from hindnote.shell import ledger
from hindnote.shell.ledgerfile import Limits
print("ready", flush=True)
sys.stdin.readline()
stamp = Stamp("2026-08-07T12:00:00Z", "shared", "claude")
for n in range(40):
    asked = Recalled(stamp=stamp, surface="mcp", channel="pull", keys=(f"local/k{n}",), characters=5_000, tokens=1_250)
    ledger.append(Path(sys.argv[1]), [asked, Accessed(stamp=stamp, key="k", layer="local")], Limits(session_bytes=20_000))
"""


def test_hooks_and_servers_at_once_spend_one_budget_and_hint_a_name_once(tmp_path: Path) -> None:
    """Whoever decides on what it read before it held the lock overspends here."""
    processes = [Python(HOOK if n % 4 else SERVER, str(tmp_path)) for n in range(8)]
    for each in processes:
        assert each.read() == "ready"
    for each in processes:
        each.tell("go")
    for each in processes:
        each.end()
    found = ledger.session(tmp_path, "shared")
    told = heard(journal.records(str(tmp_path), "shared"), APART)
    assert found.skipped == 0
    assert PUSH_CHARACTERS - 1_900 < PUSH_CHARACTERS - told.push_left <= PUSH_CHARACTERS
    assert told.name_characters == len(told.hinted) * 450 <= NAME_CHARACTERS
    assert len(told.hinted) == 17  # of the twenty names that every hook came upon: one more would be too long
    assert sum(cost.characters for cost in total(found.events).costs if cost.channel == "pull") == 2 * 40 * 5_000


# --- cost -------------------------------------------------------------------


def alone(script: str, *words: str) -> str:
    """As a hook runs: no site, and nothing on the path but our package."""
    path = str(Path(__file__).parents[3] / "typings")
    whole = f"import sys; sys.path.insert(0, {path!r})\n{script}"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", whole, *words], capture_output=True, check=True, text=True)
    return done.stdout


TELLING = """
from hindnote.core import budgets, records
from hindnote.shell.hooks import journal
from hindnote.shell.ledgerfile import Limits
told = records.started(records.stamped("2026-08-07T12:00:00Z", "s", "c"))
def tell(limits):
    return [journal.decide(sys.argv[1], "s", lambda read: ([told], len(read)), limits) for _ in range(9)]
"""


def test_a_hook_imports_next_to_nothing_to_tell_the_ledger(tmp_path: Path) -> None:
    heavy = (
        "msgspec",
        "returns",
        "pathlib",
        "hashlib",
        "apsw",
        "logging",
        "asyncio",
        "subprocess",
        "tempfile",
        "datetime",
    )
    found = alone(
        f"{TELLING}\nprint(tell(Limits())[-1], [each for each in {heavy} if each in sys.modules])", str(tmp_path)
    )
    assert found.split() == ["8", "[]"]


def test_a_hook_summarises_a_session_that_grew_long(tmp_path: Path) -> None:
    packages = f"sys.path.append({str(Path(msgspec.__file__).parents[1])!r})"
    alone(f"{TELLING}\n{packages}\ntell(Limits(session_bytes=400))", str(tmp_path))
    events = ledger.session(tmp_path, "s").events
    assert isinstance(events[0], Summarised)
    assert sum(tally.times for tally in total(events).tallies) == 9


def test_a_hook_that_finds_no_library_leaves_the_summary_to_others(tmp_path: Path) -> None:
    assert alone(f"{TELLING}\nprint(tell(Limits(session_bytes=400, files=0))[-1])", str(tmp_path)).split() == ["8"]
    assert len(ledger.session(tmp_path, "s").events) == 9
