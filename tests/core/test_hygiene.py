"""A store is judged whole: what collides, dangles, crosses a layer, stands alone or is only half told; nothing else."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from hindnote.core.document import read_document
from hindnote.core.hygiene import StoredNote, judge_store
from hindnote.core.keys import Layer
from hindnote.core.violations import RULES, Rule, Severity, Violation

from .. import strategies as some
from ..pages import page

__all__ = ["page"]

TEAM, LOCAL = Layer.TEAM, Layer.LOCAL
Head = Mapping[str, str]
NONE: Head = {}
BLOB = "8370720c1f0e5a6b7d8e9f00112233445566778a"


def note(
    key: str,
    *links: str,
    layer: Layer = LOCAL,
    path: str = "",
    kind: str = "surprise",
    head: Head = NONE,
    **fields: str,
) -> StoredNote:
    said = {"key": key, "type": kind, "source": "s", "recorded": "2026-08-07", **head, **fields}
    lines = ["---", *(f"{name}: {value}" for name, value in said.items()), "---", "# Title", ""]
    text = "\n".join([*lines, *(f"- [[{link}]]" for link in links)])
    place = path or f"{key}.md"
    return StoredNote(layer, place, read_document(text, place), f"/{layer}/{place}")


def told(*notes: StoredNote, tracked: Sequence[str] = ()) -> list[tuple[Rule, str]]:
    return [(breach.rule, breach.where) for breach in judge_store(notes, frozenset(tracked))]


# --- links ------------------------------------------------------------------


def test_notes_that_link_to_each_other_have_no_breach() -> None:
    assert told(note("a", "b"), note("b", layer=TEAM), note("c", "a")) == []


def test_a_link_to_no_note_dangles_once_on_the_line_that_names_it_first() -> None:
    (breach,) = judge_store([note("a", "gone", "gone|x", "gone#y")])
    assert (breach.rule, breach.line) == (Rule.DANGLING_LINK, 9)


def test_a_team_note_that_links_to_a_local_one_crosses_a_layer() -> None:
    assert told(note("a", "b", layer=TEAM), note("b", "a")) == [(Rule.CROSS_LAYER_LINK, "/team/a.md")]


def test_a_local_note_may_link_to_a_team_one() -> None:
    assert told(note("a", "b"), note("b", layer=TEAM)) == []


@pytest.mark.parametrize(
    ("kind", "tracked", "allowed"),
    [("stub", "README.md", True), ("stub", "other.md", False), ("topic", "README.md", False)],
)
def test_a_stub_of_a_tracked_document_counts_as_committed(kind: str, tracked: str, allowed: bool) -> None:  # noqa: FBT001  (a parameter of pytest's)
    stub = note("readme", "x", kind=kind, invalidated_by=f"file:README.md@{BLOB}")
    found = told(note("x", "readme", layer=TEAM), stub, tracked=[tracked])
    assert found == ([] if allowed else [(Rule.CROSS_LAYER_LINK, "/team/x.md")])


def test_a_stub_whose_trigger_does_not_parse_is_not_committed() -> None:
    stub = note("readme", "x", kind="stub", invalidated_by="never")
    assert told(note("x", "readme", layer=TEAM), stub, tracked=["README.md"]) == [(Rule.CROSS_LAYER_LINK, "/team/x.md")]


# --- keys -------------------------------------------------------------------


def test_two_layers_may_hold_one_key() -> None:
    assert told(note("a", "b"), note("a", "b", layer=TEAM), note("b", "a", layer=TEAM)) == []


def test_of_two_files_with_one_key_the_one_in_its_place_keeps_it() -> None:
    copied, own = note("a", "b", path="0/copy.md"), note("a", "b")
    assert told(copied, own, note("b")) == [(Rule.DUPLICATE_KEY, "/local/0/copy.md")]


@pytest.mark.parametrize(
    ("one", "other"),
    [("A.md", "a.md"), ("X/a.md", "x/a.md"), ("caf\u00e9.md", "cafe\u0301.md"), ("stra\u00dfe.md", "strasse.md")],
)
def test_files_that_one_file_system_takes_for_another_collide(one: str, other: str) -> None:
    notes = [note("", "k", path=path) for path in (one, other)]
    assert len(told(*notes, note("k"))) == 1
    assert told(*notes, note("k"))[0][0] in {Rule.CASE_FOLD_COLLISION, Rule.DUPLICATE_KEY}


def test_keys_that_differ_only_by_case_collide_and_are_no_duplicates() -> None:
    notes = [note("", "k", path="A.md"), note("a", "k"), note("k")]
    assert told(*notes) == [(Rule.CASE_FOLD_COLLISION, "/local/A.md")]


def test_three_of_one_key_are_two_breaches() -> None:
    notes = [note("a", "k"), note("a", "k", path="b.md"), note("a", "k", path="c.md"), note("k")]
    assert [rule for rule, _ in told(*notes)] == [Rule.DUPLICATE_KEY] * 2


# --- fields -----------------------------------------------------------------


@pytest.mark.parametrize("field", ["supersedes", "superseded_by"])
def test_a_note_that_replaces_one_that_is_not_there_is_told(field: str) -> None:
    assert told(note("a", head={field: "gone"})) == [(Rule.SUPERSEDES_UNKNOWN, "/local/a.md")]
    assert told(note("a", head={field: "b"}), note("b")) == []


@pytest.mark.parametrize("field", ["supersedes", "superseded_by", "conflicts_with"])
def test_a_team_note_whose_frontmatter_names_a_local_one_crosses_a_layer(field: str) -> None:
    assert told(note("a", layer=TEAM, head={field: "b"}), note("b", "a")) == [(Rule.CROSS_LAYER_LINK, "/team/a.md")]


def test_a_conflict_with_a_note_that_is_not_there_is_broken() -> None:
    assert told(note("a", conflicts_with="[gone, b]"), note("b", conflicts_with="[a]")) == [
        (Rule.CONFLICT_BROKEN, "/local/a.md")
    ]


def test_a_conflict_that_one_side_tells_is_one_sided() -> None:
    assert told(note("a", conflicts_with="b"), note("b")) == [(Rule.CONFLICT_ONE_SIDED, "/local/a.md")]
    assert told(note("a", conflicts_with="b"), note("b", conflicts_with="'[[a]]'")) == []


def test_nobody_asks_a_team_note_to_name_a_local_one_back() -> None:
    assert told(note("a", conflicts_with="b"), note("b", layer=TEAM)) == []
    assert told(note("a", layer=TEAM, conflicts_with="b"), note("b", layer=TEAM)) == [
        (Rule.CONFLICT_ONE_SIDED, "/team/a.md")
    ]


def test_of_two_claims_one_that_names_it_back_is_enough() -> None:
    notes = [note("a", conflicts_with="b"), note("b", layer=TEAM), note("b", conflicts_with="a")]
    assert told(*notes) == []


# --- orphans ----------------------------------------------------------------


def test_a_note_that_nothing_links_to_and_that_links_to_nothing_is_an_orphan() -> None:
    assert told(note("a"), note("b", "c"), note("c")) == [(Rule.ORPHAN, "/local/a.md")]


def test_the_only_note_of_a_store_is_no_orphan() -> None:
    stubs = [note("readme", kind="stub"), note("overview", "readme", kind="topic", generated="true")]
    assert told(note("a"), *stubs) == []


@pytest.mark.parametrize("fields", [{"type": "stub"}, {"type": "journal"}, {"generated": "true"}, {"archived": "true"}])
def test_a_stub_a_stranger_a_generated_and_an_archived_note_are_no_orphans(fields: dict[str, str]) -> None:
    assert told(note("a", head=fields), note("b", "c"), note("c")) == []


def test_a_link_to_itself_joins_a_note_to_nothing_but_a_key_that_precedes_its_note_is_a_link() -> None:
    assert told(note("a", "a"), note("b", "c"), note("c")) == [(Rule.ORPHAN, "/local/a.md")]
    assert told(note("a", "later"), note("b", "c"), note("c")) == [(Rule.DANGLING_LINK, "/local/a.md")]


# --- laws -------------------------------------------------------------------


@given(st.lists(st.tuples(some.file_text, st.sampled_from([TEAM, LOCAL]), st.sampled_from(["a.md", "b/A.md", "c.MD"]))))
def test_any_store_is_judged_with_warnings_only_and_the_same_in_any_company(
    files: list[tuple[str, Layer, str]],
) -> None:
    notes = [StoredNote(layer, path, read_document(text, path)) for text, layer, path in files]
    breaches = judge_store(notes)
    assert {RULES[breach.rule].severity for breach in breaches} <= {Severity.WARNING}
    assert judge_store(notes) == breaches


def test_nothing_is_said_of_near_duplicates() -> None:
    assert Rule.NEAR_DUPLICATE not in {rule for rule, _ in told(note("a", "b"), note("b", "a"))}


def test_a_breach_reads_well(page: SnapshotAssertion) -> None:
    notes = [
        note("team-a", "local-b", layer=TEAM),
        note("local-b", "team-a", "gone", conflicts_with="local-c", supersedes="old"),
        note("local-c", conflicts_with="nobody"),
        note("local-c", "team-a", path="copy.md"),
        note("", "team-a", path="Local-C.md"),
        note("alone"),
    ]
    breaches: Sequence[Violation] = judge_store(notes)
    assert "".join(f"{breach.explain().message()}\n" for breach in breaches) == page
