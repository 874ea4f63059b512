"""Fields are read as the strings they are written as; an edit of one leaves every other byte alone."""

from itertools import product

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.frontmatter import (
    UnparsableFrontmatter,
    Value,
    field_line,
    parse,
    render,
    set_field,
    split,
)
from hindnote.core.yamlblock import entries, simple_fields

from .. import strategies as some

HEAD = """---
key: surprise/x   # the key
# a remark
type: surprise

tags:
- one
- "two: three"

# another
unknown: [a]
note: |
  first
  second

last: 'it''s'
---
# Title
"""


NOTHING: dict[str, Value] = {}


def read_by_yaml(block: str) -> object:
    return yaml.load(block, Loader=yaml.CBaseLoader) or NOTHING


def field_of(text: str, name: str) -> object:
    return parse(text).unwrap().get(name)


# --- reading --------------------------------------------------------------


@pytest.mark.parametrize(
    "written", ["no", "012", "12:30", "null", "~", "1e3", "2026-08-07", "0x1F", "true", "1_000", ".inf"]
)
def test_a_scalar_is_the_string_it_is_written_as(written: str) -> None:
    assert field_of(f"---\na: {written}\nb: [{written}]\n---\n", "a") == written
    assert field_of(f"---\na: {written}\nb: [{written}]\n---\n", "b") == (written,)


@pytest.mark.parametrize(
    ("block", "value"),
    [
        ("a:", ""),
        ("a: ''", ""),
        ("a: b # said", "b"),
        ("a: 'it''s'", "it's"),
        ('a: "q\\n\\u00e9"', "q\né"),
        ("a: |\n  x\n  y\n", "x\ny\n"),
        ("a: x\n  y", "x y"),
        ("a: []", ()),
        ("a: [x, 'y z', ]", ("x", "y z")),
        ("a:\n- x\n- y", ("x", "y")),
        ("a: http://x/y#z", "http://x/y#z"),
        ("a: 日本🙂", "日本🙂"),
        ("'a': q", "q"),
    ],
)
def test_texts_and_lists_are_read_however_yaml_writes_them(block: str, value: Value) -> None:
    assert parse(f"---\n{block}\n---\n") == Success({"a": value})


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("a: 1\nb: 2\na: 3", 4),
        ("a: &x 1\nb: 2", 2),
        ("b: 2\na: *x", 3),
        ("a: !t 1", 2),
        ("a: !!str 1", 2),
        ("- a", 2),
        ("just words", 2),
        ("{a: b}", 2),
        ("a:\n  b: c", 2),
        ("a: {b: c}", 2),
        ("a: [x, [y]]", 2),
        ("a: [{b: c}]", 2),
        ("? a\n: b", 2),
        ("[a]: b", 2),
        ("a: b: c", 2),
        ("x: y\na: 'open", 3),
        ("a: @x", 2),
        ("a: `x`", 2),
        ("a: b\n\tc: d", 3),
        ("a: b\n...\n", 3),
        ("a: b\n--- c", 3),
        ("é: b\na: \x00", 3),
        ("a: b\nb: \ud800", 3),
        ("a: \x1b[0m", 2),
        ("%YAML 1.1", 2),
    ],
)
def test_what_can_be_read_two_ways_is_refused_by_line(block: str, line: int) -> None:
    match parse(f"---\n{block}\n---\n# Title\n"):
        case Failure(unparsable):
            assert line <= unparsable.line <= line + 1
            assert unparsable.explain().error.isprintable()
        case Success(fields):
            pytest.fail(f"read as {fields}")


def test_lines_are_told_in_the_file_and_not_in_yaml() -> None:
    text = "---\na: 'x\u2028y'\nb: 1\nb: 2\n---\n"
    assert parse(text) == Failure(UnparsableFrontmatter(4, "`b` is there twice"))
    assert field_line(text.replace("b: 2\n", ""), "b") == 3


@pytest.mark.parametrize("text", ["# T\n", "---\na: [\n---\n", "---\nb: c\n---\n"])
def test_a_field_that_is_not_there_is_on_no_line(text: str) -> None:
    assert field_line(text, "a") is None


def test_only_the_first_block_counts() -> None:
    assert parse("---\na: 1\n---\n---\na: 2\n---\n") == Success({"a": "1"})
    assert isinstance(parse("---\na: [\n---\n---\na: 2\n---\n"), Failure)
    assert parse("# Title\n---\na: 2\n---\n") == Success(NOTHING)
    assert parse("\n---\na: 2\n---\n") == Success(NOTHING)


def test_a_block_without_an_end_is_none_and_says_so() -> None:
    for text in ("---\na: b\n", "---\n", "---"):
        assert split(text) is None
        assert parse(text) == Failure(UnparsableFrontmatter(1, "the block that `---` opens is never closed"))


