"""Hooks as a harness runs them: the script that is registered, in a real process, and what it imported."""

import json
import re
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import hindnote

from .standing import PYTHON, Standing

HOOK = str(Path(hindnote.__file__).parent / "data" / "hook.py")
SOON = 20.0  # seconds after which a test gives up; nothing is concluded from how long it took
ALONE = "hindnote.shell.hooks.answering"  # imported by a hook that no server answered


class Heard(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def context(self) -> str:
        """What the agent gets to see, in Claude Code's shape."""
        return str(json.loads(self.out)["hookSpecificOutput"]["additionalContext"]) if self.out else ""


class Hooks(NamedTuple):
    """A harness that calls hooks where somebody stands."""

    here: Standing
    run: Path  # where sockets are: short, for a socket's path has a limit

    def env(self, **more: str) -> Mapping[str, str]:
        env = {**self.here.env(HINDNOTE_RUNTIME_DIR=str(self.run), HINDNOTE_SESSION=""), **more}
        return {name: value for name, value in env.items() if value}

    def command(self, event: str, *words: str) -> list[str]:
        return [PYTHON, "-I", "-S", HOOK, event, *words]

    def send(self, event: str, said: object = None, *words: str, **env: str) -> Heard:
        stdin = said if isinstance(said, bytes) else json.dumps(said or {}).encode()
        done = subprocess.run(
            self.command(event, *words), cwd=self.here.cwd, env=self.env(**env), input=stdin, capture_output=True
        )
        return Heard(done.returncode, done.stdout.decode(), done.stderr.decode())

    def modules(self, event: str, said: object = None, **env: str) -> set[str]:
        """Everything imported on the way."""
        command = [PYTHON, "-X", "importtime", *self.command(event)[1:]]
        done = subprocess.run(
            command, cwd=self.here.cwd, env=self.env(**env), input=json.dumps(said or {}).encode(), capture_output=True
        )
        assert done.returncode == 0
        return set(re.findall(r"\|\s+(\S+)$", done.stderr.decode(), re.MULTILINE)) - {"package"}

    @contextmanager
    def server(self) -> Generator[subprocess.Popen[bytes]]:
        command = [PYTHON, "-m", "hindnote", "serve"]
        with subprocess.Popen(
            command, cwd=self.here.cwd, env=self.env(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def sockets(self) -> list[Path]:
        return [path for path in self.run.iterdir() if path.is_socket()] if self.run.is_dir() else []

    def is_served(self) -> bool:
        return ALONE not in self.modules("session-end")

    def wait_until_served(self) -> None:
        until = monotonic() + SOON
        while not (self.sockets() and self.is_served()):
            assert monotonic() < until, "no server answers hooks"
            sleep(0.02)

    def ledger(self) -> list[Mapping[str, object]]:
        """Every event that hooks recorded."""
        lines = [line for path in self.here.home.rglob("ledger/*.jsonl") for line in path.read_bytes().splitlines()]
        events = [json.loads(line)["e"] for line in lines]
        return [event for event in events if event["surface"] == "hook"]


def bash(response: object, session: str = "s03", command: str = "diskutil list", **more: object) -> dict[str, object]:
    """A tool's output, as Claude Code tells of it."""
    call = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": command}}
    return {"session_id": session, **call, "tool_response": response, **more}
