"""A place in a vault is one that every disk and every link can say, in the folders that are there."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.keys import VaultKey
from hindnote.core.targets import named
from hindnote.core.vaultpaths import path_in_vault, read_vault_key


@pytest.mark.parametrize(
    "said", ["A b/c d", "[[A b/c d]]", " A b/c d.md ", "./A b/c d", unicodedata.normalize("NFD", "Ü")]
)
def test_a_place_is_read_as_it_may_be_said(said: str) -> None:
    assert read_vault_key(said) == Success("A b/c d" if "A" in said else "Ü")


@pytest.mark.parametrize(
    "said",
    ["", " ", "a//b", "/a", "a/", "../a", ".hidden", "a/.b", "a.", "a /b", "what?", "a|b", "a#b", "a[b", "a:b", "a\\b", "a\x00", "a\x7fb", "nul", "a/COM1.x", "\ud800"],
)  # fmt: skip
def test_what_some_disk_or_link_cannot_say_is_refused_with_why(said: str) -> None:
    match read_vault_key(said):
        case Failure(refusal):
            told = refusal.explain()
            assert refusal.problem in told.error
            assert told.error.isprintable()
        case Success(key):
            pytest.fail(key)


@given(st.text())
def test_what_is_read_is_what_a_link_would_mean(said: str) -> None:
    match read_vault_key(said):
        case Success(key):
            assert named(f"{key}.md") == key
            assert not key.startswith("/")
        case Failure(refusal):
            assert refusal.problem


def test_a_folder_is_spelled_as_it_is_on_disk() -> None:
    folder = unicodedata.normalize("NFD", "Übergänge")
    there = [f"{folder}/deep/a.md", "b.md"]
    assert path_in_vault(VaultKey("Übergänge/c"), there) == f"{folder}/c.md"
    assert path_in_vault(VaultKey("Übergänge/deep/er/c"), there) == f"{folder}/deep/er/c.md"
    assert path_in_vault(VaultKey("new/c"), there) == "new/c.md"
    assert path_in_vault(VaultKey("c"), there) == "c.md"
