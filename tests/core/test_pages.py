"""A page costs a model no more than a page may, whatever notices it has, and names the call that reads on."""

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.pages import cost, next_call, page_text
from hindnote.core.paging import PAGE_TOKENS, ROWS_TOKENS
from hindnote.core.tokens import estimate

notices = st.lists(st.text(max_size=400), max_size=60)


@given(st.integers(0, ROWS_TOKENS), notices)
def test_rows_within_their_share_and_any_notices_are_a_page(tokens: int, said: list[str]) -> None:
    rows = "x" * (4 * tokens)
    text = page_text([rows], [], said)
    assert text.startswith(rows)
    assert estimate(text) <= PAGE_TOKENS


def test_no_flood_of_notices_is_more_than_a_page() -> None:
    text = page_text(["x" * 4 * ROWS_TOKENS], [], ["猫" * 400] * 100)
    assert estimate(text) <= PAGE_TOKENS
    assert "猫" in text
    assert text.endswith("which `hindnote list` prints")


@given(notices)
def test_a_notice_that_is_not_shown_is_counted(said: list[str]) -> None:
    lines = page_text(["rows"], [], said).split("\n")[1:]
    assert all(each.startswith("notice: ") for each in lines)
    if len(lines) < len(said):
        hidden = len(said) - len(lines) + 1
        assert lines[-1].startswith(f"notice: {hidden} more notice")


def test_the_next_call_is_spelled_as_it_can_be_called() -> None:
    assert next_call("list_notes", {}, "ab") == 'list_notes(cursor="ab")'
    assert next_call("read_note", {"key": 'a "b"', "layer": "team"}, "ab") == (
        'read_note(key="a \\"b\\"", layer="team", cursor="ab")'
    )


@given(st.text(max_size=2_000))
def test_a_call_that_is_long_is_the_one_the_reader_made(said: str) -> None:
    call = next_call("search", {"question": said}, "ab")
    assert call.startswith("search(") or call == 'the same call with cursor="ab"'
    assert cost(call) <= 201
