"""Whatever a file is called, what is kept or told of its path is JSON, and comes back as it was."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from hindnote.shell.pathjson import decoded, encoded


class Held(Struct, frozen=True, tag=True):
    path: str
    data: bytes
    others: dict[str, tuple[str, ...]] = {}


ANY = st.text(st.characters(exclude_categories=["Cs"]) | st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF))


@given(st.builds(Held, ANY, st.binary(), st.dictionaries(ANY, st.lists(ANY).map(tuple), max_size=3)))
def test_any_path_comes_back_as_it_was(held: Held) -> None:
    assert decoded(encoded(held), Held) == held
    assert json.loads(encoded(held))["path"] == held.path


@pytest.mark.parametrize(
    "data", [b"", b"{", b"5", b"[]", b"\xff", b'{"type":"Held","path":5,"data":""}', b"[" * 100_000]
)
def test_what_is_none_of_ours_is_a_fault_that_is_known(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError, RecursionError)):
        decoded(data, Held)
