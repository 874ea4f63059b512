"""The remote is read from git's own file, without a user or a password."""

import pytest
from hypothesis import given

from hindnote.core.gitconfig import is_on, remote_url, setting, values

from .. import strategies as some


def test_origin_comes_first() -> None:
    text = (
        '[core]\n\tbare = false\n[remote "fork"]\n\turl = a\n[remote "origin"]\n\turl = git@host:o/r.git\n\tfetch = x\n'
    )
    assert remote_url(text) == "git@host:o/r.git"


def test_without_an_origin_any_remote_will_do() -> None:
    assert remote_url('[remote "fork"]\n  URL="a b"\n[branch "main"]\nurl = no\n[remote "z"]\nurl = z') == "a b"


def test_no_credential_is_carried_on() -> None:
    assert remote_url('[remote "origin"] url = https://user:pass@host/r.git') == "https://host/r.git"
    assert remote_url('[remote "origin"]\nurl = https://token@host/r@v.git') == "https://host/r@v.git"


def test_no_remote_is_nothing() -> None:
    assert remote_url('[core]\nurl = x\n[remote "origin"]\nfetch = y\n') == ""


@given(some.any_text)
def test_no_text_raises(text: str) -> None:
    remote_url(text)


# --- settings ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[extensions]\n\tobjectFormat = sha256\n", "sha256"),
        ("[Extensions] objectformat=sha256", "sha256"),
        ("[extensions]\n objectFormat = sha1\n[extensions]\n objectFormat = sha256 # moved\n", "sha256"),
        ('[extensions "other"]\n objectFormat = sha256\n', ""),
        ("[core]\n objectFormat = sha256\n", ""),
        ("", ""),
    ],
)
def test_the_last_value_of_a_setting_counts(text: str, said: str) -> None:
    assert setting(text, "extensions", "objectformat") == said


@pytest.mark.parametrize(("value", "on"), [("true", True), ("Yes", True), ("1", True), ("false", False), ("", False)])
def test_a_switch_is_on_when_git_says_so(value: str, on: bool) -> None:  # noqa: FBT001  (a table of cases)
    assert is_on(f"[core]\n\tsparseCheckout = {value}\n", "core", "sparsecheckout") == on


def test_the_values_of_many_sections_come_in_order() -> None:
    text = '[submodule "a"]\n\tpath = lib/a\n\turl = ../a\n[submodule "b"]\n\tpath = lib/b\n'
    assert [*values(text, "submodule", "path")] == [("a", "lib/a"), ("b", "lib/b")]
