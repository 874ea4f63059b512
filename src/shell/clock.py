"""Clock: the one place that asks what time it is.

Effects: reads the system clock.
"""

import datetime


def utc_now() -> str:
    """UTC to the second, as a `Stamp` keeps it: 2026-08-07T14:05:00Z."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
