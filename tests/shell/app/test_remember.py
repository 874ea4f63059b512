"""What is remembered is one whole local note that is found at once; a refusal leaves every file as it was."""

import hashlib
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace
from returns.result import Failure, Success

from hindnote.core.events import Refused, Remembered
from hindnote.core.keys import Layer, parse_key
from hindnote.core.note import parse_note
from hindnote.core.remember import KeyTaken
from hindnote.core.surprise import SecretSaid, UnusableArguments
from hindnote.core.toml import InvalidConfig
from hindnote.core.update import NoLocalNote, OnlyInTeam
from hindnote.core.versions import version_of
from hindnote.core.writing import BreaksSchema
from hindnote.shell import ledger
from hindnote.shell.app.remember import IfExists, RememberAnswer, RememberRequest, remember
from hindnote.shell.app.world import World, open_world
from hindnote.shell.index.index import open_index
from hindnote.shell.notesdir import Unavailable, Unreadable
from hindnote.shell.repository import NotInitialised

from ..places import git, repository, settings_in, world_in

KEY = "surprise/mounting-a-credential-file-returns-ebusy"
REQUEST = RememberRequest(
    expected="A mounted file can be replaced.",
    observed="Mounting a credential file returns EBUSY.",
    evidence="mv /tmp/x /token -> Resource busy",
    answers=("why does my login not persist",),
)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return world_in(tmp_path, repository(tmp_path / "repo"))


def told(world: World) -> list[tuple[str, str]]:
    events = ledger.session(world.places.ledger, "s03").events
    return [
        (type(e).__name__, e.why if isinstance(e, Refused) else e.how)
        for e in events
        if isinstance(e, Refused | Remembered)
    ]


def files_of(world: World) -> dict[str, bytes]:
    roots = (world.places.local, world.places.team)
    return {str(path): path.read_bytes() for root in roots for path in root.rglob("*") if path.is_file()}


# --- writing ----------------------------------------------------------------


def test_a_surprise_becomes_a_private_local_note(world: World) -> None:
    answer = remember(world, REQUEST).unwrap()
    place = world.places.local / f"{KEY}.md"
    assert answer == RememberAnswer(
        key=answer.key, layer=Layer.LOCAL, path=str(place), version=version_of(place.read_bytes()), date="2026-08-07"
    )
    assert answer.key == KEY
    assert parse_note(place.read_text()).unwrap().key == KEY
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert not world.places.team.exists()
    assert told(world) == [("Remembered", "created")]


def test_it_is_found_without_another_refresh(world: World) -> None:
    answer = remember(world, REQUEST).unwrap()
    with open_index(world) as index:
        assert [note.key for note in index.named(answer.key)] == [answer.key]


