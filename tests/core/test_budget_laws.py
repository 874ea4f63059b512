"""Whatever happens in whatever order: push keeps its budgets, a name is hinted once, and pull limits nothing."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.budgets import PUSH_CHARACTERS, heard, spent
from hindnote.core.hints import NAME_CHARACTERS, Heard, Hint, Silence
from hindnote.core.log import decode as decode_events
from hindnote.core.log import encode as encode_event
from hindnote.core.namehints import ToolOutput, brought_up, name_hint
from hindnote.core.namenotes import NamedNote, Snapshot, Standing
from hindnote.core.preflight import Matched, preflight, prompted
from hindnote.core.records import Record, decode, encode, hinted, said, stamped, withheld
from hindnote.core.switches import Switches
from hindnote.core.tally import summarise

TLDS = frozenset({"com"})
POOL = [f"host{n}x" for n in range(60)]
INJECT = Switches(preflight="inject")
STAMP = stamped("2026-08-07T12:00:00Z", "s", "claude")
PULLED: Record = {"event": "Recalled", "stamp": STAMP, "channel": "pull", "keys": ["local/k"], "characters": 9_000}


class Happening(NamedTuple):
    kind: Literal["output", "prompt", "pull", "rotation"]
    names: tuple[int, ...]
    notes: int  # titled for the name
    stamp: int  # a note's mtime: one that moves may be shown again


happenings = st.builds(
    Happening,
    st.sampled_from(["output", "output", "prompt", "prompt", "pull", "rotation"]),
    st.lists(st.integers(0, 59), min_size=1, max_size=8).map(tuple),
    st.integers(1, 6),
    st.integers(0, 2**62),
)
sessions = st.lists(happenings, max_size=60)


def note(name: str, n: int, mtime: int) -> NamedNote:
    return NamedNote(
        "local", f"{name}-{n}", f"{name} {'x' * 200} {n}", "2026-08-01", mtime, titled=True, superseded=n == 1
    )


def index(happening: Happening) -> Snapshot:
    def naming(fold: str) -> Sequence[NamedNote]:
        return [note(fold, n, happening.stamp) for n in range(happening.notes)]

    return Snapshot(1_000, {name: Standing(happening.notes, happening.notes) for name in POOL}, naming)


def decided(happening: Happening, told: Heard) -> Hint | Silence:
    text = " ".join(POOL[n] for n in happening.names)
    if happening.kind == "output":
        asked = brought_up(ToolOutput("Bash", "ls", text), told, INJECT, TLDS)
        return asked if isinstance(asked, Silence) else name_hint(asked, index(happening), told, INJECT)
    long = [Matched(note("topic", n, happening.stamp), 5) for n in (0, 2)]
    asked = prompted(text, told, INJECT, TLDS) if happening.notes > 3 else []
    return preflight(
        text, asked, index(happening), lambda: long, heard=told, switches=INJECT, passage=lambda _: "y" * 1_400
    )


def step(records: list[Record], happening: Happening) -> list[Record]:
    if happening.kind == "pull":
        return [*records, PULLED]
    if happening.kind == "rotation":
        summary = summarise(decode_events(b"".join(map(encode, records))).events)
        return decode(encode_event(summary)) if summary else records
    match decided(happening, heard(records, INJECT)):
        case Hint() as hint:
            spoken = said(hint.text, hint.keys, hint.names, hint.timelines)
            return [*records, hinted(STAMP, "tool-hints" if happening.kind == "output" else "preflight", spoken)]
        case Silence() as silence:
            return [*records, withheld(STAMP, "tool-hints", silence.why, silence.withheld)]


def lived(session: Sequence[Happening]) -> list[Record]:
    records: list[Record] = []
    for happening in session:
        records = step(records, happening)
    return records


def names_told(session: Sequence[Happening]) -> list[str]:
    """In the order in which they were hinted, from each step alone."""
    told: list[str] = []
    records: list[Record] = []
    for happening in session:
        after = step(records, happening)
        if len(after) > len(records) and after[-1]["event"] == "Hinted":
            names = after[-1].get("names", ())
            told += names if isinstance(names, tuple) else ()
        records = after
    return told


@given(sessions)
def test_push_keeps_its_budgets_whatever_happens(session: list[Happening]) -> None:
    found = spent(lived(session))
    assert found.push <= PUSH_CHARACTERS
    assert found.names <= NAME_CHARACTERS


def test_a_session_that_comes_upon_everything_spends_its_budgets_and_stops() -> None:
    """So much happens that without a budget each would be spent twice over."""
    every = [Happening("output", (n,), 6, 0) for n in range(60)]
    moving = [Happening("prompt", (n % 60,), 1, 2**62 + n) for n in range(120)]
    found = spent(lived([*every, *moving]))
    assert NAME_CHARACTERS - 1_000 < found.names <= NAME_CHARACTERS
    assert PUSH_CHARACTERS - 2_000 < found.push <= PUSH_CHARACTERS


@given(sessions)
def test_a_name_is_hinted_at_most_once_a_session(session: list[Happening]) -> None:
    told = names_told(session)
    assert len(told) == len(set(told))


@given(sessions)
def test_what_is_pulled_changes_nothing_that_is_pushed(session: list[Happening]) -> None:
    without = [each for each in session if each.kind != "pull"]
    assert spent(lived(session)).push == spent(lived(without)).push


@given(sessions)
def test_rotation_changes_nothing_that_is_said(session: list[Happening]) -> None:
    without = [each for each in session if each.kind != "rotation"]
    assert names_told(session) == names_told(without)
    assert spent(lived(session)) == spent(lived(without))
