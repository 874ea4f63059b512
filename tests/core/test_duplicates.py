"""Both numbers that call two notes near are those on record, and the labelled set parts where they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hindnote.core.duplicates import NEAR, REVIEW

ROOT = Path(__file__).resolve().parents[2]
RECORD = (ROOT / "benchmarks" / "duplicates.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "value"), [("REVIEW", REVIEW), ("NEAR", NEAR)])
def test_the_record_has_the_value_that_ships(name: str, value: float) -> None:
    assert re.findall(rf"`{name}` = ([\d.]+)", RECORD) == [f"{value:g}"]


def test_a_fact_told_twice_is_offered_for_review_and_a_shared_subject_is_not() -> None:
    done = subprocess.run([sys.executable, "-m", "benchmarks.duplicates"], cwd=ROOT, capture_output=True, text=True)
    said = re.search(r"least of the same ([\d.]+); most of one subject ([\d.]+), of two ([\d.]+)", done.stdout)
    assert said, done.stderr
    same, *others = map(float, said.groups())
    assert same >= REVIEW > max(others)
