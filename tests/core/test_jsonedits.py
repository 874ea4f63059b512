"""An entry comes into somebody's configuration and goes again, and nothing else in the file moves."""

import json
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.jsonc import DEEPEST, InvalidJson, Json, Node, parse
from hindnote.core.jsonedits import EditRefusal, OtherShape, drop, drop_element, put, put_element, value_at
from hindnote.core.outcome import Outcome
from hindnote.core.splices import Splice, fits, spliced, undoing

ENTRY: Json = {"command": "hindnote", "args": ["serve"]}
PATH = ("mcpServers", "hindnote")


def made(outcome: Outcome[tuple[Splice, ...], EditRefusal]) -> tuple[Splice, ...]:
    match outcome:
        case Success(splices):
            return splices
        case Failure(refusal):
            pytest.fail(refusal.explain().message())


def with_entry(text: str, entry: Json = ENTRY) -> str:
    return spliced(text, made(put(text, PATH, entry)))


def value(text: str) -> Json:
    match parse(text):
        case Success(node):
            found: Json = node.value
            return found
        case Failure(invalid):
            pytest.fail(f"{invalid} in {text!r}")


def shown(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "mcpServers": {\n    "hindnote": {\n      "command": "x"\n    }\n  }\n}\n'),
        ("{}\n", '{\n  "mcpServers": {\n    "hindnote": {\n      "command": "x"\n    }\n  }\n}\n'),
        ('{"a":1}', '{"a":1, "mcpServers": {"hindnote": {"command": "x"}}}'),
        (
            '{\n\t"a": 1 // why\n}\n',
            '{\n\t"a": 1, // why\n\t"mcpServers": {\n\t\t"hindnote": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n',
        ),
        (
            '{\r\n    "mcpServers": {\r\n        "b": {}, /* last */\r\n    },\r\n}\r\n',
            (
                '{\r\n    "mcpServers": {\r\n        "b": {}, /* last */\r\n        "hindnote": {\r\n'
                '            "command": "x"\r\n        },\r\n    },\r\n}\r\n'
            ),
        ),
        (
            '{\n  "mcpServers": {}\n}',
            '{\n  "mcpServers": {\n    "hindnote": {\n      "command": "x"\n    }\n  }\n}',
        ),
        (
            '{\n  "mcpServers": {\n    "hindnote": {"command": "old"}, // ours\n    "b": {}\n  }\n}',
            '{\n  "mcpServers": {\n    "hindnote": {\n      "command": "x"\n    }, // ours\n    "b": {}\n  }\n}',
        ),
    ],
)
def test_an_entry_is_written_as_the_file_writes_its_own(before: str, after: str) -> None:
    assert with_entry(before, {"command": "x"}) == after


def test_a_second_time_nothing_is_edited() -> None:
    once = with_entry("{}")
    assert made(put(once, PATH, ENTRY)) == ()


@pytest.mark.parametrize("text", ["[]", "7", '{"mcpServers": null}', '{"mcpServers": []}', '{"mcpServers": "x"}'])
def test_what_is_something_else_where_our_entry_goes_is_refused(text: str) -> None:
    match put(text, PATH, ENTRY):
        case Failure(OtherShape() as refusal):
            assert "is not an object" in refusal.explain().error
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("{\n  'a': 1}", 2, "a key in quotes"),
        ('{"a": 1', 1, "missing"),
        ('{"a" 1}', 1, "`:` is expected"),
        ('{"a": 1}\n}', 2, "follows the end"),
        ('{"a": nope}', 1, "is no value"),
        ('{"a": "x\n"}', 1, "has no meaning here"),
        ("\n\n/* open", 3, "has no meaning here"),
        ('{"a":' * 400, 1, f"nested more than {DEEPEST} deep"),
        ("[" * 100_000, 1, "nested more than"),
        ("{,}", 1, "a key in quotes"),
        ("[1 2]", 1, "is expected"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, line: int, problem: str) -> None:
    match put(text, PATH, ENTRY):
        case Failure(InvalidJson() as refusal):
            assert refusal.line == line
            assert problem in refusal.explain().error
        case other:
            pytest.fail(f"{other}")


def test_a_key_said_twice_means_its_last_value_as_every_reader_has_it() -> None:
    text = '{"mcpServers": {"hindnote": 1}, "mcpServers": {"b": 2}}'
    assert value(with_entry(text)) == {"mcpServers": {"b": 2, "hindnote": ENTRY}}


# --- arrays ---------------------------------------------------------------

HOOKS = ("hooks", "Stop")


def is_ours(value: Json) -> bool:
    return isinstance(value, dict) and "ours" in value


def test_an_element_goes_last_and_a_changed_one_stays_in_its_place() -> None:
    text = shown("""
        {
          "hooks": {
            "Stop": [
              {"theirs": 1}
            ]
          }
        }
    """)
    first = spliced(text, made(put_element(text, HOOKS, {"ours": 1}, is_ours)))
    assert value(first) == {"hooks": {"Stop": [{"theirs": 1}, {"ours": 1}]}}
    assert made(put_element(first, HOOKS, {"ours": 1}, is_ours)) == ()
    second = spliced(first, made(put_element(first, HOOKS, {"ours": 2}, is_ours)))
    assert value(second) == {"hooks": {"Stop": [{"theirs": 1}, {"ours": 2}]}}
    assert spliced(second, made(drop_element(second, HOOKS, is_ours))) == text


