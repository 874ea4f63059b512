"""A command line is text in any locale, and the global options may stand anywhere before `--`."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.shell.cli.arguments import CommandLine, OptionWithoutValue, as_text, read_words

words = st.lists(
    st.text(st.characters(codec="utf-8", exclude_characters="\x00")) | st.sampled_from(["--", "--json", "--team", "-x"])
)


def read(*said: str) -> CommandLine:
    return read_words(said).unwrap()


def test_the_first_word_that_is_no_option_is_the_command() -> None:
    assert read("recall", "why", "--also", "x") == CommandLine(command="recall", words=("why", "--also", "x"))
    assert read() == CommandLine(command="", words=())
    assert read("--help") == CommandLine(command="", words=("--help",))


def test_global_options_are_taken_out_before_the_command_and_after_it() -> None:
    line = read("--team", "t", "recall", "why", "--local=l", "--vault", "a", "--vault=b")
    assert line == CommandLine(command="recall", words=("why",), team="t", local="l", vaults=("a", "b"))


def test_json_before_the_command_is_the_commands_own() -> None:
    line = read("--json", "recall", "why")
    assert (line.command, line.words, line.json) == ("recall", ("--json", "why"), True)


def test_after_two_dashes_every_word_is_text() -> None:
    line = read("recall", "--", "--team", "--json", "--")
    assert (line.words, line.team, line.json) == (("--", "--team", "--json", "--"), None, False)


@pytest.mark.parametrize("option", ["--team", "--local", "--vault"])
def test_a_folder_option_needs_its_folder(option: str) -> None:
    assert read_words(["list", option]) == Failure(OptionWithoutValue(option))


@given(words)
def test_any_words_are_understood_or_refused(said: list[str]) -> None:
    match read_words(said):
        case Success(line):
            assert set(line.words) <= set(said)
        case Failure(problem):
            assert problem.explain().mend


def test_words_are_utf8_whatever_the_locale_made_of_them() -> None:
    """An interpreter decodes arguments by its locale and keeps what it cannot read as lone surrogates."""
    assert as_text(os.fsdecode("日本 ü".encode())) == "日本 ü"
    assert as_text("\udcff") == "\ufffd"
