"""An explanation tells each leg's rank and every weight, in words and as data."""

from msgspec.structs import replace

from hindnote.core.explanation import explained, explanation_line
from hindnote.core.hits import Ranks
from hindnote.core.keys import Identity, Layer, parse_key
from hindnote.core.ranking import Ranked, Weight

NOTE = Ranked(
    identity=Identity(Layer.LOCAL, parse_key("surprise/x").unwrap()),
    score=2.1,
    fused=6.0,
    keyword=5.25,
    cosine=0.5,
    ranks=Ranks(keyword=1, semantic=3),
    weights=(Weight("superseded", 0.35),),
)


def test_each_leg_and_every_weight_is_told() -> None:
    told = "keyword 1 (BM25 5.250) · semantic 3 (cosine 0.500) · fused 6.000 · superseded x0.35 · score 2.100"
    assert explanation_line(NOTE) == told


def test_a_leg_that_did_not_find_the_note_is_told_too() -> None:
    silent = replace(NOTE, cosine=None, ranks=Ranks(keyword=1))
    assert "semantic none" in explanation_line(silent)


def test_a_tie_that_the_date_broke_is_told() -> None:
    assert explanation_line(replace(NOTE, moved=True)).endswith("placed by its date")


def test_the_data_hold_what_the_line_says() -> None:
    data = explained(NOTE)
    assert (data.keyword, data.semantic, data.fused, data.score) == (5.25, 0.5, 6.0, 2.1)
    assert data.weights == NOTE.weights
    assert not data.newest_first
