"""Days: a date as a note declares it, `2026-08-07`, and nothing that only looks like one."""

import datetime
import re

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH = datetime.date(1970, 1, 1).toordinal()
_SECONDS = 86_400  # of a day


def day_at(seconds: int) -> datetime.date:
    """The day of a time in UTC. A disk can keep times of years that no date has: the nearest day that is one."""
    return datetime.date.fromordinal(max(1, min(_EPOCH + seconds // _SECONDS, datetime.date.max.toordinal())))


def parse_day(text: str) -> datetime.date | None:
    """The day that the text is; None for another spelling, or a day that does not exist."""
    try:
        return datetime.date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
