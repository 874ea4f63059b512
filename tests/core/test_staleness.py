"""A note is stale, current, undecided or without expiry, by its trigger and the facts alone; each in exactly one group."""

from collections.abc import Mapping
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.expiry import Base, File, Image, Symbol
from hindnote.core.facts import Fact, Facts, Gone, Present, Unclear
from hindnote.core.keys import Layer, VaultKey
from hindnote.core.staleness import (
    CannotTell,
    Current,
    Expiring,
    NoExpiry,
    Stale,
    Verdict,
    mark,
    report,
    verdict,
)

OLD, NEW, GITS = "8370720c1f0e5a6b7d8e9f00112233445566778a", "a" * 40, "b" * 40


def at(path: str, fact: Fact) -> Facts:
    return Facts(files={path: fact})


@pytest.mark.parametrize(
    ("trigger", "facts", "found"),
    [
        (None, Facts(), NoExpiry()),
        ("", Facts(), NoExpiry()),
        (f"file:a@{OLD}", at("a", Present((OLD,))), Current()),
        (f"file:a@{OLD[:7]}", at("a", Present((OLD,))), Current()),
        (f"file:a@{OLD}", at("a", Present((NEW, OLD))), Current()),
        (f"file:a@{OLD}", at("a", Present((OLD, GITS))), Current()),
        (f"file:a@{OLD}", at("a", Present((NEW, GITS))), Stale("a changed", OLD, GITS)),
        (f"file:a@{OLD[:7]}", at("a", Present((NEW,))), Stale("a changed", OLD[:7], NEW)),
        (f"file:a@{OLD}", at("a", Gone()), Stale("a is gone", OLD, None)),
        (f"file:a@{OLD}", at("b", Present((OLD,))), Stale("a is gone", OLD, None)),
        (f"file:a@{OLD}", at("a", Unclear("Permission denied")), CannotTell("a: Permission denied")),
        (f"file:a@{OLD}", at("a", Unclear("filtered", (NEW,))), CannotTell("a: filtered")),
        (f"file:a@{OLD}", at("a", Unclear("filtered", (OLD,))), Current()),
        (f"image:{OLD}", Facts(files={"Dockerfile": Present((OLD,))}, recipe="Dockerfile"), Current()),
        (
            f"image:{OLD}",
            Facts(files={"Dockerfile": Present((NEW,))}, recipe="Dockerfile"),
            Stale("Dockerfile changed", OLD, NEW),
        ),
        ("base:2026.08", Facts(base="2026.08"), Current()),
        ("base:2026.08", Facts(base="2026.07"), Current()),
        ("base:2026.08", Facts(base="2026.09"), Stale("the base moved to 2026.09", "2026.08", "2026.09")),
        ("base:2026.12", Facts(base="2027.01"), Stale("the base moved to 2027.01", "2026.12", "2027.01")),
        ("symbol:Store::open", Facts(symbols={"Store::open": Present(("src/a.rs",))}), Current()),
        ("symbol:gone", Facts(symbols={"gone": Gone()}), Stale("gone is no longer defined", "gone", None)),
        ("symbol:x", Facts(symbols={"x": Unclear("no ctags")}), CannotTell("x: no ctags")),
    ],
)
def test_a_trigger_meets_the_facts(trigger: str | None, facts: Facts, found: Verdict) -> None:
    assert verdict(trigger, facts) == found


@pytest.mark.parametrize(
    ("trigger", "facts"),
    [
        ("file:a@" + "0" * 64, at("a", Present((OLD,)))),  # a SHA-256 name where git gives SHA-1
        ("file:a@current", at("a", Present((OLD,)))),  # never resolved, by a hand edit
        ("image:current", Facts(files={"Dockerfile": Present((OLD,))}, recipe="Dockerfile")),
        (f"image:{OLD}", Facts()),  # no recipe
        (f"image:{OLD}", Facts(files={"gone": Gone()}, recipe="gone")),  # a configured one that is not there
        ("base:2026.08", Facts()),
        ("symbol:x", Facts()),
        ("soon", Facts()),
        ("file:../x@1234567", Facts()),
    ],
)
def test_what_cannot_be_told_says_why_and_marks_nothing(trigger: str, facts: Facts) -> None:
    found = verdict(trigger, facts)
    assert isinstance(found, CannotTell)
    assert found.why
    assert mark(found) is None


