"""A person's own notes are read as their program writes them, and any text is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.document import read_document
from hindnote.core.vaultnotes import read_vault_note

OMI = """\
# As30p hums

## Metadata
- created: 2026-05-04T10:00:00
- **Tags**: disk, #noise
- Supersedes: [[As30p is silent]]
- Superseded by: [[As30p was replaced|the new disk]]
- Conflicts with: [[Zx91p]], [[folder/Cm52r#Why]]
- Confidence: low
- Disabled: true

## Summary
It hums at night.
"""


def test_the_list_of_an_omi_note_says_what_frontmatter_would() -> None:
    note = read_vault_note(OMI, "As30p hums.md")
    assert (note.date, note.tags, note.confidence, note.archived) == ("2026-05-04", ("disk", "noise"), "low", True)
    assert (note.supersedes, note.superseded_by) == ("As30p is silent", "As30p was replaced")
    assert note.conflicts_with == ("Zx91p", "folder/Cm52r")


def test_the_list_wins_over_frontmatter_as_it_does_for_omi() -> None:
    head = "---\ncreated: 2026-01-01\ntimestamp: 2026-06-01\nconfidence: high\naliases: [the disk, A30]\n---\n"
    note = read_vault_note(f"{head}{OMI}", "x.md")
    assert (note.date, note.confidence, note.aliases) == ("2026-05-04", "low", ("the disk", "A30"))
    bare = OMI.replace("- created: 2026-05-04T10:00:00\n", "- updated: 2026-05-05\n")
    assert read_vault_note(f"{head}{bare}", "x.md").date == "2026-01-01"
    assert read_vault_note(f"{head.replace('created', 'made')}{bare}", "x.md").date == "2026-05-05"


def test_that_the_list_names_what_superseded_a_note_is_no_correction_of_its_text() -> None:
    assert not read_vault_note(OMI, "x.md").stale_marker
    assert read_vault_note(f"{OMI}\nCORRECTION: it does not.\n", "x.md").stale_marker
    assert read_vault_note("# X\n\nSuperseded by another.\n", "x.md").stale_marker


@pytest.mark.parametrize(
    "more",
    [
        "meta:\n  a: b\n",
        "up: [[Projects]]\n",
        "list:\n  - a: b\n    c: [d]\n",
        "a: &here x\nb: *here\n",
        "? [k]\n: v\n",
    ],
)
def test_what_else_yaml_can_hold_hides_no_property(more: str) -> None:
    for block in (
        f"{more}aliases: [box]\ntags: [t]\ncreated: 2026-05-04\n",
        f"aliases: box\ntags: t\ncreated: 2026-05-04\n{more}",
    ):
        note = read_vault_note(f"---\n{block}---\n# N\n", "n.md")
        assert (note.aliases, note.tags, note.date) == (("box",), ("t",), "2026-05-04")
        assert more in note.body
    assert read_document(f"---\n{more}tags: [t]\n---\n", "n.md").tags == ()


def test_of_a_block_that_is_no_yaml_nothing_is_read() -> None:
    assert read_vault_note("---\ntags: [t]\nbroken: [\n---\n", "n.md").tags == ()
    assert read_vault_note("---\n- tags: [t]\n---\n", "n.md").tags == ()
    assert read_vault_note("---\nup: '[[a]]'\nbroken: [\n---\n", "n.md").links == ()


def test_a_property_may_link_to_a_note() -> None:
    block = 'up: "[[Projects]]"\nrelated:\n  - "[[a/b|c]]"\n  - see [[d#e]] and [[#f]]\naliases: ["[[g]]"]\nsupersedes: "[[h]]"'
    note = read_vault_note(f"---\n{block}\n---\n[[z]]\n", "n.md")
    assert [(link.target, link.line) for link in note.links] == [("Projects", 2), ("a/b", 4), ("d", 5), ("z", 9)]
    assert (note.supersedes, read_document(f"---\n{block}\n---\n", "n.md").links) == ("h", ())


def test_a_list_that_is_not_under_metadata_is_text() -> None:
    note = read_vault_note("# X\n\n## Details\n- created: 2026-05-04\n- Disabled: true\n", "x.md")
    assert (note.date, note.archived) == ("", False)


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("a #disk and #area/night-shift, #日本語 too", ("disk", "area/night-shift", "日本語")),
        ("#first at the start\n- [ ] #task/now do it", ("first", "task/now")),
        ("# Heading\n## Another", ()),
        ("issue #123, colour #fff0 and #2026w", ("fff0", "2026w")),
        ("#123/ #12-3 #कि #🔥hot/日々", ("12-3", "कि", "🔥hot/日々")),
        ('<a href="#one">x</a> color:"#two" style=#three (#four) key::#five @#six "#seven" **#eight**', ()),
        ("> [!note] #nine\n> #ten\n| #eleven | x |\n", ("nine", "ten", "eleven")),
        ("text\n\n    #indented code\n\n\t#tabbed\n#after", ("after",)),
        ("- item\n    - #nested in a list\n", ("nested",)),
        ("<div>\n#in_html\n</div>\n\n#out of it", ("out",)),
        ("`x`#glued <b>#glued</b> %%x%%#glued", ()),
        ("`#code` and ``#`more``", ()),
        ("```sh\n#!/bin/sh\n#comment\n```\n#after", ("after",)),
        ("~~~\n#in an open fence", ()),
        ("[[note#heading]] [a](b#c) a#b &#39; \\#no #yes", ("yes",)),
        ("%% #hidden %% <!-- #hidden too --> #shown", ("shown",)),
        ("#a #a #a/", ("a",)),
    ],
)
def test_tags_in_the_text_are_those_that_obsidian_shows(text: str, tags: tuple[str, ...]) -> None:
    assert read_vault_note(f"---\n---\n{text}", "x.md").tags == tags


def test_a_hundred_thousand_tags_are_read() -> None:
    text = " ".join(f"#t{n}" for n in range(100_000))
    assert len(read_vault_note(text, "x.md").tags) == 100_000


@given(st.text())
def test_any_text_is_read_and_its_body_is_every_byte_of_it(text: str) -> None:
    plain, note = read_document(text, "x.md"), read_vault_note(text, "x.md")
    assert (note.body, note.parts) == (plain.body, plain.parts)
    assert [link for link in note.links if link in plain.links] == list(plain.links)
    assert set(plain.tags) <= set(note.tags)


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[a](b.md) [[c|x]] ![d](e/F%20g.MD#part) [h](<i j.md>)", ["b.md", "c", "e/F g.MD", "i j.md"]),
        ("[up](../a.md 'title') [here](./b.md) [top](/c.md) [é](%C3%A9.md)", ["../a.md", "./b.md", "/c.md", "é.md"]),
        ("[web](https://a.example/b.md) [other](//a/b.md) [mail](mailto:a@b.md) <https://a/b.md>", []),
        ("[part](#b.md) [picture](a.png) [none]() [half](b) [named][r] `[code](a.md)`\n\n[r]: b.md", []),
        ("[of no link](a%23b.md) [nor](a%7Cb.md) [nor](a%0Ab.md) [nor](%5B%5Ba.md)", []),
    ],
)
def test_a_link_may_be_written_as_markdown_has_them(text: str, targets: list[str]) -> None:
    assert [link.target for link in read_vault_note(text, "x.md").links] == targets


def test_elsewhere_only_wikilinks_are_links() -> None:
    assert [link.target for link in read_document("[a](b.md) [[c]]", "x.md").links] == ["c"]


@pytest.mark.parametrize(
    "text", ["`" * 20_000, "#" * 20_000, "```\n" * 5_000, "%%" * 9_999, "[[" * 9_000, "- a:" * 5_000]
)
def test_hostile_text_is_read_at_once(text: str) -> None:
    """Each of these would take minutes if reading grew with the square."""
    assert read_vault_note(f"## Metadata\n{text}", "x.md").body
