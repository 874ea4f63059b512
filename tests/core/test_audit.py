"""The audit judges push and pull apart, from the ledger alone, and a summary never changes its verdict."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.audit import SHIPPED, SURFACES, Audit, audit, audit_text
from hindnote.core.config import Thresholds
from hindnote.core.events import Accessed, Advised, AnyEvent, Hinted, Recalled, Stamp, Withheld
from hindnote.core.tally import summarise

from ..pages import page
from .test_tally import logs

__all__ = ["page"]  # the fixture

NO_LIMITS = Thresholds()


def at(minute: int, session: str = "s1", day: str = "2026-08-07") -> Stamp:
    return Stamp(f"{day}T10:{minute:02}:00Z", session, "claude")


def hint(minute: int, key: str, session: str = "s1", *, characters: int = 200) -> Hinted:
    return Hinted(
        stamp=at(minute, session),
        hook="tool-hints",
        names=(f"host{minute}",),
        keys=(f"local/{key}",),
        characters=characters,
        tokens=characters // 4,
        name_characters=characters,
    )


def read(minute: int, key: str, session: str = "s1") -> Accessed:
    return Accessed(stamp=at(minute, session), key=key, layer="local")


def judged(*events: AnyEvent, thresholds: Thresholds = NO_LIMITS) -> Audit:
    return audit(events, 30, "2026-07-08", thresholds)


DAY: tuple[AnyEvent, ...] = (
    Hinted(stamp=at(0), hook="session-start", keys=("team/volume",), characters=1_600, tokens=400),
    hint(1, "hums"),
    read(2, "hums"),
    hint(3, "sleeps"),
    Withheld(stamp=at(4), hook="tool-hints", why="nothing-to-ask"),
    Withheld(stamp=at(5), hook="tool-hints", why="nothing-to-ask"),
    Withheld(stamp=at(6), hook="tool-hints", why="hinted", names=(("host1", "hinted"),)),
    Withheld(stamp=at(6), hook="preflight", why="too-few-terms"),
    Advised(stamp=at(7), channel="pull", keys=("local/hums",), characters=120, tokens=30, timelines=1),
    Recalled(stamp=at(8, "s2"), channel="pull", keys=("team/volume",), characters=4_000, tokens=1_000),
)


# --- the page -----------------------------------------------------------------


def test_an_audit_reads_well(page: SnapshotAssertion) -> None:
    strict = Thresholds(p99_tokens=100, pull_p50_tokens=10, precision=0.9)
    texts = (
        audit_text(judged(*DAY, thresholds=SHIPPED)),
        audit_text(judged(*DAY, thresholds=strict)),
        audit_text(judged()),
    )
    assert "\n\n---\n\n".join(texts) == page


def test_the_json_has_the_public_shape(page: SnapshotAssertion) -> None:
    strict = Thresholds(p99_tokens=100, precision=0.9)
    assert msgspec.json.format(msgspec.json.encode(judged(*DAY, thresholds=strict))).decode() == page


# --- what was it worth? -------------------------------------------------------


def test_a_hint_is_used_when_its_note_is_looked_at_afterwards() -> None:
    found = judged(hint(1, "a"), read(2, "a"), hint(3, "b"), read(2, "b"), hint(4, "c")).surfaces["tool-hints"]
    assert (found.judged, found.used, found.precision, found.ignored) == (3, 1, 1 / 3, 2)


def test_one_note_of_several_is_enough() -> None:
    several = Hinted(stamp=at(1), hook="tool-hints", names=("x1",), keys=("local/a", "local/b", "local/c"))
    found = judged(several, Recalled(stamp=at(2), channel="pull", keys=("local/c",))).surfaces["tool-hints"]
    assert (found.precision, found.ignored) == (1.0, 2)


def test_what_another_session_reads_is_no_use_of_a_hint() -> None:
    assert judged(hint(1, "a"), read(2, "a", "s2")).surfaces["tool-hints"].used == 0


def test_surfaces_are_judged_apart() -> None:
    topic = Hinted(stamp=at(1), hook="preflight", keys=("local/a",), characters=50, tokens=12)
    found = judged(topic, hint(1, "b"), read(2, "a"))
    assert [found.surfaces[by].precision for by in SURFACES] == [1.0, 0.0, None, None, None]


def test_what_showed_no_note_is_not_judged() -> None:
    found = judged(Hinted(stamp=at(1), hook="stop")).surfaces["stop"]
    assert (found.fired, found.judged, found.precision) == (1, 0, None)


def test_what_only_a_person_saw_is_not_judged() -> None:
    found = judged(Hinted(stamp=at(1), hook="stop", keys=("local/a",)), read(2, "a")).surfaces["stop"]
    assert (found.fired, found.judged, found.ignored) == (1, 0, 0)


# --- what did it cost? ----------------------------------------------------------


def test_push_and_pull_are_counted_apart() -> None:
    found = judged(hint(1, "a", characters=400), Recalled(stamp=at(2), channel="pull", characters=4_000, tokens=1_000))
    assert (found.session.p50_tokens, found.session.pull_p50_tokens) == (100, 1_000)


def test_half_and_nearly_all_of_the_sessions_cost_no_more_than_said() -> None:
    events = [hint(1, "a", f"s{n}", characters=4 * n) for n in range(1, 201)]
    found = judged(*events).session
    assert (found.p50_tokens, found.p99_tokens) == (100, 198)


def test_old_sessions_are_left_out() -> None:
    assert audit([hint(1, "a")], 0, "2026-08-08", NO_LIMITS).sessions == 0


# --- thresholds -------------------------------------------------------------------


def test_a_threshold_is_crossed_when_it_is_passed_and_not_when_it_is_met() -> None:
    met = Thresholds(p50_tokens=50, precision=0.0)
    passed = Thresholds(p50_tokens=49, precision=0.1)
    assert judged(hint(1, "a"), thresholds=met).crossed == ()
    assert [each.name for each in judged(hint(1, "a"), thresholds=passed).crossed] == [
        "session.p50_tokens",
        "tool-hints.precision",
    ]


def test_nothing_crosses_what_ships_when_nothing_happened() -> None:
    assert judged(thresholds=SHIPPED).crossed == ()


# --- a summary ----------------------------------------------------------------------


@given(logs, st.integers(0, 12), st.integers(0, 12))
def test_a_summary_changes_no_verdict(log: list[AnyEvent], start: int, size: int) -> None:
    """Of one session's part, as rotation makes it."""
    own = [each for each in log if each.stamp.session == "s1"]
    part = summarise(own[start : start + size])
    rotated = [*own[:start], *([part] if part else []), *own[start + size :]]
    assert audit(rotated, 30, "", NO_LIMITS) == audit(own, 30, "", NO_LIMITS)
