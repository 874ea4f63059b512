"""A ledger means the same before and after any part of it is summarised, and any bytes can be read as one."""

from collections.abc import Sequence
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hindnote.core.events import (
    SCHEMA,
    Accessed,
    Advised,
    AnyEvent,
    Failed,
    Hinted,
    Moved,
    Promoted,
    Recalled,
    Refreshed,
    Refused,
    Remembered,
    Removed,
    SessionStarted,
    Stamp,
    Totals,
    Withheld,
    Worked,
)
from hindnote.core.log import ReadLog, decode, encode
from hindnote.core.records import Hook, Work
from hindnote.core.tally import Reads, added, reads, recent, summarise, total

DAYS = ("2026-05-01", "2026-08-06", "2026-08-07")
stamps = st.builds(
    Stamp,
    at=st.builds("{}T{:02}:00:00Z".format, st.sampled_from(DAYS), st.integers(0, 23)),
    session=st.sampled_from(["s1", "s2"]),
    client=st.sampled_from(["claude", "codex"]),
)
layers = st.sampled_from(["team", "local"])
names = st.sampled_from(["a", "surprise/b", "कि"])
common = {"stamp": stamps, "surface": st.sampled_from(["cli", "mcp", "hook"])}
counts = st.integers(0, 9_000)
hooks = st.sampled_from(get_args(Hook))
folds = st.sampled_from(["as30p", "dec-0054", "10.0.3.7", "é1"])
reasons = st.sampled_from(["seen", "too-common", "push-budget"])
spoken = {
    **common,
    "channel": st.sampled_from(["push", "pull"]),
    "keys": st.lists(names.map("local/{}".format), max_size=3).map(tuple),
    "characters": counts,
    "tokens": counts,
}
events: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(SessionStarted, **common),
    st.builds(Remembered, key=names, layer=layers, how=st.sampled_from(["created", "updated"]), **common),
    st.builds(Recalled, omitted=counts, **spoken),
    st.builds(Advised, timelines=counts, **spoken),
    st.builds(
        Hinted,
        hook=hooks,
        names=st.lists(folds, max_size=3).map(tuple),
        name_characters=counts,
        timelines=counts,
        withheld=st.lists(st.tuples(folds, reasons), max_size=2).map(tuple),
        unnamed=st.lists(st.tuples(reasons, counts), max_size=2).map(tuple),
        **spoken,
    ),
    st.builds(
        Withheld,
        hook=hooks,
        why=reasons,
        names=st.lists(st.tuples(folds, reasons), max_size=3).map(tuple),
        unnamed=st.lists(st.tuples(reasons, counts), max_size=2).map(tuple),
        **common,
    ),
    st.builds(Worked, did=st.sampled_from(get_args(Work)), **common),
    st.builds(Promoted, key=names, **common),
    st.builds(Accessed, key=names, layer=layers, **common),
    st.builds(Refused, why=st.sampled_from(["KeyTaken", "SecretSaid"]), key=names, **common),
    st.builds(Removed, key=names, layer=layers, **common),
    st.builds(Refreshed, key=names, layer=layers, **common),
    st.builds(Failed, why=st.text(st.characters(codec="utf-8")), **common),
)
logs = st.lists(events, max_size=12)

# --- totals -----------------------------------------------------------------


@given(logs, st.integers(0, 12), st.integers(0, 12))
def test_summarising_any_part_changes_no_total(log: list[AnyEvent], start: int, size: int) -> None:
    part = summarise(log[start : start + size])
    rotated = [*log[:start], *([part] if part else []), *log[start + size :]]
    assert total(rotated) == total(log)


@given(st.lists(logs, max_size=4))
def test_totals_add_up_in_any_order(parts: list[list[AnyEvent]]) -> None:
    whole = total(event for part in parts for event in part)
    assert added(*map(total, parts)) == added(*map(total, reversed(parts))) == whole


@given(logs, st.sampled_from(DAYS))
def test_reads_are_counted_as_one_would_by_hand(log: list[AnyEvent], since: str) -> None:
    by_hand: dict[tuple[str, str], list[str]] = {}
    for event in log:
        if isinstance(event, Accessed) and event.stamp.day >= since:
            by_hand.setdefault((event.layer, event.key), []).append(event.stamp.at)
    expected = {note: Reads(len(at), max(at)) for note, at in by_hand.items()}
    assert reads(total(log), since) == reads(recent(total(log), since)) == expected


def test_nothing_comes_to_nothing() -> None:
    assert total([]) == Totals()
    assert summarise([]) is None


@given(logs)
def test_no_word_about_one_call_is_about_a_summary(log: list[AnyEvent]) -> None:
    marked = [replace(event, stamp=replace(event.stamp, call="c1")) for event in log]
    assert not marked or [each.stamp.call for each in [summarise(marked)] if each] == [""]


def test_what_was_moved_away_is_counted_where_it_went() -> None:
    stamp = Stamp("2026-08-07T00:00:00Z", "s", "c")
    assert total([Moved(stamp=stamp, call="c1", to="s2")]).tallies == ()


# --- lines ------------------------------------------------------------------


@given(logs)
def test_what_is_written_is_read(log: list[AnyEvent]) -> None:
    part = summarise(log)
    told = [*log, *([part] if part else [])]
    assert decode(b"".join(map(encode, told))) == ReadLog(tuple(told))


@given(logs, st.integers(0, 5_000))
def test_a_torn_end_costs_one_event(log: list[AnyEvent], cut: int) -> None:
    data = b"".join(map(encode, log))[:cut]
    read = decode(data)
    assert list(read.events) == log[: len(read.events)]
    assert len(read.events) in {data.count(b"\n"), data.count(b"\n") + 1}  # an end that lacks only its line feed counts
    assert read.skipped <= 1


@given(st.lists(st.binary(max_size=60) | events.map(encode), max_size=8))
def test_foreign_lines_are_counted_and_hide_nothing(lines: Sequence[bytes]) -> None:
    ours = sum(line.endswith(b"\n") and line.count(b"\n") == 1 and line.startswith(b'{"v":') for line in lines)
    assert len(decode(b"\n".join(lines)).events) >= ours


def test_a_newer_version_is_foreign() -> None:
    line = encode(SessionStarted(stamp=Stamp("2026-08-07T00:00:00Z", "s", "c")))
    newer = line.replace(f'"v":{SCHEMA}'.encode(), f'"v":{SCHEMA + 1}'.encode())
    assert decode(newer + line + b'{"v":1,"e":{"event":"Unheard"}}\n').skipped == 2
