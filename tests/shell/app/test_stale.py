"""What has expired is told alike by `stale` and beside every note that is shown, and a question asked again costs no git."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from returns.result import Failure, Success

from hindnote.core.hits import Hit, Neighbour
from hindnote.core.keys import Layer
from hindnote.core.staleness import StaleReport
from hindnote.shell.app.facts import gather
from hindnote.shell.app.finding import Query
from hindnote.shell.app.recall import recall
from hindnote.shell.app.remember import RememberRequest, remember
from hindnote.shell.app.search import find
from hindnote.shell.app.show import show
from hindnote.shell.app.stale import glance, stale
from hindnote.shell.app.world import World, open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.verdicts import CURRENT, STALE, last_verdicts, still_stale

from ..places import git, repository, settings_in, world_in
from ..spawning import spawned

__all__ = ["spawned"]  # the fixture


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A repository with a file, and a local note that depends on it."""
    repo = repository(tmp_path / "repo")
    (repo / "src").mkdir()
    (repo / "src" / "mount.rs").write_text("fn mount() {}\n")
    world = world_in(tmp_path, repo)
    said(world, "Mounting a token returns EBUSY.", "file:src/mount.rs@current")
    return world


def said(world: World, observed: str, trigger: str | None, *relates: str) -> str:
    request = RememberRequest(
        expected="Otherwise.",
        observed=observed,
        evidence="seen",
        answers=("why",),
        invalidated_by=trigger,
        relates_to=relates,
    )
    return remember(world, request).unwrap().key


def written(world: World, name: str, trigger: str, layer: Layer = Layer.TEAM) -> None:
    """By hand, as no door would let it pass."""
    folder = world.places.folder(layer)
    folder.mkdir(parents=True, exist_ok=True)
    fields = f"key: {name}\ntype: topic\nsource: hand\nrecorded: 2026-08-07\ninvalidated_by: {trigger}\n"
    (folder / f"{name}.md").write_text(f"---\n{fields}---\n# {name}\n\n## About\n\ntext\n")


def changed(world: World) -> None:
    (world.places.root / "src" / "mount.rs").write_text("fn mount() { todo!() }\n")


def became(report: StaleReport) -> list[tuple[str, str, str | None]]:
    return [(note.what, note.recorded[:7], note.present and note.present[:7]) for note in report.stale]


def asked(world: World, question: str = "mounting a token") -> Hit:
    with open_index(world) as index:
        match recall(world, index, question):
            case Success(answer):
                return answer.roots[0].hit
            case Failure(refusal):
                pytest.fail(refusal.explain().message())


# --- stale ------------------------------------------------------------------


def test_a_note_expires_when_its_file_changes_or_goes_and_not_before(world: World) -> None:
    assert stale(world) == StaleReport(current=1)
    old = git(world.places.root, "hash-object", "src/mount.rs")[:7]
    changed(world)
    new = git(world.places.root, "hash-object", "src/mount.rs")[:7]
    assert became(stale(world)) == [("src/mount.rs changed", old, new)]
    (world.places.root / "src" / "mount.rs").rename(world.places.root / "src" / "moved.rs")
    assert became(stale(world)) == [("src/mount.rs is gone", old, None)]


def test_both_layers_are_looked_at_and_archived_notes_are_not(world: World) -> None:
    written(world, "a", "file:gone@1234567")
    written(world, "b", "file:gone@1234567\narchived: true")
    assert [(note.layer, note.key) for note in stale(world).stale] == [(Layer.TEAM, "a")]


def test_what_a_hand_wrote_wrong_cannot_be_told(world: World) -> None:
    for name, trigger in (("a", "soon"), ("b", "file:src/mount.rs@current"), ("c", "file:../x@1234567")):
        written(world, name, trigger)
    report = stale(world)
    assert [note.key for note in report.cannot_tell] == ["a", "b", "c"]
    assert report.current == 1


def test_a_checkout_with_other_line_ends_is_current(tmp_path: Path) -> None:
    """The note was pinned where the file had LF, or where git turned it: the blob is one."""
    repo = repository(tmp_path / "repo")
    git(repo, "config", "core.autocrlf", "true")
    (repo / "f").write_bytes(b"a\r\nb\r\n")
    world = world_in(tmp_path, repo)
    said(world, "It is so.", "file:f@current")
    assert stale(world).current == 1
    (repo / "f").write_bytes(b"a\nb\n")
    assert stale(world).current == 1
    (repo / "f").write_bytes(b"a\nc\n")
    assert len(stale(world).stale) == 1