def test_only_what_is_stale_is_marked() -> None:
    assert mark(Stale("a changed", OLD, NEW)) == "a changed"
    assert mark(Current()) is None
    assert mark(NoExpiry()) is None


# --- laws -------------------------------------------------------------------

hexes = st.text("0123456789abcdef", min_size=40, max_size=40)
facts_of_a_file = st.one_of(
    st.builds(Present, st.lists(hexes, min_size=1, max_size=2).map(tuple)),
    st.just(Gone()),
    st.builds(Unclear, st.just("why"), st.lists(hexes, max_size=1).map(tuple)),
)
files = st.dictionaries(st.sampled_from(["a", "b/c", "Dockerfile"]), facts_of_a_file)
some_facts = st.builds(
    Facts,
    files=files,
    recipe=st.sampled_from(["", "Dockerfile"]),
    base=st.sampled_from([None, "2026.08", "2026.09"]),
    symbols=st.dictionaries(st.sampled_from(["f", "g"]), facts_of_a_file),
)
hashes = hexes.map(lambda name: name[:7])
triggers = st.one_of(
    st.none(),
    st.builds(File, st.sampled_from(["a", "b/c", "d"]), hashes).map(File.render),
    st.builds(Image, hashes).map(Image.render),
    st.builds(Base, st.sampled_from(["2026.07", "2026.08", "2026.10"])).map(Base.render),
    st.builds(Symbol, st.sampled_from(["f", "h"])).map(Symbol.render),
    st.text(max_size=20),
)


def noted(said: Mapping[str, str | None]) -> list[Expiring]:
    return [
        Expiring(
            layer=Layer.LOCAL, key=VaultKey(key), date="2026-08-07", title=key, path=f"{key}.md", invalidated_by=on
        )
        for key, on in said.items()
    ]


@given(triggers, some_facts)
def test_equal_facts_give_equal_verdicts(trigger: str | None, facts: Facts) -> None:
    """Whatever read them from where: a cache that gives the facts back gives the verdict back."""
    again = msgspec.json.decode(msgspec.json.encode(facts), type=Facts)
    assert verdict(trigger, again) == verdict(trigger, facts)


@given(st.text("0123456789abcdef", min_size=7, max_size=40), st.text("0123456789abcdef", min_size=40, max_size=40))
def test_a_hash_is_current_exactly_when_it_begins_the_files_name(recorded: str, name: str) -> None:
    found = verdict(f"file:a@{recorded}", at("a", Present((name,))))
    assert isinstance(found, Current) == name.startswith(recorded)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=4), triggers, max_size=6), some_facts, st.randoms())
def test_every_note_is_in_exactly_one_group_whatever_their_order(
    said: dict[str, str | None], facts: Facts, chance: Random
) -> None:
    notes = noted(said)
    found = report(notes, facts)
    assert found.current + len(found.stale) + len(found.cannot_tell) + len(found.no_expiry) == len(notes)
    shuffled = list(notes)
    chance.shuffle(shuffled)
    assert report(shuffled, facts) == found
    for group in (found.stale, found.cannot_tell, found.no_expiry):
        assert [note.key for note in group] == sorted(note.key for note in group)


def test_the_team_comes_before_what_is_local() -> None:
    notes = [
        Expiring(layer=layer, key=VaultKey("k"), date="", title="", path="k.md", invalidated_by=None)
        for layer in (Layer.LOCAL, Layer.TEAM)
    ]
    assert [note.layer for note in report(notes, Facts()).no_expiry] == [Layer.TEAM, Layer.LOCAL]
