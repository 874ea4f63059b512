"""The remote is read from git's own file, without a user or a password."""

from hypothesis import given

from hindnote.core.gitconfig import remote_url

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
