"""Ingest makes a repository's documents findable: idempotent, refreshed, removed with them, and nothing else is touched."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import json
from returns.result import Failure

from hindnote.core.document import read_document
from hindnote.core.frontmatter import parse
from hindnote.core.keys import Layer
from hindnote.core.schema import judge
from hindnote.shell.app.ingest import IngestReport, LeftOut, Stopped, ingest
from hindnote.shell.app.world import World, open_world
from hindnote.shell.git import GitMissing

from ..places import git, repository, settings_in, world_in

FIXTURE = Path(__file__).resolve().parents[3] / "fixtures" / "documented"
WRITTEN = [
    *("agents", "cursor/rules/python", "docs/guide", "docs/operations/on-call-at-night", "github/copilot-instructions"),
    *("readme", "repository-overview"),
]


def documented(at: Path) -> Path:
    """The fixture as a repository, committed."""
    shutil.copytree(FIXTURE, at)
    repository(at)
    git(at, "add", "-A")
    git(at, "commit", "-qm", "All of it")
    return at


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, documented(tmp_path / "my répo"))


def done(world: World) -> IngestReport:
    return ingest(world).unwrap()


def notes(world: World) -> Mapping[str, bytes]:
    folder = world.places.local
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def write(world: World, name: str, text: str, *, track: bool = True) -> None:
    path = world.places.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    if track:
        git(world.places.root, "add", "--", name)


def test_every_document_becomes_a_stub_and_one_overview_links_to_them(world: World) -> None:
    report = done(world)
    assert list(map(str, report.written)) == WRITTEN
    assert report.overview == "repository-overview"
    assert sorted(notes(world)) == sorted(f"{key}.md" for key in WRITTEN)
    overview = read_document(notes(world)["repository-overview.md"].decode(), "repository-overview.md")
    assert sorted(link.target for link in overview.links) == sorted(set(WRITTEN) - {"repository-overview"})
    assert overview.generated


def test_what_is_written_passes_the_schema(world: World) -> None:
    done(world)
    assert [judge(text.decode(), path) for path, text in notes(world).items()] == [()] * len(WRITTEN)


def test_the_overview_carries_what_the_repositorys_files_declare(world: World) -> None:
    done(world)
    overview = notes(world)["repository-overview.md"].decode()
    for line in (
        "- Python (`.py`): 2 files, such as `src/app.py`",
        "- `make test` (`Makefile`)",
        "- `pytest` (`pyproject.toml`)",
        "- in `web`: `npm run build` runs `vite build` (`web/package.json`)",
        "- GitHub Actions `checks`, jobs `test` (`.github/workflows/checks.yml`)",
    ):
        assert line in overview


def test_a_second_run_writes_nothing(world: World) -> None:
    done(world)
    before = {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in world.places.local.rglob("*.md")}
    report = done(world)
    assert (report.written, report.refreshed, report.removed) == ((), (), ())
    assert list(map(str, report.unchanged)) == WRITTEN
    assert {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in world.places.local.rglob("*.md")} == before


def test_a_changed_document_is_refreshed_alone(world: World) -> None:
    done(world)
    write(world, "docs/guide.md", "# The guide\n\n## Begin\n\n## Uninstall\n", track=False)
    report = done(world)
    assert (report.written, report.refreshed) == ((), ("docs/guide",))
    assert "- Begin\n- Uninstall\n" in notes(world)["docs/guide.md"].decode()


def test_a_stub_expires_by_its_documents_blob(world: World) -> None:
    done(world)
    fields = parse(notes(world)["docs/guide.md"].decode()).unwrap()
    assert fields["invalidated_by"] == f"file:docs/guide.md@{git(world.places.root, 'hash-object', 'docs/guide.md')}"


def test_the_stub_of_a_removed_document_goes_with_its_empty_folder(world: World) -> None:
    done(world)
    (world.places.root / "docs/operations/on-call (at night).md").unlink()
    report = done(world)
    assert report.removed == ("docs/operations/on-call-at-night",)
    assert report.refreshed == ("repository-overview",)
    assert not (world.places.local / "docs/operations").exists()


def test_a_renamed_document_moves_its_stub(world: World) -> None:
    done(world)
    git(world.places.root, "mv", "docs/guide.md", "docs/manual.md")
    report = done(world)
    assert (report.written, report.removed) == (("docs/manual",), ("docs/guide",))


def test_a_hand_written_note_with_a_stubs_key_stays(world: World) -> None:
    mine = "---\nkey: readme\ntype: topic\nsource: me\nrecorded: 2026-08-01\n---\n# Mine\n\n## Notes\n\ntext\n"
    world.places.local.mkdir(parents=True)
    (world.places.local / "readme.md").write_text(mine, "utf-8")
    (world.places.local / "broken.md").write_bytes(b"---\nsource: ingest\ntype: stub\n\xff")
    for _ in range(2):
        report = done(world)
        assert LeftOut("README.md", "readme.md is a note that ingest did not make: it stays as it is") in report.skipped
    assert notes(world)["readme.md"].decode() == mine
    assert "broken.md" in notes(world)


def test_our_own_store_is_never_ingested(tmp_path: Path) -> None:
    root = documented(tmp_path / "r")
    for name in (".hindnote/notes/own.md", "memory/team.md", "memory/local/mine.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(
            "---\nkey: x\ntype: topic\nsource: me\nrecorded: 2026-08-01\n---\n# Own\n\n## A\n\nb\n"
        )
    git(root, "add", "-A")
    world = world_in(tmp_path, root, team=str(root / "memory"), local=str(root / "memory/local"))
    assert list(map(str, done(world).written)) == WRITTEN


def test_what_cannot_be_a_stub_is_reported_and_hides_nothing(world: World) -> None:
    root = world.places.root
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (root / "binary.md").write_bytes(b"a\0b")
    (root / "latin.md").write_bytes(b"caf\xe9")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    write(world, "secret.md", f"## The token is {secret}\n")
    write(world, "docs/Guide!.md", "# Another\n")
    write(world, "aux.md", "# Reserved\n")
    write(world, "merge.md", "# T\n\n<<<<<<< HEAD\n## a\n=======\n## b\n>>>>>>> other\n")
    write(world, "empty.md", "")
    git(root, "add", "-A")
    report = done(world)
    assert [each.path for each in report.skipped] == [
        "CLAUDE.md",
        "aux.md",
        "binary.md",
        "docs/guide.md",
        "latin.md",
        "merge.md",
        "secret.md",
    ]
    assert set(WRITTEN) | {"empty"} == set(map(str, report.written))
    assert secret not in json.encode(report).decode()
    assert not any(secret.encode() in text for text in notes(world).values())


def test_a_document_that_became_unreadable_keeps_its_stub(world: World) -> None:
    done(world)
    before = notes(world)
    (world.places.root / "docs/guide.md").write_bytes(b"\0")
    report = done(world)
    assert notes(world) == before
    assert [each.path for each in report.skipped] == ["docs/guide.md"]


def test_a_document_of_ten_megabytes_is_pointed_at(world: World) -> None:
    write(world, "big.md", "# Big\n\n" + "word " * 100_000 + "\n" + "\n## Part\n\n" + ("text " * 15 + "\n") * 125_000)
    done(world)
    assert len(notes(world)["big.md"]) < 2_000


def test_a_dry_run_says_the_same_and_does_nothing(world: World) -> None:
    said = ingest(world, dry_run=True).unwrap()
    assert not world.places.local.exists()
    report = done(world)
    assert said.dry_run
    assert (said.written, said.skipped) == (report.written, report.skipped)


def test_a_plain_folder_is_ingested_as_it_lies(tmp_path: Path) -> None:
    root = tmp_path / "plain"
    shutil.copytree(FIXTURE, root)
    (root / ".hindnote").mkdir()
    assert list(map(str, done(world_in(tmp_path, root)).written)) == WRITTEN


def test_an_empty_repository_has_nothing_to_say(tmp_path: Path) -> None:
    report = done(world_in(tmp_path, repository(tmp_path / "r")))
    assert report == IngestReport(
        written=(), refreshed=(), unchanged=(), removed=(), skipped=(), overview=None, dry_run=False
    )


def test_a_worktree_reads_its_own_documents(tmp_path: Path, world: World) -> None:
    git(world.places.root, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "other")
    (tmp_path / "tree/docs/guide.md").unlink()
    report = done(world_in(tmp_path, tmp_path / "tree"))
    assert "docs/guide" not in report.written
    assert "readme" in report.written


def test_without_git_installed_nothing_is_taken_for_gone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    done(world)
    before = notes(world)
    monkeypatch.setenv("PATH", "")
    assert ingest(world) == Failure(GitMissing())
    assert notes(world) == before


def test_a_repositorys_own_templates_name_the_stubs(tmp_path: Path) -> None:
    root = documented(tmp_path / "r")
    (root / ".hindnote").mkdir()
    (root / ".hindnote/config.toml").write_text('[keys]\nstub = "docs/{{path}}"\ntopic = "about/{{slug}}"\n')
    report = done(world_in(tmp_path, root))
    assert report.overview == "about/repository-overview"
    assert "docs/docs/guide" in report.written


def test_a_file_in_a_folders_place_stops_with_what_was_done(world: World) -> None:
    world.places.local.mkdir(parents=True)
    (world.places.local / "docs").write_text("in the way")
    stopped = ingest(world).failure()
    assert isinstance(stopped, Stopped)
    assert stopped.of == len(WRITTEN)
    (world.places.local / "docs").unlink()
    assert len(done(world).unchanged) == stopped.done


def test_notes_are_private(world: World) -> None:
    done(world)
    modes = {path.stat().st_mode & 0o777 for path in world.places.local.rglob("*.md")}
    assert modes == {0o600}


@pytest.mark.parametrize("surroundings", [{"LANG": "C", "LC_ALL": "C"}, {"HOME": ""}, {"GIT_DIR": "/nowhere"}])
def test_surroundings_change_nothing(world: World, tmp_path: Path, surroundings: dict[str, str]) -> None:
    code = (
        "import sys; from hindnote.shell.settings import read_settings; from hindnote.shell.app.world import open_world;"
        "from hindnote.shell.app.ingest import ingest; from msgspec import json;"
        "print(json.encode(ingest(open_world(read_settings(), create=True).unwrap()).unwrap()).decode())"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    env |= {
        f"HINDNOTE_{kind}_HOME": str(tmp_path / "other" / kind) for kind in ("DATA", "STATE", "CONFIG")
    } | surroundings
    run = subprocess.run([sys.executable, "-c", code], cwd=world.places.root, env=env, capture_output=True, check=True)
    assert json.decode(run.stdout, type=IngestReport) == done(world)


def test_ingest_waits_its_turn(tmp_path: Path) -> None:
    world = world_in(tmp_path, documented(tmp_path / "r"), env={"HINDNOTE_LOCK_TIMEOUT": "0"})
    with world.lock(Layer.LOCAL).unwrap():
        assert type(ingest(world).failure()).__name__ == "LockTimeout"


def test_a_note_written_while_ingest_reads_is_seen(world: World) -> None:
    mine = "---\nkey: readme\ntype: topic\nsource: me\nrecorded: 2026-08-01\n---\n# Mine\n\n## Notes\n\ntext\n"

    def meanwhile(done: int, total: int) -> None:
        if done == total:
            world.places.local.mkdir(parents=True, exist_ok=True)
            (world.places.local / "readme.md").write_text(mine, "utf-8")

    report = ingest(world, progress=meanwhile).unwrap()
    assert "readme" not in report.written
    assert notes(world)["readme.md"].decode() == mine


def test_ingest_in_a_repository_that_was_never_initialised_makes_its_store(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, documented(tmp_path / "r"))
    assert list(map(str, done(open_world(settings).unwrap()).written)) == WRITTEN
    assert open_world(settings).unwrap().places.local.is_dir()


def test_a_folder_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    refusal = ingest(open_world(settings_in(tmp_path, tmp_path / "plain")).unwrap()).failure()
    assert type(refusal).__name__ == "NotInitialised"
