"""A question is about its content; glue alone is asked for only when there is nothing else."""

import pytest

from hindnote.core.analysis import analyse
from hindnote.core.glue import content


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How do I bake sourdough bread?", "bake sourdough bread"),
        ("why doesn't the mount fail", "mount fail"),
        ("what's in src/main.py", "src/main.py main.py src main py"),
        ("не работает", "не работает"),
        ("為什麼", "為什 什麼"),
        ("10.0.3.7", "10.0.3.7 10 0 3 7"),
    ],
)
def test_glue_is_left_out(question: str, words: str) -> None:
    assert content(analyse(question)).words == tuple(words.split())


@pytest.mark.parametrize("question", ["how to do it", "is it", "", "why"])
def test_a_question_of_glue_alone_keeps_it(question: str) -> None:
    assert content(analyse(question)) == analyse(question)


def test_no_word_of_the_trade_is_glue() -> None:
    trade = (
        "null none void return import class test build run set list map key lock file path type value error fail use"
    )
    assert content(analyse(trade)) == analyse(trade)
