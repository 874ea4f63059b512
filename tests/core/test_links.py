"""There is one resolver: from team a key reaches team, from local team and local, from a vault that vault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.keys import Identity, Layer, NoteKey, VaultKey, fold_key
from hindnote.core.links import REACH, CrossLayer, Dangling, Present, Reached, named, reached, reaches, resolve

from .. import strategies as some

TEAM, LOCAL, VAULT = Layer.TEAM, Layer.LOCAL, Layer.VAULT


def store(*notes: tuple[Layer, str]) -> Present:
    keys: dict[tuple[Layer, str], NoteKey] = {(layer, fold_key(key)): VaultKey(key) for layer, key in notes}
    return lambda layer, key: keys.get((layer, fold_key(key)))


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
