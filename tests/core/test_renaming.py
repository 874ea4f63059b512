"""After a renaming every link leads where it led, or to the renamed note; one that could not is said and stops it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.document import read_document
from hindnote.core.hygiene import StoredNote, resolver, targets
from hindnote.core.keys import Identity, Key, Layer
from hindnote.core.promotion import Local
from hindnote.core.renaming import (
    CannotReword,
    MeansTwo,
    NewKeyTaken,
    Renaming,
    SameKey,
    Unrenamable,
    WouldMean,
    renaming,
)
from hindnote.core.targets import named

TEAM, LOCAL = Layer.TEAM, Layer.LOCAL
NEW = Key("new")


def held(layer: Layer, key: str, *links: str, fields: str = "", path: str = "") -> Local:
    said = "".join(f"- [[{link}]]\r\n" for link in links)
    return noted(layer, path or f"{key}.md", f"\ufeff---\r\nkey: {key}\r\n{fields}---\r\n# T\r\n\r\n{said}")


def noted(layer: Layer, path: str, text: str) -> Local:
    return Local(StoredNote(layer, path, read_document(text, path), f"/{layer}/{path}"), text)


def renamed(*notes: Local, key: Key = NEW) -> Renaming:
    """The first of them."""
    match renaming(notes[0], key, notes):
        case Success(plan):
            return plan
        case Failure(refusal):
            pytest.fail(refusal.explain().message())


def refused(*notes: Local, key: Key = NEW) -> Unrenamable:
    match renaming(notes[0], key, notes):
        case Failure(refusal):
            assert "Nothing was changed." in refusal.explain().mend
            return refusal
        case Success(plan):
            pytest.fail(f"{plan}")


def test_the_note_its_key_and_what_names_it_go_together() -> None:
    plan = renamed(
        held(LOCAL, "old", "old#a"), held(LOCAL, "b", "old|x", fields="supersedes: old\r\n"), held(LOCAL, "c", "b")
    )
    assert plan.path == "new.md"
    assert plan.own.after == held(LOCAL, "new", "new#a|old#a").text
    assert [(each.note.key, each.links) for each in plan.others] == [("b", 2)]
    assert plan.others[0].after == held(LOCAL, "b", "new|x", fields="supersedes: new\r\n").text


def test_local_links_to_a_team_note_go_along() -> None:
    plan = renamed(held(TEAM, "old"), held(LOCAL, "b", "old|x"), held(TEAM, "c", "old"))
    assert {each.note.identity for each in plan.others} == {Identity(LOCAL, Key("b")), Identity(TEAM, Key("c"))}


def test_a_team_note_that_could_not_reach_it_is_told_and_left() -> None:
    plan = renamed(held(LOCAL, "old"), held(TEAM, "b", "old"))
    assert plan.others == ()
    assert plan.left == (Identity(TEAM, Key("b")),)


def test_a_link_that_waited_for_the_new_key_is_told() -> None:
    plan = renamed(held(LOCAL, "old"), held(LOCAL, "b", "new"))
    assert (plan.others, plan.met) == ((), (Identity(LOCAL, Key("b")),))


@pytest.mark.parametrize("layer", [TEAM, LOCAL])
@pytest.mark.parametrize("path", ["", "New.md"])
def test_a_key_that_a_note_of_either_layer_has_is_refused(layer: Layer, path: str) -> None:
    assert isinstance(refused(held(LOCAL, "old"), held(layer, "new", path=path)), NewKeyTaken)


def test_its_own_key_is_no_new_one() -> None:
    assert isinstance(refused(held(LOCAL, "old"), key=Key("old")), SameKey)


def test_a_note_whose_file_is_elsewhere_is_put_in_its_place() -> None:
    plan = renamed(held(LOCAL, "new", path="else/where.md"))
    assert (plan.path, plan.own.after) == ("new.md", held(LOCAL, "new").text)


def test_a_link_to_two_notes_of_one_key_cannot_go_with_one() -> None:
    assert isinstance(refused(held(LOCAL, "old"), held(TEAM, "old"), held(LOCAL, "b", "old")), MeansTwo)
    assert renamed(held(LOCAL, "old"), held(TEAM, "old"), held(TEAM, "b", "old")).others == ()


def test_a_link_that_was_ambiguous_is_not_settled_behind_anybodys_back() -> None:
    one, other = held(LOCAL, "old", path="Old.md"), held(LOCAL, "b", "oLd")
    rival = noted(LOCAL, "OLD.md", "# no key\n")
    match renaming(one, NEW, [one, rival, other]):
        case Failure(WouldMean() as refusal):
            assert "oLd" in refusal.explain().error
        case Success(plan):
            assert plan.others, "it led to the note before"
        case Failure(refusal):
            pytest.fail(f"{refusal}")


def test_frontmatter_that_does_not_parse_is_refused_in_the_note_itself() -> None:
    match refused(noted(LOCAL, "old.md", "---\nkey: [\n---\n")):
        case CannotReword() as refusal:
            assert refusal.explain().where.startswith("/local/old.md, line ")
        case other:
            pytest.fail(f"{other}")


def test_a_note_without_a_key_has_it_from_its_place() -> None:
    assert renamed(noted(LOCAL, "old.md", "# T\n")).own.after == "# T\n"


KEYS = st.sampled_from(["old", "new", "a", "b", "gone"])
LINKS = st.lists(st.builds("{}{}".format, KEYS, st.sampled_from(["", "|x", "#p", ".md"])), max_size=4)
FIELDS = st.sampled_from(["", "supersedes: old\r\n", "conflicts_with: [a, old]\r\n"])


@st.composite
def stores(draw: st.DrawFn) -> list[Local]:
    """The note that is renamed first."""
    places = draw(st.lists(st.tuples(st.sampled_from([TEAM, LOCAL]), KEYS), unique=True, max_size=5))
    first = (draw(st.sampled_from([TEAM, LOCAL])), "old")
    every = [first, *(place for place in places if place != first)]
    return [held(layer, key, *draw(LINKS), fields=draw(FIELDS)) for layer, key in every]


@given(stores())
def test_every_link_leads_where_it_led_or_to_the_renamed_note(store: list[Local]) -> None:
    match renaming(store[0], NEW, store):
        case Failure():
            return
        case Success(plan):
            pass
    texts = {each.note.place: each.after for each in plan.others}
    own = noted(store[0].note.layer, plan.path, plan.own.after)
    after = [
        own,
        *(noted(each.note.layer, each.note.path, texts.get(each.note.place, each.text)) for each in store[1:]),
    ]
    old, new = store[0].note.identity, own.note.identity
    before_reach, after_reach = resolver([each.note for each in store]), resolver([each.note for each in after])
    for was, now in zip(store, after, strict=True):
        led = zip(targets(was.note.document), targets(now.note.document), strict=True)
        for target, became in led:
            meant = tuple(new if each == old else each for each in before_reach(target, was.note))
            met = (new,) if not meant and named(target) == "new" and was.note.identity in (*plan.met, old) else ()
            assert after_reach(became, now.note) == (meant or met)
