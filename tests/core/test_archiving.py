"""Setting a note aside moves one mark, where the note's own program looks for it, and bringing it back is the inverse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.archiving import with_archived
from hindnote.core.frontmatter import split
from hindnote.core.keys import Layer
from hindnote.core.metadata import set_item
from hindnote.core.vaultnotes import read_vault_note

from .. import strategies as some

OMI = "# Disk\n\n## Metadata\n\n- **created**: 2026-05-04\n- **tags**: disk, cellar\n\n## Summary\n\nIt hums.\n"
LAYERS = st.sampled_from(list(Layer))


def aside(text: str, layer: Layer = Layer.VAULT, *, archived: bool = True) -> str:
    return with_archived(text, "n.md", layer, archived=archived).unwrap()


def test_omis_own_list_gets_the_mark_in_the_style_that_it_has() -> None:
    said = aside(OMI)
    assert said == OMI.replace("cellar\n", "cellar\n- **Disabled**: true\n")
    assert read_vault_note(said, "n.md").archived
    assert aside(said, archived=False) == OMI


def test_what_is_so_already_stays() -> None:
    assert aside(OMI, archived=False) == OMI
    assert aside("---\narchived: yes\n---\n", Layer.LOCAL) == "---\narchived: yes\n---\n"


def test_a_mark_that_says_false_is_turned_and_not_said_twice() -> None:
    text = OMI.replace("cellar\n", "cellar\r\n* Disabled: false\r\n")
    assert aside(text) == text.replace("false", "true")


def test_of_several_items_of_one_name_the_last_counts() -> None:
    text = OMI.replace("cellar\n", "cellar\n- Disabled: no\n- disabled: no\n")
    said = aside(text)
    assert said == text.replace("disabled: no", "disabled: true")
    assert read_vault_note(said, "n.md").archived
    assert set_item(said, "Disabled", None) == OMI


def test_an_item_in_another_section_or_in_our_own_layers_is_no_mark() -> None:
    assert "\n---\n" in aside("# Disk\n\n## Notes\n\n- Disabled: no\n")
    assert "archived: true" in aside(OMI, Layer.LOCAL)
    assert aside(OMI.replace("## Summary", "### Deeper\n\n- x: y\n\n## Summary")).index("Disabled") < OMI.index(
        "It hums"
    )


@given(some.file_text | st.sampled_from([OMI, OMI.replace("\n", "\r\n"), f"\ufeff---\na: b\n---\n{OMI}"]), LAYERS)
def test_back_and_forth_is_the_text_it_was(text: str, layer: Layer) -> None:
    match with_archived(text, "n.md", layer, archived=True):
        case Success(said) if said != text:
            head = split(text)
            whole = text if head is None or head.block else text[: text.startswith("\ufeff")] + text[head.after :]
            assert with_archived(said, "n.md", layer, archived=False) == Success(whole)
        case Success(said):
            assert with_archived(said, "n.md", layer, archived=True) == Success(said)
        case Failure(refusal):
            assert refusal.explain().mend


@given(
    some.any_text.map(lambda text: text.replace("\n", " ").replace("\r", " ")).filter(lambda text: text == text.strip())
)
def test_an_item_says_what_it_was_given_and_every_other_line_stays(value: str) -> None:
    said = set_item(OMI, "Confidence", value)
    assert said is not None
    assert said == OMI.replace("cellar\n", f"cellar\n- **Confidence**: {value}\n")
    assert set_item(said, "confidence", None) == OMI


@pytest.mark.parametrize(
    "text", ["", "# x", "## Metadata\n", "## Metadata\n\nprose\n", "```\n## Metadata\n- a: b\n```\n"]
)
def test_without_the_list_there_is_none_to_write_in(text: str) -> None:
    assert set_item(text, "Disabled", "true") is None
