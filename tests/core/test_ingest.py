"""Ingest changes only what it made, changes nothing twice, and says what it left out."""

import datetime
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.ingest import Existing, Found, Held, Keys, NoDocument, Plan, Skipped, existing, plan
from hindnote.core.keys import fold_key, mint, path_of
from hindnote.core.overview import Facts
from hindnote.core.stubs import RepoDocument

MONDAY, TUESDAY = datetime.date(2026, 8, 3), datetime.date(2026, 8, 4)
OVERVIEW = mint("{{slug}}", {"slug": "Repository overview"}).unwrap()
MINE = "---\nkey: a\ntype: topic\nsource: me\nrecorded: 2026-08-01\n---\n# Mine\n\n## Notes\n\ntext\n"

names = st.sampled_from(
    ["a.md", "b.md", "A.md", "docs/a b.md", "docs/a-b.md", "README.markdown", "README.md", "!!.md", "con.md"]
)
blobs = st.sampled_from(["1" * 40, "2" * 40])
found = st.one_of(
    st.builds(RepoDocument, names, blobs, st.sampled_from(["# T\n", "## H\n", ""])),
    st.builds(Held, names, st.just("unreadable")),
    st.builds(NoDocument, names, st.just("a link")),
)
trees = st.lists(found, unique_by=lambda each: each.path).map(lambda each: sorted(each, key=lambda one: one.path))


def document(path: str, blob: str = "1" * 40, text: str = "# T\n") -> RepoDocument:
    return RepoDocument(path, blob, text)


def planned(tree: Iterable[Found], local: dict[str, Existing] | None = None, day: datetime.date = MONDAY) -> Plan:
    return plan(tree, Facts(), local or {}, Keys("{{path}}", OVERVIEW), day)


def after(done: Plan, local: dict[str, Existing] | None = None) -> dict[str, Existing]:
    """The local notes once a plan was carried out."""
    kept = {key: note for key, note in (local or {}).items() if note.path not in done.removals}
    return kept | {fold_key(each.key): existing(path_of(each.key), each.text) for each in done.writes}


def keys(done: Plan) -> list[str]:
    """Of the stubs that are written."""
    return [str(each.key) for each in done.writes if each.key != OVERVIEW]


def test_each_document_becomes_one_stub() -> None:
    done = planned([document(".github/Copilot Notes.md"), document("README.md")])
    assert keys(done) == ["github/copilot-notes", "readme"]
    assert all(each.new for each in done.writes)


@given(trees)
def test_a_second_time_changes_nothing(tree: list[Found]) -> None:
    first = planned(tree)
    second = planned(tree, after(first), TUESDAY)
    assert (second.writes, second.removals) == ((), ())
    assert second.skipped == first.skipped
    assert second.overview == first.overview
    assert list(second.unchanged) == [each.key for each in first.writes]


def test_a_changed_document_is_refreshed_and_dated_anew() -> None:
    local = after(planned([document("a.md"), document("b.md")]))
    done = planned([document("a.md", "2" * 40), document("b.md")], local, TUESDAY)
    assert [(str(each.key), each.new) for each in done.writes] == [("a", False)]
    assert "recorded: 2026-08-04" in done.writes[0].text
    assert list(map(str, done.unchanged)) == ["b", "repository-overview"]


def test_the_stub_of_a_removed_document_goes() -> None:
    local = after(planned([document("a.md"), document("b.md")]))
    assert planned([document("b.md")], local).removals == ("a.md",)


@given(trees, trees)
def test_what_ingest_did_not_make_is_never_touched(before: list[Found], later: list[Found]) -> None:
    local = after(planned(before)) | {"a": existing("a.md", MINE), "topic": existing("topic.md", MINE)}
    done = planned(later, local)
    assert "a" not in keys(done)
    assert not {"a.md", "topic.md"} & set(done.removals)


def test_a_note_with_a_stubs_key_is_reported() -> None:
    done = planned([document("a.md")], {"a": existing("a.md", MINE)})
    assert done.skipped == (Skipped("a.md", "a.md is a note that ingest did not make: it stays as it is"),)
    assert done.overview is None


def test_of_two_documents_with_one_key_the_second_is_reported() -> None:
    done = planned([document("docs/a b.md"), document("docs/a-b.md")])
    assert keys(done) == ["docs/a-b"]
    assert done.skipped == (Skipped("docs/a-b.md", "docs/a b.md has its key `docs/a-b` already"),)


def test_the_overviews_key_is_taken() -> None:
    assert planned([document("Repository_Overview.md")]).skipped[0].why.startswith("Repository overview has its key")


def test_a_document_that_cannot_be_used_keeps_its_stub() -> None:
    local = after(planned([document("a.md")]))
    done = planned([Held("a.md", "binary")], local)
    assert done.removals == ()
    assert done.skipped == (Skipped("a.md", "binary", kept=True),)
    assert done.unchanged == (OVERVIEW,)


def test_a_document_that_became_a_link_loses_its_stub() -> None:
    local = after(planned([document("a.md")]))
    assert planned([NoDocument("a.md", "a link")], local).removals == ("a.md", "repository-overview.md")


def test_a_secret_in_a_heading_is_refused_without_its_value() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    done = planned([document("a.md", text=f"## The token {secret}\n"), document("b.md")])
    assert keys(done) == ["b"]
    assert "SecretInNote" in done.skipped[0].why
    assert secret not in str(done.skipped)


def test_a_name_without_letters_and_a_reserved_one_are_reported() -> None:
    done = planned([document("!!.md"), document("con.md")])
    assert [each.path for each in done.skipped] == ["!!.md", "con.md"]


def test_another_template_moves_the_stubs() -> None:
    local = after(planned([document("a.md")]))
    done = plan([document("a.md")], Facts(), local, Keys("docs/{{path}}", OVERVIEW), MONDAY)
    assert (keys(done), done.removals) == (["docs/a"], ("a.md",))


# --- the overview -------------------------------------------------------------


def test_the_overview_links_to_every_stub_there_is() -> None:
    local = after(planned([document("a.md"), document("c.md")]))
    tree: list[Found] = [Held("a.md", "unreadable"), document("b.md"), Held("d.md", "unreadable")]
    note = next(each.text for each in planned(tree, local).writes if each.key == OVERVIEW)
    assert "- [[a]] (`a.md`)\n- [[b]] (`b.md`)\n" in note
    assert "generated: true" in note
    assert "[[c]]" not in note
    assert "[[d]]" not in note


def test_the_overview_keeps_its_day_while_it_says_the_same() -> None:
    local = after(planned([document("a.md", "1" * 40)]))
    assert keys(planned([document("a.md", "2" * 40)], local, TUESDAY)) == ["a"]
    assert planned([document("a.md", "2" * 40)], local, TUESDAY).unchanged == (OVERVIEW,)


def test_an_overview_that_somebody_wrote_stays() -> None:
    done = planned([document("a.md")], {"repository-overview": existing("repository-overview.md", MINE)})
    assert (keys(done), len(done.writes), done.overview, done.removals) == (["a"], 1, None, ())
    assert done.skipped[0].path == "repository-overview.md"


def test_without_anything_to_say_there_is_no_overview() -> None:
    assert planned([]) == Plan()
    assert planned([], after(planned([document("a.md")]))).removals == ("a.md", "repository-overview.md")
