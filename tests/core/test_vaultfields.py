"""Frontmatter of another shape than ours hides no field from a reader and none from an edit, and every byte of it stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.archiving import with_archived
from hindnote.core.frontmatter import parse
from hindnote.core.keys import Layer
from hindnote.core.vaultfields import masked, set_vault_field, within

ODD = [
    "meta:\n  a: b\n  c: [d]\n",
    "up: [[Projects]]\n",
    "list:\n  - a: b\n    c: d\n\n# of the list\n",
    "a: &here x\nb: *here\n",
    "? [k]\n: v\n",
    "tags: [again]\r\n",
]
OURS = ["aliases: [box]\n", "tags: [t]  # mine\n", "created: 2026-05-04\r\n", "# a comment\n", "\n"]
blocks = st.lists(st.sampled_from([*ODD, *OURS]), max_size=6).map("".join)
notes = blocks.map("---\n{}---\n# N\n\nmeta:\n  a: b\n".format)


def set_in(text: str, name: str, value: str | None) -> str:
    return set_vault_field(text, name, value).unwrap()


@given(notes | st.text())
def test_what_is_read_is_as_long_and_ends_as_the_text_does(text: str) -> None:
    assert len(masked(text)) == len(text)
    assert masked(masked(text)) == masked(text)
    assert within(text, Success) == Success(text)


@given(notes, st.sampled_from(["created", "status"]), st.sampled_from(["2026-06-01", None]))
def test_an_edit_of_one_field_changes_only_its_line(text: str, name: str, value: str | None) -> None:
    match set_vault_field(text, name, value):
        case Failure(_):
            return
        case Success(edited):
            pass
    kept = [line for line in text.split("\n") if not line.startswith(f"{name}:")]
    left = iter(edited.split("\n"))
    assert all(line in left for line in kept), "each in its order"
    assert parse(masked(edited)).unwrap().get(name) == value


@pytest.mark.parametrize("odd", ODD[:5])
def test_a_note_with_any_property_can_be_edited_and_set_aside(odd: str) -> None:
    text = f"---\n{odd}tags: [t]\n---\n# N\n"
    assert set_in(text, "tags", "x") == f"---\n{odd}tags: x\n---\n# N\n"
    assert set_in(text, "more", "x") == f"---\n{odd}tags: [t]\nmore: x\n---\n# N\n"
    aside = with_archived(text, "n.md", Layer.VAULT, archived=True).unwrap()
    assert aside == f"---\n{odd}tags: [t]\narchived: true\n---\n# N\n"
    assert with_archived(aside, "n.md", Layer.VAULT, archived=False) == Success(text)


@pytest.mark.parametrize(
    ("text", "where"), [("---\nmeta:\n  a: b\n---\n", "line 2"), ("---\nbroken: [\nmeta: x\n---\n", "line 4")]
)
def test_what_is_of_another_shape_itself_is_not_edited(text: str, where: str) -> None:
    match set_vault_field(text, "meta", "x"):
        case Failure(refusal):
            assert refusal.explain().where == where
        case other:
            pytest.fail(f"{other}")


@pytest.mark.parametrize(("old", "new"), [("tags: [t]", "tags: ["), ("#eta:", "meta:")])
def test_an_edit_after_which_it_would_read_otherwise_is_refused(old: str, new: str) -> None:
    text = "---\nmeta:\n  a: b\ntags: [t]\n---\n"
    assert old in masked(text)
    assert isinstance(within(text, lambda read: Success(read.replace(old, new))), Failure)


def test_of_a_name_that_is_there_twice_the_first_counts() -> None:
    text = "---\ntags: [t]\nmeta:\n  a: b\ntags: [u]\n---\n"
    assert parse(masked(text)).unwrap() == {"tags": ("t",)}
    assert set_in(text, "status", "x") == text.replace("[u]\n", "[u]\nstatus: x\n")


def test_an_edit_that_makes_another_shape_of_ours_is_refused() -> None:
    text = "---\ntags: [t]\n---\n"
    assert isinstance(within(text, lambda _: Success("---\nmeta:\n  a: b\n---\n")), Failure)
