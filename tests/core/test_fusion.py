"""Two legs make one score: words are added up, and meaning counts as far as the question has any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.analysis import analyse
from hindnote.core.fusion import MEANING, fuse, meaning, places

scores = st.none() | st.floats(0, 100)
cosines = st.none() | st.floats(-1, 1)
shares = st.floats(0, 1)


@given(scores, cosines, shares)
def test_no_leg_takes_anything_away(keyword: float | None, cosine: float | None, share: float) -> None:
    assert fuse(keyword, cosine, share) >= (keyword or 0.0)
    assert fuse(keyword, cosine, share) >= fuse(None, cosine, share)


@given(st.floats(0, 100), st.floats(0, 100), cosines, shares)
def test_of_two_notes_of_one_meaning_the_words_decide(one: float, other: float, cosine: float, share: float) -> None:
    assert (fuse(one, cosine, share) >= fuse(other, cosine, share)) == (one >= other) or abs(one - other) < 1e-9


@given(scores, st.floats(-1, 1))
def test_a_question_without_words_is_ranked_by_its_identifiers_alone(keyword: float | None, cosine: float) -> None:
    assert fuse(keyword, cosine, 0.0) == (keyword or 0.0)


def test_a_clear_lead_in_words_is_not_overturned_by_notes_that_are_all_alike() -> None:
    """Where a saturating score gave 20 and 30 nearly the same, the rarer words must keep their lead."""
    assert fuse(30.0, 0.60, 1.0) > fuse(20.0, 0.70, 1.0)


def test_a_near_meaning_beats_a_word_in_passing() -> None:
    assert fuse(1.0, 0.6, 1.0) > fuse(5.0, 0.2, 1.0)
    assert fuse(None, 1.0, 1.0) == MEANING


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("why does the mount fail", 1.0),
        ("4.6.0 [skip ci]", 2 / 5),
        ("10.0.3.7", 0.0),
        ("視頻下載", 1.0),
        ("हिन्दी में", 1.0),
        ("", 1.0),
        ("!!!", 1.0),
    ],
)
def test_numbers_have_no_meaning(question: str, share: float) -> None:
    assert meaning(analyse(question)) == share


def test_equal_scores_share_the_better_place() -> None:
    assert places([3.0, None, 5.0, 3.0, 1.0]) == (2, None, 1, 2, 4)
    assert places([]) == ()
