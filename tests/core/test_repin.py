"""Pinning again moves the one value that names what a note depends on, or refuses; never to what nobody can judge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.expiry import Base, File, Image
from hindnote.core.facts import Facts, Gone, Present, Unclear
from hindnote.core.repin import NothingToPin, repin, repinned
from hindnote.core.staleness import Current, verdict
from hindnote.core.writing import BreaksSchema

OLD, NEW = "8370720c1f0e5a6b7d8e9f00112233445566778a", "a" * 40
NOTE = "---\nkey: a\ntype: topic\nsource: hand\nrecorded: 2026-08-07\ninvalidated_by: base:2026.08\n---\n# A\n\n## B\n\nc\n"


@pytest.mark.parametrize(
    ("said", "facts", "now"),
    [
        (f"file:f@{OLD}", Facts(files={"f": Present((NEW,))}), f"file:f@{NEW}"),
        (f"file:f@{OLD}", Facts(files={"f": Present((OLD,))}), f"file:f@{OLD}"),
        (f"file:f@{OLD[:7]}", Facts(files={"f": Present((OLD,))}), f"file:f@{OLD[:7]}"),
        ("file:f@current", Facts(files={"f": Present((NEW,))}), f"file:f@{NEW}"),
        (f"image:{OLD}", Facts(files={"D": Present((NEW,))}, recipe="D"), f"image:{NEW}"),
        ("base:2026.08", Facts(base="2026.09"), "base:2026.09"),
        ("base:2026.08", Facts(base="2026.07"), "base:2026.08"),
    ],
)
def test_it_is_pinned_to_what_is_so_now(said: str, facts: Facts, now: str) -> None:
    assert repin("a", said, facts) == Success(now)


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (None, Facts()),
        ("soon", Facts()),
        (f"file:f@{OLD}", Facts()),
        (f"file:f@{OLD}", Facts(files={"f": Unclear("filtered", (NEW,))})),
        (f"image:{OLD}", Facts(files={"D": Gone()}, recipe="D")),
        ("base:2026.08", Facts()),
        ("symbol:x", Facts(symbols={"x": Gone()})),
    ],
)
def test_what_has_no_value_now_is_refused_with_a_mend(said: str | None, facts: Facts) -> None:
    match repin("a", said, facts):
        case Failure(refusal):
            assert refusal.explain().mend
        case Success(trigger):
            pytest.fail(f"pinned to {trigger}")


names = st.text("0123456789abcdef", min_size=40, max_size=40)
found = st.one_of(st.builds(Present, st.tuples(names)), st.just(Gone()), st.builds(Unclear, st.just("why")))
pinnable = st.one_of(
    st.builds(File, st.just("f"), names.map(lambda name: name[:7])).map(File.render),
    st.builds(Image, names).map(Image.render),
    st.builds(Base, st.sampled_from(["2026.08", "2026.10"])).map(Base.render),
)


@given(pinnable, found, found, st.sampled_from([None, "2026.09"]))
def test_whatever_is_pinned_is_current(said: str, file: Present, recipe: Present, base: str | None) -> None:
    facts = Facts(files={"f": file, "D": recipe}, recipe="D", base=base)
    match repin("a", said, facts):
        case Success(trigger):
            assert isinstance(verdict(trigger, facts), Current)
        case Failure(_):
            assert not isinstance(verdict(said, facts), Current)


def test_a_head_that_cannot_be_edited_is_refused_as_lint_would() -> None:
    assert repinned(NOTE, "a.md", "base:2026.09") == Success(NOTE.replace("2026.08", "2026.09"))
    for broken in (NOTE.replace("key: a", "key: a\nkey: b"), NOTE.replace("2026-08-07", "2026-02-30")):
        assert isinstance(repinned(broken, "a.md", "base:2026.09").failure(), BreaksSchema)


def test_a_refusal_says_that_nothing_was_changed() -> None:
    assert "Nothing was changed" in NothingToPin("a", "does not expire", "Give it one.").explain().mend
