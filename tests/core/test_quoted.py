"""Note text is quoted data: whatever it holds, what is shown cannot act on a terminal or pose as ours."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.quoted import ELLIPSIS, block, clipped, key_text, line, padded, width

ANYTHING = st.text(st.characters() | st.sampled_from("\x1b\x07\x9b[]m;\n\r\t│├└─\u202e\u2066\u200bकि🏴e\u0301"))
HARMFUL = {"Cc", "Cs"}
REORDERING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(ANYTHING)
def test_nothing_shown_is_a_control_character_a_surrogate_or_a_reordering_mark(text: str) -> None:
    shown = block(text)
    assert not [c for c in shown if c != "\n" and unicodedata.category(c) in HARMFUL]
    assert not REORDERING & set(shown)


@given(ANYTHING)
def test_nothing_shown_is_one_of_our_glyphs(text: str) -> None:
    assert not [c for c in block(text) if "\u2500" <= c <= "\u257f"]


@given(ANYTHING)
def test_quoting_twice_changes_nothing(text: str) -> None:
    assert block(block(text)) == block(text)
    assert line(line(text)) == line(text)


@given(ANYTHING)
def test_one_line_is_one_line(text: str) -> None:
    assert len(line(text).splitlines()) <= 1
    assert len(key_text(text).splitlines()) <= 1


@given(st.text(st.characters(categories=["L", "N", "P"], exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    assert block(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPq#0\x1b\\sixel", "sixel"),
        ("\x1bcreset", "reset"),
        ("\x1b", ""),
        ("\x1b]0;never closed\nnext line", "\nnext line"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("\tcode", "    code"),
        ("├─ surprise/x  team · 2026-01-01", "+- surprise/x  team · 2026-01-01"),
        ("ig\U000e0041\U000e0042nore", "ignore"),
        ("क्\u200dष 👩\u200d💻", "क्\u200dष 👩\u200d💻"),
    ],
)
def test_what_a_hostile_or_foreign_text_becomes(text: str, shown: str) -> None:
    assert block(text) == shown


@given(ANYTHING.map(line), st.integers(1, 30))
def test_a_clipped_text_fits_and_says_so(text: str, columns: int) -> None:
    cut = clipped(text, columns)
    assert width(cut) <= columns
    assert cut == text or cut.endswith(ELLIPSIS)


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("日本語", 6), ("e\u0301", 1), ("👩\u200d💻", 2), ("", 0)])
def test_width_counts_columns_not_characters(text: str, columns: int) -> None:
    assert width(text) == columns
    assert width(padded(text, 9)) == 9
