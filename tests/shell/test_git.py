"""Git runs one command at a time, and no command that a repository's own config names."""

import subprocess
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from hindnote.shell.git import git

from .places import repository


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


@pytest.fixture
def repo(tmp_path: Path, trace: Path) -> Path:
    """Whoever asks its remote runs the command that the remote's address is."""
    root = repository(tmp_path / "repo")
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {trace}\n")
    trap.chmod(0o755)
    for name, value in {
        "remote.origin.url": f"ext::{trap}",
        "remote.origin.promisor": "true",
        "extensions.partialClone": "origin",
        "protocol.ext.allow": "always",
        "core.repositoryFormatVersion": "1",
    }.items():
        subprocess.run(["git", "config", name, value], cwd=root, check=True)
    return root


def test_a_remote_that_is_a_command_is_not_asked(repo: Path, trace: Path) -> None:
    assert not is_successful(git(repo, "ls-remote", "origin"))
    assert not trace.exists()
    subprocess.run(["git", "ls-remote", "origin"], cwd=repo, capture_output=True)
    assert trace.exists()  # the trap was one


def test_an_object_that_is_missing_is_not_fetched(repo: Path, trace: Path) -> None:
    assert not is_successful(git(repo, "cat-file", "-p", "0123456789abcdef0123456789abcdef01234567"))
    assert not trace.exists()