def test_a_filtered_file_is_pinned_by_nobody_and_told_by_nobody(tmp_path: Path) -> None:
    repo, trace = repository(tmp_path / "repo"), tmp_path / "trace"
    for setting in (
        "filter.trap.clean",
        "core.fsmonitor",
        "diff.trap.textconv",
        "core.pager",
        "core.alternateRefsCommand",
    ):
        git(repo, "config", setting, f"touch {trace}; cat")
    git(repo, "config", "alias.hash-object", f"!touch {trace}")
    (repo / ".gitattributes").write_text("*.bin filter=trap diff=trap\n")
    (repo / "a.bin").write_text("x")
    (repo / "f").write_bytes(b"x\r\n")
    world = world_in(tmp_path, repo)
    request = RememberRequest(
        expected="a", observed="b", evidence="c", answers=("d",), invalidated_by="file:a.bin@current"
    )
    match remember(world, request):
        case Failure(refusal):
            assert "filter `trap`" in refusal.explain().error
        case Success(answer):
            pytest.fail(f"wrote {answer.path}")
    written(world, "a", "file:a.bin@1234567")
    written(world, "b", "file:f@1234567")
    report = stale(world)
    assert "filter `trap`" in report.cannot_tell[0].why
    assert [note.key for note in report.stale] == ["b"]
    asked(world, "a")
    assert not trace.exists()


def test_a_plain_folder_works_without_git(tmp_path: Path, spawned: Path) -> None:
    (tmp_path / "plain" / ".hindnote").mkdir(parents=True)
    (tmp_path / "plain" / "f").write_text("a")
    world = world_in(tmp_path, tmp_path / "plain")
    said(world, "It is so.", "file:f@current")
    assert stale(world).current == 1
    (tmp_path / "plain" / "f").write_text("b")
    assert len(stale(world).stale) == 1
    assert not spawned.read_text()


# --- image, base, symbol ----------------------------------------------------


def configured(world: World, text: str) -> World:
    world.places.config.parent.mkdir(exist_ok=True)
    world.places.config.write_text(f"[stale]\n{text}\n")
    return open_world(world.settings).unwrap()


@pytest.mark.parametrize("recipe", ["Dockerfile", ".devcontainer/devcontainer.json", "deploy/image.nix"])
def test_an_image_expires_with_its_recipe(world: World, recipe: str) -> None:
    place = world.places.root / recipe
    place.parent.mkdir(exist_ok=True)
    place.write_text("FROM a\n")
    if recipe.startswith("deploy"):
        world = configured(world, f'recipe = "{recipe}"')
    said(world, "The image has no curl.", "image:current")
    assert stale(world).current == 2
    place.write_text("FROM b\n")
    assert [what for what, _, _ in became(stale(world))] == [f"{recipe} changed"]
    place.unlink()
    assert not stale(world).stale
    assert len(stale(world).cannot_tell) == 1


def test_a_base_expires_when_the_configured_one_moves_on(world: World) -> None:
    said(world, "The base has no curl.", "base:2026.08")
    assert "no base is configured" in stale(world).cannot_tell[0].why
    assert stale(configured(world, 'base = "2026.08"')).current == 2
    assert became(stale(configured(world, 'base = "2026.09"'))) == [("the base moved to 2026.09", "2026.08", "2026.09")]


def test_a_symbol_expires_when_the_file_of_tags_loses_it(world: World) -> None:
    said(world, "It takes a path.", "symbol:mount")
    tags = world.places.root / "tags"
    tags.write_text('!_TAG_FILE_SORTED\t1\t//\nmount\tsrc/mount.rs\t/^fn mount/;"\tf\n')
    assert stale(world).current == 2
    tags.write_text('mounted\tsrc/mount.rs\t/^fn mounted/;"\tf\n')
    assert [what for what, _, _ in became(stale(world))] == ["mount is no longer defined"]


# --- beside the notes that are shown ----------------------------------------


def test_every_surface_marks_what_stale_calls_stale(world: World) -> None:
    near = said(world, "Quite another thing about bees.", None, "surprise/mounting-a-token-returns-ebusy")
    assert asked(world).flags.stale is None
    changed(world)
    assert stale(world).stale[0].what == "src/mount.rs changed"
    assert asked(world).flags.stale == "src/mount.rs changed"
    assert asked(world, "surprise/mounting-a-token-returns-ebusy").flags.stale == "src/mount.rs changed"
    assert find(world, Query(question="token")).unwrap().hits[0].flags.stale == "src/mount.rs changed"
    with open_index(world) as index:
        shown = show(world, index, "surprise/mounting-a-token-returns-ebusy").unwrap()
        assert shown[0].note.flags.stale == "src/mount.rs changed"
        roots = recall(world, index, near).unwrap().roots
    assert [neighbour.stale for neighbour in roots[0].neighbours] == ["src/mount.rs changed"]
    assert isinstance(roots[0].neighbours[0], Neighbour)


