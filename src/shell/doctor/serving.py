"""Serving: each configured server started as its harness would start it, and asked what it has.

A user's own file may name any command. A project's file is a repository's: only a command that is this
installation's own is started from it, and only with variables of our own, for PATH or PYTHONPATH would name another.

Effects: starts servers, each for a moment.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from msgspec.structs import replace

from ...core.checkup import ServerFact
from ...core.entries import given
from ..harnesses.configured import Started
from ..harnesses.places import BY_NAME, anywhere, here, own_folder

# --- values ---------------------------------------------------------------

PATIENCE = 60.0  # seconds for all of a start; harnesses wait 5 to 60
LONGEST = 2**20  # characters of a line that are held; our own longest answer, of all tools, has 8,702
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "hindnote-doctor", "version": "1"},
}
NOTES = re.compile(r"Counted on [0-9-]+: (?:(?P<notes>[\d,]+) notes?|no notes yet)")

# --- functions ------------------------------------------------------------


def server_fact(started: Started, project: Path, env: Mapping[str, str]) -> ServerFact:
    def fact(problem: str = "", **more: Any) -> ServerFact:  # noqa: ANN401  (the fields of a ServerFact)
        command = " ".join(started.command)
        title, name = started.harness.title, started.harness.name
        whose = ServerFact(title=title, name=name, where=str(started.file), command=command, scope=started.scope)
        return replace(whose, given=tuple(started.env), problem=problem, **more)

    if started.scope == "project" and _is_by_name(started) and not anywhere(env):
        return fact("on this PATH `hindnote` is another or none: it is not started", unreached=str(own_folder()))
    if started.scope == "project" and (foreign := _foreign(started, env)):
        return fact(f"a repository's file {foreign}: it is not started")
    try:
        with _running(started, project, env) as process:
            told = _asked(process)
    except FileNotFoundError:
        return fact("there is no such command")
    except OSError as fault:
        return fact(fault.strerror or str(fault))
    if isinstance(told, str):
        return fact(told)
    instructions, tools = told
    counted = NOTES.search(instructions)
    notes = int((counted["notes"] or "0").replace(",", "")) if counted else 0
    return fact(tools=tools, notes=notes, census=counted.group() if counted else instructions.partition("\n")[0])


def _is_by_name(started: Started) -> bool:
    """As setup writes it into a file that is committed."""
    return list(started.command) == given(started.command, BY_NAME)


def _foreign(started: Started, env: Mapping[str, str]) -> str:
    """What in it would have us run a repository's code."""
    if not any(list(started.command) == given(started.command, ours) for ours in _ours(env)):
        return "names another command than ours"
    others = [name for name in started.env if not name.startswith("HINDNOTE_")]
    return f"sets {', '.join(others)} for our command" if others else ""


def _ours(env: Mapping[str, str]) -> list[tuple[str, ...]]:
    return [each.server for each in (here(), anywhere(env)) if each]


def _running(started: Started, project: Path, env: Mapping[str, str]) -> "subprocess.Popen[str]":
    """With a harness's environment: ours without what says where the notes are, and then what its entry says."""
    plain = {name: value for name, value in env.items() if not name.startswith("HINDNOTE_") or name.endswith("_HOME")}
    return subprocess.Popen(  # noqa: S603  (the user's own configuration, or our own command)
        started.command,
        cwd=project,
        env={**plain, **started.env},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        encoding="utf-8",
        errors="replace",
    )


def _asked(process: "subprocess.Popen[str]") -> tuple[str, tuple[str, ...]] | str:
    """Its instructions and the names of its tools, or what went wrong."""
    last: deque[str] = deque(maxlen=1)
    complaints = _drained(process.stderr, last)
    timer = threading.Timer(PATIENCE, _kill, [process])
    timer.start()
    try:
        greeting = _answer(process, 1, "initialize", HELLO)
        listed = _answer(process, 2, "tools/list", {})
        told = str(greeting.get("instructions") or ""), tuple(str(each["name"]) for each in listed["tools"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):  # whatever it says
        _kill(process)
        _hang_up(process)
        complaints.join(PATIENCE)
        return f"it does not answer{f': {last[0]}' if last else ''}"
    finally:
        timer.cancel()
    _ended(process)
    return told


def _drained(pipe: IO[str] | None, last: deque[str]) -> threading.Thread:
    """Read as it comes, for a full pipe would stop the server, and forgotten but for the last lines."""

    def drain() -> None:
        while pipe and (said := pipe.readline(LONGEST)):
            last.extend(filter(None, [said.strip()]))

    draining = threading.Thread(target=drain, daemon=True)
    draining.start()
    return draining


def _ended(process: "subprocess.Popen[str]") -> None:
    """The end of its stdin ends it."""
    _hang_up(process)
    rest = _drained(process.stdout, deque(maxlen=0))
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        _kill(process)
    rest.join(PATIENCE)


def _hang_up(process: "subprocess.Popen[str]") -> None:
    """One that is gone already did not take all that was said."""
    with contextlib.suppress(OSError):
        _pipe(process.stdin).close()


def _kill(process: "subprocess.Popen[str]") -> None:
    """With all that it started: what a wrapper leaves would hold our ends of the pipes."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def _answer(process: "subprocess.Popen[str]", number: int, method: str, params: Mapping[str, Any]) -> Any:  # noqa: ANN401  (JSON)
    said = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    after = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    lines = [said] if number > 1 else [said, after]
    to, back = _pipe(process.stdin), _pipe(process.stdout)
    to.write("".join(f"{json.dumps(each)}{os.linesep}" for each in lines))
    to.flush()
    return next(answer["result"] for answer in _messages(back) if answer.get("id") == number)


def _messages(back: IO[str]) -> Iterator[Any]:
    """Until its output ends, which is no answer; nor is the beginning of a line that is longer than any."""
    while line := back.readline(LONGEST):
        yield json.loads(line)
    raise LookupError


def _pipe(pipe: IO[str] | None) -> IO[str]:
    if pipe is None:
        raise LookupError
    return pipe
