"""A day is written one way, and exists."""

import datetime

import pytest
from hypothesis import given

from hindnote.core.days import day_at, parse_day

from .. import strategies as some


@given(some.days)
def test_a_day_is_read_as_it_is_written(day: datetime.date) -> None:
    assert parse_day(day.isoformat()) == day


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-02-30",
        "2026-13-01",
        "0000-01-01",
        "20260807",
        "2026-W01-1",
        "2026-8-7",
        " 2026-08-07",
        "2026-08-07\n",
        "\uff12026-08-07",
        "\x00",
    ],
)
def test_what_only_looks_like_a_day_is_none(text: str) -> None:
    assert parse_day(text) is None


@pytest.mark.parametrize(
    ("seconds", "day"),
    [
        (0, "1970-01-01"),
        (-1, "1969-12-31"),
        (1_796_083_199, "2026-11-30"),
        (10**15, "9999-12-31"),
        (-(10**15), "0001-01-01"),
    ],
)
def test_every_time_has_a_day(seconds: int, day: str) -> None:
    assert day_at(seconds).isoformat() == day
