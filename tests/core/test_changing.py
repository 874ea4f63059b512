"""What is changed in a note is what was named, spelled as the note spells it; who and which it is stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.arguments import SecretSaid, UnusableArguments
from hindnote.core.changing import OF_COMMANDS, EditRequest, changed, read_edit
from hindnote.core.frontmatter import Value, parse, render
from hindnote.core.keys import Layer
from hindnote.core.note import Note, parse_note
from hindnote.core.note import render as render_note
from hindnote.core.vaultnotes import read_vault_note

from .. import strategies as some
from ..planted import planted

OMI = "# Disk\n\n## Metadata\n\n- created: 2026-05-04\n- tags: disk\n\n## Details\n\nIt hums.\n"


def request(**fields: Value | None) -> EditRequest:
    return EditRequest(key="x", fields=fields)


def faults(said: EditRequest, layer: Layer = Layer.LOCAL) -> dict[str, str]:
    match read_edit(said, layer):
        case Failure(UnusableArguments(found)):
            return dict(found)
        case other:
            pytest.fail(str(other))


# --- reading --------------------------------------------------------------------


def test_fields_are_read_as_remember_reads_them() -> None:
    said = request(
        tags="#disk,  cold  cellar, disk", conflicts_with="[[a/b]], c", supersedes="[[A]]", confidence=" LOW "
    )
    read = read_edit(said, Layer.LOCAL).unwrap()
    assert read.fields == {
        "tags": ("disk", "cold cellar"),
        "conflicts_with": ("a/b", "c"),
        "supersedes": "a",
        "confidence": "low",
    }
    assert read_edit(request(tags="[a, b]", odd="[x], y"), Layer.LOCAL).unwrap().fields == {
        "tags": ("a", "b"),
        "odd": "[x], y",
    }


def test_in_a_vault_a_field_is_what_its_owner_says() -> None:
    said = request(type="book", key="K 1", tags="A b, #c", supersedes="[[My Note]]")
    assert read_edit(said, Layer.VAULT).unwrap().fields == {
        "type": "book",
        "key": "K 1",
        "tags": ("A b", "#c"),
        "supersedes": "[[My Note]]",
    }


@pytest.mark.parametrize("name", sorted(OF_COMMANDS))
@pytest.mark.parametrize("value", ["x", None])
def test_what_tells_which_note_it_is_and_whose_has_a_command_or_stays(name: str, value: str | None) -> None:
    assert name in faults(request(**{name: value}))


def test_every_fault_is_named_at_once() -> None:
    said = EditRequest(
        key="x", title=" ", fields={"confidence": "very", "": "y"}, sections={"A": "", " ": None}, append={"A": "z"}
    )
    assert set(faults(said)) == {"title", "confidence", "field", "A", "section"}
    assert set(faults(EditRequest(key="x"))) == {"edit"}


SECRET = planted()[0]


@pytest.mark.parametrize(
    "said",
    [
        EditRequest(key="x", title=SECRET.evidence),
        EditRequest(key="x", fields={"note": SECRET.evidence}),
        EditRequest(key="x", fields={"tags": ("a", SECRET.evidence)}),
        EditRequest(key="x", sections={"A": SECRET.evidence}),
        EditRequest(key="x", append={"A": SECRET.evidence}),
        EditRequest(key="x", sections={SECRET.evidence: None}),
    ],
)
@pytest.mark.parametrize("layer", list(Layer))
def test_a_secret_is_refused_in_every_layer_and_never_echoed(said: EditRequest, layer: Layer) -> None:
    match read_edit(said, layer):
        case Failure(SecretSaid() as found):
            assert SECRET.secret not in found.explain().message()
        case other:
            pytest.fail(str(other))


def test_a_trigger_and_a_list_are_read_and_an_empty_one_is_named() -> None:
    said = read_edit(request(invalidated_by=" base:2026.01 ", tags=("a", "b"), mine=("x", "y")), Layer.TEAM).unwrap()
    assert said.fields == {"invalidated_by": "base:2026.01", "tags": ("a", "b"), "mine": ("x", "y")}
    assert "invalidated_by" in faults(request(invalidated_by=" "))


# --- what changes ---------------------------------------------------------------


def test_an_omi_note_says_it_in_its_own_list() -> None:
    said = changed(OMI, Layer.VAULT, request(tags=("a", "b"), superseded_by="[[Other]]", mine="x")).unwrap()
    assert said.startswith("---\nmine: x\n---\n# Disk\n\n## Metadata\n\n- created: 2026-05-04\n- tags: a, b\n")
    note = read_vault_note(said, "n.md")
    assert (note.tags, note.superseded_by) == (("a", "b"), "Other")
    assert changed(OMI, Layer.VAULT, request(tags=None)).unwrap() == OMI.replace("- tags: disk\n", "")
    nested = "---\nmeta:\n  a: b\ntags: [t]\n---\n# N\n"
    assert changed(nested, Layer.VAULT, request(tags=("x",))).unwrap() == nested.replace("[t]", "[x]")
    both = changed(f"---\ncreated: y\n---\n{OMI}", Layer.VAULT, request(created="x")).unwrap()
    assert both == f"---\ncreated: x\n---\n{OMI.replace('2026-05-04', 'x')}"


def test_title_sections_and_what_is_added_change_in_one_request() -> None:
    said = EditRequest(key="x", title="New", sections={"Details": None}, append={"Log": "- moved"})
    assert changed(OMI, Layer.VAULT, said).unwrap() == (
        "# New\n\n## Metadata\n\n- created: 2026-05-04\n- tags: disk\n\n## Log\n\n- moved\n"
    )
    assert changed("# x\n", Layer.VAULT, request(tags=("a",))).unwrap() == "---\ntags: [a]\n---\n# x\n"


def test_what_cannot_be_changed_in_place_is_a_refusal() -> None:
    assert isinstance(changed("---\na: [\n---\n", Layer.LOCAL, request(a="b")), Failure)
    assert isinstance(changed("# x\n", Layer.LOCAL, EditRequest(key="x", sections={"A": None})), Failure)


@given(some.fields, some.field_names, some.field_values)
def test_a_field_set_and_set_back_is_the_text_that_was(fields: dict[str, Value], name: str, value: Value) -> None:
    text = f"{render(fields)}# x\n"
    match changed(text, Layer.TEAM, EditRequest(key="x", fields={name: value})):
        case Success(edited):
            assert parse(edited) == Success({**fields, name: value} if value != fields.get(name) else fields)
            back = changed(edited, Layer.TEAM, EditRequest(key="x", fields={name: fields.get(name)}))
            assert back == Success(text)
        case Failure(refusal):
            assert refusal.explain().mend


@given(some.notes, some.slugs, st.sampled_from(["Place", "When"]))
def test_one_request_changes_a_field_and_a_section_and_no_other_value_of_the_note(
    note: Note, tag: str, name: str
) -> None:
    said = EditRequest(key="x", fields={"tags": (tag,)}, sections={name: f"In {tag}."})
    match changed(render_note(note), Layer.LOCAL, said):
        case Success(text):
            after = parse_note(text).unwrap()
            assert after.tags == (tag,)
            assert (after.sections[-1].name, after.sections[-1].body) == (name, f"In {tag}.")
            assert after.sections[:-1] == note.sections
            for kept in ("key", "type", "source", "recorded", "title", "preamble", "confidence", "supersedes", "extra"):
                assert getattr(after, kept) == getattr(note, kept)
        case Failure(refusal):
            assert refusal.explain().mend
