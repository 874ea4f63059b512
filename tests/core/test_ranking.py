"""An order is made by what notes say, weighed by what they are; dates settle ties and layers nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hindnote.core.fusion import COSINE_FLOOR, SHARE
from hindnote.core.hits import Ranks
from hindnote.core.keys import Identity, Key, Layer
from hindnote.core.ranking import (
    CREDENTIAL,
    GENERATED,
    LOW_CONFIDENCE,
    NEAR,
    SETTLED,
    SUPERSEDED,
    BestChunk,
    Candidate,
    Conflicts,
    Ranked,
    Weight,
    asked,
    best_of,
    conflicts,
    rank,
)

QUESTION = asked("why does the mount fail")


def note(key: str, **fields: object) -> Candidate:
    """A note that the words of the question found, unless the fields say otherwise."""
    layer = fields.pop("layer", Layer.LOCAL)
    assert isinstance(layer, Layer)
    return replace(Candidate(identity=Identity(layer, Key(key)), title="A title", keyword=10.0), **fields)


def keys(ranked: tuple[Ranked, ...]) -> list[str]:
    return [one.identity.key for one in ranked]


def no_chunk(_: Identity) -> float:
    return 0.0


def of(*candidates: Candidate, best_chunk: BestChunk = no_chunk) -> tuple[Ranked, ...]:
    return rank(candidates, QUESTION, best_chunk)


candidates = st.builds(
    Candidate,
    identity=st.builds(Identity, st.sampled_from(Layer), st.sampled_from("abcdefgh").map(Key)),
    title=st.sampled_from(["the mount fails", "another"]),
    date=st.sampled_from(["", "2026-01-01", "2026-02-01"]),
    keyword=st.none() | st.floats(0.001, 60),
    cosine=st.none() | st.floats(-1, 1),
    superseded=st.booleans(),
    low_confidence=st.booleans(),
    generated=st.booleans(),
    credential=st.booleans(),
    archived=st.booleans(),
)

# --- laws -----------------------------------------------------------------


@given(st.lists(candidates))
def test_each_note_comes_once_in_an_order_that_does_not_depend_on_the_candidates(found: list[Candidate]) -> None:
    ranked = of(*found)
    assert len({one.identity for one in ranked}) == len(ranked)
    one_each = [*{candidate.identity: candidate for candidate in found}.values()]
    assert of(*one_each) == of(*reversed(one_each))


@given(st.lists(candidates))
def test_no_note_stands_above_one_whose_score_is_clearly_better(found: list[Candidate]) -> None:
    ranked = of(*found)
    for place, one in enumerate(ranked):
        assert all(after.score * (1 - NEAR) <= one.score + 1e-12 for after in ranked[place:])


@given(st.lists(candidates), st.permutations(list(Layer)))
def test_the_layer_never_ranks(found: list[Candidate], layers: list[Layer]) -> None:
    """Scores and weights are the same in whatever layers the notes are."""
    moved = dict(zip(Layer, layers, strict=True))
    elsewhere = [replace(one, identity=Identity(moved[one.identity.layer], one.identity.key)) for one in found]
    assert sorted(one.score for one in of(*found)) == sorted(one.score for one in of(*elsewhere))


@given(st.lists(candidates))
def test_the_score_is_the_fused_score_times_the_weights_told(found: list[Candidate]) -> None:
    for one in of(*found):
        told = one.fused
        for weight in one.weights:
            told *= weight.factor
        assert one.score == told


@given(st.lists(candidates))
def test_a_margin_is_what_the_next_note_lacks(found: list[Candidate]) -> None:
    ranked = of(*found)
    assert [one.margin for one in ranked[-1:]] == [None] * len(ranked[-1:])
    assert all(one.margin is not None and one.margin >= 0 for one in ranked[:-1])


# --- weights --------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "name", "factor"),
    [
        ("superseded", "superseded", SUPERSEDED),
        ("low_confidence", "low confidence", LOW_CONFIDENCE),
        ("generated", "generated", GENERATED),
        ("credential", "credential", CREDENTIAL),
    ],
)
def test_what_a_note_is_weighs_its_score(field: str, name: str, factor: float) -> None:
    plain, weighed = of(note("a"), note("b", **{field: True}))
    assert weighed.weights == (Weight(name, factor),)
    assert weighed.score == plain.score * factor


def test_weights_multiply() -> None:
    (one,) = of(note("a", superseded=True, low_confidence=True))
    assert one.score == one.fused * SUPERSEDED * LOW_CONFIDENCE


def test_a_credential_note_comes_up_for_who_asks_about_credentials() -> None:
    asking = asked("where is the deploy password")
    (one,) = rank([note("a", credential=True)], asking, no_chunk)
    assert one.weights == ()


def test_an_archived_note_is_out() -> None:
    assert keys(of(note("a", archived=True), note("b"))) == ["b"]


# --- silence --------------------------------------------------------------


def test_a_note_nearer_than_a_stranger_speaks_without_a_word_in_common() -> None:
    assert keys(of(note("a", keyword=None, cosine=COSINE_FLOOR))) == ["a"]


def test_a_stranger_is_silent() -> None:
    assert of(note("a", keyword=None, cosine=COSINE_FLOOR - 0.01)) == ()
    assert of(note("a", keyword=None, cosine=None)) == ()
    assert of() == ()


def test_words_that_tell_little_are_not_enough_for_a_stranger() -> None:
    little = note("a", cosine=COSINE_FLOOR - 0.01, share=SHARE - 0.01)
    assert of(little) == ()
    assert keys(of(replace(little, share=SHARE))) == ["a"]
    assert keys(of(replace(little, cosine=COSINE_FLOOR))) == ["a"]


def test_where_no_meaning_is_known_any_word_is_believed() -> None:
    assert keys(of(note("a", cosine=None, share=0.0))) == ["a"]


# --- ties -----------------------------------------------------------------


def test_of_equal_notes_whose_titles_match_the_newest_is_first() -> None:
    old, new = (
        note("a", title="The mount fails", date="2026-01-01"),
        note("b", title="The mount fails", date="2026-02-01"),
    )
    assert keys(of(old, new)) == ["b", "a"]
    assert [one.moved for one in of(old, new)] == [True, True]


def test_without_a_matching_title_the_date_does_not_count() -> None:
    assert keys(of(note("a", date="2026-01-01"), note("b", date="2026-02-01"))) == ["a", "b"]


def test_a_title_that_lacks_a_word_of_what_is_asked_does_not_match_the_question() -> None:
    in_passing = "The mount"
    tied = note("a", title=in_passing, date="2026-01-01"), note("b", title=in_passing, date="2026-02-01")
    assert keys(of(*tied)) == ["a", "b"]


def test_places_that_nobody_reads_are_not_looked_at() -> None:
    looked: list[str] = []

    def look(identity: Identity) -> float:
        looked.append(identity.key)
        return 0.0

    above = [note(f"a{place:03}", keyword=100.0 + place) for place in range(SETTLED)]
    below = [note(key, title="The mount fails", date=date) for key, date in (("x", "2026-01-01"), ("y", "2026-02-01"))]
    assert keys(of(*above, *below, best_chunk=look))[-2:] == ["x", "y"]
    assert looked == []


def test_a_note_whose_title_does_not_match_keeps_its_place_in_a_tie() -> None:
    tied = (
        note("a", title="The mount fails", date="2026-01-01"),
        note("b"),
        note("c", title="The mount fails again", date="2026-02-01"),
    )
    assert keys(of(*tied)) == ["c", "b", "a"]


def test_a_clear_difference_is_no_tie() -> None:
    better, newer = (
        note("a", title="The mount fails", date="2020-01-01"),
        note("b", title="The mount fails", date="2026-02-01", keyword=7.0),
    )
    assert keys(of(better, newer)) == ["a", "b"]


def test_a_tie_reaches_no_further_than_near_its_first() -> None:
    """Notes that are each near the next one must not carry the last to the top."""
    title, step = "The mount fails", NEAR * 0.8
    scores = {"a": 10.0, "b": 10.0 * (1 - step), "c": 10.0 * (1 - step) ** 2, "d": 10.0 * (1 - step) ** 4}
    chain = [
        note(key, title=title, date=f"2026-01-0{place}", keyword=score)
        for place, (key, score) in enumerate(scores.items(), 1)
    ]
    assert keys(of(*chain))[-1] == "d"


def test_when_a_chunk_holds_the_whole_question_only_such_notes_are_dated() -> None:
    tied = [note(key, title="The mount fails", date=f"2026-01-0{place}") for place, key in enumerate("abc", 1)]
    whole = {"a", "b"}
    assert keys(of(*tied, best_chunk=lambda identity: float(identity.key in whole))) == ["b", "a", "c"]


def test_chunks_are_looked_at_only_in_a_tie() -> None:
    looked: list[str] = []

    def look(identity: Identity) -> float:
        looked.append(identity.key)
        return 0.0

    of(
        note("a", title="The mount fails"),
        note("b", title="The mount fails", keyword=5.0),
        note("c", keyword=5.0),
        best_chunk=look,
    )
    assert looked == []


def test_equal_notes_are_ordered_by_layer_and_key() -> None:
    ranked = of(note("b", layer=Layer.TEAM), note("c", layer=Layer.LOCAL), note("a", layer=Layer.LOCAL))
    assert [(one.identity.layer, one.identity.key) for one in ranked] == [("local", "a"), ("local", "c"), ("team", "b")]


# --- one note, several candidates -----------------------------------------


def test_a_note_of_both_legs_has_its_place_in_each() -> None:
    ranked = of(
        note("a", keyword=5.0), note("b"), note("a", keyword=None, cosine=0.9), note("c", keyword=None, cosine=0.5)
    )
    assert {one.identity.key: one.ranks for one in ranked} == {
        "a": Ranks(keyword=2, semantic=1),
        "b": Ranks(keyword=1),
        "c": Ranks(semantic=2),
    }


def test_a_note_keeps_its_best_phrasing() -> None:
    first = of(note("a", keyword=5.0), note("b", keyword=6.0))
    second = of(note("a", keyword=9.0), note("c", keyword=1.0))
    merged = best_of([first, second])
    assert keys(merged) == ["a", "b", "c"]
    assert merged[0].keyword == 9.0
    assert merged[0].margin == merged[0].score - merged[1].score


def test_an_order_that_dates_made_outlives_the_merging_of_phrasings() -> None:
    ranked = of(
        note("a", title="The mount fails", date="2026-01-01"),
        note("b", title="The mount fails", date="2026-02-01", keyword=10.0 * (1 - NEAR / 4)),
    )
    assert keys(ranked) == ["b", "a"]
    assert best_of([ranked]) == ranked
    assert keys(best_of([ranked, of(note("c", keyword=1.0))])) == ["b", "a", "c"]


# --- conflicts ------------------------------------------------------------


def test_a_conflict_is_marked_whichever_side_declares_it() -> None:
    assert conflicts(["x"], []) == Conflicts(("x",), ("x",))
    assert conflicts([], ["x"]) == Conflicts(("x",), ("x",))


def test_a_conflict_that_both_sides_declare_is_acknowledged() -> None:
    assert conflicts(["y", "x"], ["x"]) == Conflicts(("x", "y"), ("y",))
