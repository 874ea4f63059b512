"""A batch of local notes goes to the team whole, or everything that is in its way is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from hindnote.core.blockers import Blocked, Blocker
from hindnote.core.document import read_document
from hindnote.core.hygiene import StoredNote
from hindnote.core.keys import Layer
from hindnote.core.promotion import Asked, CannotTell, IgnoredPaths, Local, Move, Store, choose, plan
from hindnote.core.violations import Violation

BODY = "# Title\n\n## Expected\n\na\n\n## Observed\n\n{observed}\n\n## Evidence\n\nc\n\n## Answers\n\n- d\n"
BLOB = "8370720c1f0e5a6b7d8e9f00112233445566778a"


def text(key: str, *links: str, kind: str = "surprise", observed: str = "b", more: str = "") -> str:
    related = "\n## Related\n\n" + "".join(f"- [[{link}]]\n" for link in links) if links else ""
    head = f"---\nkey: {key}\ntype: {kind}\nsource: s03\nrecorded: 2026-08-07\n{more}---\n"
    return head + BODY.format(observed=observed) + related


def note(told: str, path: str, layer: Layer = Layer.LOCAL) -> Local:
    return Local(StoredNote(layer, path, read_document(told, path), f"/{layer}/{path}"), told)


def local(key: str, *links: str, path: str = "", **more: str) -> Local:
    return note(text(key, *links, **more), path or f"{key}.md")


def team(key: str, path: str = "") -> StoredNote:
    return note(text(key), path or f"{key}.md", Layer.TEAM).note


def planned(batch: list[Local], *, staying: tuple[Local, ...] = (), **store: object) -> tuple[Move, ...] | list[str]:
    """The moves, or the names of what is in the way."""
    held = Store(local=[each.note for each in (*batch, *staying)], **store)  # type: ignore[arg-type]  # a store's own fields
    match plan(batch, held):
        case Success(moves):
            return moves
        case Failure(Blocked(blockers) as blocked):
            assert "Nothing was promoted." in blocked.explain().mend
            return sorted(map(name, blockers))


def name(blocker: Blocker) -> str:
    return str(blocker.rule) if isinstance(blocker, Violation) else type(blocker).__name__


def test_a_documents_stub_goes_only_where_its_key_is_said() -> None:
    notes = [local("a").note, local("readme", kind="stub").note]
    for words in ("*",), ("**",), ("[a-z]*",):
        assert [each.key for each in choose(Asked(words=words), notes, []).notes] == ["a"]
    assert [each.key for each in choose(Asked(words=("readme",)), notes, []).notes] == ["readme"]
    everything = Asked(session="s03", recorded=frozenset({"a", "readme"}))
    assert [each.key for each in choose(everything, notes, []).notes] == ["a"]


def test_a_batch_keeps_its_keys_and_its_bytes() -> None:
    batch = [local("a", "b"), local("b")]
    moves = planned(batch)
    assert [each for each in moves if isinstance(each, Move)] == list(moves)
    assert [(each.key, each.source, each.path, each.text) for each in moves if isinstance(each, Move)] == [
        ("a", "a.md", "a.md", batch[0].text),
        ("b", "b.md", "b.md", batch[1].text),
    ]


@pytest.mark.parametrize(
    ("each", "store", "blockers"),
    [
        (local("a", "b"), {"staying": (local("b"),)}, ["CrossLayerLink"]),
        (local("a", "gone"), {}, ["DanglingLink"]),
        (local("a", kind="nothing"), {}, ["UnknownType"]),
        (local("a", observed="token ghp_" + "a1B2" * 9), {}, ["SecretInNote"]),
        (local("a", observed="<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs"), {}, ["ConflictMarkers"]),
        (local("other", path="a.md"), {}, ["KeyDisagreesWithPath"]),
        (local("a", path="A.md"), {}, ["KeyDisagreesWithPath"]),
        (local("a"), {"team": [team("a")]}, ["KeyInTeam"]),
        (local("a"), {"team": [team("x", path="A.md")]}, ["KeyInTeam"]),
        (local("a"), {"occupied": frozenset({"a.md"})}, ["PlaceTaken"]),
        (local("a"), {"staying": (local("a", path="b.md"),)}, ["KeyClaimedTwice"]),
        (local("a"), {"ignores": IgnoredPaths({"a.md": ".gitignore:1: *.md"})}, ["IgnoredByGit"]),
        (local("a"), {"ignores": CannotTell("/repo", "no index")}, ["CannotTellIgnored"]),
        (Local(local("a").note, "", "Permission denied"), {}, ["Unreadable"]),
    ],
)
def test_each_thing_in_the_way_is_told(each: Local, store: dict[str, object], blockers: list[str]) -> None:
    found = planned([each], **store)  # type: ignore[arg-type]  # as above
    assert isinstance(found, list)
    assert set(blockers) <= set(found)


def test_one_blocked_note_stops_the_batch_and_all_is_told_at_once() -> None:
    batch = [local("a"), local("b", "gone"), local("c", kind="nothing")]
    assert planned(batch) == ["DanglingLink", "UnknownType"]


def test_a_word_that_names_nothing_hides_no_other_blocker() -> None:
    batch = [local("b", "gone")]
    missing = choose(Asked(words=("b", "nobody")), [each.note for each in batch], []).missing
    match plan(batch, Store(local=[each.note for each in batch]), missing):
        case Failure(Blocked(blockers)):
            assert [name(each) for each in blockers] == ["NothingToPromote", "DanglingLink"]
        case Success(moves):
            pytest.fail(str(moves))


def test_a_stub_of_a_tracked_document_counts_as_committed() -> None:
    stub = local("readme", kind="stub", more=f"invalidated_by: file:README.md@{BLOB}\n")
    assert planned([local("a", "readme")], staying=(stub,)) == ["CrossLayerLink"]
    assert isinstance(planned([local("a", "readme")], staying=(stub,), tracked=frozenset({"README.md"})), tuple)


# --- what a person names --------------------------------------------------------

NOTES = [local(key).note for key in ("surprise/one", "surprise/two", "topic", "deep/er/three")]


def keys(*words: str, asked: Asked | None = None) -> list[str] | None:
    found = choose(asked or Asked(words=words), NOTES, [team("shared")])
    assert all(each.explain().mend for each in found.missing)
    return None if found.missing else [each.key for each in found.notes]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("surprise/one",), ["surprise/one"]),
        (("Surprise/ONE",), ["surprise/one"]),
        (("local/surprise/one",), ["surprise/one"]),
        (("note://local/surprise/one",), ["surprise/one"]),
        (("surprise/one.md",), ["surprise/one"]),
        (("surprise/*",), ["surprise/one", "surprise/two"]),
        (("*",), ["topic"]),
        (("**",), ["surprise/one", "surprise/two", "topic", "deep/er/three"]),
        (("surprise/t?o", "surprise/two"), ["surprise/two"]),
        (("surprise/[!o]*",), ["surprise/two"]),
        (("note://team/surprise/one",), None),
        (("shared",), None),
        (("surprise/*", "none"), None),
        (("[z-a]",), None),
        (("",), None),
    ],
)
def test_a_word_names_notes_in_every_form_in_which_we_print_keys(
    words: tuple[str, ...], found: list[str] | None
) -> None:
    assert keys(*words) == found


def test_a_session_narrows_to_what_it_recorded() -> None:
    recorded = frozenset({"surprise/one", "topic"})
    assert keys(asked=Asked(session="s", recorded=recorded)) == ["surprise/one", "topic"]
    assert keys(asked=Asked(words=("surprise/*",), session="s", recorded=recorded)) == ["surprise/one"]
    assert keys(asked=Asked(session="s")) is None


@given(st.text())
def test_any_word_names_notes_or_is_told(word: str) -> None:
    found = keys(word)
    assert found is None or found


@given(st.lists(st.sampled_from("abc"), unique=True), st.lists(st.sampled_from("abc"), unique=True))
def test_the_team_never_links_to_what_it_does_not_have(batch: list[str], links: list[str]) -> None:
    everything = {key: local(key, *[each for each in links if each != key]) for key in "abc"}
    found = planned(
        [everything[key] for key in batch], staying=tuple(everything[key] for key in "abc" if key not in batch)
    )
    inside = all(set(links) - {key} <= set(batch) for key in batch)
    assert isinstance(found, tuple) == inside
