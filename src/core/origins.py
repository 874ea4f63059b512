"""Origins: where a note's date comes from, and how the two are said together; imports next to nothing, for hooks say both."""

from .quoted import line

DECLARED, NAMED, MODIFIED = "declared", "name", "modified"

_SAID = {NAMED: "by file name", MODIFIED: "by file date"}


def day_text(date: str, dated: str = DECLARED) -> str:
    """The day, and where it is from unless the note itself declares it."""
    said = _SAID.get(dated, "") if date else ""
    return f"{line(date)} {said}" if said else line(date)