@pytest.mark.parametrize("text", ["", "--", "--- x\n---\n", "----\n----\n", "# Title\n"])
def test_a_text_that_begins_otherwise_has_no_fields(text: str) -> None:
    assert split(text) is None
    assert parse(text) == Success(NOTHING)


@pytest.mark.parametrize("text", ["---\n---", "---\n---\n", "---  \n# said\n---\t\n", "\ufeff---\r\n---\r\n"])
def test_an_empty_block_has_no_fields(text: str) -> None:
    assert parse(text) == Success(NOTHING)
    assert split(text) is not None


@given(some.byte_order_marks, some.yaml_blocks, some.markdown_text, some.line_ends)
def test_line_ends_and_a_byte_order_mark_change_no_field(bom: str, block: str, body: str, end: str) -> None:
    text = f"---\n{block}---\n{body}"
    other = bom + text.replace("\n", end)
    match parse(text), parse(other):
        case Success(fields), Success(others):
            assert fields == others
        case Failure(one), Failure(two):
            assert one.line == two.line
        case both:
            pytest.fail(f"{both}")


def agrees_with_yaml(block: str) -> bool:
    simple = simple_fields(block)
    return simple is None or {entry.name: entry.value for entry in entries(block).unwrap()} == simple


@given(some.yaml_blocks)
def test_the_short_way_of_reading_agrees_with_yaml(block: str) -> None:
    assert agrees_with_yaml(block)


@given(st.lists(st.builds("{}:{}{}".format, st.sampled_from("abc"), st.sampled_from(["", " "]), some.field_text)))
def test_the_short_way_of_reading_agrees_with_yaml_on_any_text(lines: list[str]) -> None:
    assert agrees_with_yaml("\n".join(lines))


@pytest.mark.parametrize("frame", ["a: {}", "a: x{}", "a: [{}]", "{}: b", "a:{}", "a: b\n{}", "a: é{}z"])
def test_the_short_way_of_reading_agrees_with_yaml_on_every_short_run_of_signs(frame: str) -> None:
    runs = ("".join(signs) for size in range(4) for signs in product("x: #[],'-\t~\u00a0", repeat=size))
    assert [run for run in runs if not agrees_with_yaml(f"{frame.format(run)}\n")] == []


def test_the_short_way_reads_what_we_write() -> None:
    assert simple_fields("key: surprise/x\nrecorded: 2026-08-07\ntags: [a b, c]\nby: file:src/x@12ab\n") is not None


@given(some.yaml_blocks)
def test_what_is_read_is_what_yaml_reads(block: str) -> None:
    match entries(block):
        case Success(found):
            theirs = read_by_yaml(block)
            assert {
                entry.name: list(entry.value) if isinstance(entry.value, tuple) else entry.value for entry in found
            } == theirs
        case Failure(unparsable):
            assert unparsable.line >= 2


@given(some.file_text | some.nasty_text)
def test_reading_never_raises(text: str) -> None:
    match parse(text):
        case Success(_):
            head = split(text)
            assert head is None or text[head.start : head.end] == head.block
        case Failure(unparsable):
            assert 1 <= unparsable.line <= text.count("\n") + 2


def test_a_hostile_block_nests_without_harm() -> None:
    assert isinstance(parse(f"---\na: {'[' * 100_000}\n---\n"), Failure)
    assert isinstance(parse(f"---\n{'- ' * 100_000}\n---\n"), Failure)


# --- writing --------------------------------------------------------------


@given(some.fields)
def test_what_is_rendered_reads_back(fields: dict[str, Value]) -> None:
    assert parse(render(fields)) == Success(fields)


