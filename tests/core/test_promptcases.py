"""A prompt case is a prompt with its answers, or with none; a case of `bench quality` is one too."""

import pytest
from returns.result import Failure, Success

from hindnote.core.cases import BadCase, NoCases
from hindnote.core.promptcases import PromptCase, read_prompt_cases


def test_both_spellings_are_read() -> None:
    lines = b'\xef\xbb\xbf{"prompt": "why", "answers": ["a"]}\r\n\n{"query": "how", "answers": []}\n{"prompt": "hi"}'
    assert read_prompt_cases(lines) == Success([PromptCase("why", ("a",)), PromptCase("how"), PromptCase("hi")])


DEEP = b'{"more": ' + b"[" * 100_000


@pytest.mark.parametrize(
    "line", [b"{}", b"[]", b'{"prompt": 3}', b"\xff\xfe", b'{"prompt": "x", "answers": "a"}', DEEP]
)
def test_what_is_no_case_is_named_by_its_line(line: bytes) -> None:
    match read_prompt_cases(b'{"prompt": "x"}\n' + line):
        case Failure(BadCase(number, _)):
            assert number == 2
        case other:
            pytest.fail(str(other))


@pytest.mark.parametrize("nothing", [b"", b"\n \n"])
def test_no_case_is_a_refusal(nothing: bytes) -> None:
    assert read_prompt_cases(nothing) == Failure(NoCases())
