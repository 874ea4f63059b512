"""The notes that go by one key are read a page at a time: no page over its budget, each character once."""

from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.hits import Flags, Hit, Ranks
from hindnote.core.keys import Layer, VaultKey
from hindnote.core.pages import cost
from hindnote.core.pieces import Piece, Pieces, Source, piece_text, pieces_from, read_on_text

texts = st.text(st.characters() | st.sampled_from("\n\n a"), max_size=300)
budgets = st.integers(60, 200)  # a note's own lines cost about 30


def source(at: int, text: str) -> Source:
    hit = Hit(
        key=VaultKey(f"n{at}"),
        layer=Layer.LOCAL,
        date="2026-08-07",
        title="",
        section="",
        lines=(1, 1),
        excerpt="",
        score=1.0,
        ranks=Ranks(),
        margin=None,
        tokens=0,
        flags=Flags(),
    )
    return Source(hit, f"/notes/n{at}.md", "0123456789abcdef", text)


sources = st.lists(texts, min_size=1, max_size=4).map(lambda all_of: [source(*each) for each in enumerate(all_of)])


def pages(notes: list[Source], budget: int) -> Iterator[Pieces]:
    place: int | None = 0
    while place is not None:
        page = pieces_from(notes, place, budget)
        yield page
        assert page.place is None or page.place > place
        place = page.place


def said(piece: Piece) -> str:
    read = piece.portion
    return read.text + ("" if read.last or read.inside else "\n")


@given(sources, budgets)
def test_every_note_is_read_whole_and_in_its_turn(notes: list[Source], budget: int) -> None:
    pieces = [piece for page in pages(notes, budget) for piece in page.pieces]
    for note in notes:
        assert "".join(said(piece) for piece in pieces if piece.source is note) == note.text
    assert [piece.source for piece in pieces if piece.begins] == notes
    assert [piece.source for piece in pieces if piece.portion.last] == notes


@given(sources, budgets)
def test_no_page_costs_more_than_its_budget(notes: list[Source], budget: int) -> None:
    for page in pages(notes, budget):
        assert page.pieces
        assert cost("\n".join(map(piece_text, page.pieces))) <= budget


def test_no_budget_is_too_odd_for_a_note_that_begins_at_the_end_of_a_page() -> None:
    for more, budget in product(range(4), range(40, 160)):
        notes = [source(0, "猫" * more), source(1, "猫" * 40), source(2, "y")]
        for page in pages(notes, budget):
            assert cost("\n".join(map(piece_text, page.pieces))) <= budget


@given(sources, budgets)
def test_every_piece_carries_its_notes_layer_and_date(notes: list[Source], budget: int) -> None:
    for page in pages(notes, budget):
        for piece in page.pieces:
            assert piece_text(piece).startswith(f"{piece.source.hit.key} local · 2026-08-07\n")


def test_a_page_that_is_not_the_last_says_where_it_ends_and_how_to_go_on() -> None:
    long, short = source(0, "x\n" * 400), source(1, "y")
    assert read_on_text(pieces_from([long], 0, 100), "CALL").startswith("cut after line ")
    assert "cut inside line 1 of 1; read on: CALL" in read_on_text(pieces_from([source(0, "x" * 999)], 0, 100), "CALL")
    both = pieces_from([short, long, short], 0, cost(piece_text(pieces_from([short], 0, 200).pieces[0])))
    assert read_on_text(both, "CALL") == "2 more notes by that key; read on: CALL"
