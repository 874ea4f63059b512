"""The doctor finds what is broken, and its remedy, said to a shell as it stands, mends it."""

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hindnote.core.checkup import (
    Finding,
    LayerFact,
    ServerFact,
    StoreFact,
    checkup_text,
    of_layers,
    of_server,
    of_state,
    of_store,
)
from hindnote.core.keys import Layer

from ..shell.places import git
from ..shell.test_faults import needs_mounts, read_only
from .standing import PYTHON, Standing, standing_in

BIN = str(Path(PYTHON).parent)
LED = os.pathsep.join((BIN, os.environ["PATH"]))


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    """With a store that holds one note, and an index of it."""
    here = standing_in(tmp_path)
    assert here.remember("The build needs make.").code == 0
    assert here.run("recall", "make").code == 0
    return here


def examined(here: Standing, *words: str, **env: str) -> Mapping[str, Mapping[str, Any]]:
    """Each finding by its check."""
    said = here.run(*words, "doctor", "--json", env=here.env(**env))
    told = json.loads(said.out)
    assert said.code == bool(told["troubles"]), said
    assert said.err == ""
    return {each["check"]: each for each in told["findings"]}


def mended(here: Standing, remedy: str, cwd: Path | None = None) -> None:
    """A remedy as a person types it."""
    command = remedy.partition(": ")[2] if remedy.startswith("In ") else remedy
    env = {**here.env(), "PATH": LED}
    subprocess.run(["sh", "-c", command], cwd=cwd or here.cwd, env=env, check=True, capture_output=True)


def trouble(found: Mapping[str, Mapping[str, Any]], check: str) -> str:
    """The remedy of what must be a trouble."""
    assert found[check]["state"] == "trouble", found
    return str(found[check]["mend"])


# --- what is well -------------------------------------------------------------


def test_a_store_that_works_has_no_trouble(here: Standing) -> None:
    found = examined(here)
    assert {each["state"] for each in found.values()} <= {"ok", "note"}
    assert "1 note in" in found["local notes"]["said"]
    assert found["harnesses"]["mend"] == "hindnote setup"


def test_it_changes_nothing(here: Standing) -> None:
    def files() -> Mapping[str, bytes]:
        """But for what SQLite keeps beside a file that is read."""
        found = sorted(here.home.parent.rglob("*"))
        return {str(path): path.read_bytes() for path in found if path.is_file() and path.suffix[:4] != ".db-"}

    mended(here, "hindnote setup claude")
    before = files()
    examined(here)
    assert files() == before


# --- broken set-ups -------------------------------------------------------------


