"""Setup registers us with each harness and unsetup leaves each file as it was, to the byte when nobody edited it."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from returns.result import Failure
from syrupy.assertion import SnapshotAssertion

from hindnote.core.harnesses import HARNESSES
from hindnote.core.jsonc import Node, parse
from hindnote.core.rules import BEGIN, END
from hindnote.shell.app.setup import NoneFound, NoSuchHarness, plan
from hindnote.shell.cli.setup import shown
from hindnote.shell.harnesses import places
from hindnote.shell.harnesses.records import UnusableRecords
from hindnote.shell.noteswalk import TEMPORARY

from ...pages import page
from ..places import settings_in
from ..processes import Python
from ..test_faults import needs_mounts, read_only
from .people import HOME, Person, person_in

__all__ = ["page"]
ROOT = Path(__file__).resolve().parents[3]
NAMES = [each.name for each in HARNESSES]
SCOPES = ("user", "project")


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return person_in(tmp_path)


def value(path: Path, *keys: str) -> Any:  # noqa: ANN401  (JSON)
    """What stands there, as the file's own harness reads it."""
    node = parse(path.read_text()).unwrap()
    assert isinstance(node, Node)
    found: Any = node.value
    for key in keys:
        found = found[key]
    return found


def hooks_of(person: Person, file: str) -> Any:  # noqa: ANN401  (as above)
    return value(person.home / file, "hooks")


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("name", NAMES)
def test_what_comes_goes_again_to_the_byte(person: Person, name: str, scope: str) -> None:
    before, folders = person.files(), person.folders()
    assert not any(part.problem for part in person.do("setup", name, scope=scope).parts)  # type: ignore[arg-type]  # both scopes
    assert person.files() != before
    person.do("unsetup", name, scope=scope)  # type: ignore[arg-type]  # as above
    kept = {"home/.kiro/settings/mcp.json"} if (name, scope) == ("kiro", "user") else set[str]()  # ours, from before
    assert {path for path in before if person.files().get(path) != before[path]} == kept
    assert set(person.files()) == set(before)
    assert person.folders() == folders


def test_all_at_once_and_twice_and_back(person: Person) -> None:
    before = person.files()
    person.do("setup", *NAMES)
    once = person.files()
    assert all(part.changes == () for part in person.do("setup", *NAMES).parts)
    assert person.files() == once
    person.do("unsetup")
    changed = {path for path, data in before.items() if person.files().get(path) != data}
    assert changed == {"home/.kiro/settings/mcp.json"}  # it had an old entry of ours, which goes too


def test_each_server_entry_is_where_its_harness_looks(person: Person) -> None:
    person.do("setup", *NAMES)
    at = {
        ".claude.json": ("mcpServers", "hindnote"),
        ".gemini/settings.json": ("mcpServers", "hindnote"),
        ".config/opencode/opencode.jsonc": ("mcp", "hindnote"),
        ".cursor/mcp.json": ("mcpServers", "hindnote"),
        ".config/Code/User/mcp.json": ("servers", "hindnote"),
        ".codeium/windsurf/mcp_config.json": ("mcpServers", "hindnote"),
        ".config/zed/settings.json": ("context_servers", "hindnote"),
        ".kiro/settings/mcp.json": ("mcpServers", "hindnote"),
    }
    for file, path in at.items():
        entry = value(person.home / file, *path)
        command = entry["command"] if isinstance(entry["command"], list) else [entry["command"], *entry["args"]]
        assert command[-1] == "serve"
        assert Path(str(command[0])).is_file(), "a harness starts it wherever its PATH leads"
    codex = tomllib.loads((person.home / ".codex/config.toml").read_text())["mcp_servers"]
    assert set(codex) == {"b", "hindnote"}
    assert codex["hindnote"]["args"][-1] == "serve"


def test_opencodes_second_format_keeps_servers_one_level_deeper(tmp_path: Path) -> None:
    text = '{"mcp": {"servers": {"b": {"type": "local", "command": ["b"]}}}}'
    person = person_in(tmp_path, {".config/opencode/opencode.json": text})
    person.do("setup", "opencode")
    told = json.loads((person.home / ".config/opencode/opencode.json").read_text())
    assert set(told["mcp"]["servers"]) == {"b", "hindnote"}
    assert "enabled" not in told["mcp"]["servers"]["hindnote"]