def test_before_init_it_works_in_git_and_makes_only_the_local_layer(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    foreign = open_world(settings_in(tmp_path, here)).unwrap()
    assert foreign.places.foreign
    answer = remember(foreign, REQUEST).unwrap()
    assert Path(answer.path).is_relative_to(tmp_path / "home")
    assert git(here, "status", "--short") == ""
    assert not (here / ".hindnote").exists()
    assert open_world(settings_in(tmp_path, here)).unwrap().places.local in Path(answer.path).parents


def test_before_init_it_is_refused_outside_git(tmp_path: Path) -> None:
    here = tmp_path / "plain"
    here.mkdir()
    refusal = remember(open_world(settings_in(tmp_path, here)).unwrap(), REQUEST).failure()
    assert refusal == NotInitialised(str(here))
    assert "hindnote init" in refusal.explain().mend
    assert list(here.iterdir()) == []


def test_worktrees_remember_into_one_layer(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    git(here, "commit", "-q", "--allow-empty", "-m", "first")
    git(here, "worktree", "add", "-q", "../other")
    remember(world_in(tmp_path, here), REQUEST).unwrap()
    assert isinstance(remember(world_in(tmp_path, tmp_path / "other"), REQUEST).failure(), KeyTaken)


def test_the_stores_own_template_names_the_note(tmp_path: Path) -> None:
    here = repository(tmp_path / "repo")
    (here / ".hindnote").mkdir()
    (here / ".hindnote" / "config.toml").write_text('[keys]\nsurprise = "lessons/{{slug}}"\n')
    assert remember(world_in(tmp_path, here), REQUEST).unwrap().key.startswith("lessons/")


@pytest.mark.parametrize("template", ["{{slg}}", "{{slug", "../{{slug}}"])
def test_a_template_that_cannot_be_used_is_named_with_its_line(tmp_path: Path, template: str) -> None:
    here = repository(tmp_path / "repo")
    (here / ".hindnote").mkdir()
    (here / ".hindnote" / "config.toml").write_text(f'[keys]\nsurprise = "{template}"\n')
    refusal = open_world(settings_in(tmp_path, here)).failure()
    assert isinstance(refusal, InvalidConfig)
    assert refusal.line == 2


# --- what is there already --------------------------------------------------


def test_told_twice_it_meets_itself(world: World) -> None:
    first = remember(world, REQUEST).unwrap()
    before = files_of(world)
    refusal = remember(world, replace(REQUEST, observed="mounting a CREDENTIAL file — returns ebusy")).failure()
    assert refusal == KeyTaken(parse_key(first.key).unwrap(), first.path)
    assert files_of(world) == before
    assert told(world) == [("Remembered", "created"), ("Refused", "KeyTaken")]


def test_a_mode_is_followed_and_told(world: World) -> None:
    remember(world, REQUEST).unwrap()
    skipped = remember(world, replace(REQUEST, if_exists=IfExists.SKIP, evidence="other")).unwrap()
    suffixed = remember(world, replace(REQUEST, if_exists=IfExists.SUFFIX, evidence="other")).unwrap()
    overrode = remember(world, replace(REQUEST, if_exists=IfExists.OVERRIDE, evidence="other")).unwrap()
    assert [skipped.key, suffixed.key, overrode.key] == [KEY, f"{KEY}-2", KEY]
    assert overrode.warnings == (f"destroyed `{KEY}.md`: Mounting a credential file returns EBUSY (2026-08-07)",)
    assert "other" in Path(overrode.path).read_text()
    assert [how for _, how in told(world)] == ["created", "skipped", "suffixed", "overrode"]


def test_an_update_touches_one_local_note(world: World) -> None:
    first = Path(remember(world, REQUEST).unwrap().path)
    before = first.read_bytes()
    answer = remember(world, RememberRequest(update=KEY, observed="Still so.", evidence="CI 812")).unwrap()
    assert (answer.key, answer.path, answer.how) == (KEY, str(first), "updated")
    assert first.read_bytes().startswith(before)
    assert b"- 2026-08-07: Still so." in first.read_bytes()


def test_an_update_of_a_note_with_crlf_and_bom_leaves_its_bytes(world: World) -> None:
    place = Path(remember(world, REQUEST).unwrap().path)
    before = b"\xef\xbb\xbf" + place.read_bytes().replace(b"\n", b"\r\n")
    place.write_bytes(before)
    remember(world, RememberRequest(update=KEY, observed="Still so.", evidence="CI 812")).unwrap()
    after = place.read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == after.count(b"\r\n")


def test_a_team_note_is_never_updated(world: World) -> None:
    place = world.places.team / "surprise" / "x.md"
    place.parent.mkdir(parents=True)
    place.write_text("# x\n")
    refusal = remember(world, RememberRequest(update="surprise/x", observed="o", evidence="e")).failure()
    assert isinstance(refusal, OnlyInTeam)
    assert place.read_text() == "# x\n"


# --- refusals ---------------------------------------------------------------


def test_a_refusal_writes_nothing_and_is_told_by_its_name(world: World) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    refused: list[tuple[RememberRequest, type]] = [
        (replace(REQUEST, observed=" "), UnusableArguments),
        (replace(REQUEST, evidence=f"token {secret}"), SecretSaid),
        (RememberRequest(update="nobody", observed="o", evidence="e"), NoLocalNote),
    ]
    for request, kind in refused:
        assert isinstance(remember(world, request).failure(), kind)
    assert files_of(world) == {}
    assert told(world) == [("Refused", kind.__name__) for _, kind in refused]
    for file in (*world.places.ledger.iterdir(), *world.places.state.rglob("*")):
        assert not file.is_file() or secret.encode() not in file.read_bytes()


def test_a_broken_note_is_not_updated(world: World) -> None:
    place = Path(remember(world, REQUEST).unwrap().path)
    place.write_text("---\nkey: [\n---\n# x\n")
    request = RememberRequest(update=KEY, observed="o", evidence="e")
    assert remember(world, request).failure().explain().where.startswith(f"{place}:")
    place.write_bytes(b"\xff")
    assert isinstance(remember(world, request).failure(), Unreadable)
    place.write_text("---\nkey: x\n---\n# no type\n")
    assert isinstance(remember(world, request).failure(), BreaksSchema)
    assert place.read_text() == "---\nkey: x\n---\n# no type\n"


def test_a_local_layer_that_is_a_file_refuses(world: World) -> None:
    world.places.local.parent.mkdir(parents=True, exist_ok=True)
    world.places.local.write_text("a file")
    assert isinstance(remember(world, REQUEST).failure(), Unavailable)


def test_a_team_layer_that_cannot_be_read_keeps_nobody_from_writing(world: World) -> None:
    world.places.team.parent.mkdir(parents=True)
    world.places.team.write_text("a file")
    assert isinstance(remember(world, REQUEST), Success)


def test_what_a_killed_write_left_is_swept(world: World) -> None:
    remember(world, REQUEST).unwrap()
    leftover = world.places.local / "surprise" / ".hn-123-abcd.tmp"
    leftover.write_text("half a no")
    remember(world, replace(REQUEST, observed="Another thing.")).unwrap()
    assert not leftover.exists()


def test_a_symbolic_link_in_the_layer_is_not_written_through(world: World, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    world.places.local.mkdir(parents=True)
    (world.places.local / "surprise").symlink_to(tmp_path / "elsewhere")
    assert isinstance(remember(world, REQUEST), Failure)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_an_index_that_cannot_be_made_costs_no_note(world: World) -> None:
    world.places.state.parent.mkdir(parents=True, exist_ok=True)
    world.places.state.write_text("a file")
    answer = remember(world, REQUEST).unwrap()
    assert Path(answer.path).exists()
    with open_index(world) as index:
        index.refresh()
        assert [note.key for note in index.named(answer.key)] == [answer.key]


# --- expiry -----------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["file:src/mount.rs@current", "file:/work/src/mount.rs@current", "file:{root}/src/mount.rs@current"]
)
def test_current_is_the_blob_as_it_lies(world: World, said: str) -> None:
    source = world.places.root / "src" / "mount.rs"
    source.parent.mkdir()
    source.write_text("fn main() {}\n")
    answer = remember(world, replace(REQUEST, invalidated_by=said.format(root=world.places.root))).unwrap()
    blob = git(world.places.root, "hash-object", "src/mount.rs")
    assert parse_note(Path(answer.path).read_text()).unwrap().invalidated_by == f"file:src/mount.rs@{blob}"


def test_the_image_is_the_recipe(world: World) -> None:
    (world.places.root / "Dockerfile").write_text("FROM scratch\n")
    answer = remember(world, replace(REQUEST, invalidated_by="image:current")).unwrap()
    blob = hashlib.sha1(b"blob 13\0FROM scratch\n").hexdigest()
    assert parse_note(Path(answer.path).read_text()).unwrap().invalidated_by == f"image:{blob}"


@pytest.mark.parametrize(
    "said", ["file:nowhere@current", "image:current", "file:../../etc/passwd@current", "soon", "command:rm"]
)
def test_what_can_never_expire_is_refused(world: World, said: str) -> None:
    assert remember(world, replace(REQUEST, invalidated_by=said)).failure().explain().where == "invalidated_by"
    assert files_of(world) == {}