def test_in_a_group_that_is_somebody_elses_too_only_our_handler_changes_and_goes() -> None:
    text = '{"hooks": {"Stop": [{"matcher": "x", "hooks": [{"theirs": 1}, {"ours": 1}, {"theirs": 2}]}]}}'
    again = spliced(text, made(put_element(text, HOOKS, {"hooks": [{"ours": 2}]}, ours_within)))
    assert again == text.replace('{"ours": 1}', '{"ours": 2}')
    assert made(put_element(again, HOOKS, {"hooks": [{"ours": 2}]}, ours_within)) == ()
    gone = spliced(again, made(drop_element(again, HOOKS, ours_within)))
    assert gone == text.replace(' {"ours": 1},', "")
    assert made(drop_element(gone, HOOKS, ours_within)) == ()


@pytest.mark.parametrize("group", ['{"hooks": [{"ours": 1}]}', '{"hooks": [], "ours": 1}', '{"hooks": 3, "ours": 1}'])
def test_a_group_that_is_ours_alone_goes_whole(group: str) -> None:
    text = f'{{"hooks": {{"Stop": [{group}]}}}}'
    assert value(spliced(text, made(drop_element(text, HOOKS, ours_within)))) == {"hooks": {"Stop": []}}


def ours_within(value: Json) -> bool:
    match value:
        case dict():
            return "ours" in value or any(map(ours_within, value.values()))
        case list():
            return any(map(ours_within, value))
        case _:
            return False


def test_what_is_no_array_takes_no_element() -> None:
    assert isinstance(put_element('{"hooks": {"Stop": {}}}', HOOKS, {"ours": 1}, is_ours), Failure)


# --- laws -----------------------------------------------------------------

blanks = st.sampled_from(
    ["", " ", "\n", "\n  ", "\t", "\r\n    ", " // a remark\n", "/* another */", "/* two\nlines */"]
)
keys = st.text(max_size=6)
scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
plain = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3))


@st.composite
def spelled(draw: st.DrawFn, of: Json) -> str:
    """The value as somebody may have typed it: any blanks, comments and trailing commas."""

    def blank() -> str:
        return draw(blanks)

    def spell(each: Json) -> str:
        if isinstance(each, dict):
            items = [f"{blank()}{json.dumps(key)}{blank()}:{blank()}{spell(one)}{blank()}" for key, one in each.items()]
        elif isinstance(each, list):
            items = [f"{blank()}{spell(one)}{blank()}" for one in each]
        else:
            return json.dumps(each, ensure_ascii=draw(st.booleans()))
        opening, closing = "{}" if isinstance(each, dict) else "[]"
        trailing = "," if bool(items) and draw(st.booleans()) else ""
        return f"{opening}{','.join(items)}{trailing}{blank()}{closing}"

    return f"{blank()}{spell(of)}{blank()}"


documents = st.dictionaries(keys, plain, max_size=3).flatmap(
    lambda rest: st.dictionaries(keys, plain, max_size=3).flatmap(
        lambda servers: (
            spelled({**rest, "mcpServers": {**servers}})
            | spelled({each: of for each, of in rest.items() if each != "mcpServers"})
        )
    )
)


@given(plain.flatmap(spelled))
def test_any_spelling_is_read(text: str) -> None:
    match parse(text):
        case Success(Node() as node):
            assert 0 <= node.start < node.end <= len(text)
        case Failure(invalid):
            pytest.fail(f"{invalid}")


@given(plain)
def test_plain_json_is_read_as_json_reads_it(of: Json) -> None:
    assert value(json.dumps(of)) == of


@given(st.text())
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    match parse(text):
        case Failure(refusal):
            assert 1 <= refusal.line <= text.count("\n") + 1
        case Success(node):
            assert node.end <= len(text)


@given(documents)
def test_an_entry_changes_what_the_file_means_by_itself_alone(text: str) -> None:
    before, after = value(text), value(with_entry(text))
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    servers = before.get("mcpServers", {})
    assert isinstance(servers, dict)
    assert after == {**before, "mcpServers": {**servers, "hindnote": ENTRY}}


@given(documents)
def test_an_entry_comes_and_goes_to_the_byte(text: str) -> None:
    splices = made(put(text, PATH, ENTRY))
    assert fits(text, splices)
    after = spliced(text, splices)
    assert fits(after, undoing(splices))
    assert spliced(after, undoing(splices)) == text


@given(documents)
def test_what_is_taken_out_by_name_leaves_the_rest_meaning_the_same(text: str) -> None:
    after = with_entry(text)
    gone = spliced(after, made(drop(after, PATH)))
    entry = value(after)
    assert isinstance(entry, dict)
    servers = entry["mcpServers"]
    assert isinstance(servers, dict)
    left: dict[str, Json] = {name: each for name, each in servers.items() if name != "hindnote"}
    assert value(gone) == {**entry, "mcpServers": left}
    assert value_at(gone, PATH) == Success(None)


@given(documents)
def test_no_comment_is_lost(text: str) -> None:
    after = with_entry(text)
    gone = spliced(after, made(drop(after, PATH)))
    for remark in ("// a remark", "/* another */", "/* two\nlines */"):
        assert text.count(remark) == after.count(remark) == gone.count(remark)
