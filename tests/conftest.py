"""What every test may ask for: the given cases, and Hypothesis without a stopwatch."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


@pytest.fixture(scope="session")
def cases() -> Path:
    """The corpora beside the checkout; a test that wants them is skipped where they are not."""
    if not CASES.is_dir():
        pytest.skip("the shared cases are not beside this checkout")
    return CASES