def test_hooks_join_those_that_are_there(person: Person) -> None:
    person.do("setup", "claude", "cursor")
    assert len(hooks_of(person, ".claude/settings.json")["Stop"]) == 2
    assert hooks_of(person, ".cursor/hooks.json")["stop"] == [{"command": "./audit.sh"}]
    assert "// why" in (person.home / ".claude/settings.json").read_text()


def test_a_moved_interpreter_replaces_our_entries_where_they_stand(person: Person) -> None:
    person.do("setup", "claude")
    settings = person.home / ".claude/settings.json"
    moved = settings.read_text().replace("/data/hook.py", "/moved/data/hook.py")
    settings.write_text(moved)
    person.do("setup", "claude")
    assert settings.read_text() == moved.replace("/moved/data/hook.py", "/data/hook.py")


def test_what_a_person_gave_our_entry_stays_when_its_command_is_renewed(tmp_path: Path) -> None:
    json_text = '{"mcpServers": {"hindnote": {"command": "/old", "env": {"HINDNOTE_MODEL": "off"} /* why */}}}'
    toml_text = '[mcp_servers.hindnote]\ncommand = "/old"\nstartup_timeout_sec = 30 # slow\n'
    person = person_in(tmp_path, {".claude.json": json_text, ".codex/config.toml": toml_text})
    person.do("setup", "claude", "codex")
    claude = value(person.home / ".claude.json", "mcpServers", "hindnote")
    assert claude["env"] == {"HINDNOTE_MODEL": "off"}
    assert claude["args"][-1] == "serve"
    assert "/* why */" in (person.home / ".claude.json").read_text()
    assert "startup_timeout_sec = 30 # slow\n" in (person.home / ".codex/config.toml").read_text()
    assert all(part.changes == () for part in person.do("setup", "claude", "codex").parts)
    person.do("unsetup", "claude", "codex")
    assert value(person.home / ".claude.json") == {"mcpServers": {}}
    assert (person.home / ".codex/config.toml").read_text() == ""


WITH_WORDS = {
    ".claude.json": '{"mcpServers": {"hindnote": {"command": "/old", "args": ["-m", "old", "serve", "--tools", "full"]}}}',
    ".config/opencode/opencode.json": '{"mcp": {"hindnote": {"type": "local", "command": ["/old", "serve", "--tools", "full"]}}}',
    ".codex/config.toml": '[mcp_servers.hindnote]\ncommand = "/old"\nargs = ["serve", "--tools", "full"] # mine\n',
}


def test_which_tools_a_person_chose_stays_when_its_command_is_renewed(tmp_path: Path) -> None:
    person = person_in(tmp_path, WITH_WORDS)
    person.do("setup", "claude", "opencode", "codex")
    claude = value(person.home / ".claude.json", "mcpServers", "hindnote")
    opencode = value(person.home / ".config/opencode/opencode.json", "mcp", "hindnote")
    codex = tomllib.loads((person.home / ".codex/config.toml").read_text())["mcp_servers"]["hindnote"]
    for words in (claude["args"], opencode["command"], codex["args"]):
        assert words[-3:] == ["serve", "--tools", "full"]
        assert not {"old", "/old"} & set(words)
    assert all(part.changes == () for part in person.do("setup", "claude", "opencode", "codex").parts)
    person.do("unsetup", "claude", "opencode", "codex")
    assert "hindnote" not in "".join((person.home / file).read_text() for file in WITH_WORDS)


@pytest.mark.parametrize("words", [["--vault", "/x"], ["--tools", "all"], ["--tools", "full", "--http"], [7], []])
def test_no_other_words_behind_the_server_stay(tmp_path: Path, words: list[object]) -> None:
    text = json.dumps({"mcpServers": {"hindnote": {"command": "/old", "args": ["serve", *words]}}})
    person = person_in(tmp_path, {".claude.json": text})
    person.do("setup", "claude")
    assert value(person.home / ".claude.json", "mcpServers", "hindnote")["args"][-1] == "serve"


