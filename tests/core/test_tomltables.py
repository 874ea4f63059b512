"""A table comes into somebody's TOML and goes again, and nothing else in the file moves."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.outcome import Outcome
from hindnote.core.splices import Splice, spliced, undoing
from hindnote.core.tomltables import InvalidToml, OtherTable, Table, TomlRefusal, drop_table, put_table

NAME = ("mcp_servers", "hindnote")
TABLE: Table = {"command": "/usr/bin/python3", "args": ["-m", "hindnote", "serve"]}
COMMAND, ARGS = 'command = "/usr/bin/python3"\n', 'args = ["-m", "hindnote", "serve"]\n'
VALUES = f"{COMMAND}{ARGS}"
OURS = f"[mcp_servers.hindnote]\n{VALUES}"


def made(outcome: Outcome[tuple[Splice, ...], TomlRefusal]) -> tuple[Splice, ...]:
    match outcome:
        case Success(splices):
            return splices
        case Failure(refusal):
            pytest.fail(refusal.explain().message())


def with_table(text: str, table: Table = TABLE) -> str:
    return spliced(text, made(put_table(text, NAME, table)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", OURS),
        ("# mine\n", f"# mine\n\n{OURS}"),
        ('model = "x" # why', f'model = "x" # why\n\n{OURS}'),
        ("[a]\r\nb = 1\r\n", "[a]\r\nb = 1\r\n\r\n" + OURS.replace("\n", "\r\n")),
        (
            f'[mcp_servers.b]\ncommand = "b"\n\n[mcp_servers.hindnote] # ours\ncommand = "old"\n\n[c]\nd = """\n{OURS}"""\n',
            f'[mcp_servers.b]\ncommand = "b"\n\n{OURS.replace("]", "] # ours", 1)}\n[c]\nd = """\n{OURS}"""\n',
        ),
        (
            '[ mcp_servers . "hindnote" ]\ncommand = "old"\n[mcp_servers.hindnote.env]\nA = "1"\n[z]\n',
            f'[ mcp_servers . "hindnote" ]\n{OURS.partition(chr(10))[2]}[mcp_servers.hindnote.env]\nA = "1"\n[z]\n',
        ),
        (
            '[mcp_servers.hindnote]\nstartup_timeout_sec = 30 # slow\nargs = [\n  "old",\n]\ncommand = "old"',
            f"[mcp_servers.hindnote]\nstartup_timeout_sec = 30 # slow\n{ARGS}{COMMAND}",
        ),
        ("[mcp_servers.hindnote]", OURS),
    ],
)
def test_a_table_goes_to_the_end_or_stays_in_its_place(before: str, after: str) -> None:
    assert with_table(before) == after


def test_a_value_that_its_lines_do_not_show_is_refused() -> None:
    text = '[mcp_servers.hindnote]\nnote = """\ncommand = "old"\n"""\n'
    assert isinstance(put_table(text, NAME, TABLE), Failure)


def test_a_second_time_nothing_is_edited() -> None:
    assert made(put_table(with_table("# mine\n"), NAME, TABLE)) == ()


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { hindnote = { command = "x" } }\n',
        'mcp_servers.hindnote.command = "x"\n',
        '[mcp_servers]\nhindnote = { command = "x" }\n',
        'mcp_servers = "x"\n',
        "[[mcp_servers]]\na = 1\n",
    ],
)
def test_a_spelling_that_has_no_lines_of_its_own_is_refused_and_says_what_to_do(text: str) -> None:
    match put_table(text, NAME, TABLE):
        case Failure(OtherTable() as refusal):
            assert "[mcp_servers.hindnote]" in refusal.explain().mend
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize("text", ["a = ", "[a\n", "a = 1\na = 2\n", "\x00", "a = [" + "[" * 5_000])
def test_a_broken_file_is_refused(text: str) -> None:
    assert isinstance(put_table(text, NAME, TABLE), Failure)
    match drop_table(text, NAME):
        case Failure(InvalidToml() as refusal):
            assert "no TOML" in refusal.explain().error
        case other:
            pytest.fail(f"{other}")


def test_what_is_taken_out_leaves_the_rest() -> None:
    text = with_table("# mine\n[a]\nb = 1\n") + "\n[c]\nd = 2\n"
    assert spliced(text, made(drop_table(text, NAME))) == "# mine\n[a]\nb = 1\n\n[c]\nd = 2\n"
    assert made(drop_table("[a]\n", NAME)) == ()
    assert spliced("[mcp_servers]\n" + OURS, made(drop_table("[mcp_servers]\n" + OURS, NAME))) == "[mcp_servers]\n"


lines = st.sampled_from(
    [
        "# a remark",
        "",
        "[a]",
        "[b.c]",
        "[mcp_servers.other]",
        'x = """\n[mcp_servers.hindnote]\n"""',
        "y = '''",
        "'''",
        "z = [1]",
    ]
)


@given(st.lists(lines, max_size=8).map("\n".join), st.booleans())
def test_a_table_comes_and_goes_to_the_byte_and_means_itself_alone(text: str, dos: bool) -> None:  # noqa: FBT001  (drawn)
    text = text.replace("\n", "\r\n") if dos else text
    try:
        before = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert isinstance(put_table(text, NAME, TABLE), Failure)
        return
    splices = made(put_table(text, NAME, TABLE))
    after = spliced(text, splices)
    assert tomllib.loads(after) == {**before, "mcp_servers": {**before.get("mcp_servers", {}), "hindnote": TABLE}}
    assert spliced(after, undoing(splices)) == text
    assert tomllib.loads(spliced(after, made(drop_table(after, NAME)))) == before
