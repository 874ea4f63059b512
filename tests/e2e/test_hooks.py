"""The registered script, as a harness runs it: it answers every event of every harness, and whatever happens it fails no turn."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from ..pages import page
from .hooking import HOOK, Hooks, bash
from .standing import PYTHON, Standing, standing_in

__all__ = ["page"]  # the fixture

TOLD = Path(__file__).resolve().parents[2] / "fixtures" / "hooks"
EACH = sorted(TOLD.glob("*/*.json"))
NAMES = ["As30p", "Bk41q", "Cm52r", "Dn63s", "Ep74t", "Fq85u"]
HINT = 'hindnote: As30p -> 1 note; about it: [[As30p hums when it is mounted]] (local {day}). recall "As30p" before asserting facts about it.'


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    """A store with a note of each name, indexed."""
    here = standing_in(tmp_path_factory.mktemp("here"))
    for name in NAMES:
        here.remember(f"{name} hums when it is mounted.")
    here.remember("The login token is kept in a volume on Zx91p.", "--tag", "credentials")
    here.run("recall", "hums")
    forget(here)
    return here


def forget(here: Standing) -> None:
    """What its sessions were told: the next has heard nothing."""
    for ledger in here.home.rglob("ledger"):
        shutil.rmtree(ledger)


@pytest.fixture
def hooks(stored: Standing) -> Iterator[Hooks]:
    run = Path(tempfile.mkdtemp(prefix="hn"))
    yield Hooks(stored, run / "r")
    shutil.rmtree(run)
    forget(stored)


def day(hooks: Hooks) -> str:
    return next(str(json.loads(hooks.here.run("list", "--json").out)["notes"][0]["date"]) for _ in "x")


# --- every event --------------------------------------------------------------


def test_every_event_of_every_harness_is_answered(hooks: Hooks, page: SnapshotAssertion) -> None:
    today, shown = day(hooks), ""
    for told in EACH:
        harness, event = told.parent.name, told.stem
        said = told.read_bytes().replace(b"/repo", str(hooks.here.cwd).encode())
        heard = hooks.send(_called(event), said, "--harness", harness, HINDNOTE_SESSION=f"{harness}-{event}")
        assert (heard.code, heard.err) == (0, "")
        shown += f"{harness} {event}\n  {heard.out.replace(today, 'TODAY') or '(nothing)'}\n"
    assert shown == page


def _called(event: str) -> str:
    if event.startswith("post-tool-use") and event != "post-tool-use-failure":
        return "post-tool-use"
    return "post-tool-use" if event == "after-shell-execution" else event


def test_the_harness_and_the_event_are_recognised_too(hooks: Hooks) -> None:
    done = subprocess.run(
        [PYTHON, "-I", "-S", hooks.command("")[3]],
        cwd=hooks.here.cwd,
        env=hooks.env(),
        input=json.dumps(bash("As30p")).encode(),
        capture_output=True,
        check=True,
    )
    assert b'"additionalContext": "hindnote: As30p -> 1 note' in done.stdout


def test_the_event_says_where_it_happened(hooks: Hooks, tmp_path: Path) -> None:
    elsewhere = Hooks(Standing(tmp_path, hooks.here.home), hooks.run)
    assert elsewhere.send("post-tool-use", bash("As30p")).out == ""
    assert "As30p" in elsewhere.send("post-tool-use", bash("As30p", cwd=str(hooks.here.cwd))).context


def test_a_name_is_hinted_once_a_session(hooks: Hooks) -> None:
    assert [bool(hooks.send("post-tool-use", bash("As30p", session)).out) for session in ("a", "a", "b")] == [
        True,
        False,
        True,
    ]
    assert Counter(str(event["event"]) for event in hooks.ledger()) == {"Hinted": 2, "Withheld": 1}


def test_a_note_about_credentials_is_never_named_unasked(hooks: Hooks) -> None:
    assert hooks.send("post-tool-use", bash("Zx91p")).out == ""
    assert [(event["why"], event["names"]) for event in hooks.ledger()] == [("credential", [["zx91p", "credential"]])]


def test_our_own_calls_commands_and_files_bring_nothing_up(hooks: Hooks) -> None:
    local = next(hooks.here.home.rglob("stores/*/local"))
    quiet = [
        bash("As30p", command="hindnote recall As30p"),
        bash("As30p", command=f"cat {local}/x.md"),
        bash("As30p", tool_name="mcp__hindnote__recall"),
        bash("As30p", tool_name="Read"),
        bash("As30p", command="mount As30p"),
    ]
    assert [hooks.send("post-tool-use", said).out for said in quiet] == [""] * 5
    assert [event["why"] for event in hooks.ledger()] == ["own-command", "store-file", "own-tool", "file-tool", "typed"]


def test_a_session_that_failed_and_recorded_nothing_is_told_once_to_the_person(hooks: Hooks) -> None:
    assert hooks.send("stop", {"session_id": "t"}).out == ""
    hooks.send("post-tool-use-failure", {"session_id": "t", "tool_name": "Bash", "error": "no"})
    first, second = (hooks.send("stop", {"session_id": "t"}).out for _ in range(2))
    assert list(json.loads(first)) == ["systemMessage"]
    assert second == ""
    (notice,) = (event for event in hooks.ledger() if event["event"] == "Hinted")
    assert (notice["hook"], notice.get("characters", 0)) == ("stop", 0)  # the agent did not see it


def test_what_it_recorded_is_told_as_it_is_called_by_now(hooks: Hooks) -> None:
    env = hooks.here.env(HINDNOTE_SESSION="t")
    words = ("--observed", "The fan is loud.", "--expected", "a", "--evidence", "b", "--answers", "c")
    assert hooks.here.run("remember", *words, env=env).code == 0
    assert hooks.here.run("rename", "surprise/the-fan-is-loud", "fan").code == 0
    assert f"[[fan]] (local {day(hooks)})" in json.loads(hooks.send("stop", {"session_id": "t"}).out)["systemMessage"]
    assert hooks.here.run("rm", "fan").code == 0


def test_three_edits_without_a_note_are_told_too(hooks: Hooks) -> None:
    for _ in range(3):
        assert hooks.send("stop", {"session_id": "e"}).out == ""
        hooks.send("post-tool-use", bash("done", "e", tool_name="Edit"))
    assert "3 edits" in json.loads(hooks.send("stop", {"session_id": "e"}).out)["systemMessage"]


# --- whatever happens ---------------------------------------------------------


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"no json at all",
        b'{"session_id": "s03"',
        b"\x00\xff\xfe",
        b"[" * 100_000,
        b"[]",
        b'{"tool_response": "\\ud800 \\u0000", "session_id": "\\u0000/../x", "cwd": "\\u0000"}',
        json.dumps(bash("As30p " * 2_000_000)).encode(),
    ],
    ids=["empty", "words", "torn", "bytes", "deep", "list", "surrogate", "12 MB"],
)
def test_whatever_stands_on_stdin_fails_nothing(hooks: Hooks, stdin: bytes) -> None:
    for event in ("post-tool-use", "user-prompt-submit", "no-such-event"):
        heard = hooks.send(event, stdin)
        assert (heard.code, heard.err) == (0, "")
        assert not heard.out or "As30p" in heard.context


def test_a_fault_is_one_line_in_the_ledger_without_a_word_of_what_was_said(hooks: Hooks) -> None:
    hooks.send("post-tool-use", b"{ my secret")
    (event,) = hooks.ledger()
    assert (event["event"], event["why"]) == ("Failed", "JSONDecodeError")
    assert "secret" not in str(event)


def test_no_id_makes_the_ledger_grow(hooks: Hooks) -> None:
    assert hooks.send("post-tool-use", bash("As30p", "x" * 1_000_000)).out
    assert sum(len(str(event)) for event in hooks.ledger()) < 2_000


def test_without_a_stdin_nothing_is_said(hooks: Hooks) -> None:
    script = "import os, sys; os.close(0); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run(
        [PYTHON, "-c", script, *hooks.command("post-tool-use")],
        cwd=hooks.here.cwd,
        env=hooks.env(),
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_reader_that_is_gone_fails_nothing(hooks: Hooks) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        hooks.command("post-tool-use"),
        cwd=hooks.here.cwd,
        env=hooks.env(),
        input=json.dumps(bash("As30p")).encode(),
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_folder_that_is_gone_fails_nothing(hooks: Hooks, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run(
        [PYTHON, "-c", script, *hooks.command("post-tool-use")],
        cwd=tmp_path / "gone",
        env=hooks.env(),
        input=json.dumps(bash("As30p")).encode(),
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.fixture
def own(hooks: Hooks, tmp_path: Path) -> Hooks:
    """The same store, in a home that may be broken."""
    shutil.copytree(hooks.here.home, tmp_path / "home")
    return Hooks(Standing(hooks.here.cwd, tmp_path / "home"), hooks.run)


def index_of(hooks: Hooks) -> Path:
    return next(hooks.here.home.rglob("index.db"))


@pytest.mark.parametrize("damage", ["gone", "text", "cut", "folder"])
def test_an_index_that_cannot_be_read_is_silence(own: Hooks, damage: str) -> None:
    index = index_of(own)
    data = index.read_bytes()
    for part in index.parent.glob("index.db*"):
        part.unlink()
    match damage:
        case "text":
            index.write_text("no index at all\n" * 1_000)
        case "cut":
            index.write_bytes(data[: len(data) // 2])
        case "folder":
            index.mkdir()
        case _:
            pass
    heard = own.send("post-tool-use", bash("As30p"))
    assert heard == (0, "", "")


def test_a_ledger_that_another_process_holds_costs_a_hook_its_word(hooks: Hooks) -> None:
    hooks.send("post-tool-use", bash("nothing"))
    (ledger,) = hooks.here.home.rglob("s03.jsonl")
    with ledger.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert hooks.send("post-tool-use", bash("As30p")) == (0, "", "")
    assert hooks.send("post-tool-use", bash("As30p")).out


def test_a_state_folder_that_cannot_be_written_costs_a_hook_its_word(own: Hooks) -> None:
    (index_of(own).parents[1] / "ledger").write_text("no folder\n")
    assert own.send("post-tool-use", bash("As30p")) == (0, "", "")


def test_a_foreign_folder_is_left_as_it_is(hooks: Hooks, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    strange = Hooks(Standing(tmp_path, tmp_path / "home"), hooks.run)
    for event in ("session-start", "user-prompt-submit", "post-tool-use", "stop"):
        assert strange.send(event, bash("As30p", prompt="As30p")) == (0, "", "")
    assert list(tmp_path.rglob("*")) == [tmp_path / "home"]


def test_without_a_home_nothing_is_said_and_nothing_fails(hooks: Hooks) -> None:
    for home in ("/nowhere", "relative"):
        assert hooks.send("post-tool-use", bash("As30p"), HOME=home)[:2] == (0, "")


def test_no_module_of_a_repositorys_is_imported(hooks: Hooks, tmp_path: Path) -> None:
    """By an interpreter that cannot tell where it is either: then its folders are not to be sought from here."""
    trace, version = tmp_path / "trace", f"python{sys.version_info[0]}.{sys.version_info[1]}"
    here = tmp_path / "here"
    for folder in (here, here / "lib" / version / "site-packages"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("json", "apsw", "_sha2", "hindnote", "sitecustomize"):
            (folder / f"{name}.py").write_text(f"open({str(trace)!r}, 'w')\n")
    script = "import os, sys; os.execve(sys.argv[1], ['python', *sys.argv[2:]], dict(os.environ, PATH=''))"
    done = subprocess.run(
        [PYTHON, "-I", "-c", script, *hooks.command("post-tool-use")],
        cwd=here,
        env=hooks.env(PYTHONPATH="."),
        input=json.dumps(bash("As30p", cwd=str(hooks.here.cwd))).encode(),
        capture_output=True,
        check=True,
    )
    assert b"As30p" in done.stdout
    assert not trace.exists()


@pytest.mark.parametrize("left", [None, b"", b"x = (", b"\0", b"\xff\xfe"])
def test_a_package_that_is_being_replaced_fails_nothing(tmp_path: Path, left: bytes | None) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "shell" / "hooks").mkdir(parents=True)
    script = Path(shutil.copy(HOOK, tmp_path / "data"))
    if left is not None:
        (tmp_path / "shell" / "hooks" / "process.py").write_bytes(left)
    done = subprocess.run([PYTHON, "-I", "-S", str(script), "stop"], stdin=subprocess.DEVNULL, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_gits_own_variables_change_nothing(hooks: Hooks, tmp_path: Path) -> None:
    assert hooks.send("post-tool-use", bash("As30p"), GIT_DIR=str(tmp_path), GIT_WORK_TREE=str(tmp_path)).out


# --- budgets ------------------------------------------------------------------


def test_calls_that_run_at_once_spend_one_budget(hooks: Hooks) -> None:
    """There is room for two more lines about names, and six outputs bring up one each."""
    hooks.send("post-tool-use", bash("nothing", "p"))
    (ledger,) = hooks.here.home.rglob("p.jsonl")
    stamp = {"at": "2026-08-07T12:00:00Z", "session": "p", "client": "claude"}
    spent = {"event": "Hinted", "stamp": stamp, "surface": "hook", "hook": "tool-hints", "channel": "push"}
    with ledger.open("a") as lines:
        lines.write(json.dumps({"v": 1, "e": {**spent, "characters": 7_700, "name_characters": 7_700}}) + "\n")
    running = [
        subprocess.Popen(
            hooks.command("post-tool-use"),
            cwd=hooks.here.cwd,
            env=hooks.env(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in NAMES
    ]
    told = [one.communicate(json.dumps(bash(name, "p")).encode())[0] for one, name in zip(running, NAMES, strict=True)]
    assert sum(map(bool, told)) == 2
    costs = [int(str(event["name_characters"])) for event in hooks.ledger() if event["event"] == "Hinted"]
    assert sum(costs) <= 8_000


# --- switches -----------------------------------------------------------------

PROMPT = {"session_id": "s03", "prompt": "why does Cm52r hum when it is mounted"}


@pytest.mark.parametrize(
    ("event", "said", "env"),
    [
        ("post-tool-use", bash("As30p"), {"HINDNOTE_NAMES": "0"}),
        ("post-tool-use", bash("As30p"), {"HINDNOTE_TOOL_HINTS": "0"}),
        ("user-prompt-submit", PROMPT, {"HINDNOTE_PREFLIGHT": "off"}),
        ("post-tool-use", bash("As30p"), {"HINDNOTE_INDEX": "0"}),
    ],
)
def test_a_switch_turns_it_off(hooks: Hooks, event: str, said: object, env: Mapping[str, str]) -> None:
    assert hooks.send(event, said, **env).out == ""
    assert hooks.send(event, said).out != ""


@pytest.fixture
def drips(hooks: Hooks) -> Hooks:
    """With a note that is told by its words, and a prompt (`DRIPS`) that has them."""
    hooks.here.remember("The gasket of Cm53r drips where its flange was bolted askew.")
    return hooks


DRIPS = {"session_id": "s03", "prompt": "why does the gasket of Cm53r drip at the flange"}


def test_a_prompt_speaks_of_names_with_titles_or_by_its_words(drips: Hooks) -> None:
    by_name = drips.send("user-prompt-submit", DRIPS, HINDNOTE_SESSION="a")
    assert by_name.context.startswith("hindnote: Cm53r -> 1 note; about it: [[The gasket")
    by_words = drips.send("user-prompt-submit", DRIPS, HINDNOTE_SESSION="b", HINDNOTE_PREFLIGHT_RARE_TERMS="0")
    assert by_words.context.startswith("hindnote: 1 note on this: [[The gasket")


def test_a_prompt_must_share_as_many_words_as_are_asked_for(drips: Hooks) -> None:
    off = {"HINDNOTE_PREFLIGHT_RARE_TERMS": "0"}
    assert drips.send("user-prompt-submit", DRIPS, HINDNOTE_PREFLIGHT_MIN_TERMS="9", **off).out == ""
    assert drips.send("user-prompt-submit", DRIPS, HINDNOTE_PREFLIGHT_MIN_TERMS="2", **off).out


def test_a_note_can_be_shown_whole(drips: Hooks) -> None:
    env = {"HINDNOTE_PREFLIGHT": "inject", "HINDNOTE_PREFLIGHT_RARE_TERMS": "0"}
    told = drips.send("user-prompt-submit", DRIPS, **env).context
    assert told.splitlines()[0].endswith("says:")
    assert "│ nothing of the kind" in told


def test_a_name_can_be_called_common(hooks: Hooks) -> None:
    assert hooks.send("post-tool-use", bash("As30p"), HINDNOTE_NAME_MAX_DF="0.5").out
    text = "Ep74t and Ep74t"
    for _ in range(3):
        hooks.here.remember(f"Ep74t did something else, time {os.urandom(3).hex()}.")
    hooks.here.run("recall", "hums")
    assert hooks.send("post-tool-use", bash(text), HINDNOTE_NAME_MAX_DF="2").out == ""
    assert hooks.send("post-tool-use", bash(text)).out


def test_histories_can_be_left_out(hooks: Hooks) -> None:
    key = json.loads(hooks.here.remember("Fq85u used to be silent.", "--json").out)["key"]
    hooks.here.remember("Fq85u is loud now.", "--supersedes", key)
    hooks.here.run("recall", "hums")
    assert "has a dated history" in hooks.send("post-tool-use", bash("Fq85u", "a")).context
    assert "about it" in hooks.send("post-tool-use", bash("Fq85u", "b"), HINDNOTE_TIMELINES="0").context


def test_budgets_can_be_joined(hooks: Hooks) -> None:
    hooks.send("post-tool-use", bash("nothing", "j"))
    (ledger,) = hooks.here.home.rglob("j.jsonl")
    stamp = {"at": "2026-08-07T12:00:00Z", "session": "j", "client": "claude"}
    pulled = {"event": "Recalled", "stamp": stamp, "surface": "mcp", "channel": "pull", "characters": 60_000}
    with ledger.open("a") as lines:
        lines.write(json.dumps({"v": 1, "e": pulled}) + "\n")
    assert hooks.send("post-tool-use", bash("As30p", "j"), HINDNOTE_SPLIT_BUDGET="0").out == ""
    assert hooks.send("post-tool-use", bash("As30p", "j")).out


def test_a_vault_of_the_users_own_speaks_too(own: Hooks, tmp_path: Path) -> None:
    (tmp_path / "Notes").mkdir()
    (tmp_path / "Notes" / "Gr96v sleeps.md").write_text("It hums.\n")
    config = own.here.home / ".config" / "hindnote"
    config.mkdir(parents=True)
    (config / "config.toml").write_text(f'vaults = ["{tmp_path}/Notes"]\n')
    own.here.run("recall", "hums")
    assert "(vault " in own.send("post-tool-use", bash("Gr96v")).context


# --- other doors --------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        [PYTHON, "-c", "from hindnote.shell.hooks.entry import main; main()", "post-tool-use", "--harness", "kiro"],
        [PYTHON, "-m", "hindnote", "hook", "post-tool-use", "--harness", "kiro"],
    ],
    ids=["hindnote-hook", "hindnote hook"],
)
def test_other_doors_lead_to_the_same_answer(hooks: Hooks, command: list[str]) -> None:
    stdin = json.dumps(bash("As30p", "x")).encode()
    told = subprocess.run(command, cwd=hooks.here.cwd, env=hooks.env(), input=stdin, capture_output=True, check=True)
    assert told.stdout.decode().strip() == hooks.send("post-tool-use", bash("As30p", "y")).context


def test_a_session_that_is_named_outright_is_the_one_that_counts(hooks: Hooks) -> None:
    hooks.send("post-tool-use", bash("As30p", "theirs"), HINDNOTE_SESSION="ours")
    assert [path.stem for path in hooks.here.home.rglob("ledger/*.jsonl")] == ["ours"]


# --- what it costs ------------------------------------------------------------

FORWARDING = {"_socket", "hindnote.shell", "hindnote.shell.hooks"} | {
    f"hindnote.shell.hooks.{name}" for name in ("process", "forward")
}
OURS = {
    *("core", "core.attribution", "core.budgets", "core.hints", "core.hookanswers", "core.jsontext", "core.moments"),
    *(
        "core.namenotes",
        "core.namepieces",
        "core.names",
        "core.nameidentifiers",
        "core.nameshapes",
        "core.namewords",
        "core.origins",
        "core.quoted",
    ),
    *(
        "core.records",
        "core.speaks",
        "core.switches",
        "core.timelines",
        "core.tokens",
        "core.filetools",
        "core.namehints",
        "core.counting",
    ),
    *(
        "shell",
        "shell.checkout",
        "shell.flock",
        "shell.ledgerfile",
        "shell.regular",
        "shell.storepaths",
        "shell.telling",
        "shell.tlds",
    ),
    *("shell.userfolders", "shell.hooks", "shell.hooks.alone", "shell.hooks.answering", "shell.hooks.asked"),
    *("shell.hooks.forward", "shell.hooks.here", "shell.hooks.journal", "shell.hooks.process", "shell.hooks.scene"),
    *("shell.hooks.speaking", "shell.hooks.toolhints"),
}
INDEX = {
    "shell.index",
    "shell.index.lookup",
    "shell.index.naming",
    "shell.index.schema",
    "core.targets",
    "core.layers",
    "shell.index.labels",
}
HEAVY = {
    *("asyncio", "cyclopts", "dataclasses", "hashlib", "inspect", "logging", "mcp", "model2vec", "msgspec", "numpy"),
    *("pathlib", "platformdirs", "pyromark", "returns", "socket", "subprocess", "threading", "tomllib", "yaml"),
}


def test_an_output_without_a_name_needs_no_database(hooks: Hooks) -> None:
    loaded = hooks.modules("post-tool-use", bash("nothing of the kind"))
    assert ours(loaded) <= OURS
    assert not loaded & {*HEAVY, "apsw", "Stemmer"}


def test_an_output_with_a_name_needs_it_alone(hooks: Hooks) -> None:
    loaded = hooks.modules("post-tool-use", bash("As30p"))
    assert ours(loaded) - OURS <= INDEX
    assert "apsw" in loaded
    assert not loaded & {*HEAVY, "Stemmer"}


@pytest.mark.parametrize(
    "event", ["session-start", "user-prompt-submit", "post-tool-use-failure", "stop", "session-end"]
)
def test_no_event_needs_anything_heavy(hooks: Hooks, event: str) -> None:
    assert not hooks.modules(event, {"session_id": "s03", "prompt": "why does the disk hum", "error": "As30p"}) & HEAVY


def ours(loaded: set[str]) -> set[str]:
    return {name.removeprefix("hindnote.") for name in loaded if name.startswith("hindnote.")}
