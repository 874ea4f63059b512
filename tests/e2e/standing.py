"""The real command in a real repository: nothing of the tester's own machine or of ours reaches it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..shell.places import repository

PYTHON = sys.executable


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Standing(NamedTuple):
    """A person or a harness who stands in a folder and calls `hindnote`."""

    cwd: Path
    home: Path

    def env(self, **more: str) -> Mapping[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "COVERAGE_PROCESS_CONFIG") if name in os.environ}
        ours = {"HOME": str(self.home), "HINDNOTE_RUNTIME_DIR": str(self.home / "run"), "HINDNOTE_MODEL": "off"}
        return {**kept, **ours, "HINDNOTE_SESSION": "s03", **more}

    def run(self, *words: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Said:
        done = subprocess.run(
            [PYTHON, "-m", "hindnote", *words],
            cwd=self.cwd,
            input=stdin,
            env=env or self.env(),
            capture_output=True,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    def remember(self, observed: str, *more: str) -> Said:
        fixed = ("--expected", "nothing of the kind", "--evidence", "the log", "--answers", "what about it")
        return self.run("remember", "--observed", observed, *fixed, *more)


def standing_in(tmp: Path) -> Standing:
    """In an empty repository, with an empty home."""
    (tmp / "home").mkdir()
    return Standing(repository(tmp / "repo"), tmp / "home")
