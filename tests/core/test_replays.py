"""What replays print for people; the shapes are public."""

from syrupy.assertion import SnapshotAssertion

from hindnote.core.heeding import Heeded, Told
from hindnote.core.replays import (
    Preflights,
    Share,
    ToolHints,
    Usual,
    WriteContexts,
    preflights_text,
    share,
    tool_hints_text,
    usual,
    write_contexts_text,
)

from ..pages import page

__all__ = ["page"]  # the fixture

HINTS = ToolHints(
    sessions=1_200,
    tool_results=40_000,
    considered=10_000,
    hints=700,
    share_of_all=0.0175,
    share_of_considered=0.07,
    names=760,
    timelines=31,
    precision=0.7,
    interval=(0.667, 0.732),
    timeline_precision=0.8,
    timeline_interval=(0.62, 0.91),
    base_rate=0.031,
    chars_per_session=Usual(240, 1_900),
    latency_ms=Usual(0.0421, 0.6),
    withheld={"file-tool": 30_000, "typed": 412},
    bad_lines=3,
    said=("/logs/a.jsonl: Permission denied",),
)
WRITES = WriteContexts(
    sessions=4,
    writes=10,
    listed=4,
    share=0.4,
    notes=Usual(2, 3),
    characters=Usual(310, 900),
    timelines=1,
    precision=0.5,
    interval=(0.15, 0.85),
    latency_ms=Usual(0.2, 0.4),
)
PROMPTS = Preflights(
    sessions=0,
    prompts=50,
    silent=30,
    silence_rate=0.6,
    by_terms=15,
    by_name=5,
    timelines=2,
    judged=20,
    precision=0.9,
    interval=(0.7, 0.97),
    answerable=40,
    answered=18,
    false_alarms=1,
    latency_ms=Usual(0.3, 1.2),
    withheld={"too-few-terms": 28, "unknown": 2},
)


def test_the_pages(page: SnapshotAssertion) -> None:
    assert "\n\n---\n\n".join([tool_hints_text(HINTS), write_contexts_text(WRITES), preflights_text(PROMPTS)]) == page


def test_a_share_of_nothing_is_nothing_and_may_be_anything() -> None:
    assert (share([]).value, share([]).interval) == (0, (0, 1))
    assert usual([]) == Usual(0, 0)


def test_a_share_counts_what_was_used() -> None:
    told = Told("tool-hints", frozenset({"a"}))
    assert share([Heeded(told, used=True), Heeded(told, used=False)]) == Share(1, 2)
