"""Every recorded session under some paths is found once, in one order, and read a line at a time."""

import json
import os
import sys
import tracemalloc
from pathlib import Path

import pytest
from returns.result import Failure, Success

from hindnote.shell.bench.logs import Log, NoLogs, NoSuchPath, find_logs

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "transcripts"
LINE = json.dumps({"type": "user", "sessionId": "s", "message": {"content": "Fire it."}}).encode() + b"\n"


def log(file: Path, content: bytes = LINE) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def found(*paths: Path) -> tuple[Path, ...]:
    return find_logs(paths).unwrap()


def steps(file: Path) -> int:
    return sum(1 for _ in Log(file).steps())


def test_a_folder_tells_the_logs_of_every_agent_in_one_order() -> None:
    names = [path.relative_to(FIXTURES).as_posix() for path in found(FIXTURES)]
    assert names[:4] == [
        "claude/1.0.jsonl",
        "claude/2.1.jsonl",
        "claude/interleaved.jsonl",
        "claude/2.1/subagents/agent-a1b2c3.jsonl",
    ]
    assert [name.split("/")[0] for name in names] == sorted(name.split("/")[0] for name in names)
    assert sum(name.endswith(".json") for name in names) == 1


def test_paths_keep_their_order_and_a_log_found_twice_is_read_once(tmp_path: Path) -> None:
    a, b, c = (log(tmp_path / name) for name in ("x/a.jsonl", "x/b.jsonl", "c.jsonl"))
    assert found(c, b, tmp_path / "x", tmp_path / "x" / ".." / "x") == (c, b, a)


def test_a_named_file_is_a_log_whatever_its_name(tmp_path: Path) -> None:
    file = log(tmp_path / "session.log")
    assert found(file) == (file,)
    assert steps(file) == 1


def test_in_a_folder_only_what_is_named_like_a_log_is_one(tmp_path: Path) -> None:
    log(tmp_path / "notes.md")
    log(tmp_path / "package.json", b'{"name":"kiln"}')
    session = log(tmp_path / "chats/session.json", b'{"sessionId":"s","messages":[]}')
    assert found(tmp_path) == (session,)


def test_a_folder_without_logs_says_so_and_what_to_name(tmp_path: Path) -> None:
    log(tmp_path / "notes.md")
    match find_logs([tmp_path]):
        case Failure(NoLogs() as none):
            assert str(tmp_path) in none.explain().message()
            assert "~/.claude/projects" in none.explain().mend
        case other:
            pytest.fail(str(other))


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    assert find_logs([tmp_path, gone]) == Failure(NoSuchPath(str(gone)))
    assert str(gone) in NoSuchPath(str(gone)).explain().message()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_that_leads_back_is_not_followed(tmp_path: Path) -> None:
    file = log(tmp_path / "a.jsonl")
    (tmp_path / "back").symlink_to(tmp_path)
    (tmp_path / "nowhere.jsonl").symlink_to(tmp_path / "gone")
    (tmp_path / "itself.jsonl").symlink_to(tmp_path / "itself.jsonl")
    assert found(tmp_path) == (file,)
    assert find_logs([tmp_path / "itself.jsonl"]) == Failure(NoSuchPath(str(tmp_path / "itself.jsonl")))


@pytest.mark.skipif(sys.platform == "win32", reason="it has neither")
def test_what_never_ends_is_no_log_of_a_folder(tmp_path: Path) -> None:
    """Opening either would wait, or read, for ever."""
    file = log(tmp_path / "a.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "zeros.jsonl").symlink_to("/dev/zero")
    (tmp_path / "folder.jsonl").mkdir()
    assert found(tmp_path) == (file,)


def test_thousands_of_logs_are_found(tmp_path: Path) -> None:
    first = log(tmp_path / "0000.jsonl")
    for number in range(1, 2000):
        (tmp_path / f"{number:04}.jsonl").hardlink_to(first)
    assert len(found(tmp_path)) == 2000


def test_a_log_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    gone = Log(tmp_path / "gone.jsonl")
    assert list(gone.steps()) == []
    assert "gone.jsonl" in gone.problem
    endless = Log(Path(os.devnull))
    assert list(endless.steps()) == []
    assert "a device" in endless.problem


def test_a_document_that_may_not_be_read_is_no_log_of_a_folder(tmp_path: Path) -> None:
    file = log(tmp_path / "session.json", b'{"sessionId":"s"}')
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    assert find_logs([tmp_path]) == Failure(NoLogs((str(tmp_path),)))


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"], ids=["empty", "blank", "a mark"])
def test_an_empty_log_has_no_steps_and_no_bad_lines(tmp_path: Path, content: bytes) -> None:
    empty = Log(log(tmp_path / "a.jsonl", content))
    assert list(empty.steps()) == []
    assert (empty.transcript.lines, empty.transcript.bad, empty.problem) == (0, 0, "")


def test_a_log_of_binary_bytes_is_bad_lines(tmp_path: Path) -> None:
    binary = Log(log(tmp_path / "a.jsonl", os.urandom(100_000)))
    assert list(binary.steps()) == []
    assert binary.transcript.bad == binary.transcript.lines > 0


def test_a_log_cut_in_the_middle_of_a_character_keeps_what_is_before(tmp_path: Path) -> None:
    cut = LINE + LINE.replace(b"Fire it.", "Zünd".encode())
    torn = Log(log(tmp_path / "a.jsonl", cut[: cut.index(b"\xc3") + 1]))
    assert [step.text for step in torn.steps()] == ["Fire it."]
    assert torn.transcript.bad == 1


def test_memory_is_that_of_a_line_however_long_the_log(tmp_path: Path) -> None:
    """Twenty times as many lines take no more: a reader that kept them would."""
    padded = LINE.replace(b"Fire it.", b"Fire it. " * 2000)

    def peak(lines: int) -> int:
        file = log(tmp_path / f"{lines}.jsonl", padded * lines)
        tracemalloc.start()
        try:
            assert steps(file) == lines
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(300) < 1.5 * peak(15)


def test_a_long_line_is_one_step(tmp_path: Path) -> None:
    long = LINE.replace(b"Fire it.", b"x" * 5_000_000)
    (step,) = Log(log(tmp_path / "a.jsonl", long)).steps()
    assert len(step.text) == 5_000_000


def test_real_logs_are_found(cases: Path) -> None:
    match find_logs([cases / "replay"]):
        case Success(logs):
            assert len(logs) == 19
        case Failure(problem):
            pytest.fail(str(problem))
