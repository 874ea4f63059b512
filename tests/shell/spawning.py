"""A git on the PATH that writes down each time it is started, for tests of how often it is."""

import os
import shutil
from pathlib import Path

import pytest


@pytest.fixture
def spawned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each git that was started since it was last emptied."""
    said, folder = tmp_path / "spawned", tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho "$@" >> {said}\nexec {shutil.which("git")} "$@"\n')
    (folder / "git").chmod(0o755)
    said.write_text("")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return said
