"""A note's address names it exactly, whatever its key holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.keys import Identity, Layer, VaultKey
from hindnote.core.noteuri import note_uri, parse_uri

pieces = st.text(st.characters(codec="utf-8")) | st.sampled_from(["%2F", "%", "/", "é"])
keys = st.lists(pieces, min_size=1).map("".join).filter(bool)


@given(st.sampled_from(Layer), keys)
def test_an_address_reads_back_as_the_note_it_names(layer: Layer, key: str) -> None:
    assert parse_uri(note_uri(Identity(layer, VaultKey(key)))) == (layer, key)


@given(st.sampled_from(Layer), keys)
def test_an_address_is_plain_ascii_without_white_space(layer: Layer, key: str) -> None:
    uri = note_uri(Identity(layer, VaultKey(key)))
    assert uri.isascii()
    assert not set(uri) & set(' \n"<>?#[]')


@given(st.text(st.characters()))
def test_no_text_is_an_error(text: str) -> None:
    parse_uri(text)
    parse_uri("note://local/" + text)


@pytest.mark.parametrize(
    "uri", ["", "note://", "note://local", "note://local/", "note://else/a", "file:///a", "local/a"]
)
def test_anything_else_is_no_address(uri: str) -> None:
    assert parse_uri(uri) is None
