"""What an index keeps of one note comes from its text and its place alone; its date says where it is from."""

import pytest

from hindnote.core.keys import Layer
from hindnote.shell.index.entry import entry

MODIFIED_NS = 1_770_000_000_000_000_000  # 2026-02-02


def dated(path: str, text: str = "x") -> tuple[str, str]:
    found = entry(text, Layer.VAULT, path, MODIFIED_NS)
    return found.date, found.dated


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2026-06-01.md", "2026-06-01"),
        ("Daily/2024-02-29 a leap day.md", "2024-02-29"),
        ("2026-02-31 then 2026-03-01.md", "2026-03-01"),  # the first that there is
    ],
)
def test_a_day_in_the_files_name_is_the_notes(path: str, day: str) -> None:
    assert dated(path) == (day, "name")


@pytest.mark.parametrize(
    "path",
    [
        "2026-02-31 impossible.md",
        "2026-13-01.md",
        "call 20260601.md",  # as likely a telephone number
        "call 55500112.md",
        "12026-06-01.md",
        "2026-06-011.md",
        "2026-06-01/notes.md",  # of the folder
    ],
)
def test_what_only_looks_like_a_day_is_none(path: str) -> None:
    assert dated(path) == ("2026-02-02", "modified")


def test_what_the_note_declares_comes_first() -> None:
    assert dated("2026-06-01.md", "---\ncreated: 2026-05-04T10:00\n---\nx") == ("2026-05-04", "declared")
    assert dated("2026-06-01.md", "---\ncreated: 2026-02-31\n---\nx") == ("2026-06-01", "name")
