"""A hook's words are read leniently, and a request says again what they and the environment said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.shell.hooks.asked import Asked, read_request, read_words
from hindnote.shell.hooks.forward import request


@pytest.mark.parametrize(
    ("words", "event", "harness"),
    [
        (["stop"], "stop", ""),
        (["stop", "--harness", "codex"], "stop", "codex"),
        (["--harness=codex", "stop"], "stop", "codex"),
        (["--harness", "codex"], "", "codex"),
        (["stop", "--harness"], "stop", ""),
        (["--unknown", "stop", "later"], "stop", ""),
        ([], "", ""),
    ],
)
def test_the_event_and_the_harness(words: list[str], event: str, harness: str) -> None:
    asked = read_words(words, "/", {}, b"")
    assert (asked.event, asked.harness) == (event, harness)


def test_folders_that_are_named_count_before_the_environment() -> None:
    words = ["stop", "--team", "t", "--local=l", "--vault", "a", "--vault=b"]
    asked = read_words(words, "/", {"HINDNOTE_TEAM": "other"}, b"")
    assert asked.env == {"HINDNOTE_TEAM": "t", "HINDNOTE_LOCAL": "l"}
    assert asked.vaults == ("a", "b")


texts = st.text(st.characters(exclude_characters="\0=", exclude_categories=["Cs"]), min_size=1)


@given(st.lists(texts), texts, st.dictionaries(texts.map("HINDNOTE_{}".format), texts), st.binary())
def test_a_request_arrives_as_it_was(words: list[str], cwd: str, env: dict[str, str], stdin: bytes) -> None:
    carried = {name.encode(): value.encode() for name, value in env.items()}
    assert read_request(request(words, cwd.encode(), carried, stdin)) == read_words(words, cwd, env, stdin)


def test_of_the_environment_only_what_is_read_is_carried() -> None:
    sent = request([], b"/", {b"PATH": b"/p", b"HOME": b"/h", b"GEMINI_API_KEY": b"s", b"HOMEBREW_TOKEN": b"s"}, b"")
    assert read_request(sent) == Asked("", "", "/", {"HOME": "/h"}, b"")


@given(st.binary())
def test_whatever_arrives_is_read(data: bytes) -> None:
    assert isinstance(read_request(data), Asked)
