"""Lint judges every file of both layers, hides none behind another, and says nothing it cannot know."""

import os
from pathlib import Path

import pytest

from hindnote.core.lint import LintReport
from hindnote.core.violations import Rule
from hindnote.shell.app.lint import lint
from hindnote.shell.app.world import World

from ..places import git, repository, world_in

HEAD = "---\nkey: {key}\ntype: {kind}\nsource: session s03, claude\nrecorded: 2026-08-07\n{more}---\n# Title\n\n"
SURPRISE = "## Expected\n\na\n\n## Observed\n\nb\n\n## Evidence\n\nc\n\n## Answers\n\n- d\n"
BLOB = "8370720c1f0e5a6b7d8e9f00112233445566778a"


def put(folder: Path, key: str, *links: str, kind: str = "surprise", more: str = "", path: str = "") -> Path:
    related = "\n## Related\n\n" + "".join(f"- [[{link}]]\n" for link in links) if links else ""
    file = folder / (path or f"{key}.md")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEAD.format(key=key, kind=kind, more=more) + SURPRISE + related, "utf-8")
    return file


def told(report: LintReport) -> list[tuple[Rule, str]]:
    return [(each.rule, each.where) for each in report.violations]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, repository(tmp_path / "repo"), env={"HINDNOTE_MODEL": "off"})


def test_an_empty_store_and_a_good_one_have_nothing_to_mend(world: World) -> None:
    assert lint(world) == LintReport((), 0)
    put(world.places.team, "a", "b")
    put(world.places.team, "b")
    put(world.places.local, "c", "a")
    assert lint(world) == LintReport((), 3)


def test_a_breach_names_the_file_that_a_person_opens(world: World) -> None:
    file = put(world.places.local, "a", "gone")
    assert told(lint(world)) == [(Rule.DANGLING_LINK, str(file))]
    assert lint(world).violations[0].line == file.read_text("utf-8").split("\n").index("- [[gone]]") + 1


def test_of_a_thousand_notes_one_that_is_broken_hides_none(world: World) -> None:
    for number in range(1_000):
        put(world.places.local, f"n{number}", f"n{number - 1}" if number else "n999")
    broken = world.places.local / "n500.md"
    broken.write_bytes(b"\xff\xfe---\n")
    report = lint(world)
    assert report.notes == 1_000
    assert told(report) == [(Rule.UNREADABLE, str(broken))]
    assert report.refused == 1


def test_each_file_that_cannot_be_read_or_parsed_is_told(world: World) -> None:
    undecodable = world.places.local / "bad.md"
    put(world.places.local, "good", "bad")
    undecodable.write_bytes(b"\xc3\x28")
    block = world.places.team / "block.md"
    block.parent.mkdir(parents=True)
    block.write_text("---\nkey: a\nkey: b\n---\n", "utf-8")
    (world.places.local / "link.md").symlink_to(undecodable)
    assert (Rule.UNREADABLE, str(undecodable)) in told(lint(world))
    assert (Rule.UNPARSABLE_FRONTMATTER, str(block)) in told(lint(world))
    assert lint(world).notes == 3


def test_of_a_file_that_cannot_be_read_nothing_else_is_said(world: World) -> None:
    put(world.places.local, "a", "b")
    put(world.places.local, "b")
    alone = world.places.local / "alone.md"
    alone.write_bytes(b"\xc3\x28")
    assert told(lint(world)) == [(Rule.UNREADABLE, str(alone))]


def test_a_name_that_is_no_text_is_told_and_can_be_printed(world: World) -> None:
    put(world.places.local, "a")
    Path(os.fsdecode(os.fsencode(world.places.local) + b"/\xff.md")).write_text("", "utf-8")
    report = lint(world)
    assert [each.rule for each in report.violations] == [Rule.UNREADABLE]
    assert report.violations[0].where.isprintable()
    assert report.notes == 2


def test_a_folder_that_is_a_file_is_told_and_what_it_may_hold_is_not_called_missing(world: World) -> None:
    put(world.places.local, "a", "perhaps-a-team-note")
    put(world.places.local, "b")
    world.places.team.parent.mkdir(exist_ok=True)
    world.places.team.write_text("", "utf-8")
    assert told(lint(world)) == [(Rule.UNREADABLE, str(world.places.team))]


def test_a_breach_of_a_note_and_one_of_the_store_stand_together(world: World) -> None:
    put(world.places.local, "a", "gone", more="confidence: low\n", path="elsewhere.md")
    put(world.places.local, "z", "a")
    first, second = lint(world).violations
    assert (first.rule, second.rule) == (Rule.KEY_DISAGREES_WITH_PATH, Rule.DANGLING_LINK)
    assert (first.line or 0) < (second.line or 0)


def test_a_stub_of_a_document_that_git_tracks_counts_as_committed(world: World) -> None:
    put(world.places.team, "a", "readme")
    put(world.places.local, "readme", kind="stub", more=f"invalidated_by: file:README.md@{BLOB}\n")
    document = world.places.root / "README.md"
    document.write_text("# Readme\n", "utf-8")
    assert told(lint(world)) == [(Rule.CROSS_LAYER_LINK, str(world.places.team / "a.md"))]
    git(world.places.root, "add", "README.md")
    assert told(lint(world)) == []


def test_where_git_cannot_tell_nothing_counts_as_committed(world: World) -> None:
    put(world.places.team, "a", "readme")
    put(world.places.local, "readme", kind="stub", more=f"invalidated_by: file:README.md@{BLOB}\n")
    (world.places.root / ".git" / "index").write_bytes(b"no index")
    assert told(lint(world)) == [(Rule.CROSS_LAYER_LINK, str(world.places.team / "a.md"))]


def test_a_plain_folder_has_no_git_to_ask(tmp_path: Path) -> None:
    (tmp_path / "plain" / ".hindnote").mkdir(parents=True)
    world = world_in(tmp_path, tmp_path / "plain", env={"HINDNOTE_MODEL": "off"})
    put(world.places.team, "a", "b")
    put(world.places.local, "b", "a")
    assert told(lint(world)) == [(Rule.CROSS_LAYER_LINK, str(world.places.team / "a.md"))]


def test_lint_changes_nothing(world: World) -> None:
    file = put(world.places.local, "a", "gone")
    before = {path: path.read_bytes() for path in world.places.store.parents[1].rglob("*") if path.is_file()}
    lint(world)
    assert {path: path.read_bytes() for path in world.places.store.parents[1].rglob("*") if path.is_file()} == before
    assert file in before


def test_a_note_that_says_what_another_says_is_told_until_it_is_set_aside(tmp_path: Path) -> None:
    world = world_in(tmp_path, repository(tmp_path / "repo"))
    first = put(world.places.team, "a", "b")
    second = put(world.places.local, "b", "a")
    other = "---\nkey: c\ntype: topic\nsource: s\nrecorded: 2026-08-07\n---\n# Printers jam on Mondays\n\n## Why\n\nThe paper is damp.\n\n[[a]]\n"
    (world.places.local / "c.md").write_text(other)
    found = [each for each in lint(world).violations if each.rule is Rule.NEAR_DUPLICATE]
    assert [each.where for each in found] == [str(first)]
    assert "b (local)" in found[0].detail
    second.write_text(second.read_text().replace("key: b\n", "key: b\narchived: true\n"))
    assert not [each for each in lint(world).violations if each.rule is Rule.NEAR_DUPLICATE]