def test_of_several_hooks_that_older_installations_left_one_stays(tmp_path: Path) -> None:
    old = '{"hooks": [{"type": "command", "command": "hindnote-hook stop --harness claude"}]}'
    mixed = '{"hooks": [{"command": "say"}, {"command": "hindnote-hook stop --harness claude"}]}'
    text = f'{{"hooks": {{"Stop": [{old}, {{"theirs": 1}}, {mixed}, {old}]}}}}'
    person = person_in(tmp_path, {".claude/settings.json": text})
    person.do("setup", "claude")
    one, theirs, others = hooks_of(person, ".claude/settings.json")["Stop"]
    assert [each["command"].endswith("stop --harness claude") for each in one["hooks"]] == [True]
    assert (theirs, others) == ({"theirs": 1}, {"hooks": [{"command": "say"}]})
    assert all(part.changes == () for part in person.do("setup", "claude").parts)


# --- edits in between -------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"windsurf", "kiro"}])
def test_after_an_edit_only_what_is_ours_goes(person: Person, name: str) -> None:
    before = person.files()
    person.do("setup", name)
    edited = [path for path, data in person.files().items() if path in before and data != before[path]]
    for path in edited:
        file = person.home.parent / path
        file.write_bytes(edit(path, file.read_bytes()))
    person.do("unsetup", name)
    after = person.files()
    assert set(after) == set(before)
    for path in edited:
        assert meaning(path, after[path]) == meaning(path, edit(path, before[path]))


@pytest.mark.parametrize("name", ["windsurf", "kiro"])
def test_after_an_edit_of_a_file_that_held_nothing_else_nothing_of_ours_is_left(person: Person, name: str) -> None:
    person.do("setup", name)
    file = person.home / (".kiro/settings/mcp.json" if name == "kiro" else ".codeium/windsurf/mcp_config.json")
    file.write_bytes(edit(str(file), file.read_bytes()))
    person.do("unsetup", name)
    assert b"hindnote" not in file.read_bytes()
    assert b"// later" in file.read_bytes()


def edit(path: str, data: bytes) -> bytes:
    """A line of the person's own, at the end."""
    return data + (b"\n// later\n" if ".json" in path else b"\n# later\n")


def meaning(path: str, data: bytes) -> object:
    if path.endswith(".toml"):
        return tomllib.loads(data.decode())
    if path.endswith(".md"):
        return data.decode().split()
    node = parse(data.decode()).unwrap()
    assert isinstance(node, Node)
    return node.value, data.count(b"//"), data.count(b"/*")


def test_what_older_installations_left_goes_too(tmp_path: Path) -> None:
    old = '{"hooks": [{"type": "command", "command": "hindnote-hook stop --harness claude"}]}'
    files = {
        ".claude.json": '{"mcpServers": {"hindnote": {"command": "a"}, "b": {}, "hindnote": {"command": "c"}}}',
        ".claude/settings.json": f'{{"hooks": {{"Stop": [{old}, {{"theirs": 1}}, {old}]}}}}',
    }
    person = person_in(tmp_path, files)
    person.do("setup", "claude")
    person.do("unsetup", "claude")
    assert value(person.home / ".claude.json") == {"mcpServers": {"b": {}}}
    assert value(person.home / ".claude/settings.json", "hooks", "Stop") == [{"theirs": 1}]


def test_a_file_of_ours_that_somebody_edited_stays_and_is_named(person: Person) -> None:
    person.do("setup", "claude")
    skill = person.home / ".claude/skills/hindnote/SKILL.md"
    skill.write_text(skill.read_text() + "\nAnd mind the gap.\n")
    (part,) = person.do("unsetup", "claude").parts
    assert "mind the gap" in skill.read_text()
    assert any(str(skill) in each for each in part.said)


def test_a_part_that_two_harnesses_need_stays_until_both_are_left(tmp_path: Path) -> None:
    person = person_in(tmp_path, {})
    agents = person.project / "AGENTS.md"
    person.do("setup", "codex", "zed", scope="project")
    assert agents.read_text().count(BEGIN) == 1
    person.do("unsetup", "codex", scope="project")
    assert agents.read_text().count(END) == 1
    person.do("unsetup", "zed", scope="project")
    assert not agents.exists()


