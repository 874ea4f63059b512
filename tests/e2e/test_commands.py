"""The command as people and scripts call it: in any locale, with any words, and never with a traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .standing import Said, Standing, standing_in


@pytest.fixture
def here(tmp_path: Path) -> Standing:
    return standing_in(tmp_path)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Standing:
    """A store that holds one surprise; its tests only read."""
    here = standing_in(tmp_path_factory.mktemp("told"))
    assert here.remember("Mounting a credential file returns EBUSY. Für 日本.", "--tag", "docker").code == 0
    return here


@pytest.fixture
def odd(tmp_path: Path) -> Standing:
    """In a repository whose folder is called by a byte that is no UTF-8."""
    here = standing_in(tmp_path)
    there = tmp_path / os.fsdecode(b"repo-\xff")
    try:
        here.cwd.rename(there)
    except OSError:
        pytest.skip("this disk knows no such name")
    return Standing(there, here.home)


KEY = "surprise/mounting-a-credential-file-returns-ebusy"

# --- the main job ---------------------------------------------------------


def test_a_surprise_is_remembered_and_found_by_a_half_remembered_question(told: Standing) -> None:
    said = told.run("recall", "credential", "mounting", "busy")
    assert said.code == 0
    assert said.out.startswith(f"{KEY} local · ")


def test_a_folder_that_is_no_utf8_is_a_place_like_any_other(odd: Standing) -> None:
    assert Path(json.loads(odd.run("init", "--json").out)["root"]) == odd.cwd
    assert odd.remember("The build needs make.", "--json").code == 0
    moved = ("promote", "surprise/*"), ("rename", "surprise/the-build-needs-make", "surprise/make"), ("lint",)
    kept = ("setup", "claude", "--scope", "project", "--yes"), ("unsetup", "claude", "--scope", "project", "--yes")
    for words in (*moved, *kept):
        said = odd.run(*words, "--json")
        assert (said.code, said.err) == (0, ""), words
        assert json.loads(said.out), words
    said = odd.run("rm", "surprise/make", "--at", str(odd.cwd), "--json")
    assert said.code == 1
    assert set(json.loads(said.err)) == {"error", "where", "mend"}


def test_an_index_whose_path_is_no_utf8_costs_no_answer(here: Standing, tmp_path: Path) -> None:
    state = os.fsdecode(os.fsencode(tmp_path) + b"/state-\xff")
    env = here.env(HINDNOTE_STATE_HOME=state)
    assert here.remember("The build needs make.").code == 0
    for words in (("recall", "make"), ("recall", "make"), ("list",)):
        assert "the-build-needs-make" in here.run(*words, env=env).out
    assert "internal error" not in here.run("doctor", env=env).err


def test_the_same_surprise_meets_itself_and_the_mend_works(here: Standing) -> None:
    here.remember("The build needs make.")
    again = here.remember("The BUILD needs make!")
    assert (again.code, again.out) == (1, "")
    assert "hindnote remember --update surprise/the-build-needs-make" in again.err
    assert here.remember("Still so.", "--update", "surprise/the-build-needs-make").code == 0


def test_what_is_printed_as_a_key_is_taken_back(told: Standing) -> None:
    listed = json.loads(told.run("list", "--json").out)
    (key,) = [note["key"] for note in listed["notes"]]
    for printed in (key, f"[[{key}]]", f"note://local/{key}"):
        assert json.loads(told.run("show", printed, "--json").out)["notes"][0]["key"] == key


def test_a_bare_command_lists_the_notes(told: Standing) -> None:
    assert told.run() == told.run("list")
    assert told.run("--json") == told.run("list", "--json")


def test_a_session_tells_what_it_did(here: Standing) -> None:
    here.remember("The build needs make.")
    here.remember("The build needs make.")
    here.run("recall", "build")
    story = json.loads(here.run("session", "s03", "--json").out)
    assert [step["did"] for step in story["recorded"]] == ["created"]
    assert [step["key"] for step in story["recalled"]] == ["surprise/the-build-needs-make"]
    assert [step["detail"] for step in story["refused"]] == ["KeyTaken"]


# --- words ----------------------------------------------------------------


def test_a_question_needs_no_quotes_and_may_begin_with_a_dash(told: Standing) -> None:
    for words in (["-v", "credential"], ["--mount", "credential"], ["--", "--json", "credential"], ["credential", "-"]):
        assert KEY in told.run("recall", *words).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("list", "--since", "tomorrow"), "A day is written YYYY-MM-DD."),
        (("entity", "a", "b"), "one word too many: ['b']"),
        (("list", "--colour"), "joined to its option"),
    ],
)
def test_a_misspoken_command_is_told_how_it_is_written(here: Standing, words: tuple[str, ...], says: str) -> None:
    said = here.run(*words)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert f"`hindnote {words[0]} --help` shows how it is written." in said.err


def test_long_text_comes_from_stdin_and_from_files(here: Standing) -> None:
    (here.cwd / "log.txt").write_bytes("\ufefffrom a file\r\nü\n".encode())
    said = here.run(
        *("remember", "--expected", "@@home is text", "--observed", "It took long.", "--evidence", "@log.txt"),
        *("--answers", "why", "so long", "--answers", "-"),
        stdin=b"asked on stdin\n",
    )
    assert said.code == 0, said.err
    text = here.run("show", "surprise/it-took-long").out
    for part in ("@home is text", "from a file", "- why", "- so long", "- asked on stdin"):
        assert part in text


@pytest.mark.parametrize("value", ["@no/such/file", "@.", "@log.bin"])
def test_a_text_that_cannot_be_read_is_a_usage_error(here: Standing, value: str) -> None:
    (here.cwd / "log.bin").write_bytes(b"\xff\xfe")
    said = here.run("remember", "--expected", "x", "--observed", "y", "--evidence", value, "--answers", "z", "--json")
    assert said.code == 2
    assert set(json.loads(said.err)) == {"error", "where", "mend"}


# --- exits ----------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["recall"],
        ["recall", " "],
        ["search"],
        ["search", "x", "--cursor", "none of ours"],
        ["search", "x", "--since", "yesterday"],
        ["search", "x", "--since", "2026-02-30"],
        ["search", "x", "--limit", "0"],
        ["nonsense"],
        ["list", "nonsense"],
        ["list", "--nonsense"],
        ["list", "--layer", "nonsense"],
        ["show"],
        ["list", "--team"],
    ],
)
def test_what_is_not_understood_exits_with_2_and_says_how_it_is_written(told: Standing, words: list[str]) -> None:
    said = told.run(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("hindnote: ")
    assert len(said.err.splitlines()) == 2
    assert json.loads(told.run("--json", *words).err)["mend"]


@pytest.mark.parametrize("words", [["show", "nobody"], ["session", "nobody"], ["remember", "--expected", "x"]])
def test_a_refusal_exits_with_1_and_says_how_to_mend_it(told: Standing, words: list[str]) -> None:
    said = told.run(*words)
    assert (said.code, said.out) == (1, "")
    assert len(said.err.splitlines()) == 2
    assert set(json.loads(told.run(*words, "--json").err)) == {"error", "where", "mend"}


PRIVATE_KEY = "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiJjRazXBZ1BjP5CE"


@pytest.mark.parametrize("words", [["remember", "--answers", PRIVATE_KEY], ["show", "--", PRIVATE_KEY]])
def test_no_refusal_repeats_a_secret_whoever_composed_it(told: Standing, words: list[str]) -> None:
    said = told.run("--json", *words)
    assert said.code in {1, 2}
    assert "looks like a secret (private key)" in json.loads(said.err)["error"]
    assert "MIIEp" not in said.out + said.err


def test_silence_is_an_answer_and_no_failure(told: Standing) -> None:
    said = told.run("recall", "xylophone")
    assert (said.code, said.out, said.err) == (0, "nothing recorded about this (1 note searched)\n", "")


def test_outside_a_repository_a_question_is_answered_and_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    here = Standing(tmp_path, tmp_path / "home")
    assert here.run("recall", "anything").out.startswith("nothing recorded about this")
    assert here.remember("It cannot be written.").code == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["home"]


# --- the world outside ----------------------------------------------------


@pytest.mark.parametrize(
    "locale",
    [
        {"LANG": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii:strict"},
    ],
)
def test_text_is_utf8_in_any_locale(told: Standing, locale: dict[str, str]) -> None:
    env = told.env(**locale)
    assert "Für 日本" in told.run("show", KEY, env=env).out
    assert KEY in told.run("recall", "日本", env=env).out
    assert json.loads(told.run("recall", "日本", "--json", env=env).out)["question"] == "日本"


def test_a_note_with_a_foreign_name_is_written_and_read_in_any_locale(here: Standing) -> None:
    env = here.env(LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    words = ("--expected", "für", "--observed", "日本 geht nicht.", "--evidence", "ü", "--answers", "warum")
    assert here.run("remember", *words, env=env).code == 0
    assert "surprise/日本-geht-nicht" in here.run("recall", "日本", env=env).out
    assert here.run("list", env=env) == here.run("list")


def test_words_that_are_not_utf8_are_words_still(told: Standing) -> None:
    assert json.loads(told.run("recall", b"credential \xff", "--json").out)["question"] == "credential \ufffd"


def test_without_a_home_reading_works_or_says_what_to_set(told: Standing) -> None:
    env = {name: value for name, value in told.env().items() if name != "HOME"} | {
        f"HINDNOTE_{kind}_HOME": str(told.home / kind) for kind in ("DATA", "STATE", "CONFIG")
    }
    assert told.run("recall", "anything", env=env).code == 0


def test_a_reader_who_leaves_is_no_error(told: Standing) -> None:
    script = f'{sys.executable} -m hindnote show {KEY} | head -c 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], cwd=told.cwd, env=told.env(), capture_output=True, text=True)
    assert done.stdout.splitlines()[-1].endswith("0")
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("call", "code", "says"),
    [
        (f"show {KEY} >&-", 0, ""),
        ("show nobody --json >&-", 1, '{"error":"no note'),
        ("remember --expected x --observed y --answers z --evidence - <&-", 1, "hindnote: `evidence` is blank"),
        ("serve <&-", 0, ""),
        ("show nobody 2>&-", 1, ""),
    ],
)
def test_a_closed_stream_is_an_empty_one(told: Standing, call: str, code: int, says: str) -> None:
    done = _in_a_shell(told, call)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(says) if says else not done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize(
    ("call", "says"),
    [
        (f"show {KEY} >/dev/full", "hindnote: the answer cannot be written: No space left on device (stdout)"),
        ("list --json >/dev/full", '{"error":"the answer cannot be written: No space left on device"'),
        ("--help >/dev/full", "hindnote: the answer cannot be written"),
        ("show nobody 2>/dev/full", ""),
    ],
)
def test_an_answer_that_nobody_could_read_is_refused_with_its_reason(told: Standing, call: str, says: str) -> None:
    done = _in_a_shell(told, call)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(says) if says else not done.err


def _in_a_shell(told: Standing, call: str) -> Said:
    script = f"{sys.executable} -m hindnote {call}"
    done = subprocess.run(["bash", "-c", script], cwd=told.cwd, env=told.env(), capture_output=True, text=True)
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell's background job ignores SIGINT, and so would the processes that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_is_quiet(here: Standing) -> None:
    words = ["remember", "--expected", "x", "--observed", "y", "--answers", "z", "--evidence", "-"]
    waiting = subprocess.Popen(
        [sys.executable, "-m", "hindnote", *words],
        cwd=here.cwd,
        env=here.env(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not _reads_stdin(waiting.pid):
        assert waiting.poll() is None
        time.sleep(0.02)
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate(timeout=20)
    assert (waiting.returncode, out, err) == (130, b"", b"")


def _reads_stdin(pid: int) -> bool:
    try:
        return "pipe" in Path(f"/proc/{pid}/wchan").read_text() or Path(f"/proc/{pid}/syscall").read_text().startswith(
            "0 0x0 "
        )
    except OSError:
        return False


def test_colour_is_for_terminals_and_never_against_no_color(told: Standing) -> None:
    import pty  # noqa: PLC0415  (POSIX only)

    def on_a_terminal(**env: str) -> bytes:
        leader, follower = pty.openpty()
        subprocess.run(
            [sys.executable, "-m", "hindnote", "recall", "credential"],
            cwd=told.cwd,
            env=told.env(TERM="xterm", **env),
            stdout=follower,
            stderr=follower,
            stdin=subprocess.DEVNULL,
        )
        os.close(follower)
        return os.read(leader, 100_000)

    assert b"\x1b[1m" in on_a_terminal()
    assert b"\x1b" not in on_a_terminal(NO_COLOR="1")
    assert "\x1b" not in told.run("recall", "credential").out
