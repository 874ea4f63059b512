"""A plain question is read as cyclopts would read it, and without importing it."""

from hypothesis import example, given
from hypothesis import strategies as st

from hindnote.shell.cli.commands import COMMANDS
from hindnote.shell.cli.main import app_with
from hindnote.shell.cli.quick import Plain, plain

RECALL = [command for command in COMMANDS if command.name == "recall"]
words = st.lists(
    st.sampled_from(
        ["why", "--json", "--also", "--also=x", "--", "-x", "-h", "--no-json", "--json=no", "-", "--help", "", "日本"]
    )
    | st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8),
    max_size=8,
)


@given(words)
@example(["-h"])
@example(["--json", "--json"])
def test_what_is_read_quickly_is_read_alike(said: list[str]) -> None:
    quick = plain(said)
    if quick is not None:
        _, bound, _ = app_with(RECALL).parse_args(["recall", *said], exit_on_error=False, print_error=False)
        read = bound.arguments
        assert quick == Plain(read.get("question", ()), tuple(read.get("also", ())), read.get("json", False))


def test_words_with_and_without_options_are_plain() -> None:
    assert plain(["why", "--also", "x", "so", "--json", "--", "--json"]) == Plain(
        ("why", "so", "--json"), ("x",), json=True
    )
    assert plain(["--what"]) is None
    assert plain(["--also"]) is None
    assert plain(["--also", "-x"]) is None
