"""What an address writes is read back as it was, and any text is read."""

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.percent import decoded, encoded


@given(st.text(st.characters(codec="utf-8")))
def test_a_text_reads_back_from_its_address(text: str) -> None:
    assert decoded(encoded(text)) == text
    assert encoded(text).isascii()


@given(st.text(st.characters()))
def test_no_text_is_an_error(text: str) -> None:
    encoded(decoded(text))
