"""A session's ledger says what was told, why nothing was, and what it cost, and a summary says it too."""

import msgspec
from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from hindnote.core.events import Accessed, Advised, AnyEvent, Hinted, Recalled, SessionStarted, Stamp, Withheld
from hindnote.core.spending import Spending, spending, spending_text
from hindnote.core.tally import summarise

from ..pages import page
from .test_tally import logs

__all__ = ["page"]  # the fixture


def at(minute: int, session: str = "s03") -> Stamp:
    return Stamp(f"2026-08-07T10:{minute:02}:00Z", session, "claude")


DAY: tuple[AnyEvent, ...] = (
    SessionStarted(stamp=at(0)),
    Hinted(stamp=at(0), hook="session-start", keys=("team/volume",), characters=1_400, tokens=350),
    Withheld(stamp=at(1), hook="preflight", why="too-few-terms"),
    Recalled(stamp=at(2), channel="pull", keys=("team/volume", "local/ebusy"), characters=4_000, tokens=1_000),
    Recalled(stamp=at(3), channel="pull"),
    Hinted(
        stamp=at(4),
        hook="tool-hints",
        names=("as30p",),
        keys=("local/hums", "local/sleeps"),
        characters=180,
        tokens=45,
        name_characters=180,
        withheld=(("db3.example.com", "too-common"),),
    ),
    Withheld(
        stamp=at(5),
        hook="tool-hints",
        why="too-common",
        names=(("as30p", "hinted"), ("10.0.3.7", "too-common")),
        unnamed=(("typed", 2), ("unknown", 9)),
    ),
    Withheld(stamp=at(6), hook="tool-hints", why="file-tool"),
    Accessed(stamp=at(7), key="hums", layer="local"),
    Advised(stamp=at(8), channel="pull", keys=("local/hums",), characters=120, tokens=30),
    Hinted(stamp=at(9, "another"), hook="tool-hints", names=("as30p",), characters=999, tokens=250),
)


def test_what_a_session_was_told_reads_well(page: SnapshotAssertion) -> None:
    told = spending("s03", DAY, withheld=True)
    summed = [summary] if (summary := summarise([each for each in DAY if each.stamp.session == "s03"])) else []
    texts = (
        spending_text(told, withheld=True),
        spending_text(spending("s03", DAY)),
        spending_text(spending("s03", summed, withheld=True), withheld=True),
        spending_text(spending("nobody", DAY, withheld=True), withheld=True),
    )
    assert "\n\n---\n\n".join(texts) == page


def test_the_json_has_the_public_shape(page: SnapshotAssertion) -> None:
    shape = msgspec.json.format(msgspec.json.encode(spending("s03", DAY, withheld=True))).decode()
    assert shape == page


def test_another_sessions_hints_cost_this_one_nothing() -> None:
    assert spending("s03", DAY).push.characters == 1_580


def test_a_joined_budget_has_left_what_neither_took() -> None:
    assert spending("s03", DAY).push_left == 60_000 - 1_580
    assert spending("s03", DAY, split=False).push_left == 60_000 - 1_580 - 4_120


def test_silences_are_told_only_when_they_are_asked_for() -> None:
    assert spending("s03", DAY).withheld == ()


def facts(of: Spending) -> set[tuple[str, str, str]]:
    notes = {(each.by, "told", key) for each in of.told for key in (*each.keys, *each.names)}
    return notes | {(each.hook, each.why, each.name) for each in of.withheld}


@given(logs)
def test_a_summary_costs_the_same_and_names_the_same(log: list[AnyEvent]) -> None:
    own = [each for each in log if each.stamp.session == "s1"]
    summed = [summary] if (summary := summarise(own)) else []
    whole, told = spending("s1", own, withheld=True), spending("s1", summed, withheld=True)
    assert (told.push, told.pull, told.push_left, told.names_left, told.clients) == (
        whole.push,
        whole.pull,
        whole.push_left,
        whole.names_left,
        whole.clients,
    )
    assert facts(told) == facts(whole)
    assert sum(each.names for each in told.withheld) == sum(each.names for each in whole.withheld)
