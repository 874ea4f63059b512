"""There is one resolver: from team a key reaches team, from local team and local, from a vault that vault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.keys import Identity, Layer, NoteKey, VaultKey, fold_key
from hindnote.core.links import (
    REACH,
    CrossLayer,
    Dangling,
    Reached,
    Unsure,
    named,
    reached,
    reaches,
    resolve,
    several_text,
)
from hindnote.core.reach import Claims, spelled
from hindnote.core.targets import from_folder

from .. import strategies as some

TEAM, LOCAL, VAULT = Layer.TEAM, Layer.LOCAL, Layer.VAULT


def store(*notes: tuple[Layer, str]) -> Claims:
    def claims(layer: Layer, name: str) -> tuple[NoteKey, ...]:
        return spelled(name, [VaultKey(key) for one, key in notes if (one, fold_key(key)) == (layer, fold_key(name))])

    return claims


def at(layer: Layer, key: str = "a") -> Identity:
    return Identity(layer, VaultKey(key))


EVERYWHERE = store((TEAM, "a"), (LOCAL, "a"), (VAULT, "a"))


@pytest.mark.parametrize(("layer", "found"), [(TEAM, (TEAM,)), (LOCAL, (TEAM, LOCAL)), (VAULT, (VAULT,))])
def test_a_key_reaches_what_a_reader_of_the_link_has_and_neither_claim_shadows_the_other(
    layer: Layer, found: tuple[Layer, ...]
) -> None:
    assert resolve("a", layer, EVERYWHERE) == Reached(tuple(map(at, found)))


@pytest.mark.parametrize(("layer", "elsewhere"), [(TEAM, LOCAL), (TEAM, VAULT), (LOCAL, VAULT), (VAULT, TEAM)])
def test_a_note_that_a_reader_may_not_have_is_across_a_layer(layer: Layer, elsewhere: Layer) -> None:
    assert resolve("a", layer, store((elsewhere, "a"))) == CrossLayer((at(elsewhere),))


@pytest.mark.parametrize("layer", Layer)
@pytest.mark.parametrize("target", ["b", "", " ", "#a", "|a", ".md"])
def test_a_key_that_no_note_has_is_dangling(layer: Layer, target: str) -> None:
    assert resolve(target, layer, EVERYWHERE) == Dangling()


@pytest.mark.parametrize("target", ["a", " a ", "a|the note", "a#Answers", "a.md", "A", "./a", "a.MD#x|y"])
def test_every_spelling_of_a_target_means_the_same_note(target: str) -> None:
    assert reached(target, TEAM, EVERYWHERE) == (at(TEAM),)


def test_of_keys_that_differ_in_case_alone_the_exact_one_is_meant_and_else_none_is_guessed() -> None:
    present = store((VAULT, "A"), (VAULT, "a"), (VAULT, "É"), (VAULT, "b"))
    assert [reached(each, VAULT, present) for each in ("A", "a", "B", "E\u0301", "é")] == [
        *[(at(VAULT, key),) for key in ("A", "a", "b", "É", "É")]
    ]
    assert resolve("Ab", VAULT, store((VAULT, "AB"), (VAULT, "ab"))) == Unsure((VaultKey("AB"), VaultKey("ab")))
    assert reached("Ab", VAULT, store((VAULT, "AB"), (VAULT, "ab"))) == ()


def test_two_notes_of_one_key_are_no_reason_to_be_unsure() -> None:
    assert reached("a", LOCAL, store((LOCAL, "a"), (LOCAL, "a"))) == (at(LOCAL),)


@pytest.mark.parametrize(
    ("key", "target", "meant"),
    [
        ("deep/er/from", "../x", "/deep/x"),
        ("deep/er/from", "../../x|alias/../y#h", "/x"),
        ("deep/er/from", "./x", "/deep/er/x"),
        ("deep/from", "../other/./x", "/other/x"),
        ("from", "../x", ""),  # outside of the vault
        ("deep/from", "../../x", ""),
        ("deep/from", "x", "x"),
        ("deep/from", "a/../x", "a/../x"),  # Obsidian reads only what begins so
    ],
)
def test_a_path_may_be_told_from_the_notes_folder(key: str, target: str, meant: str) -> None:
    assert from_folder(key, target) == meant


def test_what_may_be_meant_is_named_up_to_a_few() -> None:
    assert several_text("d", ["one/d", "two/d"]) == "[[d]] may mean one/d or two/d"
    assert several_text("d", list("abcdef")) == "[[d]] may mean a or b or c or 3 more"


@given(some.keys, st.sampled_from(Layer), st.sets(st.sampled_from(Layer)))
def test_reached_and_resolved_agree_and_stay_within_reach(key: str, layer: Layer, layers: set[Layer]) -> None:
    present = store(*((one, key) for one in layers))
    found = reached(key, layer, present)
    assert {identity.layer for identity in found} == layers & set(REACH[layer])
    assert isinstance(resolve(key, layer, present), Reached) == bool(found)
    assert isinstance(resolve(key, layer, present), Dangling) == (not layers)


def test_only_a_local_note_reaches_across() -> None:
    assert {(one, other) for one in Layer for other in Layer if one != other and reaches(one, other)} == {(LOCAL, TEAM)}


@given(some.nasty_text)
def test_no_target_raises_and_naming_is_idempotent_on_keys(target: str) -> None:
    named(target)
    resolve(target, LOCAL, EVERYWHERE)
