"""A line that JSON allows and the SDK's parser does not is mended, and no other is touched."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import jsonrpc_message_adapter

from hindnote.shell.server.stdin import mended

texts = st.text(st.characters() | st.sampled_from("\\\ud800\udc00ud8"))


@given(texts)
def test_whatever_text_a_client_sends_is_parsed(text: str) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"text": text}})
    jsonrpc_message_adapter.validate_json(mended(line))


@given(texts)
def test_a_line_without_a_lone_surrogate_stays_as_it_is(text: str) -> None:
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    line = json.dumps(whole)
    assert mended(line) == line
    assert json.loads(mended(json.dumps(text))) == json.loads(json.dumps(text)).encode(
        "utf-16", "surrogatepass"
    ).decode("utf-16", "replace")


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (r'"\ud800"', "\ufffd"),
        (r'"a\udc00b"', "a\ufffdb"),
        (r'"\uD83D\uDE42"', "🙂"),
        (r'"\\ud800"', r"\ud800"),
        (r'"\\\ud800"', "\\\ufffd"),
        (r'"\ud800\ud83d\ude42"', "\ufffd🙂"),
    ],
)
def test_what_a_spelling_becomes(line: str, read: str) -> None:
    assert json.loads(mended(line)) == read