@given(some.fields)
def test_what_is_rendered_is_the_same_to_any_yaml_reader(fields: dict[str, Value]) -> None:
    block = split(render(fields))
    assert block
    theirs = read_by_yaml(block.block)
    assert theirs == {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def test_plain_values_stay_plain() -> None:
    assert render({"a": "file:src/x.rs@8370720", "b": ("x", "2026-08-07", "a b"), "c": "s03, claude"}) == (
        "---\na: file:src/x.rs@8370720\nb: [x, 2026-08-07, a b]\nc: s03, claude\n---\n"
    )


@pytest.mark.parametrize("value", ["fix #1", "@x", "`x`", "a: b", "- x", "[x", "x:", " x", "", "'x", "\x00"])
def test_what_needs_quotes_gets_them(value: str) -> None:
    assert render({"a": value}).startswith('---\na: "')
    assert field_of(render({"a": value}), "a") == value


def test_half_a_surrogate_pair_is_written_as_a_replacement() -> None:
    assert field_of(render({"a": "x\ud800"}), "a") == "x\ufffd"
    assert field_of(set_field("", "a", ("x\ud800",)).unwrap(), "a") == ("x\ufffd",)
    assert field_of(set_field("---\na: b\n---\n", "a", "x\ud800").unwrap(), "a") == "x\ufffd"


# --- editing --------------------------------------------------------------


@given(some.file_text, some.field_names, st.none() | some.field_values)
def test_an_edit_sets_that_field_and_no_other(text: str, name: str, value: Value | None) -> None:
    match parse(text), set_field(text, name, value):
        case Success(before), Success(edited):
            wanted = dict(before)
            if value is None:
                wanted.pop(name, None)
            else:
                wanted[name] = value
            assert parse(edited) == Success(wanted)
        case Failure(_), Failure(_):
            pass
        case both:
            pytest.fail(f"{both}")


@given(some.file_text, st.sampled_from("abcdefghijkl"), some.field_values)
def test_an_edit_leaves_every_other_byte_alone(text: str, name: str, value: Value) -> None:
    match parse(text), set_field(text, name, value):
        case Success(before), Success(edited) if name in before:
            kept = len(text) - len(text.removeprefix(_common_start(text, edited)))
            line = field_line(text, name)
            assert line
            assert text[:kept].count("\n") >= line - 1  # nothing before the field's line moved
            following = _line_of_next_field(text, name)
            assert edited.endswith("\n".join(text.split("\n")[following - 1 :]))
        case Success(before), Success(edited) if split(text):
            head = split(text)
            assert head
            assert edited.startswith(text[: head.end])
            assert edited.endswith(text[head.end :])
        case Success(_), Success(edited):
            assert edited.endswith(text.removeprefix("\ufeff"))
        case _:
            pass


def _common_start(one: str, two: str) -> str:
    size = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return one[:size]


def _line_of_next_field(text: str, name: str) -> int:
    line = field_line(text, name) or 0
    lines = (field_line(text, other) or 0 for other in parse(text).unwrap())
    head = split(text)
    closing = text.count("\n", 0, head.end) + 1 if head else 0
    return min([other for other in lines if other > line] or [closing])


def test_an_edit_keeps_remarks_order_and_unknown_fields() -> None:
    edited = set_field(HEAD, "type", "topic").unwrap()
    assert edited == HEAD.replace("type: surprise", "type: topic")
    edited = set_field(HEAD, "key", "a: b").unwrap()
    assert edited == HEAD.replace("key: surprise/x ", 'key: "a: b" ')
    edited = set_field(HEAD, "tags", ("x",)).unwrap()
    assert edited == HEAD.replace('tags:\n- one\n- "two: three"', "tags: [x]")
    edited = set_field(HEAD, "note", "x").unwrap()
    assert edited == HEAD.replace("|\n  first\n  second", "x")


def test_a_new_field_goes_to_the_end_of_the_block() -> None:
    assert set_field("---\na: b\n---\nx", "c", "d") == Success("---\na: b\nc: d\n---\nx")
    assert set_field("---\n  a: b\n---\n", "c", "d") == Success("---\n  a: b\n  c: d\n---\n")
    assert set_field("---\n---\n", "c", "d") == Success("---\nc: d\n---\n")


def test_a_text_without_a_block_gets_one() -> None:
    assert set_field("\ufeff# T\r\n", "c", "d") == Success("\ufeff---\r\nc: d\r\n---\r\n# T\r\n")
    assert set_field("# T\n", "c", None) == Success("# T\n")


def test_a_field_is_taken_out_with_its_line() -> None:
    assert set_field("---\na: b\nc: d # said\ne: f\n---\n", "c", None) == Success("---\na: b\ne: f\n---\n")
    assert set_field("---\nc:\n- x\n- y\n---\n", "c", None) == Success("---\n---\n")


def test_carriage_returns_stay() -> None:
    text = "---\r\na: b\r\nc: d\r\n---\r\n# T\r\n"
    assert set_field(text, "a", "x") == Success(text.replace("a: b", "a: x"))
    assert set_field(text, "e", "x") == Success(text.replace("c: d", "c: d\r\ne: x"))


def test_a_field_that_yaml_could_not_read_back_is_refused() -> None:
    assert isinstance(set_field("---\na: b\n---\n", "n" * 2000, "x"), Failure)


@pytest.mark.parametrize("text", ["---\na: [\n---\n", "---\na: 1\na: 2\n---\n", "---\na: b\n"])
def test_an_edit_of_a_block_that_does_not_parse_is_refused(text: str) -> None:
    assert isinstance(set_field(text, "a", "x"), Failure)
