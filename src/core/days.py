"""Days: a date as a note declares it, `2026-08-07`, and nothing that only looks like one."""

import datetime
import re

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def parse_day(text: str) -> datetime.date | None:
    """The day that the text is; None for another spelling, or a day that does not exist."""
    try:
        return datetime.date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