def test_no_store(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    mended(here, trouble(examined(here), "store"))
    assert "store" not in examined(here)


def test_a_bare_repository(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    git(here.cwd, "commit", "-q", "--allow-empty", "-m", "begin")
    git(tmp_path, "clone", "-q", "--bare", str(here.cwd), "bare.git")
    git(tmp_path / "bare.git", "worktree", "add", "-q", str(tmp_path / "tree"))
    remedy = trouble(examined(Standing(tmp_path / "bare.git", here.home)), "store")
    mended(here, remedy, cwd=tmp_path / "tree")
    assert "store" not in examined(Standing(tmp_path / "tree", here.home))


def test_a_mount_that_is_not_there_or_holds_nothing(here: Standing, tmp_path: Path) -> None:
    folder = tmp_path / "mnt"
    assert str(folder) in trouble(examined(here, "--local", str(folder)), "local notes")
    folder.mkdir(mode=0o700)
    found = examined(here, "--local", str(folder))
    assert "0 notes" in found["notes"]["said"]
    assert "mounted" in trouble(found, "notes")


def test_a_server_that_sees_another_folder_than_this_shell(here: Standing, tmp_path: Path) -> None:
    mended(here, "hindnote setup claude")
    config = here.home / ".claude.json"
    told = json.loads(config.read_text())
    told["mcpServers"]["hindnote"]["env"] = {"HINDNOTE_LOCAL": str(tmp_path / "elsewhere")}
    config.write_text(json.dumps(told))
    found = examined(here)
    assert "it sees 0 notes, this shell 1" in found["server of Claude Code"]["said"]
    assert str(config) in trouble(found, "server of Claude Code")


def test_an_interpreter_that_moved(here: Standing) -> None:
    mended(here, "hindnote setup claude")
    for file in (".claude.json", ".claude/settings.json"):
        path = here.home / file
        path.write_text(path.read_text().replace(BIN, "/gone"))
    found = examined(here)
    assert "there is no such command" in found["server of Claude Code"]["said"]
    assert "`/gone/python" in found["hooks of Claude Code"]["said"]
    mended(here, trouble(found, "server of Claude Code"))
    again = examined(here)
    assert again["server of Claude Code"]["state"] == "ok"
    assert "never fired" in again["hooks of Claude Code"]["said"]


def test_a_server_that_breaks_as_it_starts_says_its_last_word(here: Standing) -> None:
    config = here.home / ".claude.json"
    broken = {"command": "sh", "args": ["-c", "echo no such module >&2; exit 3"]}
    config.write_text(json.dumps({"mcpServers": {"hindnote": broken}}))
    found = examined(here)
    assert "it does not answer: no such module" in found["server of Claude Code"]["said"]
    mended(here, trouble(found, "server of Claude Code"))
    assert examined(here)["server of Claude Code"]["state"] == "ok"


@pytest.mark.parametrize("answer", ["[]", "3", '{"id": 1, "result": []}', "[" * 10_000, '{"id": 1, "result": {}}'])
def test_a_server_that_answers_nonsense_does_not_answer(here: Standing, answer: str) -> None:
    config = here.home / ".claude.json"
    (here.home / "answer").write_text(f"{answer}\n{answer.replace('1', '2')}\n")
    strange = {"command": "sh", "args": ["-c", f"cat '{here.home / 'answer'}'; cat >/dev/null"]}
    config.write_text(json.dumps({"mcpServers": {"hindnote": strange}}))
    assert "it does not answer" in examined(here)["server of Claude Code"]["said"]


def test_what_a_server_leaves_running_keeps_nobody(here: Standing) -> None:
    """A wrapper whose child goes on writing when the wrapper is gone."""
    config = here.home / ".claude.json"
    leaving = {"command": "sh", "args": ["-c", "yes & exit"]}
    config.write_text(json.dumps({"mcpServers": {"hindnote": leaving}}))
    assert "it does not answer" in examined(here)["server of Claude Code"]["said"]


def test_a_server_whose_output_does_not_end_fills_no_memory(here: Standing) -> None:
    config = here.home / ".claude.json"
    endless = {"command": "sh", "args": ["-c", "tr '\\0' x </dev/zero"]}
    config.write_text(json.dumps({"mcpServers": {"hindnote": endless}}))
    script = f"ulimit -v 4000000; exec {PYTHON} -m hindnote doctor --json"
    said = subprocess.run(["sh", "-c", script], cwd=here.cwd, env=here.env(), capture_output=True, text=True)
    assert "it does not answer" in said.stdout, said


def test_a_server_that_complains_at_length_is_heard(here: Standing) -> None:
    """More than a pipe holds: who does not read it keeps the server from answering."""
    config = here.home / ".claude.json"
    loud = f"head -c 1000000 /dev/zero | tr '\\0' x >&2; exec {BIN}/hindnote serve"
    config.write_text(json.dumps({"mcpServers": {"hindnote": {"command": "sh", "args": ["-c", loud]}}}))
    assert examined(here)["server of Claude Code"]["state"] == "ok"


def test_a_variable_that_breaks_our_command_is_named(here: Standing) -> None:
    mended(here, "hindnote setup claude")
    config = here.home / ".claude.json"
    told = json.loads(config.read_text())
    told["mcpServers"]["hindnote"]["env"] = {"PYTHONHOME": "/gone"}
    config.write_text(json.dumps(told))
    remedy = trouble(examined(here), "server of Claude Code")
    assert f"take PYTHONHOME out of its environment in {config}" in remedy
    del told["mcpServers"]["hindnote"]["env"]
    config.write_text(json.dumps(told))
    assert examined(here)["server of Claude Code"]["state"] == "ok"


def test_a_repositorys_file_starts_no_command_of_its_own(here: Standing, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    server = {"command": "sh", "args": ["-c", f"touch {trace}"]}
    (here.cwd / ".mcp.json").write_text(json.dumps({"mcpServers": {"hindnote": server}}))
    found = examined(here)
    assert "it is not started" in found["server of Claude Code"]["said"]
    mended(here, trouble(found, "server of Claude Code"))
    assert examined(here, PATH=LED)["server of Claude Code"]["state"] == "ok"
    assert not trace.exists()


@pytest.mark.parametrize("variable", ["PATH", "PYTHONPATH"])
def test_a_repositorys_file_puts_no_code_of_its_own_into_our_command(
    here: Standing, tmp_path: Path, variable: str
) -> None:
    trace = tmp_path / "trace"
    lib = here.cwd / "lib"
    lib.mkdir()
    (lib / "hindnote").write_text(f"#!/bin/sh\ntouch {trace}\n")
    (lib / "hindnote").chmod(0o755)
    (lib / "json.py").write_text(f"open({str(trace)!r}, 'w')\n")
    server = {"command": str(Path(BIN) / "hindnote"), "args": ["serve"], "env": {variable: "lib"}}
    (here.cwd / ".mcp.json").write_text(json.dumps({"mcpServers": {"hindnote": server}}))
    (here.cwd / ".cursor").mkdir()
    by_path = {**server, "command": "hindnote"}
    (here.cwd / ".cursor" / "mcp.json").write_text(json.dumps({"mcpServers": {"hindnote": by_path}}))
    found = examined(here, PATH=LED)
    assert f"sets {variable} for our command: it is not started" in found["server of Claude Code"]["said"]
    assert f"sets {variable} for our command: it is not started" in found["server of Cursor"]["said"]
    assert not trace.exists()


def test_a_repositorys_file_may_say_where_the_notes_are(here: Standing) -> None:
    server = {"command": str(Path(BIN) / "hindnote"), "args": ["serve"], "env": {"HINDNOTE_PREFLIGHT": "off"}}
    (here.cwd / ".mcp.json").write_text(json.dumps({"mcpServers": {"hindnote": server}}))
    assert examined(here)["server of Claude Code"]["state"] == "ok"


def test_a_repositorys_file_may_choose_the_tools_and_no_other_words_of_our_command(here: Standing) -> None:
    server: dict[str, object] = {"command": str(Path(BIN) / "hindnote"), "args": ["serve", "--tools", "full"]}
    (here.cwd / ".mcp.json").write_text(json.dumps({"mcpServers": {"hindnote": server}}))
    assert examined(here)["server of Claude Code"]["state"] == "ok"
    server["args"] = ["serve", "--vault", "."]
    (here.cwd / ".mcp.json").write_text(json.dumps({"mcpServers": {"hindnote": server}}))
    found = examined(here)
    assert "it is not started" in found["server of Claude Code"]["said"]
    mended(here, trouble(found, "server of Claude Code"))
    assert examined(here, PATH=LED)["server of Claude Code"]["state"] == "ok"


def test_a_repositorys_command_that_the_path_does_not_lead_to(here: Standing, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    (other := tmp_path / "other").mkdir()
    (other / "hindnote").write_text(f"#!/bin/sh\ntouch {trace}\n")
    (other / "hindnote").chmod(0o755)
    mended(here, "hindnote setup claude --scope project")
    found = examined(here, PATH=os.pathsep.join((str(other), os.environ["PATH"])))
    assert "on this PATH `hindnote` is another or none" in found["server of Claude Code"]["said"]
    assert trouble(found, "server of Claude Code") == f"Put {BIN} first on the PATH."
    assert not trace.exists()
    assert examined(here, PATH=LED)["server of Claude Code"]["state"] == "ok"


def test_hooks_that_never_fired_and_then_did(here: Standing) -> None:
    mended(here, "hindnote setup claude")
    trouble(examined(here), "hooks of Claude Code")
    settings = json.loads((here.home / ".claude/settings.json").read_text())
    command = settings["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"]
    said = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "prompt": "why make", "cwd": str(here.cwd)}
    subprocess.run(["sh", "-c", command], input=json.dumps(said).encode(), cwd=here.cwd, env=here.env(), check=True)
    assert examined(here)["hooks of Claude Code"]["state"] == "ok"


@pytest.mark.parametrize("harm", ["old", "damaged", "foreign"])
def test_an_index_that_cannot_serve(here: Standing, harm: str) -> None:
    (index,) = here.home.rglob("index.db")
    if harm == "old":
        with sqlite3.connect(index) as con:
            con.execute("PRAGMA user_version = 1")
        con.close()
    else:
        for path in index.parent.glob("index.db*"):
            path.unlink()
        index.write_bytes(b"no database" * 1_000 if harm == "damaged" else b"")
        if harm == "foreign":
            with sqlite3.connect(index) as con:
                con.execute("CREATE TABLE theirs(x)")
            con.close()
    mended(here, trouble(examined(here), "index"))
    assert examined(here)["index"]["state"] == "ok"


def test_a_missing_extension(here: Standing, tmp_path: Path) -> None:
    (tmp_path / "shadow" / "sqlite_vec").mkdir(parents=True)
    (tmp_path / "shadow" / "sqlite_vec" / "__init__.py").touch()
    found = examined(here, PYTHONPATH=str(tmp_path / "shadow"))
    assert "sqlite-vec cannot be loaded" in found["search"]["said"]
    assert trouble(found, "search") == f"'{PYTHON}' -m pip install --force-reinstall apsw sqlite-vec"


def test_a_store_whose_checkout_is_gone(here: Standing, tmp_path: Path) -> None:
    shutil.rmtree(here.cwd)
    subprocess.run(["git", "init", "-q", str(tmp_path / "new")], check=True)
    there = Standing(tmp_path / "new", here.home)
    remedy = trouble(examined(there), "stores")
    assert "--adopt" in remedy
    mended(there, remedy)
    assert "1 note in" in examined(there)["local notes"]["said"]


def test_an_empty_store_whose_checkout_is_gone_is_removed(tmp_path: Path) -> None:
    here = standing_in(tmp_path)
    mended(here, "hindnote init")
    shutil.rmtree(here.cwd)
    subprocess.run(["git", "init", "-q", str(tmp_path / "new")], check=True)
    there = Standing(tmp_path / "new", here.home)
    mended(there, "hindnote init")
    mended(there, trouble(examined(there), "stores").replace("It holds no note: ", ""))
    assert "stores" not in examined(there)


def test_a_copied_checkout(here: Standing, tmp_path: Path) -> None:
    shutil.copytree(here.cwd, tmp_path / "copy")
    copy = Standing(tmp_path / "copy", here.home)
    assert copy.remember("The copy was here.").code == 0
    remedy = trouble(examined(copy), "stores")
    mended(copy, remedy)
    assert "stores" not in examined(copy)
    assert "2 notes in" in examined(here)["local notes"]["said"]


def test_a_move_of_notes_that_nobody_can_end(here: Standing) -> None:
    (local,) = here.home.rglob("local")
    (local.parent / "local.journal").write_text("another version's")
    remedy = trouble(examined(here), "moves")
    refused = here.run("promote", "surprise/*")
    assert "is not at its end" in refused.err
    mended(here, remedy.partition(": ")[2])
    assert "moves" not in examined(here)
    assert here.run("promote", "surprise/*").code == 0


@pytest.mark.parametrize("scope", ["--local", "--global", "--add"])
def test_hooks_of_git_that_are_not_there(here: Standing, scope: str) -> None:
    for folder in (".gone", ".gone-too") if scope == "--add" else (".gone",):
        mended(here, f"git config {scope} core.hooksPath {folder}")
    mended(here, trouble(examined(here), "git"))
    assert examined(here)["git"]["state"] == "ok"


def test_notes_that_others_can_read(here: Standing) -> None:
    (local,) = here.home.rglob("local")
    local.chmod(0o755)
    mended(here, trouble(examined(here), "local notes"))
    assert local.stat().st_mode & 0o777 == 0o700


@needs_mounts
@pytest.mark.parametrize(
    ("place", "check", "state"),
    [("local", "local notes", "trouble"), ("state", "state", "trouble"), ("notes", "team notes", "note")],
)
def test_what_is_mounted_read_only(here: Standing, place: str, check: str, state: str) -> None:
    (here.cwd / ".hindnote/notes").mkdir(parents=True)
    folder = next(each for each in here.home.parent.rglob(place) if each.is_dir())
    command = f"{read_only(folder)} && exec {PYTHON} -m hindnote doctor --json"
    said = subprocess.run(["unshare", "-m", "sh", "-c", command], cwd=here.cwd, env=here.env(), capture_output=True)
    (found,) = [each for each in json.loads(said.stdout)["findings"] if each["check"] == check]
    assert found["state"] == state
    assert "chmod" not in found["mend"]
    assert "state" not in examined(here, HINDNOTE_STATE_HOME=str(here.home / "other"))


# --- the decisions ----------------------------------------------------------------


def test_a_folder_that_cannot_be_written_and_a_server_without_our_tools() -> None:
    (found,) = of_layers([LayerFact(layer=Layer.LOCAL, path="/l", notes=1, writable=False)])
    assert found == Finding("local notes", "trouble", "/l cannot be written", "chmod u+rwx '/l'")
    (state,) = of_state("/s's", writable=False, mounted_so=False)
    assert state.mend == "chmod u+rwx '/s'\\''s'"
    lame = ServerFact(title="T", name="t", where="f", command="c", tools=("recall",))
    assert of_server(lame, 0).said == "it does not list remember (f)"


@pytest.mark.parametrize("name", ["it's", "a b", "$(touch trace)", "'; touch trace; '", "`touch trace`"])
def test_a_remedy_is_about_the_folder_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir(mode=0o500)
    (found,) = of_layers([LayerFact(layer=Layer.LOCAL, path=str(folder), notes=1, writable=False)])
    subprocess.run(["sh", "-c", found.mend], cwd=tmp_path, check=True)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    (found,) = of_layers([LayerFact(layer=Layer.LOCAL, path=str(folder), notes=1, shared=True)])
    subprocess.run(["sh", "-c", found.mend], cwd=tmp_path, check=True)
    assert folder.stat().st_mode & 0o777 == 0o700
    orphan = of_store(StoreFact(store_id="0123456789abcdef", folder=str(folder), path="/gone"), "")
    assert orphan is not None
    subprocess.run(["sh", "-c", orphan.mend.partition(": ")[2]], cwd=tmp_path, check=True)
    assert not folder.exists()
    assert not (tmp_path / "trace").exists()


def test_the_text_names_each_check_and_counts_the_troubles() -> None:
    told = checkup_text([Finding("a", "ok", "well"), Finding("b", "trouble", "torn\x1b[2J", "mend it")])
    assert told == "ok       a: well\nTROUBLE  b: torn\n         mend it\n1 trouble"
    assert checkup_text([Finding("a", "ok", "well")]).endswith("all is well")
