"""An answer is one call: bounded, one hop around each root, every note once, and what is left out is counted."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hindnote.core.hits import Flags, Hit, Neighbour, Ranks
from hindnote.core.keys import Identity, Key, Layer
from hindnote.core.recall import (
    ANSWER_TOKENS,
    NEIGHBOURS,
    ROOTS,
    Answer,
    AskedKey,
    Root,
    asked_key,
    expanded,
    identity,
    opened,
    within,
)
from hindnote.core.tokens import estimate


def hit(key: str, layer: Layer = Layer.LOCAL, excerpt: str = "what was seen") -> Hit:
    return Hit(Key(key), layer, "2026-08-07", key, "", (1, 2), excerpt, 1.0, Ranks(keyword=1), None, 9, Flags())


def note(key: str, layer: Layer = Layer.LOCAL) -> Neighbour:
    return Neighbour(Key(key), layer, "2026-08-07", key)


keys = st.integers(0, 20).map(lambda n: Key(f"k{n}"))
identities = st.builds(Identity, st.sampled_from(Layer), keys)
graphs = st.dictionaries(identities, st.lists(identities, max_size=12))
ranked = st.lists(identities, unique=True, max_size=15)


def answer_over(order: Sequence[Identity], graph: dict[Identity, list[Identity]]) -> tuple[Root, ...]:
    return expanded([hit(i.key, i.layer) for i in order], lambda i: [note(n.key, n.layer) for n in graph.get(i, [])])


def named_in(roots: Sequence[Root]) -> list[Identity]:
    return [i for root in roots for i in (identity(root.hit), *map(identity, root.neighbours))]


@given(ranked, graphs)
def test_every_note_is_in_an_answer_once(order: list[Identity], graph: dict[Identity, list[Identity]]) -> None:
    roots = answer_over(order, graph)
    named = named_in(roots)
    assert len(named) == len(set(named))


@given(ranked, graphs)
def test_a_neighbour_is_one_link_away_and_none_vanishes_uncounted(
    order: list[Identity], graph: dict[Identity, list[Identity]]
) -> None:
    roots = answer_over(order, graph)
    named = set(named_in(roots))
    for root in roots:
        linked = set(graph.get(identity(root.hit), []))
        assert {identity(near) for near in root.neighbours} <= linked
        assert len(linked - named) <= root.more


@given(ranked, graphs)
def test_roots_keep_their_rank_and_both_caps_hold(order: list[Identity], graph: dict[Identity, list[Identity]]) -> None:
    roots = answer_over(order, graph)
    assert [identity(root.hit) for root in roots] == order[:ROOTS]
    assert all(len(root.neighbours) <= NEIGHBOURS for root in roots)


def test_an_overview_is_never_expanded_and_comes_last_as_a_neighbour() -> None:
    overview = Identity(Layer.LOCAL, Key("overview"))
    near = {Key("a"): [note("overview"), note("b")], Key("overview"): [note("c")]}
    roots = expanded([hit("a")], lambda i: near[Key(i.key)], {overview})
    assert [n.key for n in roots[0].neighbours] == ["b", "overview"]
    assert expanded([hit("overview")], lambda i: near[Key(i.key)], {overview})[0].neighbours == ()


def test_two_layers_may_hold_one_key_and_both_are_in_the_answer() -> None:
    roots = expanded([hit("a", Layer.TEAM), hit("a", Layer.LOCAL)], lambda _: [])
    assert [root.hit.layer for root in roots] == [Layer.TEAM, Layer.LOCAL]


# --- the budget -----------------------------------------------------------


def cost(root: Root) -> int:
    return 40 + 10 * len(root.neighbours)


@given(st.lists(st.integers(0, NEIGHBOURS), max_size=ROOTS), st.integers(0, 900))
def test_a_cut_answer_fits_or_is_one_bare_root(sizes: list[int], budget: int) -> None:
    roots = tuple(Root(hit(f"k{n}"), tuple(note(f"n{n}x{m}") for m in range(size))) for n, size in enumerate(sizes))
    cut = within(Answer(question="q", roots=roots, omitted=3), cost, budget)
    assert sum(map(cost, cut.roots)) <= budget or [len(root.neighbours) for root in cut.roots] == [0]


@given(st.lists(st.integers(0, NEIGHBOURS), min_size=1, max_size=ROOTS), st.integers(0, 900))
def test_what_the_budget_cuts_is_counted(sizes: list[int], budget: int) -> None:
    roots = tuple(Root(hit(f"k{n}"), tuple(note(f"n{n}x{m}") for m in range(size))) for n, size in enumerate(sizes))
    cut = within(Answer(question="q", roots=roots, omitted=3), cost, budget)
    assert len(cut.roots) + cut.omitted == len(roots) + 3
    assert all(len(root.neighbours) + root.more == sizes[at] for at, root in enumerate(cut.roots))


def test_neighbours_of_the_last_roots_go_before_any_root() -> None:
    roots = tuple(Root(hit(f"k{n}"), (note(f"n{n}"),)) for n in range(3))
    cut = within(Answer(question="q", roots=roots), cost, 140)
    assert [len(root.neighbours) for root in cut.roots] == [1, 1, 0]


# --- by key ---------------------------------------------------------------


def test_brackets_make_a_question_certainly_a_key() -> None:
    assert asked_key(" [[surprise/x]] ") == AskedKey("surprise/x", certain=True)
    assert asked_key("[[a/b|the b]]") == AskedKey("a/b", certain=True)
    assert asked_key("[[a/b#evidence]]") == AskedKey("a/b", certain=True)
    assert asked_key("surprise/x") == AskedKey("surprise/x", certain=False)
    assert asked_key("[[]]") == AskedKey("[[]]", certain=False)
    assert asked_key("[[a]] and [[b]]") == AskedKey("[[a]] and [[b]]", certain=False)


def test_a_note_within_the_budget_is_opened_whole() -> None:
    root = opened(hit("a"), "# A\n\n## Observed\nIt broke.\n")
    assert (root.hit.excerpt, root.hit.lines) == ("# A\n\n## Observed\nIt broke.", (1, 4))
    assert root.whole is not None
    assert (root.whole.lines, root.whole.cut) == (4, False)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=400), max_size=60), st.integers(1, ANSWER_TOKENS))
def test_an_opened_note_stays_in_its_budget_and_a_cut_is_said(lines: list[str], budget: int) -> None:
    text = "\n".join(lines)
    root = opened(hit("a"), text, budget)
    assert root.whole is not None
    assert estimate(root.hit.excerpt) <= budget
    assert root.whole.cut or root.hit.excerpt == text.rstrip("\n")
    assert text.startswith(root.hit.excerpt)


def test_one_endless_line_is_cut_inside() -> None:
    root = opened(hit("a"), "x" * 10_000_000)
    assert root.whole is not None
    assert root.whole.cut
    assert 0 < len(root.hit.excerpt) <= ANSWER_TOKENS


def test_an_answer_is_a_value() -> None:
    assert structs.replace(Answer(question="q"), omitted=1) == Answer(question="q", omitted=1)