# --- what is refused --------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "data", "says"),
    [
        (".claude.json", b'{"a": ', "line 1"),
        (".claude/settings.json", b'{"hooks": []}', "`hooks` is not an object"),
        (".claude/settings.json", b'{"hooks": {"Stop": {}}}', "`hooks.Stop` is not an array"),
        (".claude/settings.json", b"\xff\xfe{}", "not UTF-8"),
        (".codex/config.toml", b"a = \n", "no TOML"),
        (".codex/config.toml", b"mcp_servers = { hindnote = {} }\n", "a way that we do not edit"),
        (".codex/AGENTS.md", END.encode(), "one of our two marks is gone"),
        (".claude/skills/hindnote/SKILL.md", b"somebody's own skill", "a file of another's"),
    ],
)
def test_a_file_that_cannot_be_edited_leaves_its_whole_harness_alone(
    tmp_path: Path, file: str, data: bytes, says: str
) -> None:
    person = person_in(tmp_path, {})
    path = person.home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    before = person.files()
    name = "codex" if "codex" in file else "claude"
    broken, fine = person.do("setup", name, "gemini").parts
    assert broken.problem is not None
    assert says in broken.problem.message()
    assert str(path) in broken.problem.message()
    assert fine.changes
    assert {each: data for each, data in person.files().items() if ".gemini" not in each} == before


def test_a_folder_in_a_files_place_is_refused_and_what_was_written_is_put_back(tmp_path: Path) -> None:
    person = person_in(tmp_path, {".claude.json": "{}"})
    (person.home / ".claude").mkdir()
    (person.home / ".claude/skills").write_text("a file")
    (part,) = person.do("setup", "claude").parts
    assert part.problem is not None
    assert "a file stands where a folder is needed" in part.problem.message()
    assert (person.home / ".claude.json").read_text() == "{}"
    assert not (person.home / ".claude/settings.json").exists()


def test_a_change_in_the_meantime_is_not_written_over(person: Person) -> None:
    from hindnote.shell.app.setup import perform  # noqa: PLC0415  (beside its one use)

    planned = person.plan("setup", "claude")
    settings = person.home / ".claude/settings.json"
    settings.write_text('{"mine": "newer"}')
    (part,) = perform(planned, lock_timeout=5).unwrap().parts
    assert part.problem is not None
    assert settings.read_text() == '{"mine": "newer"}'
    assert (person.home / ".claude.json").read_text() == HOME[".claude.json"]


@pytest.mark.parametrize("data", [b"torn {", b"\xff", b'{"version": 9}', b'{"more": ' + b"[" * 100_000])
def test_records_that_cannot_be_read_stop_setup_and_are_named(person: Person, data: bytes) -> None:
    person.do("setup", "claude")
    (records,) = person.home.parent.rglob("setup.json")
    records.write_bytes(data)
    settings = settings_in(person.home.parent / "ours", person.project)
    match plan(settings, person.env, ["claude"], "user", "unsetup"):
        case Failure(UnusableRecords() as refusal):
            assert refusal.explain().where == str(records)
        case other:
            pytest.fail(f"{other}")
    records.unlink()
    person.do("unsetup", "claude")
    assert b"hindnote" not in (person.home / ".claude/settings.json").read_bytes()


def test_unknown_names_and_an_empty_machine_are_said(tmp_path: Path) -> None:
    person = person_in(tmp_path, {})
    settings = settings_in(tmp_path / "ours", person.project)
    assert plan(settings, person.env, ["emacs"], "user", "setup") == Failure(NoSuchHarness("emacs"))
    assert plan(settings, person.env, [], "user", "setup") == Failure(NoneFound())


def test_a_harness_that_is_not_installed_is_set_up_when_named_and_said_to_be_absent(tmp_path: Path) -> None:
    (part,) = person_in(tmp_path, {}).do("setup", "kiro").parts
    assert not part.installed
    assert part.changes


@needs_mounts
def test_a_read_only_disk_is_said_and_nothing_is_half_done(tmp_path: Path) -> None:
    person = person_in(tmp_path)
    command = f"{read_only(person.home)} && exec {sys.executable} -m hindnote setup claude codex --json"
    env = {**person.env, "PATH": os.environ["PATH"], "HINDNOTE_STATE_HOME": str(tmp_path / "ours")}
    before = person.files()
    done = subprocess.run(["unshare", "-m", "sh", "-c", command], cwd=person.project, env=env, capture_output=True)
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert [each["problem"]["error"] for each in told["harnesses"]] == ["cannot write: Read-only file system"] * 2
    assert person.files() == before


