"""Exactly one note is removed; where it cannot be told which, none is, and the candidates are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.forget import Ambiguous, Candidate, NothingThere, NothingToRemove, forget, goes_by
from hindnote.core.keys import Layer

from .. import strategies as some

TEAM = Candidate(Layer.TEAM, "a.md", "/repo/.hindnote/notes/a.md")
LOCAL = Candidate(Layer.LOCAL, "a.md", "/data/local/a.md")
TWIN = Candidate(Layer.LOCAL, "old/a.md", "/data/local/old/a.md")


def test_a_key_of_one_note_is_that_note() -> None:
    assert forget("a", None, None, [LOCAL]) == Success(LOCAL)


def test_a_key_in_two_layers_names_both_and_removes_none() -> None:
    refusal = forget("a", None, None, [TEAM, LOCAL]).failure()
    assert refusal == Ambiguous("a", (TEAM, LOCAL))
    assert TEAM.place in refusal.explain().mend
    assert LOCAL.place in refusal.explain().mend


def test_the_layer_tells_them_apart() -> None:
    assert forget("a", Layer.TEAM, None, [TEAM, LOCAL]) == Success(TEAM)


def test_two_files_that_claim_one_key_are_told_apart_by_their_place() -> None:
    assert forget("a", None, None, [LOCAL, TWIN]) == Failure(Ambiguous("a", (LOCAL, TWIN)))
    assert forget("a", None, "/data/local/old/a.md", [LOCAL, TWIN]) == Success(TWIN)
    assert forget("a", None, "old/a.md", [LOCAL, TWIN]) == Success(TWIN)


def test_a_place_that_is_in_both_layers_is_still_ambiguous() -> None:
    assert forget("a", None, "a.md", [TEAM, LOCAL]) == Failure(Ambiguous("a", (TEAM, LOCAL)))


def test_a_place_that_matches_nothing_is_an_error() -> None:
    refusal = forget("a", None, "b.md", [LOCAL]).failure()
    assert refusal == NothingThere("b.md", (LOCAL,))
    assert LOCAL.place in refusal.explain().mend


def test_a_key_of_no_note_is_an_error() -> None:
    assert forget("a", None, None, []).failure() == NothingToRemove("a", "")
    assert forget("a", Layer.TEAM, None, [LOCAL]).failure() == NothingToRemove("a", "team")


@pytest.mark.parametrize("key", ["a/b", "A/B", "[[a/b]]", "[[a/b|shown]]", "a/b.md", " a/b\n"])
def test_a_key_is_taken_as_it_is_printed_or_written_in_a_link(key: str) -> None:
    assert goes_by(key, "a/b.md", "")
    assert goes_by(key, "elsewhere.md", "a/b")
    assert not goes_by(key, "a.md", "b")


@given(some.any_text, some.any_text, some.any_text)
def test_no_text_raises(key: str, path: str, said: str) -> None:
    goes_by(key, path, said)


@given(
    st.lists(st.sampled_from([TEAM, LOCAL, TWIN]), unique=True),
    st.sampled_from([None, *Layer]),
    st.none() | st.sampled_from(["a.md", "x"]),
)
def test_what_is_removed_was_a_candidate_in_that_layer_at_that_place(
    candidates: list[Candidate], layer: Layer | None, at: str | None
) -> None:
    match forget("a", layer, at, candidates):
        case Success(found):
            same = [each for each in candidates if layer in {None, each.layer} and at in {None, each.path, each.place}]
            assert same == [found]
        case Failure(refusal):
            assert refusal.explain().message()
