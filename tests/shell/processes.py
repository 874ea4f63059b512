"""Real processes for tests: a Python that runs a script and talks by lines, and may be killed."""

import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


class Python:
    """A fresh interpreter at work on `script`; it inherits nothing but the environment it is given."""

    def __init__(self, script: str, *words: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            encoding="utf-8",
        )

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def end(self) -> str:
        """What it printed besides; a failure shows why."""
        out, err = self.process.communicate()
        assert self.process.returncode == 0, err
        return out

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
