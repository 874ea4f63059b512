"""A tool's answer becomes the text an agent sees of it; depth and odd values are no trouble."""

import pytest

from hindnote.core.jsontext import fold, seen, strings


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ("As30p", ["As30p"]),
        ([{"type": "text", "text": "a"}, "b", 3, None], ["a", "b"]),
        ({"content": [{"type": "text", "text": "a"}], "structuredContent": {"x": "a"}}, ["a"]),
        ({"structuredContent": {"x": "a"}}, ["a"]),
        ({"stdout": "iVBORw0KGgo", "isImage": True}, []),
        ([{"type": "image", "data": "iVBORw0KGgo", "mimeType": "image/png"}], []),
        ({"file": {"content": "a", "numLines": 1}, "type": "text"}, ["a"]),
        ({"llmContent": "a", "returnDisplay": "a"}, ["a"]),
    ],
)
def test_what_is_seen_is_told_once(value: object, texts: list[str]) -> None:
    assert list(seen(value)) == texts


def test_every_string_is_in_its_place() -> None:
    assert list(strings({"type": "x", "n": 1, "list": ["a", {"b": "c"}], "d": None, "e": "f"})) == ["x", "a", "c", "f"]


def test_depth_is_no_trouble() -> None:
    deep: object = "a"
    for _ in range(10_000):
        deep = [{"x": deep}]
    assert (list(strings(deep)), list(seen(deep))) == (["a"], ["a"])


def test_a_key_has_one_spelling() -> None:
    assert {fold("tool_name"), fold("toolName"), fold("Tool-Name")} == {"toolname"}