# --- links ------------------------------------------------------------------


def test_a_persons_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    person = person_in(tmp_path, {"dotfiles/claude.json": "{}\n"})
    link = person.home / ".claude.json"
    link.symlink_to("dotfiles/claude.json")
    person.do("setup", "claude")
    assert link.is_symlink()
    assert "hindnote" in (person.home / "dotfiles/claude.json").read_text()
    person.do("unsetup", "claude")
    assert (person.home / "dotfiles/claude.json").read_text() == "{}\n"


def test_a_repositorys_link_does_not_lead_us_out_of_it(tmp_path: Path) -> None:
    person = person_in(tmp_path, {".bashrc": "mine"})
    (person.project / ".mcp.json").symlink_to(person.home / ".bashrc")
    (part,) = person.do("setup", "claude", scope="project").parts
    assert part.problem is not None
    assert "leads out of the project" in part.problem.message()
    assert (person.home / ".bashrc").read_text() == "mine"


def test_a_committed_file_names_the_command_when_the_path_has_it_and_this_machines_place_otherwise(
    person: Person,
) -> None:
    person.do("setup", "claude", scope="project")
    entry = json.loads((person.project / ".mcp.json").read_text())["mcpServers"]["hindnote"]
    assert Path(entry["command"]).is_absolute()


def test_a_huge_file_is_edited_like_any(tmp_path: Path) -> None:
    history = {f"/project/{n}": {"history": ["x" * 1_000] * 20, "cost": n} for n in range(200)}
    person = person_in(tmp_path, {".claude.json": json.dumps({"projects": history}, indent=2)})
    person.do("setup", "claude")
    told = json.loads((person.home / ".claude.json").read_text())
    assert told["projects"] == history
    assert set(told["mcpServers"]) == {"hindnote"}


def test_permissions_stay_as_they_were(person: Person) -> None:
    (person.home / ".claude.json").chmod(0o600)
    person.do("setup", "claude")
    assert (person.home / ".claude.json").stat().st_mode & 0o777 == 0o600


def test_the_records_hold_nothing_of_the_files_but_what_we_put_in(tmp_path: Path) -> None:
    person = person_in(
        tmp_path, {".claude.json": '{"token": "not-for-others"}', ".codex/config.toml": 'key = "not-for-others"\n'}
    )
    person.do("setup", "claude", "codex")
    (records,) = tmp_path.rglob("setup.json")
    assert "not-for-others" not in records.read_text()
    assert records.stat().st_mode & 0o077 == 0


# --- what a person reads ------------------------------------------------------


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("name", NAMES)
def test_the_changes_are_shown_before_they_are_made(
    person: Person,
    name: str,
    scope: str,
    page: SnapshotAssertion,
) -> None:
    planned = person.plan("setup", name, scope=scope)  # type: ignore[arg-type]  # as above
    text = "\n".join(shown(planned))
    for path, stand_in in {sys.executable: "PYTHON", str(Path(sys.executable).parent): "BIN"}.items():
        text = text.replace(path, stand_in)
    text = text.replace(str(places.PACKAGE), "PACKAGE").replace(str(person.home.parent), "")
    assert f"{text}\n" == page


# --- kills ------------------------------------------------------------------

CRASHING = """
import itertools, os, signal, sys
from pathlib import Path
from tests.shell.harnesses.people import Person
seen, kill = itertools.count(1), int(sys.argv[3])
def step(event, arguments):
    if event == "os.rename" and next(seen) == kill:
        os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(step)
Person(Path(sys.argv[1]), Path(sys.argv[2])).do("setup", "claude")
"""


def test_after_a_kill_at_any_step_what_comes_still_goes_to_the_byte(tmp_path: Path) -> None:
    kill, ended = 0, False
    while not ended:
        kill += 1
        person = person_in(tmp_path / str(kill))
        before = person.files()
        crashing = Python(CRASHING, str(person.home), str(person.project), str(kill), cwd=ROOT)
        crashing.process.communicate()
        person.do("setup", "claude")
        person.do("unsetup", "claude")
        assert person.files() == before
        assert not list(person.home.parent.rglob(f"{TEMPORARY}*")), "what the kill left is gone"
        ended = crashing.process.returncode == 0
    assert kill > 3