def test_a_vaults_note_is_never_marked(world: World, tmp_path: Path) -> None:
    """Its trigger may be about any repository, or none."""
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "bees.md").write_text("---\ninvalidated_by: file:hive.rs@1234567\n---\n# Bees\n")
    there = open_world(settings_in(tmp_path, world.places.root, vault=[str(tmp_path / "vault")])).unwrap()
    assert asked(there, "bees").layer is Layer.VAULT
    assert asked(there, "bees").flags.stale is None


def test_the_mark_follows_the_file_at_once(world: World) -> None:
    """Whatever is kept, and however fresh the file is."""
    first = (world.places.root / "src" / "mount.rs").read_text()
    for text, mark in (("a\n", "src/mount.rs changed"), (first, None), ("b\n", "src/mount.rs changed")):
        (world.places.root / "src" / "mount.rs").write_text(text)
        assert asked(world).flags.stale == mark


def test_a_question_asked_again_starts_no_git(world: World, spawned: Path) -> None:
    asked(world)
    assert not spawned.read_text()  # its bytes are what was recorded
    changed(world)
    asked(world)
    assert len(spawned.read_text().splitlines()) == 1
    for _ in range(3):
        assert asked(world).flags.stale == "src/mount.rs changed"
    assert len(spawned.read_text().splitlines()) == 1


DEEP = b'{"version": 1, "more": ' + b"[" * 100_000


def test_a_broken_file_of_verdicts_is_no_verdict(world: World) -> None:
    changed(world)
    place = world.places.state / "verdicts.json"
    for text in (b"", b"{", b"[]", b'{"version": 2}', b"\xff", b'{"version": 1, "verdicts": [], "seen": 3}', DEEP):
        place.write_bytes(text)
        assert last_verdicts(str(world.places.state)) == {}
        assert still_stale(str(world.places.state), str(world.places.root), {"src/mount.rs"}) == {}
        assert asked(world).flags.stale == "src/mount.rs changed"


def test_where_nothing_may_be_kept_the_answer_is_the_same(world: World) -> None:
    changed(world)
    place = world.places.state / "verdicts.json"
    place.unlink(missing_ok=True)
    place.mkdir()
    assert asked(world).flags.stale == "src/mount.rs changed"
    assert len(stale(world).stale) == 1


def test_a_folder_that_nobody_initialised_stays_as_it_is(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    (repo / ".hindnote").mkdir()
    elsewhere = repository(tmp_path / "elsewhere")
    foreign = open_world(settings_in(tmp_path, elsewhere)).unwrap()
    stale(foreign)
    gather(foreign, ["file:x@1234567"], effort="glance")
    assert not foreign.places.state.exists()


# --- for who may not import much --------------------------------------------


def test_the_last_verdicts_are_there_for_a_hook(world: World) -> None:
    state, root = str(world.places.state), str(world.places.root)
    stale(world)
    (trigger, last), *_ = last_verdicts(state).items()
    assert (last.verdict, last.path) == (CURRENT, "src/mount.rs")
    changed(world)
    stale(world)
    assert last_verdicts(state)[trigger].verdict == STALE
    assert still_stale(state, root, {"src/mount.rs"})[trigger].said == "src/mount.rs changed"
    assert still_stale(state, root, {"src/other.rs"}) == {}


def test_a_glance_brings_them_up_to_what_changed_since(world: World, spawned: Path) -> None:
    written(world, "a", "file:src/mount.rs@1234567")
    changed(world)
    with open_index(world) as index:
        glance(world, index)
        assert len(still_stale(str(world.places.state), str(world.places.root), {"src/mount.rs"})) == 2
        spawned.write_text("")
        glance(world, index)
    assert not spawned.read_text()


def test_reading_them_imports_next_to_nothing(world: World) -> None:
    stale(world)
    script = "import sys, hindnote.shell.verdicts as v; v.last_verdicts(sys.argv[1]); print(*sys.modules)"
    command = [sys.executable, "-c", script, str(world.places.state)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert not {"msgspec", "returns", "apsw", "hindnote.core"} & set(loaded)


def test_the_json_of_the_report_is_what_the_help_says(world: World) -> None:
    changed(world)
    written(world, "a", "soon")
    written(world, "b", "''")
    shape = json.loads(msgspec.json.encode(stale(world)))
    note = {"layer", "key", "date", "title", "path", "invalidated_by"}
    assert set(shape) == {"stale", "cannot_tell", "no_expiry", "current", "notices"}
    assert set(shape["stale"][0]) == note | {"what", "recorded", "present"}
    assert set(shape["cannot_tell"][0]) == note | {"why"}
    assert set(shape["no_expiry"][0]) == note
