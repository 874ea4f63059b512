"""However long a question is and however many phrasings it has, a bounded part of it is searched, and nobody misses the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.wordings import LONGEST, MOST, Wordings, searched


@given(st.text(), st.lists(st.text(), max_size=MOST - 1))
def test_what_anybody_would_type_is_searched_as_it_is(question: str, also: list[str]) -> None:
    found = searched(question, also)
    assert (found.question, found.left_out) == (question, ())
    assert list(found.also) == [text for text in dict.fromkeys(also) if text != question]


@pytest.mark.parametrize("repeated", ["the same words ", "a line of the log\n"])
def test_a_word_counts_once_however_often_it_is_said(repeated: str) -> None:
    assert searched(repeated * 700_000 + "needle", []) == Wordings(" ".join((*repeated.split(), "needle")))


@pytest.mark.parametrize("text", [" ".join(map(str, range(1_000_000))), "漢" * 3_000_000], ids=["words", "no spaces"])
def test_a_question_of_megabytes_is_cut_and_says_so(text: str) -> None:
    found = searched("short", [text])
    assert len(found.also[0]) == LONGEST
    assert text.startswith(found.also[0])
    assert found.left_out == ("Of a long question the first 20,000 characters of words were searched.",)


def test_of_thousands_of_phrasings_the_first_are_searched_and_the_rest_is_told() -> None:
    found = searched("question", [f"phrasing {number}" for number in range(5_000)])
    assert found.also == tuple(f"phrasing {number}" for number in range(MOST - 1))
    assert found.left_out == ("Only the first 16 of 5,001 phrasings were searched.",)


def test_a_phrasing_said_again_is_no_other() -> None:
    assert searched("one", ["two", "one"] * 1_000) == Wordings("one", ("two",))
